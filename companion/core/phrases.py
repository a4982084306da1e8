"""Phrases: keys of the catalogues with what they name. A game makes them, ``companion.text`` says them in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # words are looked up by commands that need no rules
    from companion.core.reckoning import Contribution
    from companion.core.rules import Violation


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message of the catalogues by its key, with what it names: ids, numbers, words, other phrases.

    ``special``: keys that say it better, the best first; the first of them that the catalogues have is taken.
    """

    key: str
    words: Mapping[str, object] = field(default_factory=dict)
    special: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """The word of a family for a value: ``slot`` and ``speed``; where there is none ``otherwise``, or the value."""

    family: str
    value: object
    otherwise: object = ""


@dataclass(frozen=True, slots=True)
class Name:
    """The name of something at this table, by its id; where it has none ``otherwise``, or the id."""

    of: str
    otherwise: str = ""


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice by their kinds, to be counted."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a number, each with its sign; ``cited``: and with its rule."""

    parts: tuple[Contribution, ...]
    cited: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """An event, as the log tells it."""

    event: object


@dataclass(frozen=True, slots=True)
class Refusal:
    """A broken rule, as a refusal says it."""

    broken: Violation


@dataclass(frozen=True, slots=True)
class Mean:
    """An average, told with one decimal."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Lower:
    """A phrase in the middle of a line, in small letters."""

    what: object


@dataclass(frozen=True, slots=True)
class Joined:
    """Several phrases one after the other; what is empty is left out."""

    parts: tuple[object, ...]
    between: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """Several names in a row, as a sentence has them: A, B and C."""

    names: tuple[object, ...]


# what can be said; a fraction is a chance
Told = str | Phrase | Word | Name | Dice | Terms | Happened | Refusal | Mean | Lower | Joined | Listed | Fraction


def say(key: str, **words: object) -> Phrase:
    """A message of the table's screens."""
    return Phrase(f"screen.{key}", words)


def joined(between: str, *parts: object) -> Joined:
    """The parts in a row."""
    return Joined(parts, between)


def listed(names: Iterable[object]) -> Listed:
    """The names of several pieces or things, or phrases, as one sentence names them."""
    return Listed(tuple(Name(name) if isinstance(name, str) else name for name in names))


def with_more(event: object, line: Told | None, more: Iterable[Told]) -> Told | None:
    """Return the ``line`` of an event, or its own words where that is ``None``, with ``more`` sentences after it."""
    sentences = tuple(more)
    if not sentences:
        return line
    parts = line.parts if isinstance(line, Joined) and line.between == " " else (line,)
    return joined(" ", *(Happened(event) if part is None else part for part in parts), *sentences)


MOST_AMOUNTS = 4  # told one by one; what is more is told together


def amounts(unit: str, shares: Mapping[int, Fraction]) -> Told:
    """Tell how likely each amount is, large ones together: ``Body Points lost: 0 (40 %) · 1 (35 %) · 2+ (25 %)``."""
    known = {amount: share for amount, share in sorted(shares.items()) if share}
    told: list[Told] = []
    for place, (amount, share) in enumerate(known.items()):
        if place + 1 == MOST_AMOUNTS and len(known) > MOST_AMOUNTS:
            rest = sum((share for more, share in known.items() if more >= amount), Fraction(0))
            told.append(say("amount", amount=f"{amount}+", chance=rest))
            break
        told.append(say("amount", amount=amount, chance=share))
    return say("amounts", unit=Word("units", unit), amounts=joined(" · ", *told))


def is_settled(shares: Mapping[int, Fraction]) -> bool:
    """Whether one amount alone is left."""
    return sum(map(bool, shares.values())) == 1


def with_rerolls(told: Told) -> Told:
    """Tell a chance as that with the free re-rolls used as well as can be."""
    return joined(", ", told, say("with_rerolls"))


def average(unit: str, amount: Fraction) -> Told:
    """Tell how much it is on average."""
    return say("on_average", amount=Mean(amount), unit=Word("unit", unit))
