"""A heavy projectile: a major monster throws furniture at whoever is under it (HQ-MON-TECH-06..08, -19)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.squares import parse_square
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.defense import DEFENSE, defend
from companion.games.heroquest.attack.toll import hurt
from companion.games.heroquest.commands import ThrowFurniture
from companion.games.heroquest.content.dice import SKULL, count
from companion.games.heroquest.gear import defense_dice, has_technique, status_of
from companion.games.heroquest.monsters.climbing import thrown_down
from companion.games.heroquest.reach import are_adjacent, distance, has_line
from companion.games.heroquest.state import State
from companion.games.heroquest.traps.brewing import unblockable
from companion.games.heroquest.turns.actions import acting, spend, spending_violations

__all__ = ["shape_of", "throw", "throw_violations"]

THROW, WHERE, BLOW = "HQ-MON-TECH-06", "HQ-MON-TECH-19", "HQ-MON-TECH-08"
DEFENDED, UNBLOCKABLE, FAR = 5, 3, 3


def shape_of(squares: tuple[SpaceId, ...]) -> tuple[int, int] | None:
    """The sides of the rectangle they fill, the shorter first; ``None`` when they fill none."""
    places = {parse_square(space) for space in squares}
    wide = max(c for c, _ in places) - min(c for c, _ in places) + 1
    tall = max(r for _, r in places) - min(r for _, r in places) + 1
    return (min(wide, tall), max(wide, tall)) if len(places) == len(squares) == wide * tall else None


def throw_violations(state: State, command: ThrowFurniture) -> Iterator[Violation]:
    """Why it cannot throw that there."""
    yield from acting(state, command.seat, command.piece)
    one, piece = state.find(command.piece), state.piece_of(command.furniture)
    if one is None or one.at is None:
        return
    yield from spending_violations(one, "attack")
    if not has_technique(state, one, "heavy_projectile") or status_of(state, one) != "major":
        yield violation(THROW, one.id)
    if piece is None or not state.furniture_kind(piece).thrown or piece.toppled:
        yield violation(THROW, one.id)
        return
    if not any(are_adjacent(state, one.at, space) for space in piece.squares):
        yield violation(WHERE, piece.id)
    squares = command.squares
    there = bool(squares) and all(space in state.dungeon.place_at for space in squares)
    if not there or shape_of(squares) is None or shape_of(squares) != shape_of(piece.squares) or one.at in squares:
        yield violation(WHERE, piece.id)
        return
    nearest = min(squares, key=lambda space: (distance(one.at or space, space), space))
    if distance(one.at, nearest) > FAR or not has_line(state, one.at, nearest):
        yield violation(WHERE, piece.id)


def throw(t: Teller[State], command: ThrowFurniture) -> Script[None]:
    """Nothing: the furniture is gone, and everybody under it has been struck (HQ-MON-TECH-07)."""
    spend(t, command.piece, "attack")
    t.tell(ev.FurnitureChanged(command.furniture, (), command.piece, RuleId(THROW)))
    yield from thrown_down(t, command.furniture)
    under = [one.id for one in t.state.characters if one.at in command.squares]
    for victim in under:
        yield from _struck(t, command.piece, victim)


def _struck(t: Teller[State], thrower: PieceId, victim: PieceId) -> Script[None]:
    if t.state.flow.outcome is not None or t.state.find(victim) is None:
        return
    faces = yield from t.roll(("combat",) * DEFENDED, t.state.who(thrower).seat, BLOW, victim)
    skulls = count(faces, SKULL)
    if skulls:
        shields = yield from defend(t, victim, defense_dice(t.state, t.state.who(victim)), DEFENSE, melee=False)
        yield from hurt(t, victim, max(0, skulls - shields.white), BLOW, thrower)
    yield from unblockable(t, victim, UNBLOCKABLE, BLOW, thrower)
