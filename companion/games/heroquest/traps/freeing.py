"""A friend opens a steel jaw: one of its two actions, and no die (HQ-TRAP-14, HQ-AMB-43)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.commands import HelpFree
from companion.games.heroquest.reach import are_adjacent
from companion.games.heroquest.state import State
from companion.games.heroquest.turns.actions import acting, spend, spending_violations

__all__ = ["free", "free_violations"]

HELP = "HQ-TRAP-14"


def free_violations(state: State, command: HelpFree) -> Iterator[Violation]:
    """Why it cannot help: not beside, or no jaw."""
    yield from acting(state, command.seat, command.piece)
    one, friend = state.find(command.piece), state.find(command.friend)
    if one is None or one.at is None:
        return
    yield from spending_violations(one, "help" if one.is_hero else "attack")
    beside = friend is not None and friend.at is not None and are_adjacent(state, one.at, friend.at)
    if friend is None or friend.id == one.id or friend.held != "jaw" or not beside:
        yield violation(HELP, one.id)


def free(t: Teller[State], command: HelpFree) -> Script[None]:
    """Nothing: the friend is free."""
    spend(t, command.piece, "help" if t.state.who(command.piece).is_hero else "attack")
    t.tell(ev.Noted(command.friend, "held", "", RuleId(HELP)))
    return
    yield
