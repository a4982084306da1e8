"""The prize of an attack or a task: the mission, where one of its ends comes by it.

attack ──> its target Neutralised ──┐
task ──> done ──────────────────────┴──> the first end that has come: whose is it?
"""

from __future__ import annotations

from companion.core.ids import Seat
from companion.core.prizes import Prize
from companion.core.rules import Command, RulesSystem
from companion.games.gotham import commands as cm
from companion.games.gotham.events import Neutralised, TaskDone
from companion.games.gotham.state import State
from companion.games.gotham.wounds import has_come


def prize(system: RulesSystem[State], state: State, command: Command) -> Prize:
    """Return whether its side wins by the order; of attacks it is sure where every wound Neutralises."""
    match command:
        case cm.MeleeAttack(bind=True):
            return Prize()  # tokens come instead of wounds (GO-BIND-01)
        case cm.MeleeAttack(piece=piece, target=target) | cm.RangedAttack(piece=piece, target=target):
            if not is_won(system, state, command.seat, Neutralised(target, piece)):
                return Prize()
            return Prize(wins=True) if state.who(target).endures <= 1 else Prize(falls=target)
        case cm.Manipulate(piece=piece, task=task) | cm.Think(piece=piece, task=task) if task in state.table.tasks:
            return Prize(wins=is_won(system, state, command.seat, TaskDone(task, piece)))
    return Prize()


def is_won(system: RulesSystem[State], state: State, seat: Seat, event: object) -> bool:
    """Whether the mission ends by an event, won by the side of that seat."""
    after = system.apply(state, event)
    end = next((one for one in state.table.ends if has_come(after, one)), None)
    return end is not None and seat in state.seats_of(end.winner)
