"""What a straight line from square centre to square centre crosses, in exact integers.

. . b      All lines with the same offset cross the same relative squares, edges and corners.
. ╱ .      Centres lie on odd, corners on even doubled coordinates; two crossing times i/(2|dx|) and
a . .      j/(2|dy|) are compared by cross-multiplying, so "exactly through the corner" is exact.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

__all__ = ["Crossing", "crossings"]

Square = tuple[int, int]


class Crossing(NamedTuple):
    """One passage from square to square, relative to the start: over an edge, or exactly through a corner.

    ``flanks`` is empty for an edge, else the two squares that touch the corner beside the line.
    """

    left: Square
    entered: Square
    flanks: tuple[Square, ...]


@lru_cache(maxsize=16384)
def crossings(columns: int, rows: int) -> tuple[Crossing, ...]:
    """The passages, in order, of a line over ``columns`` and ``rows``; the last one enters the end square."""
    step_c, step_r = (1 if columns > 0 else -1), (1 if rows > 0 else -1)
    wide, tall = abs(columns), abs(rows)
    passages: list[Crossing] = []
    column = row = 0  # how far the line has come, without signs
    while column < wide or row < tall:
        # the next vertical grid line comes at time (2c+1)/(2w), the next horizontal one at (2r+1)/(2t)
        ahead = (2 * column + 1) * tall - (2 * row + 1) * wide
        left = (column * step_c, row * step_r)
        if ahead == 0:
            aside = ((column + 1) * step_c, row * step_r), (column * step_c, (row + 1) * step_r)
            column, row = column + 1, row + 1
            passages.append(Crossing(left, (column * step_c, row * step_r), aside))
        elif ahead < 0:
            column += 1
            passages.append(Crossing(left, (column * step_c, row * step_r), ()))
        else:
            row += 1
            passages.append(Crossing(left, (column * step_c, row * step_r), ()))
    return tuple(passages)
