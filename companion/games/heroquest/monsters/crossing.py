"""Two monsters help each other over a chasm: two turns from the same side, one from across (HQ-MON-TECH-15, -16)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.commands import HelpOver
from companion.games.heroquest.moves.arriving import set_down
from companion.games.heroquest.moves.footing import is_free
from companion.games.heroquest.moves.jumping import pit_between
from companion.games.heroquest.reach import distance, engaged_with
from companion.games.heroquest.state import State
from companion.games.heroquest.turns.actions import acting, spend, spending_violations, turn_of

__all__ = ["help_over", "help_violations"]

HELP = "HQ-MON-TECH-15"
NEAR = 2


def help_violations(state: State, command: HelpOver) -> Iterator[Violation]:
    """Why it cannot help: no pit there, not beside it, or under attack itself."""
    yield from acting(state, command.seat, command.piece)
    one, friend = state.find(command.piece), state.find(command.friend)
    if one is None or one.at is None:
        return
    yield from spending_violations(one, "attack")
    if friend is None or friend.at is None or friend.id == one.id or one.is_hero or friend.is_hero:
        yield violation(HELP, one.id, waivable=False)
        return
    if engaged_with(state, one.id):
        yield violation("HQ-MON-TECH-16", one.id)
    over = pit_between(state, friend.at, command.to)
    if over is None or not is_free(state, command.to) or distance(one.at, over[0]) > NEAR:
        yield violation(HELP, command.to)
    if "move" in turn_of(friend).used:
        yield violation("HQ-ACT-02", friend.id, entry="move")


def help_over(t: Teller[State], command: HelpOver) -> Script[None]:
    """Nothing: the friend is over at once when the helper stands beyond, else after the second such turn."""
    one, friend = t.state.who(command.piece), t.state.who(command.friend)
    assert one.at is not None and friend.at is not None
    spend(t, one.id, "attack")
    beyond = distance(one.at, command.to) < distance(one.at, friend.at)
    begun = (friend.id, one.id) in t.state.pulled
    if not beyond and not begun:
        t.tell(ev.Walked(friend.id, one.id, RuleId(HELP)))
        spend(t, friend.id, "move")
        return
    if friend.turn is not None:
        spend(t, friend.id, "move")
    t.tell(ev.Placed(friend.id, friend.at, command.to, friend.facing, RuleId(HELP)))
    yield from set_down(t, friend.id, None)
