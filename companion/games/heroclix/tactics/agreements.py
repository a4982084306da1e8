"""Ends the players agree on: a draw, the clock, a scenario's condition (HC-END-02, -03).

ProposeEnd ─> every other seat in the game is asked ─all yes─> the end      one no ─> the game goes on
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.events import ChoiceRequested, GameEnded
from companion.core.flow import ChoiceRequest, Outcome
from companion.core.ids import RuleId, Seat
from companion.core.rules import Violation, violation
from companion.games.heroclix.state import Phase, State
from companion.games.heroclix.steps import Agreement
from companion.games.heroclix.tactics.commands import End, ProposeEnd
from companion.games.heroclix.tactics.events import EndDeclined, EndProposed
from companion.games.heroclix.turns import by_points, standing_seats

__all__ = ["AGREEMENTS", "agreement_events", "answer_events", "proposal_violations", "proposed", "seats_to_ask"]

RULES = {End.DRAW: RuleId("TW-DRAW-01"), End.TIME: RuleId("HC-END-02"), End.SCENARIO: RuleId("HC-END-03")}
AGREEMENTS = frozenset(RULES.values())


def proposal_violations(state: State, command: ProposeEnd) -> Iterator[Violation]:
    """Why the end may not be proposed now."""
    if state.flow.outcome is not None:
        yield violation("HC-END-01", waivable=False)
    elif state.flow.phase != Phase.PLAY:
        yield violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    elif state.flow.open or state.agenda:
        yield violation("HC-ACT-08", waivable=False)  # the action in progress is resolved first
    elif command.seat not in standing_seats(state):
        yield violation("HC-TURN-02", waivable=False, seat=command.seat)
    elif command.winners and (command.how is not End.SCENARIO or set(command.winners) - set(state.table.seats)):
        yield violation("HC-END-03", waivable=False)  # only a scenario names its winners


def proposed(command: ProposeEnd) -> tuple[EndProposed]:
    """The event of a proposal."""
    return (EndProposed(command.seat, command.how, command.winners),)


def seats_to_ask(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats still in the game, in turn order."""
    return tuple(other for other in standing_seats(state) if other != seat)


def agreement_events(state: State, item: Agreement) -> tuple[Any, ...]:
    """Asks the next seat, or ends the game."""
    rule = RULES[item.how]
    if item.seats:
        return (ChoiceRequested(ChoiceRequest(state.flow.next_id(), item.seats[0], rule, ("yes", "no"))),)
    if item.how is End.DRAW or item.winners:
        return (GameEnded(Outcome(item.winners, rule, state.scores)),)
    return by_points(state, rule)


def answer_events(seat: Seat, option: str) -> tuple[EndDeclined, ...]:
    """What an answer brings."""
    return (EndDeclined(seat),) if option == "no" else ()
