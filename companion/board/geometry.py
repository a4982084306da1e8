"""The crossings of a straight line from square centre to square centre, in exact integers.

. . b      All lines with the same offset make the same moves: over a side to the next column, over a side to
. ╱ .      the next row, or exactly through a corner. The vertical grid lines come at times (2c+1)/(2·wide), the
a . .      horizontal ones at (2r+1)/(2·tall); they are compared by cross-multiplying, so a corner is exact.
"""

from __future__ import annotations

from functools import lru_cache

COLUMN, ROW, CORNER = 0, 1, 2  # what one move of a line changes: its column, its row, or both at once

Square = tuple[int, int]


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


def entered(columns: int, rows: int) -> list[Square]:
    """The squares a line over ``columns`` and ``rows`` enters, in order, relative to its start; the last is its end."""
    right, down = (1 if columns > 0 else -1), (1 if rows > 0 else -1)
    column, row, found = 0, 0, list[Square]()
    for move in moves(abs(columns), abs(rows)):
        column, row = column + right * (move != ROW), row + down * (move != COLUMN)
        found.append((column, row))
    return found
