"""A board by square index, compiled once: which kinds of tile it has and where, and which walls at which level.

A1 B1 C1      0 1 2      ``beside[i]`` the level of the wall on the right of square i, ``below[i]`` of the one under it;
A2 B2 C2      3 4 5      0 is no wall
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.board.grid import GridBoard, Tile
from companion.board.spaces import Terrain


@dataclass(frozen=True, slots=True)
class Ground:
    """A board compiled for lines; everything but ``tiles`` is indexed by square."""

    columns: int
    rows: int
    tiles: tuple[Tile, ...]  # the different ones, starting areas left out
    kinds: bytes  # which of them lies there
    levels: bytes
    outdoors: bytes  # 1 for outdoors, on a map that has both (HC-MAP-04); else all 0
    hindering: bytes
    beside: bytes
    below: bytes


@lru_cache(maxsize=64)
def ground_of(board: GridBoard) -> Ground:
    """The compiled form of a board."""
    each = {id(tile): tile for tile in board.tiles}
    numbers: dict[Tile, int] = {}  # 3 terrains, 9 levels, 2 kinds of roof: fewer than 256
    plain = {
        name: numbers.setdefault(Tile(tile.terrain, tile.elevation, tile.indoor), len(numbers))
        for name, tile in each.items()
    }
    tiles = tuple(numbers)
    kinds = bytes(map(plain.__getitem__, map(id, board.tiles)))
    levels = _of_kinds(kinds, [tile.elevation for tile in tiles])
    is_mixed = len({tile.indoor for tile in tiles}) == 2
    beside, below = bytearray(len(kinds)), bytearray(len(kinds))
    for wall in board.walls:
        one, other = board.index(wall.a), board.index(wall.b)
        # in a single column the square below is the next index too
        walls = beside if abs(other - one) == 1 and board.columns > 1 else below
        walls[min(one, other)] = board.wall_level(wall)
    return Ground(
        board.columns,
        board.rows,
        tiles,
        kinds,
        levels,
        _of_kinds(kinds, [is_mixed and not tile.indoor for tile in tiles]),
        _of_kinds(kinds, [Terrain.HINDERING in tile.terrain for tile in tiles]),
        bytes(beside),
        bytes(below),
    )


def _of_kinds(kinds: bytes, values: list[int]) -> bytes:
    return kinds.translate(bytes(values).ljust(256, b"\0"))
