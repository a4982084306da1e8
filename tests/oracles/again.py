"""The worth of re-rolls, found the slow way: every face of every die in its place, every choice of dice tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product

Rights = Sequence[tuple[int, bool]]  # up to so many; whether one after another


def best(
    dice: Sequence[Sequence[int]], rights: Rights, worth: Callable[[int], int], lying: tuple[int, ...] | None = None
) -> Fraction:
    """The worth of dice with these numbers to somebody who throws them again as well as can be."""
    if lying is None:
        throws = list(product(*dice))
        return sum((best(dice, rights, worth, thrown) for thrown in throws), Fraction(0)) / len(throws)
    if not rights:
        return Fraction(worth(sum(lying)))
    (most, singly), later = rights[0], rights[1:]
    hopes = [best(dice, later, worth, lying)]
    left = [(most - 1, True), *later] if singly and most > 1 else later
    for count in range(1, (1 if singly else most) + 1):
        for places in combinations(range(len(lying)), count):
            throws = list(product(*(dice[place] for place in places)))
            outcome = Fraction(0)
            for thrown in throws:
                after = list(lying)
                for place, value in zip(places, thrown, strict=True):
                    after[place] = value
                outcome += best(dice, left, worth, tuple(after))
            hopes.append(outcome / len(throws))
    return max(hopes)
