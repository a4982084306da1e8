"""The consequences of each result of a roll, decided by the rules themselves; nothing is written.

asked ──a result──> decide ──what may be declined is──> the events that follow        results alike stand together
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from companion.core.commands import Choose, Pass, ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.flow import ChoiceRequest, Request
from companion.core.rules import Accepted, Command, RulesSystem, S

E = TypeVar("E")
Answer = ReportDice | Choose | Pass
Refusing = Callable[[ChoiceRequest], Choose | Pass | None]  # the answer that changes nothing; ``None``: there is none


@dataclass(frozen=True, slots=True)
class Way:
    """A way that a roll may go: its results by their numbers, how likely they are, and the events that follow."""

    numbers: tuple[int, ...]
    chance: Fraction
    events: tuple[object, ...]

    @property
    def span(self) -> str:
        """The results as they are read: ``1–3, 6``."""
        runs: list[list[int]] = []
        for number in sorted(self.numbers):
            if runs and runs[-1][1] == number - 1:
                runs[-1][1] = number
            else:
                runs.append([number, number])
        return ", ".join(f"{first}–{last}" if first != last else f"{first}" for first, last in runs)


def refusing(request: ChoiceRequest) -> Pass | None:
    """The refusal of a request that may be declined."""
    return Pass(request.seat, request.id) if request.optional else None


def ways(
    system: RulesSystem[S],
    state: S,
    request: DiceRequest,
    results: Iterable[tuple[int, Sequence[str], Fraction]],
    refuses: Refusing = refusing,
) -> tuple[Way, ...]:
    """Return the ways that the roll may go; ``results``: each number, faces that make it, and how likely it is."""
    found: dict[tuple[object, ...], Way] = {}
    for number, faces, chance in results:
        events = _following(system, state, request, tuple(faces), refuses)
        before = found.get(events, Way((), Fraction(0), events))
        found[events] = Way((*before.numbers, number), before.chance + chance, events)
    return tuple(found.values())


def rehearsed(
    system: RulesSystem[S],
    state: S,
    request: DiceRequest | ChoiceRequest,
    throws: Callable[[DiceRequest], Sequence[str]],
    kind: type[E],
    refuses: Refusing = refusing,
) -> E | None:
    """Return the first event of that kind after what is asked: all dice that come before it are thrown so, and
    everything else is refused; ``None`` where somebody has to decide before.
    """
    asked: Request | None = request
    while True:
        command: Answer | None = refuses(asked) if isinstance(asked, ChoiceRequest) else None
        if isinstance(asked, DiceRequest):
            command = ReportDice(asked.roller, DiceResult(asked.id, tuple(throws(asked))))
        if command is None:
            return None
        state, events, asked = step(system, state, command)
        if (found := next((event for event in events if isinstance(event, kind)), None)) is not None:
            return found


def settled(
    system: RulesSystem[S],
    state: S,
    command: Command,
    throws: Callable[[DiceRequest], Sequence[str]],
    refuses: Refusing = refusing,
) -> S:
    """Return the state after the command when all dice that it brings are thrown so and everything else is refused;
    as it stands then, where the game is over, or somebody has to decide before.
    """
    answer: Command | None = command
    while answer is not None:
        state, _, asked = step(system, state, answer)
        answer = refuses(asked) if isinstance(asked, ChoiceRequest) else None
        if isinstance(asked, DiceRequest):
            answer = ReportDice(asked.roller, DiceResult(asked.id, tuple(throws(asked))))
    return state


def _following(
    system: RulesSystem[S], state: S, request: DiceRequest, faces: tuple[str, ...], refuses: Refusing
) -> tuple[object, ...]:
    """The events after the report of the dice, as far as nobody has to decide anything."""
    command: Answer | None = ReportDice(request.roller, DiceResult(request.id, faces))
    followed: list[object] = []
    while command is not None:
        state, events, asked = step(system, state, command)
        followed += events
        command = refuses(asked) if isinstance(asked, ChoiceRequest) else None
    return tuple(followed)


def step(system: RulesSystem[S], state: S, answer: Command) -> tuple[S, tuple[object, ...], Request | None]:
    """The state after an answer, the events that it brings besides itself, and the request that is open alone then."""
    decision = system.decide(state, answer)
    if not isinstance(decision, Accepted):
        return state, (), None
    for event in decision.events:
        state = system.apply(state, event)
    asked = state.flow.open
    return state, tuple(decision.events[1:]), asked[0] if len(asked) == 1 else None
