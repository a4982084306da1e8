"""Knowledge of the place before a picture is read: how flat dice slant there, and what lay there all along.

Whoever knows it may let a reading stand that would be asked about alone. It may never hide a die: it takes away
only what looks as it did without dice, and of what was read only things of another size than the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vision.arrays import Floats
from vision.dice.lean import leaning

Place = tuple[float, float, float]  # the middle of a thing and its side, px of the picture


class Known(Protocol):
    """Knowledge of the place on the picture at hand."""

    def leaning(
        self, places: Sequence[tuple[float, float]], slants: Sequence[Floats], alone: Sequence[float]
    ) -> Sequence[float]:
        """Return each die's lean as a share of the limit, above 1 asked about; ``alone``: judged by the dice alone."""

    def lay_there(self, place: Place, dice: Sequence[Place] = ()) -> bool:
        """Whether the place, but for what ``dice`` that were read hide of it, looks as before any die was thrown."""

    def unexplained(self, dice: Sequence[Place]) -> list[Place]:
        """Return the places of things that did not lie there before and are none of the dice found."""


class NothingKnown:
    """The knowledge of a single picture from anywhere: none."""

    def leaning(
        self, places: Sequence[tuple[float, float]], slants: Sequence[Floats], alone: Sequence[float]
    ) -> Sequence[float]:
        """Return each die's lean by the dice alone, which are compared with each other."""
        return alone

    def lay_there(self, place: Place, dice: Sequence[Place] = ()) -> bool:
        """Never: everything may have been thrown."""
        return False

    def unexplained(self, dice: Sequence[Place]) -> list[Place]:
        """None that could be told from the ground."""
        return []


def leaning_there(
    known: Known,
    places: Sequence[tuple[float, float]],
    slants: Sequence[Floats],
    size_px: tuple[int, int],
    sure: Sequence[float],
) -> Sequence[float]:
    """Return each die's lean by what is known of the place, else by the dice alone."""
    return known.leaning(places, slants, leaning(places, slants, size_px, sure))
