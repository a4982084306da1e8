"""Counsel on dice that a power lets one throw again, held against every choice of dice and every face they may show."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

import pytest

from companion.core.commands import Choose, Pass, ReportDice
from companion.core.dice import DiceRequest
from companion.core.flow import ChoiceRequest
from companion.core.phrases import Phrase
from companion.core.rules import Accepted
from companion.games.guardians import commands as cm
from companion.games.guardians import events as ev
from companion.games.guardians.face.counsel import counsel
from companion.games.guardians.sample import sample_setup
from companion.games.guardians.state import State
from companion.system import DiceGenerator
from tests.games.guardians.walks import SYSTEM
from tests.oracles import throws

HEROES = ["dynamo", "anvil", "mistral", "briar", "oriel", "lantern"]


def questions(seed: int, most: int) -> Iterator[tuple[State, ChoiceRequest]]:
    """The questions of a random game whether so many dice of the first hero are thrown again."""
    rng, dice = random.Random(seed), DiceGenerator(seed)
    setup = sample_setup(heroes=HEROES)
    content = deepcopy(setup.content)
    content["sheets"][HEROES[0]]["power"][0]["amount"] = most
    setup = replace(setup, content=content)
    state = SYSTEM.initial_state(setup)
    for _ in range(600):
        if state.flow.outcome is not None:
            return
        asked = state.flow.open[0] if state.flow.open else None
        if isinstance(asked, DiceRequest):
            command: Any = ReportDice(asked.roller, dice.roll(asked, SYSTEM.dice_of(state)))
        else:
            if isinstance(asked, ChoiceRequest) and asked.purpose == "GC-CARD-24":
                yield state, asked
            offers = [one for seat in setup.seats for one in SYSTEM.legal_commands(state, seat)]
            offers = [one for one in offers if type(one).__name__ not in ("Concede", "ProposeEnd")]
            attacks = [one for one in offers if isinstance(one, cm.Attack)]
            command = rng.choice(attacks or offers)
        state = after(state, command)


def after(state: State, command: cm.Command | Choose | Pass | ReportDice) -> State:
    decision = SYSTEM.decide(state, command)
    assert isinstance(decision, Accepted), decision
    for event in decision.events:
        state = SYSTEM.apply(state, event)
    return state


def hit(state: State, answer: Choose | Pass) -> Fraction:
    """How likely the attack hits after that answer."""

    def stops(events: Sequence[object], asked: object) -> bool:
        return any(isinstance(one, ev.AttackResult) for one in events)

    decision = SYSTEM.decide(state, answer)
    assert isinstance(decision, Accepted), decision
    ends = throws.every_end(SYSTEM, after(state, answer), stops, decision.events)
    told = ((next(one for one in events if isinstance(one, ev.AttackResult)), share) for events, share in ends)
    return sum((share for result, share in told if result.hit), Fraction(0))


@pytest.mark.rule("GC-CARD-24")
@pytest.mark.parametrize("most", [1, 2])
def test_the_dice_that_are_advised_are_those_of_every_face(most: int) -> None:
    kinds = set()
    asked = (one for seed in range(10) for one in questions(seed, most))
    for state, request in islice(asked, 30):
        found = counsel(SYSTEM, state, request)
        assert found is not None and isinstance(found.words, Phrase)
        ways = {
            chosen: hit(state, Choose(request.seat, request.id, chosen))
            for many in range(1, request.at_most + 1)
            for chosen in combinations(request.options, many)
        }
        best, stays = max(ways.values()), hit(state, Pass(request.seat, request.id))
        kinds.add(found.words.key)
        if found.options:
            assert not stays and ways[found.options] == best and found.words.words["chance"] == best
        else:
            assert stays == 1 or best == 0
    assert kinds == {"screen.dice_enough", "screen.dice_short", "screen.dice_vain"}
