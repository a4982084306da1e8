"""Knock back: who stays, which way, how far, and what stops it (HC-KB)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import SpaceId
from companion.games.heroclix.damage.pushes import PushKind, directions_away, step
from companion.games.heroclix.events.damage import KnockedBack
from companion.games.heroclix.position.holding import is_active
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.state.state import Piece, State

COMPASS = {
    "north": (0, -1),
    "north_east": (1, -1),
    "east": (1, 0),
    "south_east": (1, 1),
    "south": (0, 1),
    "south_west": (-1, 1),
    "west": (-1, 0),
    "north_west": (-1, -1),
}
_NAMES = {direction: name for name, direction in COMPASS.items()}


@dataclass(frozen=True, slots=True)
class StandFirm(Verb):
    """The piece ignores knock back (HC-KB-03)."""


@dataclass(frozen=True, slots=True)
class GiveWay(Verb):
    """The piece may let an attack that damaged it knock it back, and takes no damage from knock back."""


def ignores_knock_back(state: State, piece: Piece) -> bool:
    """Whether the piece stays where it is: giants, colossals, larger bases, some powers (HC-KB-03, HC-MULTI-13)."""
    tall = bool(state.abilities(piece) & {"giant", "colossal"})
    return tall or len(piece.spaces) > 1 or is_active(state, piece, StandFirm)


def ways_back(line: tuple[SpaceId, SpaceId]) -> tuple[str, ...]:
    """The directions in which a piece on the second square goes, away from the first (HC-KB-05, -06, AMB-20)."""
    return tuple(_NAMES[direction] for direction in directions_away(*line))


def way_back(state: State, piece: Piece, direction: str, distance: int) -> KnockedBack:
    """The squares it goes through, what stops it, and the damage of that (HC-KB-11, -13, -14, -16).

    Its path and its stops are those of the core rulebook in every edition (HX-KB-08, AMB-48).
    """
    here, damage, stop = piece.spaces[0], 0, "distance"
    taken = {space for other in state.on_map() if other.id != piece.id for space in other.spaces}
    path = [here]
    for _ in range(distance):
        push = step(state.table.board, here, COMPASS[direction], taken)
        if push.kind not in (PushKind.FREE, PushKind.FALL):
            stop, damage = push.kind.value, 1 if push.kind.is_solid else 0
            break
        assert push.to is not None
        here = push.to
        path.append(here)
        if push.kind is PushKind.FALL:
            stop, damage = push.kind.value, 0 if "flight" in state.occupant(piece).abilities else 2
            break
    if is_active(state, piece, GiveWay):
        damage = 0
    return KnockedBack(piece.id, tuple(path), stop, damage)
