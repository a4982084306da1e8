"""What monsters have between a blow and their body points: a gargoyle's hide, a lesser monster as a shield."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import FACINGS, step_on
from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.toll import kill
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.kinds import Status
from companion.games.heroquest.gear import has_technique, row_of
from companion.games.heroquest.reach import are_adjacent
from companion.games.heroquest.state import State

__all__ = ["resisted", "shielded", "shields_of"]

RESISTANCE, SHIELD = RuleId("HQ-MON-GARGOYLE-01"), "HQ-MON-TECH-02"


def resisted(t: Teller[State], piece: PieceId, lost: int, black: int) -> int:
    """The points still lost: none when a gargoyle's defense shows a black shield (HQ-MON-GARGOYLE-01, -02, -05)."""
    one = t.state.who(piece)
    if not black or not lost or not has_technique(t.state, one, "resistance"):
        return lost
    t.tell(ev.Spared(piece, lost, RESISTANCE), ev.Counted(piece, "saved", one.saved + lost, RESISTANCE))
    return 0


def shields_of(state: State, one: Character) -> Iterator[Character]:
    """The monsters of lower status at its left and right (HQ-MON-TECH-02, -17)."""
    row = row_of(state, one)
    if row is None or one.at is None or not has_technique(state, one, "living_shield"):
        return
    side = FACINGS.index(one.facing)
    for facing in (FACINGS[side - 1], FACINGS[(side + 1) % 4]):
        space = step_on(state.dungeon.board, one.at, facing)
        other = state.at(space)
        their = row_of(state, other) if other is not None else None
        if other is None or their is None or space is None or not are_adjacent(state, one.at, space):
            continue
        if Status(their.status).rank < Status(row.status).rank:
            yield other


def shielded(t: Teller[State], piece: PieceId, lost: int, by: PieceId | None) -> Script[int]:
    """The points still lost when another takes one of them, and dies of it: one shield an attack (HQ-MON-TECH-03,
    -17)."""
    if lost <= 0:
        return lost
    one = t.state.who(piece)
    able = [other.id for other in shields_of(t.state, one)]
    if not able:
        return lost
    chosen = yield from t.choose(one.seat, SHIELD, able, piece, optional=True)
    if chosen is None:
        return lost
    t.tell(ev.Spared(piece, 1, RuleId(SHIELD)))
    yield from kill(t, PieceId(chosen[0]), SHIELD, by)
    return lost - 1
