"""Toppling a wardrobe or a bookcase on whoever stands beside it (HQ-COMBAT-TOPPLE).

W W W t      along a long side, two squares deep, cut off by walls; from an end the toppler chooses the side,
. . .        from a long side it falls over the other one
. . .
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import FACINGS, facings_to, opposite, step_on
from companion.board.squares import parse_square
from companion.core.ids import RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Topple
from companion.games.heroquest.gear import row_of
from companion.games.heroquest.monsters.climbing import thrown_down
from companion.games.heroquest.reach import are_adjacent
from companion.games.heroquest.state import Standing, State
from companion.games.heroquest.traps.brewing import unblockable
from companion.games.heroquest.turns.actions import acting, spend, spending_violations

__all__ = ["area_of", "falls_to", "topple", "topple_violations"]

TOPPLE, WHERE, LIES = "HQ-COMBAT-TOPPLE-01", "HQ-COMBAT-TOPPLE-04", "HQ-COMBAT-TOPPLE-05"
DICE, DEEP = 3, 2


def _sides(piece: Standing) -> tuple[str, ...]:
    """The facings of its long sides."""
    columns = {parse_square(space)[0] for space in piece.squares}
    rows = {parse_square(space)[1] for space in piece.squares}
    if len(columns) == len(rows):
        return FACINGS
    return ("N", "S") if len(columns) > len(rows) else ("E", "W")


def area_of(state: State, piece: Standing, towards: str) -> tuple[SpaceId, ...]:
    """The squares it falls on, in reading order (HQ-AMB-37)."""
    found: list[SpaceId] = []
    for space in piece.squares:
        here = space
        for _ in range(DEEP):
            there = step_on(state.dungeon.board, here, towards)
            if there is None or state.is_shut(here, there):
                break
            if there not in piece.squares:
                found.append(there)
            here = there
    return tuple(sorted(set(found), key=state.dungeon.board.index))


def falls_to(state: State, one: Character, piece: Standing, towards: str | None) -> str | None:
    """The side it falls to, or ``None`` where it cannot (HQ-COMBAT-TOPPLE-04)."""
    assert one.at is not None
    sides = _sides(piece)
    if one.perch == piece.id:
        return towards if towards in sides and area_of(state, piece, towards) else None
    beside = next(space for space in piece.squares if are_adjacent(state, one.at, space))
    at_side = facings_to(beside, one.at)[0]
    wanted = opposite(at_side) if at_side in sides else towards
    if at_side in sides and towards not in (None, wanted):
        return None
    if wanted not in sides or not area_of(state, piece, wanted) or one.at in area_of(state, piece, wanted):
        return None
    return wanted


def topple_violations(state: State, command: Topple) -> Iterator[Violation]:
    """Why it cannot topple that; small ones do it from above alone (HQ-COMBAT-TOPPLE-02)."""
    yield from acting(state, command.seat, command.piece)
    one, piece = state.find(command.piece), state.piece_of(command.furniture)
    if one is None or one.at is None:
        return
    yield from spending_violations(one, "attack")  # HQ-AMB-36
    if piece is None or not state.furniture_kind(piece).topples or piece.toppled:
        yield violation(TOPPLE, one.id)
        return
    row = row_of(state, one)
    on_top = one.perch == piece.id
    if row is not None and row.small and not on_top:
        yield violation("HQ-COMBAT-TOPPLE-02", one.id)
    elif not on_top and not any(are_adjacent(state, one.at, space) for space in piece.squares):
        yield violation(WHERE, piece.id)
    elif falls_to(state, one, piece, command.towards) is None:
        yield violation(LIES, piece.id)


def topple(t: Teller[State], command: Topple) -> Script[None]:
    """Nothing: it lies there, and whoever was beneath has paid; its contents are lost (HQ-COMBAT-TOPPLE-03)."""
    one, piece = t.state.who(command.piece), t.state.piece_of(command.furniture)
    assert piece is not None
    spend(t, one.id, "attack")
    towards = falls_to(t.state, one, piece, command.towards)
    assert towards is not None
    area = area_of(t.state, piece, towards)
    beneath = [other.id for other in t.state.characters if other.at in area]
    t.tell(ev.FurnitureChanged(piece.id, area, one.id, RuleId(LIES)))
    for victim in beneath:
        if t.state.flow.outcome is None:
            yield from unblockable(t, victim, DICE, TOPPLE, None)
    yield from thrown_down(t, piece.id)
