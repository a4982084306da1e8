"""The worth of re-rolls: what a pool is worth when those who may throw dice again do so as well as can be.

lying ──a right: up to so many at once, or one after another──> lying ──the next right──> … ──> what its sum is worth
Exact, over every face. The more a sum is worth the higher it is: of dice of one kind the lowest go first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product

from companion.core.dice import Die, DieFace

Lying = tuple[tuple[str, int], ...]  # of each die its kind and what it counts, sorted
Worth = Callable[[DieFace], int]
Utility = Callable[[int], Fraction]  # of a sum


@dataclass(frozen=True, slots=True)
class Right:
    """A right to throw up to so many dice again: at once, or ``singly``, the same one too; of some kinds alone."""

    at_most: int
    singly: bool = False
    kinds: frozenset[str] | None = None

    def covers(self, kind: str) -> bool:
        """Whether dice of that kind may be thrown again."""
        return self.kinds is None or kind in self.kinds


class Best:
    """The most that can be hoped for of dice of these kinds."""

    def __init__(self, kinds: Mapping[str, Die], worth: Worth, utility: Utility) -> None:
        self._faces = {
            kind: Counter(worth(face) for face in die.faces)  # how often each number is on a die
            for kind, die in kinds.items()
        }
        self._utility = cache(utility)
        self._thrown = cache(self.thrown)
        self._known: dict[tuple[Lying, tuple[Right, ...]], Fraction] = {}

    def of_pool(self, dice: Sequence[str], rights: Sequence[Right]) -> Fraction:
        """Return what a pool is worth before it is thrown."""
        return sum(
            (share * self.of(lying, tuple(rights)) for lying, share in self.thrown(tuple(dice)).items()), Fraction(0)
        )

    def thrown(self, dice: tuple[str, ...]) -> Mapping[Lying, Fraction]:
        """Return every way that the dice may lie, with its chance."""
        found: dict[Lying, Fraction] = {(): Fraction(1)}
        for kind in dice:
            step: dict[Lying, Fraction] = {}
            faces = self._faces[kind]
            for (lying, share), (value, often) in product(found.items(), faces.items()):
                after = tuple(sorted((*lying, (kind, value))))
                step[after] = step.get(after, Fraction(0)) + share * Fraction(often, faces.total())
            found = step
        return found

    def of(self, lying: Lying, rights: tuple[Right, ...]) -> Fraction:
        """Return what dice that lie so are worth to whoever has these rights, one after another."""
        if not rights or not lying:
            return self._utility(sum(value for _, value in lying))
        key = lying, rights
        if key not in self._known:
            self._known[key] = max(self._hopes(lying, rights))
        return self._known[key]

    def _hopes(self, lying: Lying, rights: tuple[Right, ...]) -> Iterator[Fraction]:
        right, later = rights[0], rights[1:]
        yield self.of(lying, later)
        left = (replace(right, at_most=right.at_most - 1), *later) if right.singly and right.at_most > 1 else later
        for again in self._choices(lying, right):
            stays = Counter(lying)
            stays.subtract(again)
            kept = tuple(stays.elements())
            outcomes = self._thrown(tuple(kind for kind, _ in again)).items()
            yield sum((share * self.of(tuple(sorted((*kept, *new))), left) for new, share in outcomes), Fraction(0))

    def _choices(self, lying: Lying, right: Right) -> Iterator[Lying]:
        """Generate the dice to throw again: of each kind the lowest."""
        own = {kind: [one for one in lying if one[0] == kind] for kind, _ in lying if right.covers(kind)}
        most = 1 if right.singly else right.at_most
        for counts in product(*(range(min(most, len(dice)) + 1) for dice in own.values())):
            if 0 < sum(counts) <= most:
                yield tuple(one for dice, count in zip(own.values(), counts, strict=True) for one in dice[:count])
