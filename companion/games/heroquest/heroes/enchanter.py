"""An enchanter is elsewhere, or heals itself, at the price of a mind point (HQ-HERO-ENCH-05, -06, -10, -11)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import FACINGS
from companion.core.ids import RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.legality import sacrifice_violations
from companion.games.heroquest.commands import Heal, Teleport
from companion.games.heroquest.heroes.sacrifice import sacrifice
from companion.games.heroquest.moves.arriving import set_down
from companion.games.heroquest.moves.footing import is_free
from companion.games.heroquest.moves.walking import moving_violations
from companion.games.heroquest.reach import distance
from companion.games.heroquest.state import State
from companion.games.heroquest.turns.actions import acting, free_violations, spend_free, turn_of

__all__ = ["heal", "heal_violations", "teleport", "teleport_violations"]


def heal_violations(state: State, command: Heal) -> Iterator[Violation]:
    """Why it cannot heal itself: no wound, or a mind point already given this turn (HQ-FREE-07, HQ-HERO-ENCH-11)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None:
        return
    yield from free_violations(one, "heal")
    yield from sacrifice_violations(state, one)
    if one.body >= one.body_max:
        yield violation("HQ-HERO-ENCH-11", one.id)


def heal(t: Teller[State], command: Heal) -> Script[None]:
    """Nothing: a body point for a mind point (HQ-HERO-ENCH-06)."""
    one = t.state.who(command.piece)
    spend_free(t, one.id, "heal")
    sacrifice(t, one.id, "HQ-HERO-ENCH-06")
    t.tell(ev.Counted(one.id, "body", one.body + 1, RuleId("HQ-HERO-ENCH-06")))
    return
    yield


def teleport_violations(state: State, command: Teleport) -> Iterator[Violation]:
    """Why it cannot be there: not seen before, taken, or farther than its dice (HQ-HERO-ENCH-05, -10, HQ-MOVE-06)."""
    yield from acting(state, command.seat, command.piece)
    yield from moving_violations(state, command.piece)
    one = state.find(command.piece)
    if one is None or one.at is None:
        return
    yield from sacrifice_violations(state, one)
    turn = turn_of(one)
    if command.to not in state.seen or not is_free(state, command.to):
        yield violation("HQ-HERO-ENCH-10", command.to)
    elif turn.stepped or distance(one.at, command.to) > (turn.rolled or 0):
        yield violation("HQ-HERO-ENCH-05", command.to)
    if command.facing is not None and command.facing not in FACINGS:
        yield violation("HQ-GEN-07", one.id, waivable=False)


def teleport(t: Teller[State], command: Teleport) -> Script[None]:
    """Nothing: it is there, and its move is used; no step was made (HQ-HERO-ENCH-10)."""
    one = t.state.who(command.piece)
    sacrifice(t, one.id, "HQ-HERO-ENCH-05")
    rule = RuleId("HQ-HERO-ENCH-05")
    t.tell(ev.Placed(one.id, one.at, command.to, command.facing or one.facing, rule))
    t.tell(ev.MovementStopped(one.id, RuleId("HQ-MOVE-06")))
    yield from set_down(t, one.id, None)
