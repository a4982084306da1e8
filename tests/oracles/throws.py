"""The chances of what an attack does, found the slow way: the rules play it with every face of every die.

What may be declined is, unless whoever asks answers otherwise; dice of one kind are taken together, whatever their
order, but for those that count on their own. Where a die is thrown again without end, whoever asks says when enough
lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, product
from math import factorial
from typing import Any

from companion.core.commands import Choose, Pass, ReportDice
from companion.core.dice import DiceRequest, DiceResult, Die
from companion.core.flow import ChoiceRequest
from companion.core.rules import Accepted

Events = tuple[Any, ...]
Stops = Callable[[Events, Any], bool]  # whether enough is known: by what happened, and by what is asked
Faces = Callable[[DiceRequest, str], Mapping[str, Fraction] | None]  # the faces of a die that stand for others
Alike = Callable[[DiceRequest], Sequence[str]]  # a word for each die: those of one word may lie in each other's place
Answers = Callable[[ChoiceRequest], Choose | Pass | None]  # to a choice that is no die


def every_end(
    system: Any,
    state: Any,
    stops: Stops,
    events: Events = (),
    faces: Faces = lambda request, die: None,
    answers: Answers | None = None,
    alike: Alike = lambda request: request.dice,
) -> Iterator[tuple[Events, Fraction]]:
    """Everything that may happen from here on, each with its chance."""
    asked = state.flow.open[0] if len(state.flow.open) == 1 else None
    if asked is None or stops(events, asked):
        yield events, Fraction(1)
        return
    if isinstance(asked, DiceRequest):
        for thrown, chance in throws(asked, system.dice_of(state), faces, alike):
            report = ReportDice(asked.roller, DiceResult(asked.id, thrown))
            for found, share in _after(system, state, report, stops, events, faces, answers, alike):
                yield found, chance * share
        return
    answer = (answers or refusal)(asked)
    if answer is None:
        yield events, Fraction(1)
        return
    yield from _after(system, state, answer, stops, events, faces, answers, alike)


def _after(
    system: Any,
    state: Any,
    answer: Any,
    stops: Stops,
    events: Events,
    faces: Faces,
    answers: Answers | None,
    alike: Alike,
) -> Any:
    decision = system.decide(state, answer)
    assert isinstance(decision, Accepted), decision
    for event in decision.events:
        state = system.apply(state, event)
    return every_end(system, state, stops, (*events, *decision.events), faces, answers, alike)


def refusal(asked: Any) -> Choose | Pass | None:
    """The answer that uses nothing: of damage that only players can lessen all is taken."""
    if not isinstance(asked, ChoiceRequest):
        return None
    if "none" in asked.options:
        return Choose(asked.seat, asked.id, ("none",))
    if asked.optional:
        return Pass(asked.seat, asked.id)
    if all(option.isdecimal() for option in asked.options):
        return Choose(asked.seat, asked.id, (max(asked.options, key=int),))
    return None


def throws(
    request: DiceRequest, kinds: Mapping[str, Die], faces: Faces, alike: Alike
) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every throw of the dice, with its chance: of dice side by side that are alike every hand, whatever its order."""
    hands = [
        list(_hands(faces(request, die) or shares_of(kinds[die]), len(list(group))))
        for (die, _), group in groupby(zip(request.dice, alike(request), strict=True))
    ]
    for thrown in product(*hands):
        chance = Fraction(1)
        for _, share in thrown:
            chance *= share
        yield tuple(face for hand, _ in thrown for face in hand), chance


def shares_of(die: Die) -> Mapping[str, Fraction]:
    """How likely each face of a die is."""
    counted = Counter(face.label for face in die.faces)
    return {label: Fraction(often, len(die.faces)) for label, often in counted.items()}


def _hands(shares: Mapping[str, Fraction], dice: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every hand of so many dice of one kind: how often each face lies there, in how many orders."""
    labels = list(shares)
    for counts in _counts(len(labels), dice):
        orders, chance = factorial(dice), Fraction(1)
        for label, count in zip(labels, counts, strict=True):
            orders //= factorial(count)
            chance *= shares[label] ** count
        yield tuple(face for face, count in zip(labels, counts, strict=True) for _ in range(count)), orders * chance


def _counts(kinds: int, dice: int) -> Iterator[Sequence[int]]:
    if kinds == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for rest in _counts(kinds - 1, dice - first):
            yield (first, *rest)
