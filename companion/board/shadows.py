"""Shadows: the squares hidden behind a thing, seen from one square. Geometry alone, once a board size.

a . . .      The shadow that the square ▓ throws from ``a`` is the set of squares whose line from ``a`` crosses ▓:
. ▓ . .      one integer, a bit a target. Squares, walls (beside, below) and grid corners (falling ╲, rising ╱)
. . s s      throw shadows; what a square does not see is the union of the shadows of what stands on the board.

Only targets after the start in reading order have a bit: those before it are the same turned by half a turn. The
target (right, down) is the bit down·width + right, with width = 2·columns, so that no two targets share one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from companion.board.geometry import COLUMN, ROW, moves
from companion.board.obstacles import Places


class Things(NamedTuple):
    """Things on a board as ``Shadows.behind`` wants them: their rows, sorted, and where to look their shadows up."""

    rows: list[int]
    forward: list[int]
    backward: list[int]


class Shadows:
    """The shadows on a board of ``columns`` × ``rows`` squares."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows, self.width = columns, rows, 2 * columns
        self._span = 2 * columns - 1
        self._middle = self._span + columns - 1  # the start's own place, after one row that nothing throws from
        self._each = (rows + 1) * self._span  # a kind
        # kind after kind: what lies that many rows down and columns - 1 to the right, ..., as many to the left
        self._thrown = [0] * (len(Places._fields) * self._each)
        for wide, tall in product(range(columns), range(rows)):
            for step in (1, -1) if tall and wide else (1,):
                self._walk(wide, tall, step)

    def _walk(self, wide: int, tall: int, step: int) -> None:
        """Adds the line to the target ``wide`` columns to one side and ``tall`` rows down to all it crosses."""
        thrown = self._thrown
        squares, beside, below, falling, rising = (kind * self._each for kind in range(5))
        target, span = 1 << (tall * self.width + step * wide), self._span
        to_wall = 0 if step > 0 else 1  # a line to the left crosses the wall beside the next square
        place, end = self._middle, self._middle + tall * span - step * wide
        for move in moves(wide, tall):
            if move == COLUMN:
                thrown[beside + place + to_wall] |= target
                place -= step
            elif move == ROW:
                thrown[below + place] |= target
                place += span
            else:
                thrown[(falling if step > 0 else rising) + place + to_wall] |= target
                place += span - step
            if place != end:
                thrown[squares + place] |= target

    def things(self, places: Places) -> Things:
        """Things on a board, sorted for ``behind``."""
        # half a turn brings the square across a wall or a corner to where its reference square was
        turned = (0, 1, -self._span, 1 - self._span, 1 - self._span)
        found = sorted(
            (here // self.columns, kind * self._each + self._key(here), self._key(here) - turn - kind * self._each)
            for kind, (some, turn) in enumerate(zip(places, turned, strict=True))
            for here in some
        )
        rows, forward, backward = zip(*found, strict=True) if found else ((), (), ())
        return Things(list(rows), list(forward), list(backward))

    def behind(self, start: int, things: Things) -> tuple[int, int]:
        """All targets behind any of these things: those after the start, and those before it, turned by half a turn."""
        thrown, row, key = self._thrown, start // self.columns, self._key(start)
        shift, back = self._middle - key, self._middle + key
        first, last = bisect_left(things.rows, row), bisect_right(things.rows, row)
        after = reduce(or_, [thrown[shift + place] for place in things.forward[first:]], 0)
        before = reduce(or_, [thrown[back - place] for place in things.backward[:last]], 0)
        return after, before

    def _key(self, here: int) -> int:
        row, column = divmod(here, self.columns)
        return row * self._span - column


@lru_cache(maxsize=8)
def shadows_of(columns: int, rows: int) -> Shadows:
    """The shadows on boards of that size."""
    return Shadows(columns, rows)
