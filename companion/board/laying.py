"""Layings of a base: at the end of a move (HC-MULTI-04..07, AMB-44), or where it is placed (HC-MOVE-13)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.grid import GridBoard
from companion.board.occupancy import Occupancy, Occupant
from companion.board.spaces import Terrain
from companion.board.squares import parse_square
from companion.core.ids import SpaceId


def is_layable(board: GridBoard, occupancy: Occupancy, mover: Occupant, space: SpaceId, counted: int) -> bool:
    """Whether the base may come to lie over ``space``, the last of ``counted`` squares."""
    return next(layings(board, occupancy, mover, space, counted), None) is not None


def layings(
    board: GridBoard, occupancy: Occupancy, mover: Occupant, space: SpaceId, counted: int
) -> Iterator[tuple[SpaceId, ...]]:
    """Every way to lay the base over ``space``, each a tuple of squares in reading order."""
    column, row = parse_square(space)
    for shape in _turns(mover.spaces):
        for anchor_column, anchor_row in sorted(shape):
            offsets = ((c - anchor_column, r - anchor_row) for c, r in shape)
            squares = [board.at(column + c, row + r) for c, r in offsets]
            base = tuple(sorted((s for s in squares if s is not None), key=board.index))
            if len(base) == len(squares) and _is_legal(board, occupancy, mover, base, counted):
                yield base


def placings(board: GridBoard, occupancy: Occupancy, mover: Occupant) -> Iterator[tuple[SpaceId, ...]]:
    """Every way to place the base on the map, by its first square: nothing between counts (HC-MOVE-13)."""
    anywhere = max(board.columns, board.rows)
    given = set[tuple[SpaceId, ...]]()
    for space in board.spaces:
        for base in layings(board, occupancy, mover, space, anywhere):
            if base not in given:
                given.add(base)
                yield base


def _is_legal(board: GridBoard, occupancy: Occupancy, mover: Occupant, base: tuple[SpaceId, ...], counted: int) -> bool:
    for square in base:
        if not _is_free(board, occupancy, mover, square):
            return False
        if min(board.distance(square, own) for own in mover.spaces) > counted:  # AMB-44
            return False
    if len({board.level(square) for square in base}) > 1:  # HC-MULTI-06
        return False
    return not any(board.has_wall(one, other) for one in base for other in base)  # HC-MULTI-07


def _is_free(board: GridBoard, occupancy: Occupancy, mover: Occupant, square: SpaceId) -> bool:
    other = occupancy.on(square)  # HC-VAL-10, -13, HC-MULTI-09
    return (other is None or other.piece == mover.piece) and not board.has(square, Terrain.BLOCKING)


def _turns(spaces: tuple[SpaceId, ...]) -> list[frozenset[tuple[int, int]]]:
    """The shape of a base in its quarter turns, without repeats."""
    shape = frozenset(parse_square(space) for space in spaces)
    turns: list[frozenset[tuple[int, int]]] = []
    for _ in range(4):
        left, top = min(c for c, _ in shape), min(r for _, r in shape)
        shape = frozenset((c - left, r - top) for c, r in shape)
        if shape not in turns:
            turns.append(shape)
        shape = frozenset((-r, c) for c, r in shape)
    return turns
