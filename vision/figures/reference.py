"""The empty map, as the figures are judged against it: taken when the table was empty, or learnt square by square.

table calibrated and empty ──empty_map──> every square known
a settled picture ──learnt: its empty squares──> the newest picture of a square replaces its part
a square never seen empty ──borrowed from the nearest known square of the same kind──> known only roughly
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.figures.difference import Difference

Square = tuple[int, int]  # column, row


@dataclass(frozen=True, eq=False)
class EmptyMap:
    """The rectified map without figures, BGR; ``known`` (rows, columns) says which squares were seen so."""

    flat: Picture
    known: NDArray[np.bool_]

    @property
    def square_px(self) -> int:
        """Pixels a square."""
        return int(self.flat.shape[0] // self.known.shape[0])

    def learnt(self, flat: Picture, empty: Collection[Square], seen: Difference) -> EmptyMap:
        """The reference with the empty squares of a picture taken over, in its own light, but for covered pixels and
        shadows: a shadow that was learnt would be a thing once its figure has gone."""
        px, known = self.square_px, self.known.copy()
        new = self.flat.copy()
        for column, row in empty:
            part = np.s_[row * px : (row + 1) * px, column * px : (column + 1) * px]
            fresh = np.clip(flat[part] * np.exp(-seen.shine[part]), 0, 255).astype(np.uint8)
            keep = seen.unlike[part][..., None] & known[row, column]
            new[part] = np.where(keep, new[part], fresh)
            known[row, column] = True
        return EmptyMap(new, known)


def empty_map(flat: Picture, rows: int, columns: int) -> EmptyMap:
    """The reference that a rectified picture of the empty table gives."""
    return EmptyMap(flat.copy(), np.ones((rows, columns), dtype=bool))


def borrowed_map(
    flat: Picture, empty: Collection[Square], kinds: Mapping[Square, object], rows: int, columns: int
) -> EmptyMap:
    """A reference from a picture with figures on it: empty squares as seen, others like the nearest of their kind.

    ``kinds`` names what is printed on each square (the colour on a chess board); a kind that nowhere lies empty is
    borrowed from any square, and stays doubtful until it is learnt.
    """
    px = flat.shape[0] // rows
    new, known = flat.copy(), np.zeros((rows, columns), dtype=bool)
    free = sorted(empty)
    for row in range(rows):
        for column in range(columns):
            if (column, row) in empty:
                known[row, column] = True
                continue
            alike = [one for one in free if kinds.get(one) == kinds.get((column, row))] or free
            if not alike:
                continue
            c, r = min(alike, key=lambda one: (abs(one[0] - column) + abs(one[1] - row), one))
            new[row * px : (row + 1) * px, column * px : (column + 1) * px] = flat[
                r * px : (r + 1) * px, c * px : (c + 1) * px
            ]
    return EmptyMap(new, known)
