"""All lines of a board as one integer, and the bundles of those that pass through a thing: for pieces that move.

offset 0        offset 1        ...      a field an offset, as ``Sweep`` orders them; in it a bit a start. A bundle
0 0 1 0 0 1 ..  0 1 0 0 1 0 ..           is one shift of the bundle through the first square, because a line moves
                                         with the thing it passes through.

Fields are wider than the board, so that a bundle never spills a bit on a start of another offset: lines that would
begin off the board fall into the gap, or on starts whose end is off the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.board.geometry import COLUMN, ROW
from companion.board.obstacles import Places
from companion.board.sweep import walks

__all__ = ["Bundles", "bundles_of"]


class Bundles:
    """The lines through squares and corners on a board of ``columns`` × ``rows`` squares."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size = columns * rows
        self.field = (self.size + 2 * columns + 7) // 8 * 8  # bits
        through: list[list[bytes]] = [[], [], []]
        for walk, step in walks(columns, rows):
            for whole, bits in zip(through, self._fields(walk, step, columns), strict=True):
                whole.append(bits.to_bytes(self.field // 8, "little"))
        self._squares, self._falling, self._rising = (int.from_bytes(b"".join(one), "little") for one in through)

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

    def through(self, places: Places) -> int:
        """The lines through any of these squares and corners."""
        found = 0
        for here in places.squares:
            found |= self._squares >> (self.size - here)
        for here in places.falling:
            found |= self._falling >> (self.size - here)
        for here in places.rising:
            found |= self._rising >> (self.size - here)
        return found

    def gathered(self, masks: Sequence[int], plane: int) -> int:
        """The lines of one plane of a sweep."""
        whole, shift, size = (1 << self.size) - 1, plane * self.size, self.field // 8
        return int.from_bytes(b"".join((mask >> shift & whole).to_bytes(size, "little") for mask in masks), "little")


@lru_cache(maxsize=8)
def bundles_of(columns: int, rows: int) -> Bundles:
    """The bundles of boards of that size."""
    return Bundles(columns, rows)
