"""Nobody is asked whether dice are thrown again where no throw changes anything; wherever one might, somebody is."""

from __future__ import annotations

import random
from typing import Any

from companion.core.commands import Choose, Pass, ReportDice
from companion.core.dice import DiceRequest, Source
from companion.core.events import Passed
from companion.core.flow import ChoiceRequest
from companion.core.idle import is_about_dice
from companion.core.rules import Accepted
from companion.games.gotham.state import State
from companion.system import DiceGenerator
from tests.ui.walks import walk

THROWS = 12  # of each question that was not asked


def outcome(state: State) -> tuple[object, ...]:
    """The game as anybody at the table could tell it apart: all but the cubes that a throw costs."""
    figures = tuple((one.id, one.zone, one.lying, one.neutralised, one.endures) for one in state.figures)
    return figures, state.done, state.tokens, state.flow.outcome, state.flow.phase, state.flow.round


def played(system: Any, state: State, answer: object, dice: DiceGenerator) -> State:
    """The state after the answer, dice thrown as they fall, every further throw again declined."""
    given: Any = answer
    while given is not None:
        decision = system.decide(state, given)
        assert isinstance(decision, Accepted)
        for event in decision.events:
            state = system.apply(state, event)
        given = None
        for asked in state.flow.open:
            if isinstance(asked, DiceRequest):
                given = ReportDice(asked.roller, dice.roll(asked, system.dice_of(state)))
            elif isinstance(asked, ChoiceRequest) and is_about_dice(asked):
                given = Pass(asked.seat, asked.id)
    return state


def test_what_is_not_asked_could_have_changed_nothing() -> None:
    """On tables of random games, each such question is asked after all, and answered by throws as they fall."""
    chance, dice, spared, asked = random.Random(1), DiceGenerator(1), 0, 0
    for seed in range(5, 9):
        *_, table = walk("gotham", "en", 220, seed=seed)
        session = table.session
        for record in session.records[1:]:
            before = session.state_at(record.version - 1)
            request = next(iter(before.flow.open), None)
            if not isinstance(request, ChoiceRequest) or not is_about_dice(request):
                continue
            if not isinstance(record.event, Passed) or record.source is not Source.MACHINE:
                asked += 1
                continue
            spared += 1
            declined = outcome(played(session.system, before, Pass(request.seat, request.id), dice))
            for _ in range(THROWS):
                many = chance.randint(request.at_least, request.at_most)
                thrown = Choose(request.seat, request.id, tuple(chance.sample(request.options, many)))
                assert outcome(played(session.system, before, thrown, dice)) == declined, request
    assert spared and asked, "some are idle, and some are not"
