"""Objects in hands: who may hold one, who holds which (HC-OBJ-19, -25..27); when one falls: ``happening``.

picked up ──> held ──used in an attack──> out of the game
                └──holder KO, power gone──> lies on its square, or out of the game where one lies already
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.forces.setup import MapObject
from companion.games.heroclix.position.holding import is_active
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.state.play import LyingObject, object_in_hand
from companion.games.heroclix.state.state import Piece, State


@dataclass(frozen=True, slots=True)
class HoldObjects(Verb):
    """The piece may pick up, hold and use objects; its close attacks on terrain and objects deal so much more."""

    against_terrain: int = 0


PORTABLE = (Weight.LIGHT, Weight.HEAVY)  # immobile ones are moved by nothing (HC-OBJ-18)


def may_hold(state: State, piece: Piece) -> bool:
    """Whether the piece can pick up, hold and use objects now (HC-OBJ-19)."""
    return is_active(state, piece, HoldObjects)


def object_of(state: State, piece: PieceId) -> MapObject | None:
    """The object the piece holds, or ``None``."""
    return object_in_hand(state.tactics, state.table.tactics, piece)


def is_holding(state: State, piece: PieceId) -> bool:
    """Whether the piece holds an object; one at a time (HC-OBJ-25, -27)."""
    return object_of(state, piece) is not None


def lying_object(state: State, item: PieceId) -> LyingObject | None:
    """Return the object where it lies, or ``None``: it is held, or not on the map."""
    return next((lying for lying in state.tactics.lying if lying.object == item), None)
