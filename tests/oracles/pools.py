"""The chances of a pool of dice, found the slow way: every face of every die, POW thrown again a number of times.

What is left out are pools in which some die showed POW more often: the result is off by no more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product


def throws(faces: Sequence[str], deep: int) -> list[tuple[int, Fraction]]:
    """What one die may come to, each with its chance."""
    found: list[tuple[int, Fraction]] = []
    for face in faces:
        share = Fraction(1, len(faces))
        if face != "POW":
            found.append((int(face), share))
        elif deep:
            found += [(1 + total, share * chance) for total, chance in throws(faces, deep - 1)]
    return found


def at_least(dice: Sequence[Sequence[str]], needed: int, deep: int) -> tuple[Fraction, Fraction]:
    """The chance of so many successes, between these two: what was counted, and with what was left out."""
    counted = hit = Fraction(0)
    for outcome in product(*(throws(faces, deep) for faces in dice)):
        chance = Fraction(1)
        for _, share in outcome:
            chance *= share
        counted += chance
        if sum(total for total, _ in outcome) >= needed:
            hit += chance
    return hit, hit + 1 - counted


def at_most(faces: Sequence[str], number: int, limit: int) -> Fraction:
    """The chance that so many test dice show no more than the limit."""
    rolls = list(product(faces, repeat=number))
    return Fraction(sum(sum(map(int, roll)) <= limit for roll in rolls), len(rolls))
