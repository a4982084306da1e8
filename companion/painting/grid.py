"""Squares on a canvas: where each lies, in the painter's own units."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.board.picture import Place, Point, Segment
from companion.painting.canvas import Box, Canvas

CELL = 56  # units a square
LOW = 0.17  # of a square: how much lower than its middle is what stands where zones have names above it
# the neighbour beyond each side of a square, and the side's two corners
SIDES = ((0, -1, 0, 0, 1, 0), (0, 1, 0, 1, 1, 1), (-1, 0, 0, 0, 0, 1), (1, 0, 1, 0, 1, 1))


@dataclass(frozen=True, slots=True)
class Grid:
    """The squares of one board; ``left`` and ``top`` are where its first corner lies."""

    left: float = 0.0
    top: float = 0.0

    def corner(self, column: float, row: float) -> Point:
        """A grid corner."""
        return self.left + column * CELL, self.top + row * CELL

    def box(self, place: Place, inset: float = 0.0) -> Box:
        """A square; ``inset`` is a share of its side."""
        left, top = self.corner(place[0] + inset, place[1] + inset)
        return left, top, CELL * (1 - 2 * inset), CELL * (1 - 2 * inset)

    def ends(self, segment: Segment) -> list[Point]:
        """The two ends of a side."""
        return [self.corner(*corner) for corner in segment]

    def sides(self, places: Collection[Place]) -> list[list[Point]]:
        """The outline of these squares, side by side."""
        inside = set(places)
        return [
            [self.corner(column + x0, row + y0), self.corner(column + x1, row + y1)]
            for column, row in sorted(inside)
            for dx, dy, x0, y0, x1, y1 in SIDES
            if (column + dx, row + dy) not in inside
        ]


def outlined(canvas: Canvas, sides: list[list[Point]], colour: str, line: float = 4) -> None:
    """Draw an outline, white-edged to be seen on any ground."""
    canvas.lines(sides, "#ffffff", line + 3, cap="square")
    canvas.lines(sides, colour, line, cap="square")


def chance(place: Place, number: int) -> float:
    """A number from 0 to 1 that is always the same for a square: what looks strewn is never strewn anew."""
    mixed = (place[0] * 73856093) ^ (place[1] * 19349663) ^ (number * 83492791)
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return (mixed >> 8 & 0xFFFF) / 0x10000
