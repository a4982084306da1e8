"""Assistance: who throws itself among enemies is struck by those it came within reach of (HQ-COMBAT-ASSIST)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.defense import parry
from companion.games.heroquest.attack.engaging import engage
from companion.games.heroquest.attack.reactions import marks_of, roll_damage, wants_to
from companion.games.heroquest.attack.toll import hurt
from companion.games.heroquest.characters import Character
from companion.games.heroquest.reach import engaged_with, reaches
from companion.games.heroquest.state import State
from companion.games.heroquest.turns.actions import turn_of

__all__ = ["assist", "helpers_against"]

ASSIST, SUM = "HQ-COMBAT-ASSIST-01", "HQ-COMBAT-ASSIST-03"


def helpers_against(state: State, one: Character, target: PieceId) -> Iterator[Character]:
    """The enemies that may assist the target: newly in reach, free, not yet heard from (HQ-COMBAT-ASSIST-05)."""
    turn = turn_of(one)
    if one.turn is None or not turn.stepped:
        return
    for other in state.enemies(one):
        if other.id == target or other.id in turn.near or other.id in turn.struck_by:
            continue
        busy = [foe for foe in engaged_with(state, other.id) if foe != one.id]
        if not busy and reaches(state, other, one) and (other.revealed or not one.is_hero):
            yield other


def assist(t: Teller[State], piece: PieceId, target: PieceId) -> Script[None]:
    """Nothing: after the attack and its counter, the others strike; the sum is parried once
    (HQ-COMBAT-ASSIST-02..06)."""
    one = t.state.find(piece)
    if one is None or t.state.flow.outcome is not None:
        return
    able = [other.id for other in helpers_against(t.state, one, target)]
    if not able:
        return
    with t.window(ASSIST, t.state.who(able[0]).seat, piece):
        total, last = 0, None
        for helper in able:
            if not (yield from wants_to(t, helper, ASSIST)):
                continue
            marks = marks_of(t, helper, t.state.content.options.assistance_symbols)
            total += yield from roll_damage(t, helper, piece, SUM, marks)
            t.tell(ev.Reacted(helper, piece))
            engage(t, helper, piece)
            last = helper
        through = yield from parry(t, piece, total)
        yield from hurt(t, piece, through, SUM, last)
