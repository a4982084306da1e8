"""A board by square index, compiled once: which tiles it has and where, and which walls at which level.

A1 B1 C1      0 1 2      ``beside[i]`` the level of the wall on the right of square i, ``below[i]`` of the one under it;
A2 B2 C2      3 4 5      0 is no wall
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.board.grid import GridBoard, Tile
from companion.board.spaces import Terrain

__all__ = ["Ground", "ground_of"]


@dataclass(frozen=True, slots=True)
class Ground:
    """What lines and moves need of a board, all by the square's index."""

    columns: int
    rows: int
    kinds: tuple[tuple[Tile, tuple[int, ...]], ...]  # every different tile, and the squares where it lies
    levels: bytes
    outdoors: bytes  # 1 for outdoors, on a map that has both (HC-MAP-04); else all 0
    hindering: bytes
    beside: bytes
    below: bytes


@lru_cache(maxsize=64)
def ground_of(board: GridBoard) -> Ground:
    """The compiled form of a board."""
    same: dict[int, list[int]] = {}
    for here, tile in enumerate(board.tiles):
        same.setdefault(id(tile), []).append(here)
    kinds = tuple((board.tiles[squares[0]], tuple(squares)) for squares in same.values())
    size = len(board.tiles)
    levels, outdoors, hindering = bytearray(size), bytearray(size), bytearray(size)
    is_mixed = len({tile.indoor for tile, _ in kinds}) == 2
    for tile, squares in kinds:
        for here in squares:
            levels[here] = tile.elevation
            outdoors[here] = is_mixed and not tile.indoor
            hindering[here] = Terrain.HINDERING in tile.terrain
    beside, below = bytearray(size), bytearray(size)
    for wall in board.walls:
        one, other = sorted((board.index(wall.a), board.index(wall.b)))
        # in a single column the square below is the next index too
        (beside if other - one == 1 and board.columns > 1 else below)[one] = min(levels[one], levels[other])
    return Ground(
        board.columns, board.rows, kinds, bytes(levels), bytes(outdoors), bytes(hindering), bytes(beside), bytes(below)
    )
