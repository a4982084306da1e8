"""Two monsters that walk over a table in one turn of the master break it (HQ-MON-TECH-10, -20)."""

from __future__ import annotations

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.gear import has_technique
from companion.games.heroquest.state import State

__all__ = ["trample"]

TRAMPLE = RuleId("HQ-MON-TECH-20")


def trample(t: Teller[State], piece: PieceId) -> Script[None]:
    """Nothing: the monster has stepped on a table; the second to do so shatters it."""
    one = t.state.who(piece)
    assert one.at is not None
    table = t.state.furniture_at(one.at)
    if table is None or not t.state.furniture_kind(table).trampled or not has_technique(t.state, one, "trampling"):
        return
    before = {walker for furniture, walker in t.state.trampled if furniture == table.id}
    if piece in before:
        return
    t.tell(ev.Walked(piece, table.id, TRAMPLE))
    if before:
        t.tell(ev.FurnitureChanged(table.id, (), piece, RuleId("HQ-MON-TECH-10")))
    return
    yield
