"""The rules: a whole choice of a player, and what keeping every state of a game costs."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from companion.bench.rows import Row, limited
from companion.bench.stopwatch import side_by_side

__all__ = ["measure"]

SEED = 7
AT_ONCE_S = 0.1  # what a person takes for at once


def measure(*, choices: int = 60, folds: int = 200) -> Iterator[Row]:
    """One choice in the sample game: all legal commands listed, one decided and folded; then the fold of one event
    against a deep copy of the state it starts from."""
    history, events = _played(choices)
    system, states = history.system, history.states
    playing = [state for state in states if state.flow.phase == "play" and not state.agenda and state.active_seat]

    def choose(number: int) -> None:
        state = playing[number % len(playing)]
        command = random.Random(number).choice(list(system.legal_commands(state, state.active_seat)))
        for event in system.decide(state, command).events:
            state = system.apply(state, event)

    (choice,) = side_by_side([choose], min(choices, 40))
    yield limited("one choice: list all legal commands, carry one out", choice * 1e3, "ms", AT_ONCE_S * 1e3)

    def fold(number: int) -> Any:
        at = number % len(events)
        return system.apply(states[at], events[at])

    folded, copied = side_by_side([fold, lambda n: copy.deepcopy(states[n % len(events)])], folds)
    yield Row("keep a state: fold one event", folded * 1e6, "us", copied * 1e6, "copy.deepcopy of the state", 0.05)


def _played(choices: int) -> tuple[Any, list[Any]]:
    """The states and events of a game of that many random choices; dice are thrown by a seeded generator."""
    from companion.core.commands import ReportDice
    from companion.core.dice import DiceRequest
    from companion.core.rules import Accepted, History
    from companion.games import SYSTEMS
    from companion.games.heroclix.opening.sample import sample_setup
    from companion.system import DiceGenerator

    setup, rng, dice = sample_setup(round_limit=None), random.Random(SEED), DiceGenerator(SEED)
    history, events = History(SYSTEMS[0], setup), list[Any]()
    while choices > 0 and history.state.flow.outcome is None:
        rolls = [one for one in history.state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            command: Any = ReportDice(rolls[0].roller, dice.roll(rolls[0]))
        else:
            offers = [one for seat in setup.seats for one in history.system.legal_commands(history.state, seat)]
            command, choices = rng.choice(offers), choices - 1
        decision = history.system.decide(history.state, command)
        assert isinstance(decision, Accepted), decision
        history.extend(decision.events)
        events.extend(decision.events)
    return history, events
