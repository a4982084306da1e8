"""Exact chances that worked examples ask for: of a pool with re-rolls, and against a Defense.

Those of a screen are in ``face/foretell.py``.

pool ──re-roll the die that shows least, while it shows less than it is worth──> successes ── terms, Defense ──> wounds
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from companion.core.dice import Die

Chances = dict[int, Fraction]
_Lying = tuple[tuple[tuple[int, ...], int], ...]  # every die as the values of its faces, and what lies up


def successes(dice: Sequence[Die], again: int = 0) -> Chances:
    """Return the chance of each number of successes, with so many re-rolls of any die (GO-BASE-ACT-06, GO-LUCK-01)."""
    kinds = tuple(sorted(tuple(face.value or 0 for face in die.faces) for die in dice))
    found: Chances = {}
    for lying, chance in _thrown(kinds).items():
        for total, share in _after(lying, again).items():
            found[total] = found.get(total, Fraction(0)) + chance * share
    return dict(sorted(found.items()))


def _thrown(kinds: tuple[tuple[int, ...], ...]) -> dict[_Lying, Fraction]:
    """Return the chance of each way the dice may lie."""
    found: dict[_Lying, Fraction] = {(): Fraction(1)}
    for faces in kinds:
        step: dict[_Lying, Fraction] = {}
        for lying, chance in found.items():
            for value in faces:
                after = (*lying, (faces, value))
                step[after] = step.get(after, Fraction(0)) + chance / len(faces)
        found = step
    return found


@cache
def _after(lying: _Lying, again: int) -> Chances:
    """The successes after the re-rolls: each of the die that most is to be hoped of, while any is."""
    hopes = [Fraction(sum(faces), len(faces)) - value for faces, value in lying]
    if not again or not hopes or max(hopes) <= 0:
        return {sum(value for _, value in lying): Fraction(1)}
    place = hopes.index(max(hopes))
    faces, found = lying[place][0], Chances()
    for value in faces:
        changed = (*lying[:place], (faces, value), *lying[place + 1 :])
        for total, chance in _after(changed, again - 1).items():
            found[total] = found.get(total, Fraction(0)) + chance / len(faces)
    return found


def wounds(attack: Mapping[int, Fraction], defense: Mapping[int, Fraction], change: int = 0) -> Chances:
    """Return the chance of each number of wounds; ``change`` is added by terms, never below nought (GO-BASE-ATK-06)."""
    found: Chances = {}
    for struck, chance in attack.items():
        for guarded, share in defense.items():
            through = max(0, max(0, struck + change) - guarded)
            found[through] = found.get(through, Fraction(0)) + chance * share
    return dict(sorted(found.items()))
