"""Which lines pass through a thing: its shadow, for every starting square at once. Geometry alone, once a board size.

a . . .      The shadow that the square ▓ throws from ``a`` is the set of squares whose line from ``a`` crosses ▓:
. ▓ . .      one integer, a bit a target. Squares, walls (beside, below) and grid corners (falling ╲, rising ╱)
. . s s      throw shadows; a board's sight is the union of the shadows of what stands on it.

Only targets after the start in reading order have a bit: a line blocks both ways. The target (dx, dy) is the bit
dy·width + dx, with width = 2·columns, so that no two targets share one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from companion.board.geometry import COLUMN, ROW, moves

__all__ = ["Features", "Rows", "Shadows", "joined", "shadows_of"]

Rows = list[int]  # for the first squares of the board, one after the other: their targets; further ones have none


class Features(NamedTuple):
    """Things on a board that throw shadows, by square index: a wall by the square on its left or above it, a corner by
    the square on its upper left; a falling corner is crossed by lines that go down to the right, a rising one by the
    others."""

    squares: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    below: tuple[int, ...] = ()
    falling: tuple[int, ...] = ()
    rising: tuple[int, ...] = ()


class Shadows:
    """The shadows on a board of ``columns`` × ``rows`` squares."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows, self.width = columns, rows, 2 * columns
        self._span = 2 * columns - 1
        # by kind, as many rows of nothing before: what lies rows down and columns - 1 to the right, ..., to the left
        self._thrown = [[0] * (2 * rows * self._span) for _ in Features._fields]
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

    @property
    def _middle(self) -> int:
        """The place of the start itself."""
        return self.rows * self._span + self.columns - 1

    def thrown(self, kind: int, here: int) -> Rows:
        """The shadow of one thing from every square, down to the last row that can have one."""
        row, column = divmod(here, self.columns)
        lines, span = self._thrown[kind], self._span
        first = (self.rows + row) * span + self.columns - 1 - column
        shadow: Rows = []
        for place in range(first, first - (row + 1) * span, -span):
            shadow += lines[place : place + self.columns]
        return shadow

    def cast(self, features: Features) -> Rows:
        """The union of the shadows of all these things."""
        rows: Rows = []
        for kind, places in enumerate(features):
            for here in places:
                rows = joined(rows, self.thrown(kind, here))
        return rows

    def keys(self, features: Features) -> Features:
        """The same things as ``from_square`` wants them."""
        return Features(*(tuple(self._key(here) for here in places) for places in features))

    def from_square(self, start: int, keys: Features) -> tuple[int, int]:
        """The same for one starting square: its targets after it, and those before it turned by half a turn."""
        after, before = 0, 0
        forward, backward = self._middle - self._key(start), self._middle + self._key(start)
        # half a turn brings the square across a wall or a corner to where its reference square was
        turned = (0, 1, -self._span, 1 - self._span, 1 - self._span)
        for lines, places, turn in zip(self._thrown, keys, turned, strict=True):
            back = backward + turn
            for key in places:
                after |= lines[forward + key]
                before |= lines[back - key]
        return after, before

    def _key(self, here: int) -> int:
        row, column = divmod(here, self.columns)
        return row * self._span - column


def joined(one: Rows, other: Rows) -> Rows:
    """The union of two shadows."""
    if len(one) < len(other):
        one, other = other, one
    return [*map(int.__or__, one, other), *one[len(other) :]] if other else one


@lru_cache(maxsize=8)
def shadows_of(columns: int, rows: int) -> Shadows:
    """The shadows on boards of that size."""
    return Shadows(columns, rows)
