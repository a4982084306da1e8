"""What lies behind a thing, seen from one square: its shadow. Geometry alone, once a board size.

a . . .      The shadow that the square ▓ throws from ``a`` is the set of squares whose line from ``a`` crosses ▓:
. ▓ . .      one integer, a bit a target. Squares, walls (beside, below) and grid corners (falling ╲, rising ╱)
. . s s      throw shadows; what a square does not see is the union of the shadows of what stands on the board.

Only targets after the start in reading order have a bit: those before it are the same turned by half a turn. The
target (right, down) is the bit down·width + right, with width = 2·columns, so that no two targets share one.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache, reduce
from itertools import product
from operator import or_

from companion.board.geometry import COLUMN, ROW, moves
from companion.board.obstacles import Places

__all__ = ["Keys", "Shadows", "shadows_of"]

Keys = tuple[list[int], ...]  # the things on a board by kind, as ``Shadows.keys`` makes them


class Shadows:
    """The shadows on a board of ``columns`` × ``rows`` squares."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows, self.width = columns, rows, 2 * columns
        self._span = 2 * columns - 1
        self._middle = self._span + columns - 1  # the start's own place, after one row that nothing throws from
        # by kind: what lies that many rows down and columns - 1 to the right, ..., as many to the left
        self._thrown = [[0] * ((rows + 1) * self._span) for _ in Places._fields]
        for wide, tall in product(range(columns), range(rows)):
            for step in (1, -1) if tall and wide else (1,):
                self._walk(wide, tall, step)

    def _walk(self, wide: int, tall: int, step: int) -> None:
        """Adds the line to the target ``wide`` columns to one side and ``tall`` rows down to all it crosses."""
        squares, beside, below, falling, rising = self._thrown
        target, span = 1 << (tall * self.width + step * wide), self._span
        to_wall = 0 if step > 0 else 1  # a line to the left crosses the wall beside the next square
        place, end = self._middle, self._middle + tall * span - step * wide
        for move in moves(wide, tall):
            if move == COLUMN:
                beside[place + to_wall] |= target
                place -= step
            elif move == ROW:
                below[place] |= target
                place += span
            else:
                (falling if step > 0 else rising)[place + to_wall] |= target
                place += span - step
            if place != end:
                squares[place] |= target

    def keys(self, places: Places) -> Keys:
        """Things on a board as ``behind`` wants them: row by row."""
        return tuple([self._key(here) for here in kind] for kind in places)

    def behind(self, start: int, things: Keys) -> tuple[int, int]:
        """All targets behind any of these things: those after the start, and those before it, turned by half a turn."""
        key, after, before = self._key(start), 0, 0
        row = start // self.columns * self._span - self.columns + 1  # no key of its row is smaller
        # half a turn brings the square across a wall or a corner to where its reference square was
        turned = (0, 1, -self._span, 1 - self._span, 1 - self._span)
        for lines, keys, turn in zip(self._thrown, things, turned, strict=True):
            shift, back = self._middle - key, self._middle + key + turn
            after = reduce(or_, [lines[shift + one] for one in keys[bisect_left(keys, row) :]], after)
            upper = keys[: bisect_left(keys, row + self._span)]
            before = reduce(or_, [lines[back - one] for one in upper], before)
        return after, before

    def _key(self, here: int) -> int:
        row, column = divmod(here, self.columns)
        return row * self._span - column


@lru_cache(maxsize=8)
def shadows_of(columns: int, rows: int) -> Shadows:
    """The shadows on boards of that size."""
    return Shadows(columns, rows)
