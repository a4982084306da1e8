"""What a straight line from square centre to square centre crosses, in exact integers.

. . b      All lines with the same offset make the same moves: over a side to the next column, over a side to
. ╱ .      the next row, or exactly through a corner. The vertical grid lines come at times (2c+1)/(2·wide), the
a . .      horizontal ones at (2r+1)/(2·tall); they are compared by cross-multiplying, so a corner is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

__all__ = ["COLUMN", "CORNER", "ROW", "Crossing", "crossings", "moves"]

COLUMN, ROW, CORNER = 0, 1, 2  # what one move of a line changes: its column, its row, or both at once

Square = tuple[int, int]


class Crossing(NamedTuple):
    """One passage from square to square, relative to the start: over an edge, or exactly through a corner.

    ``flanks`` is empty for an edge, else the two squares that touch the corner beside the line.
    """

    left: Square
    entered: Square
    flanks: tuple[Square, ...]


@lru_cache(maxsize=16384)
def moves(wide: int, tall: int) -> bytes:
    """The moves, in order, of a line over ``wide`` columns and ``tall`` rows (no signs); the last one ends it."""
    found = bytearray()
    column = row = 0
    while column < wide or row < tall:
        ahead = (2 * column + 1) * tall - (2 * row + 1) * wide
        found.append(CORNER if ahead == 0 else COLUMN if ahead < 0 else ROW)
        column, row = column + (ahead <= 0), row + (ahead >= 0)
    return bytes(found)


def crossings(columns: int, rows: int) -> tuple[Crossing, ...]:
    """The passages, in order, of a line over ``columns`` and ``rows``; the last one enters the end square."""
    return tuple(_crossings(columns, rows))


def _crossings(columns: int, rows: int) -> Iterator[Crossing]:
    step_c, step_r = (1 if columns > 0 else -1), (1 if rows > 0 else -1)
    column = row = 0
    for move in moves(abs(columns), abs(rows)):
        left = column, row
        flanks = ((column + step_c, row), (column, row + step_r)) if move == CORNER else ()
        column += step_c * (move != ROW)
        row += step_r * (move != COLUMN)
        yield Crossing(left, (column, row), flanks)
