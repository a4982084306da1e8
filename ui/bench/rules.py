"""The rules: a whole choice of a player, a record played again with every rule checked, states kept and taken back."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from ui.bench.peers import ChessGames
from ui.bench.rows import Row, Runner, limited, side_by_side

SEED = 7
CHOICES, REPLAY = 1 / 0.30, 1 / 0.15  # a third of the plies of chess a second; a sixth of its checked replay
LIST_MS, UNDO_US = 2.0, 50.0


@dataclass
class Played:
    """A game between five and five of the shipped figures."""

    history: Any
    events: list[Any] = field(default_factory=list)
    decisions: list[tuple[Any, Any]] = field(default_factory=list)  # a state, and the command that was given there

    @property
    def choices(self) -> list[Any]:
        """The states in which a player had a choice: not those that waited for dice."""
        from companion.core.dice import DiceRequest

        return [
            state for state, _ in self.decisions if not any(isinstance(one, DiceRequest) for one in state.flow.open)
        ]


def measure(*, choices: int = 400, folds: int = 200) -> Iterator[Row]:
    """Choices with their whole list of legal commands, and checked replay, against python-chess; the longest lists, a
    fold and a take-back."""
    played, chess = _played(choices), ChessGames(SEED)
    system, states, events = played.history.system, played.history.states, played.events
    waiting = played.choices

    def choose(number: int) -> None:
        state = replace(waiting[number % len(waiting)])  # as it is after a move: nothing was asked of it yet
        offers = [command for seat in state.flow.active for command in system.legal_commands(state, seat)]
        for event in system.decide(state, random.Random(number).choice(offers)).events if offers else ():
            state = system.apply(state, event)

    chosen, ply = side_by_side([choose, chess.choose], choices)
    yield Row("one choice among all legal commands", chosen * 1e6, "us", ply * 1e6, "a ply of python-chess", CHOICES)
    mean, plies = _mean(choose, choices), _mean(chess.choose, choices)
    yield Row("the same, on average", mean * 1e6, "us", plies * 1e6, "a ply of python-chess", CHOICES)
    lists = sorted(_listed(system, state) for state in waiting if state.flow.phase == "play" and not state.flow.open)
    yield limited("all legal commands of ten figures, p95", lists[int(0.95 * len(lists))] * 1e3, "ms", LIST_MS)

    def again(number: int) -> None:
        state, command = played.decisions[number % len(played.decisions)]
        for event in system.decide(state, command).events:
            state = system.apply(state, event)

    mean, plies = _mean(again, len(played.decisions)), _mean(chess.replay, len(played.decisions))
    yield Row("replay, every rule checked", mean * 1e6, "us", plies * 1e6, "python-chess, from SAN", REPLAY)

    def fold(number: int) -> Any:
        at = number % len(events)
        return system.apply(states[at], events[at])

    folded, copied = side_by_side([fold, lambda n: copy.deepcopy(states[n % len(events)])], folds)
    yield Row("keep a state: fold one event", folded * 1e6, "us", copied * 1e6, "copy.deepcopy of the state", 0.05)
    yield limited("take the last command back", _undo(played.history) * 1e6, "us", UNDO_US)


def _mean(runner: Runner, samples: int) -> float:
    before = perf_counter()
    for number in range(samples):
        runner(number)
    return (perf_counter() - before) / samples


def _listed(system: Any, state: Any) -> float:
    """The seconds that the list of the player to move takes, in a state it has not been asked about."""
    fresh = replace(state)
    before = perf_counter()
    for seat in fresh.flow.active:
        list(system.legal_commands(fresh, seat))
    return perf_counter() - before


def _undo(history: Any) -> float:
    """The seconds of a step back at the end of the game."""
    from companion.core.events import TakenBack
    from companion.core.ids import Seat

    (step,) = side_by_side([lambda number: history.fold(TakenBack(history.standing[-2], Seat("red")))], 50)
    return step


def ten_figures() -> Any:
    """The sample game, with five of the shipped figures on each side."""
    from companion.core.ids import PieceId
    from companion.games.heroclix.figures.collection import load_figures
    from companion.games.heroclix.forces.setup import Enlisted
    from companion.games.heroclix.sample import sample_setup

    setup = sample_setup(round_limit=None)
    figures = [figure for figure in load_figures().values() if figure.kind == "character" and figure.points][:10]
    forces = tuple(
        Enlisted(PieceId(f"{seat}-{n}"), seat, one, one.starting_lines[0].click, max(one.points))
        for place, seat in enumerate(setup.seats)
        for n, one in enumerate(figures[place::2][:5], start=1)
    )
    return replace(setup, forces=forces)


def _played(choices: int) -> Played:
    """A game of that many random choices; dice are thrown by a seeded generator. Begun anew when it is over."""
    from companion.core.commands import ReportDice
    from companion.core.dice import DiceRequest
    from companion.core.rules import Accepted, History
    from companion.games import systems
    from companion.system import DiceGenerator

    setup, rng, dice = ten_figures(), random.Random(SEED), DiceGenerator(SEED)
    played = Played(History(systems()[0], setup))
    while choices > 0 and played.history.state.flow.outcome is None:
        state, system = played.history.state, played.history.system
        rolls = [one for one in state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            command: Any = ReportDice(rolls[0].roller, dice.roll(rolls[0]))
        else:
            offers = [command for seat in setup.seats for command in system.legal_commands(state, seat)]
            command, choices = _preferred(rng, offers), choices - 1
        decision = system.decide(state, command)
        assert isinstance(decision, Accepted), decision
        played.decisions.append((state, command))
        played.history.extend(decision.events)
        played.events.extend(decision.events)
    return played


def _preferred(rng: random.Random, offers: list[Any]) -> Any:
    """Choose one of the offers: an attack rather than a step, and seldom a power turned off, as people play."""
    sober = [offer for offer in offers if type(offer).__name__ not in ("TurnOff", "ChooseTeamAbility")] or offers
    loud = [one for one in sober if type(one).__name__.endswith("Attack")]
    return rng.choice(loud if loud and rng.random() < 0.5 else sober)
