"""Rays: the half-line from a square's centre through another's, on to the first border that stops it.

a . b . . |      the squares whose inside the ray crosses, in order, the start not among them
                 a corner touched exactly is nobody's square; it stops the ray when both ways round it are closed
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

from companion.board.facing import offset
from companion.board.geometry import COLUMN, CORNER, ROW, moves
from companion.board.grid import GridBoard
from companion.board.squares import parse_square
from companion.core.ids import SpaceId

IsClosed = Callable[[SpaceId, SpaceId], bool]  # whether the border of two neighbouring squares stops a line


def ray(board: GridBoard, start: SpaceId, through: SpaceId, is_closed: IsClosed) -> tuple[SpaceId, ...]:
    """The squares the ray crosses until something stops it or the board ends."""
    wide, tall = offset(start, through)
    if not wide and not tall:
        return ()
    right, down = (1 if wide > 0 else -1), (1 if tall > 0 else -1)
    (column, row), here, found = parse_square(start), start, list[SpaceId]()
    for move in cycle(moves(abs(wide), abs(tall))):  # every line from centre to centre goes on as it began
        over = column + (right if move != ROW else 0), row + (down if move != COLUMN else 0)
        there = board.at(*over)
        if there is None:
            break
        if move == CORNER:
            ways = [board.at(over[0], row), board.at(column, over[1])]
            if all(way is None or is_closed(here, way) or is_closed(way, there) for way in ways):
                break
        elif is_closed(here, there):
            break
        (column, row), here = over, there
        found.append(here)
    return tuple(found)


def is_clear(board: GridBoard, start: SpaceId, end: SpaceId, is_closed: IsClosed) -> bool:
    """Whether nothing stops the line from one square to the other."""
    return start == end or end in ray(board, start, end, is_closed)
