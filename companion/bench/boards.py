"""Invented boards to measure on: scattered terrain, walls, roofs and figures, the same in every run."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.board import GridBoard, Occupancy


def scattered(
    seed: int, columns: int = 24, rows: int = 16, *, is_rough: bool = True, levels: int = 1
) -> tuple[GridBoard, Occupancy]:
    """A board and its figures: of 384 squares 40 block, 20 hold figures, 40 hinder (if rough), 40 sides have walls.

    Larger boards have as much in proportion; every further level is a roof of 8 × 6 squares.
    """
    from companion.board import GridBoard, Occupancy, Occupant, Terrain, Tile, edge, format_square
    from companion.core.ids import PieceId

    dice, part = random.Random(seed), columns * rows / 384
    squares = [(x, y) for y in range(rows) for x in range(columns)]
    chosen = dice.sample(squares, round(100 * part))
    forty, sixty = round(40 * part), round(60 * part)
    blocking, figures, hindering = chosen[:forty], chosen[forty:sixty], chosen[sixty:] if is_rough else []
    heights: dict[tuple[int, int], int] = {}
    for level in range(2, levels + 1):
        left, top = dice.randrange(columns - 7), dice.randrange(rows - 5)
        heights.update({(x, y): level for x in range(left, left + 8) for y in range(top, top + 6)})
    kinds = {**dict.fromkeys(blocking, Terrain.BLOCKING), **dict.fromkeys(hindering, Terrain.HINDERING)}
    tiles = tuple(
        Tile(frozenset({kinds[square]} if square in kinds else ()), heights.get(square, 1)) for square in squares
    )
    sides = [(one, other) for one in squares for other in ((one[0] + 1, one[1]), (one[0], one[1] + 1))]
    inner = [(one, other) for one, other in sides if other[0] < columns and other[1] < rows]
    walls = (edge(format_square(*one), format_square(*other)) for one, other in dice.sample(inner, forty))
    board = GridBoard(f"scattered {seed}", columns, rows, tiles, frozenset(walls))
    pieces = (
        Occupant(PieceId(f"p{n}"), ("red", "blue")[n % 2], (format_square(*s),), speed=10)
        for n, s in enumerate(figures)
    )
    return board, Occupancy.of(pieces)
