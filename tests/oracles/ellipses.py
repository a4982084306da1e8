"""Patches of a mask one by one: flooded pixel by pixel, holes filled from outside, moments summed over pixels."""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]  # row, column
_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


def flooded(cells: set[Cell]) -> Iterator[set[Cell]]:
    """The parts of the cells that hang together by their sides."""
    left = set(cells)
    while left:
        part, edge = set[Cell](), {min(left)}
        while edge:
            part |= edge
            edge = {(row + down, column + across) for row, column in edge for down, across in _SIDES} & left - part
        left -= part
        yield part


def filled(part: set[Cell]) -> set[Cell]:
    """The part with what lies inside it: what a walk along sides from beyond its box does not reach."""
    rows, columns = [row for row, _ in part], [column for _, column in part]
    box = {
        (row, column)
        for row in range(min(rows) - 1, max(rows) + 2)
        for column in range(min(columns) - 1, max(columns) + 2)
    }
    outside = next(flooded(box - part))  # the first one has the corner
    return box - outside


def moments(part: set[Cell]) -> tuple[float, float, float, float, float, float]:
    """Area, middle (x, y) and second central moments (xx, xy, yy), each pixel a square of one side."""
    area = len(part)
    x, y = sum(column for _, column in part) / area, sum(row for row, _ in part) / area
    xx = sum((column - x) ** 2 for _, column in part) / area + 1 / 12
    yy = sum((row - y) ** 2 for row, _ in part) / area + 1 / 12
    xy = sum((column - x) * (row - y) for row, column in part) / area
    return area, x, y, xx, xy, yy
