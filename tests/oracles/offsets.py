"""Lines of sight once more: what a line crosses is found once an offset, whether it is seen again for every pair.

A line moved sideways crosses the same squares, open edges and corners, moved sideways. They are found with the
fractions of the plain oracle from (0, 0); terrain, height and people are then judged by the plain oracle's text.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tests.oracles.sight import (
    BLOCKED,
    CLEAR,
    HINDERED,
    Scene,
    Square,
    corners_between,
    crosses_open_edge,
    flank_severity,
    square_severity,
    squares_at,
    stretch_inside,
    wall_counts,
)


class Corner(NamedTuple):
    on_the_line: list[Square]
    beside: list[Square]


class Way(NamedTuple):
    """What the line from (0, 0) to an offset crosses: squares nearest first, pairs of squares, corners."""

    squares: list[Square]
    edges: list[tuple[Square, Square]]
    corners: list[Corner]


@cache
def way(dx: int, dy: int) -> Way:
    start, end = (0, 0), (dx, dy)
    box = [(x, y) for y in range(min(0, dy), max(0, dy) + 1) for x in range(min(0, dx), max(0, dx) + 1)]
    inside = [(stretch, square) for square in box if (stretch := stretch_inside(start, end, square))]
    squares = [square for _, square in sorted(inside) if square not in (start, end)]
    pairs = [((x, y), other) for x, y in box for other in ((x + 1, y), (x, y + 1)) if other in box]
    edges = [pair for pair in pairs if crosses_open_edge(start, end, frozenset(pair))]
    corners = [Corner(*squares_at(start, end, corner)) for corner in corners_between(start, end)]
    return Way(squares, edges, corners)


def moved(square: Square, by: Square) -> Square:
    return square[0] + by[0], square[1] + by[1]


def judge_moved(scene: Scene, a: Square, b: Square, edition: str) -> int:
    """The severity of the line from a to b, as the plain oracle judges it."""
    if a == b:
        return HINDERED if edition == "newer" and a in scene.hindering else CLEAR
    found = way(b[0] - a[0], b[1] - a[1])
    worst = HINDERED if b in scene.hindering else CLEAR
    for square in found.squares:
        worst = max(worst, square_severity(scene, a, b, moved(square, a), edition))
        if worst == BLOCKED:  # nothing is worse
            return BLOCKED
    for one, other in found.edges if scene.walls else ():
        wall = frozenset({moved(one, a), moved(other, a)})
        if wall in scene.walls and wall_counts(scene, a, b, wall):
            return BLOCKED
    for corner in found.corners:
        on_the_line = [moved(square, a) for square in corner.on_the_line]
        flanks = [flank_severity(scene, a, b, moved(flank, a), on_the_line, edition) for flank in corner.beside]
        worst = max(worst, min(flanks))
    return worst
