"""Bundles of lines: all those that pass through a thing, as few integers as a board has rows; for pieces that move.

offset 0        offset 1        ...      an integer for all offsets of as many rows down; in it a field an offset, as
0 0 1 0 0 1 ..  0 1 0 0 1 0 ..           ``Sweep`` orders them; in the field a bit a start. A bundle is one shift of
                                         the bundle through the first square, for a line moves with what it meets.

Fields are wider than the board, so that a bundle never spills a bit on a start of another offset: lines that would
begin off the board fall into the gap, or on starts whose end is off the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import or_

from companion.board.geometry import COLUMN, ROW
from companion.board.obstacles import Places
from companion.board.sweep import walks

Bundle = list[int]  # empty: no line


class Bundles:
    """The lines through squares and corners on a board of ``columns`` × ``rows`` squares."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size, self.rows = columns * rows, rows
        self.span = 2 * columns - 1
        self.field = (self.size + 2 * columns + 7) // 8 * 8  # bits
        fields = [self._fields(walk, step, columns) for walk, step in walks(columns, rows)]
        self._squares, self._falling, self._rising = (
            self._packed([field[kind] for field in fields]) for kind in range(3)
        )

    def _fields(self, walk: bytes, step: int, columns: int) -> tuple[int, int, int]:
        """The starts whose line of one offset passes through the square, and the corners, of index ``size``."""
        squares, corners, here = 0, 0, self.size
        for move in walk:
            if move not in (COLUMN, ROW):
                corners |= 1 << (here if step > 0 else here + 1)
            here -= (step if move != ROW else 0) + (columns if move != COLUMN else 0)
            squares |= 1 << here
        squares &= ~(1 << here)  # the end's own square is not met
        return squares, corners if step > 0 else 0, corners if step < 0 else 0

    def _packed(self, fields: Sequence[int]) -> Bundle:
        first, each = self.span // 2, self.span  # no row down: offsets to the right only
        starts = [0, *range(first, len(fields), each)]
        size = self.field // 8
        return [
            int.from_bytes(b"".join(bits.to_bytes(size, "little") for bits in fields[start:end]), "little")
            for start, end in zip(starts, [*starts[1:], len(fields)], strict=True)
        ]

    def through(self, places: Places) -> Bundle:
        """The lines through any of these squares and corners."""
        found: Bundle = []
        for bundle, kind in zip(
            (self._squares, self._falling, self._rising), (places.squares, places.falling, places.rising), strict=True
        ):
            for here in kind:
                found = joined(found, [lines >> (self.size - here) for lines in bundle])
        return found

    def gathered(self, masks: Sequence[int], plane: int) -> Bundle:
        """The lines of one plane of a sweep."""
        whole, shift = (1 << self.size) - 1, plane * self.size
        return self._packed([mask >> shift & whole for mask in masks])

    def starts(self, bundle: Bundle, offset: int) -> int:
        """The starts of the lines of one offset, from the lowest bit on; bits above the board mean nothing."""
        down, place = divmod(offset + self.span // 2 + 1, self.span)  # as if those to the left were there too
        return bundle[down] >> ((place if down else offset) * self.field)


def joined(one: Bundle, other: Bundle) -> Bundle:
    """The lines of both."""
    return list(map(or_, one, other)) if one and other else one or other


@lru_cache(maxsize=8)
def bundles_of(columns: int, rows: int) -> Bundles:
    """The bundles of boards of that size."""
    return Bundles(columns, rows)
