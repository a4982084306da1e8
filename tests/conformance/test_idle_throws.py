"""Nothing hangs on dice that are called idle: whatever they show, the same follows, and the same is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.flow import ChoiceRequest
from companion.core.idle import Plain, is_about_dice
from companion.core.ids import SystemId
from companion.core.ledger import Ledger
from companion.core.rules import Accepted, RulesSystem, with_flow
from companion.core.session import Session
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from tests.conformance.test_chances import ROWS, _all_knowing
from tests.conformance.test_faces import GAMES, face_of, system_of
from tests.conformance.test_laws import FURNISHED
from tests.conftest import StoppedClock
from tests.oracles.throws import refusal
from ui.presenters.games import game_of

SEEDS, STEPS, THROWS = 5, 250, 8


def follows(
    system: RulesSystem[Any], plain: Plain[Any], state: Any, request: DiceRequest, dice: DiceGenerator
) -> object:
    """Return the game after a throw, further throws again declined, or the question that comes before."""
    given: Any = ReportDice(request.roller, dice.roll(request, system.dice_of(state)))
    while given is not None:
        decision = system.decide(state, given)
        assert isinstance(decision, Accepted), decision
        for event in decision.events:
            state = system.apply(state, event)
        asked = state.flow.open[0] if state.flow.open else None
        is_again = isinstance(asked, ChoiceRequest) and is_about_dice(asked)
        given = refusal(asked) if is_again else None
        if isinstance(asked, DiceRequest) and asked.purpose == request.purpose:  # dice of the same throw that go on
            given = ReportDice(asked.roller, dice.roll(asked, system.dice_of(state)))
    if state.flow.open:
        asked = state.flow.open[0]
        return asked.purpose, getattr(asked, "options", ()), getattr(asked, "dice", ()), getattr(asked, "piece", None)
    return plain(with_flow(state, replace(state.flow, asked=0)))


def idle_throws(system: RulesSystem[Any], seed: int) -> Iterator[tuple[Any, DiceRequest]]:
    """The dice of random games that are called idle, by who knows everything."""
    rng, dice, row = random.Random(seed), DiceGenerator(seed), ROWS[system.id]
    setup = FURNISHED[system.id](system)
    ledger = Ledger(MemoryRecorder(), JsonCodec(system.event_types))
    session = Session(system, ledger, StoppedClock(), setup, seats=setup.seats)
    face = face_of(system.id, session)
    for _ in range(STEPS):
        asked = session.state.flow.open[0] if session.state.flow.open else None
        command: Any
        if isinstance(asked, DiceRequest):
            if len(session.state.flow.open) == 1 and face.awaited(_all_knowing(face), asked, "en").idle:
                yield session.state, asked
            command = ReportDice(asked.roller, dice.roll(asked, system.dice_of(session.state)))
        else:
            offers = [one for seat in setup.seats for one in system.legal_commands(session.state, seat)]
            offers = [one for one in offers if type(one).__name__ not in ("Concede", "ProposeEnd")]
            if not offers:
                return
            loud = [one for one in offers if type(one).__name__ in row.loud]
            command = rng.choice(loud if loud and rng.random() < 0.8 else offers)
        session.submit(command)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "heroclix"])  # which calls no throw idle
def test_whatever_idle_dice_show_the_same_follows(game: str) -> None:
    system, plain, found, wrong = system_of(game), game_of(SystemId(game)).plain, 0, []
    for seed in range(SEEDS):
        for state, request in idle_throws(system, seed):
            found += 1
            dice = DiceGenerator(found)
            ends = [follows(system, plain, state, request, dice) for _ in range(THROWS)]
            if any(end != ends[0] for end in ends):
                wrong.append((seed, request.id, request.purpose))
    assert wrong == []
    assert found
