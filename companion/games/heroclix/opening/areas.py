"""Starting areas: which there are, which lie opposite, and how they grow when a team has no room (HC-SETUP-06..08).

printed  N N N N      grown by one row  N N N N
         . . . .                        N N N N
         . . . .                        S S S S
         S S S S                        S S S S
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import dist

from companion.board.grid import GridBoard
from companion.board.spaces import Terrain
from companion.board.squares import parse_square
from companion.core.ids import Seat, SpaceId
from companion.games.heroclix.state import State

__all__ = ["area_spaces", "areas_of", "opposite_of"]


def areas_of(state: State) -> tuple[str, ...]:
    """The starting areas of the map that nobody has, by name (HC-SETUP-06)."""
    names = {tile.starting for tile in state.table.board.tiles if tile.starting}
    return tuple(sorted(names - {area for _, area in state.areas}))


def opposite_of(board: GridBoard, area: str, others: Iterable[str]) -> str:
    """The area on the other side of the map: the one whose middle is farthest away (HC-SETUP-07)."""
    column, row = _middle(board, area)
    middles = {other: _middle(board, other) for other in others}
    return max(sorted(middles), key=lambda name: dist((column, row), middles[name]))


def area_spaces(state: State, seat: Seat) -> tuple[SpaceId, ...]:
    """The squares in which a seat sets up, in reading order: all areas grow until every team fits (HC-SETUP-08)."""
    area = dict(state.areas).get(seat)
    if area is None:
        return ()
    return _grown(state.table.board, area, _growth(state))


def _growth(state: State) -> int:
    """By how many rows all areas grow: until each has as many free squares as its team's bases cover."""
    board, rows = state.table.board, 0
    needed = {seat: 0 for seat, _ in state.areas}
    for piece in state.pieces:
        if piece.seat in needed and not piece.ko and not state.is_bystander(piece):
            columns, lines = state.figure(piece).dimensions
            needed[piece.seat] += columns * lines
    while rows < max(board.columns, board.rows) and any(
        _room(board, _grown(board, area, rows)) < needed[seat] for seat, area in state.areas
    ):
        rows += 1
    return rows


def _room(board: GridBoard, spaces: Iterable[SpaceId]) -> int:
    return sum(not board.has(space, Terrain.BLOCKING) for space in spaces)


@lru_cache(maxsize=256)
def _grown(board: GridBoard, area: str, rows: int) -> tuple[SpaceId, ...]:
    """The printed squares of an area and those up to ``rows`` further inwards, but none of another area."""
    printed = [parse_square(space) for space in board.spaces if board.tile(space).starting == area]
    dc, dr = _inwards(board, printed)
    reached = {board.at(column + dc * n, row + dr * n) for column, row in printed for n in range(rows + 1)}
    return tuple(space for space in board.spaces if space in reached and board.tile(space).starting in (None, area))


def _inwards(board: GridBoard, printed: list[tuple[int, int]]) -> tuple[int, int]:
    """The direction from the nearest edge of the map towards its middle; along a corner, from the longer side."""
    columns, rows = [column for column, _ in printed], [row for _, row in printed]
    width, height = max(columns) - min(columns), max(rows) - min(rows)
    sides = [
        (min(rows), -width, (0, 1)),
        (board.rows - 1 - max(rows), -width, (0, -1)),
        (min(columns), -height, (1, 0)),
        (board.columns - 1 - max(columns), -height, (-1, 0)),
    ]
    return min(sides)[2]


def _middle(board: GridBoard, area: str) -> tuple[float, float]:
    squares = [parse_square(space) for space in board.spaces if board.tile(space).starting == area]
    return sum(c for c, _ in squares) / len(squares), sum(r for _, r in squares) / len(squares)
