"""Facings on a grid: where a figure looks, and on which side of it a square lies.

  N            left  ahead  right       a figure that faces N
W a E          W      a     E           the three squares south of it are behind it
  S            behind: SW S SE
"""

from __future__ import annotations

from companion.board.grid import GridBoard
from companion.board.squares import parse_square
from companion.core.ids import SpaceId

FACINGS = ("N", "E", "S", "W")
_STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def offset(one: SpaceId, other: SpaceId) -> tuple[int, int]:
    """Columns and rows from one square to another."""
    (c, r), (d, s) = parse_square(one), parse_square(other)
    return d - c, s - r


def opposite(facing: str) -> str:
    """The facing that looks the other way."""
    return FACINGS[(FACINGS.index(facing) + 2) % 4]


def quarters(one: str, other: str) -> int:
    """Count the quarter turns between two facings: 0, 1 or 2."""
    turns = (FACINGS.index(one) - FACINGS.index(other)) % 4
    return min(turns, 4 - turns)


def facings_to(one: SpaceId, other: SpaceId) -> tuple[str, ...]:
    """The facings that look from one square to another: one along a line, both sides of anything aslant."""
    wide, tall = offset(one, other)
    found = []
    for facing in FACINGS:
        right, down = _STEPS[facing]
        if right * wide > 0 or down * tall > 0:
            found.append(facing)
    return tuple(found)


def step_on(board: GridBoard, space: SpaceId, facing: str, count: int = 1) -> SpaceId | None:
    """The square so many steps on, or ``None`` off the board."""
    (column, row), (right, down) = parse_square(space), _STEPS[facing]
    return board.at(column + right * count, row + down * count)


def _along(at: SpaceId, facing: str, other: SpaceId) -> int:
    """Return how far ahead the other square lies; negative when it lies behind."""
    (wide, tall), (right, down) = offset(at, other), _STEPS[facing]
    return wide * right + tall * down


def is_behind(at: SpaceId, facing: str, other: SpaceId) -> bool:
    """Whether the other square is behind a figure: directly, or aslant."""
    return _along(at, facing, other) < 0


def is_ahead(at: SpaceId, facing: str, other: SpaceId) -> bool:
    """Whether the other square is directly ahead of a figure, in its line."""
    (wide, tall), (right, down) = offset(at, other), _STEPS[facing]
    return _along(at, facing, other) > 0 and wide * down == 0 and tall * right == 0


def is_in_front(at: SpaceId, facing: str, other: SpaceId) -> bool:
    """Whether the other square is ahead, aslant ahead, or at a side."""
    return not is_behind(at, facing, other)
