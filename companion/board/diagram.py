"""Boards drawn in letters, for tests and for reading in a terminal.

. . b        . clear   : hindering   # blocking   ~ water   2…9 clear on that level
  -          | or - between squares is a wall, = a ramp; any other letter is a mark on a clear square
a|# :
"""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from companion.board.grid import GridBoard, Tile
from companion.board.spaces import Edge, Terrain, edge
from companion.board.squares import format_square
from companion.core.ids import SpaceId

_TERRAIN = {":": Terrain.HINDERING, "#": Terrain.BLOCKING, "~": Terrain.WATER}


def read_diagram(text: str, levels: str = "", indoors: str = "") -> tuple[GridBoard, dict[str, tuple[SpaceId, ...]]]:
    """The board in a drawing, and the squares of every mark.

    ``levels`` and ``indoors`` are further drawings of the same size: a digit per square, an ``i`` where it is indoors.
    """
    rows, walls, ramps = _rows(text)
    heights, roofs = _cells(levels), _cells(indoors)
    tiles: list[Tile] = []
    marks: dict[str, tuple[SpaceId, ...]] = {}
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            drawn = heights[row][column] if heights else cell
            level = int(drawn) if drawn.isdigit() else 1
            terrain = frozenset({_TERRAIN[cell]}) if cell in _TERRAIN else frozenset[Terrain]()
            tiles.append(Tile(terrain, level, bool(roofs) and roofs[row][column] == "i"))
            if cell.isalpha():
                marks[cell] = (*marks.get(cell, ()), format_square(column, row))
    return GridBoard("drawn", len(rows[0]), len(rows), tuple(tiles), frozenset(walls), frozenset(ramps)), marks


def draw_board(board: GridBoard, marks: Mapping[SpaceId, str] | None = None) -> str:
    """The drawing of a board; terrain on a higher level is drawn as terrain, its level is not seen."""
    lines: list[str] = []
    for row in range(board.rows):
        cells, below = "", ""
        for column in range(board.columns):
            here = format_square(column, row)
            cells += (marks or {}).get(here) or _cell(board.tile(here))
            cells += _border(board, here, board.at(column + 1, row), "|")
            below += _border(board, here, board.at(column, row + 1), "-") + " "
        lines += [cells.rstrip()] + ([below.rstrip()] if below.strip() else [])
    return "\n".join(lines)


def _cell(tile: Tile) -> str:
    for letter, terrain in (("#", Terrain.BLOCKING), (":", Terrain.HINDERING), ("~", Terrain.WATER)):
        if terrain in tile.terrain:
            return letter
    return "." if tile.elevation == 1 else str(tile.elevation)


def _border(board: GridBoard, one: SpaceId, other: SpaceId | None, wall: str) -> str:
    if other is None:
        return " "
    return wall if edge(one, other) in board.walls else "=" if edge(one, other) in board.ramps else " "


def _cells(text: str) -> list[str]:
    return [line[::2] for line in dedent(text).strip("\n").splitlines()]


def _rows(text: str) -> tuple[list[str], set[Edge], set[Edge]]:
    rows: list[str] = []
    walls, ramps = set[Edge](), set[Edge]()
    for line in dedent(text).strip("\n").splitlines():
        if set(line.strip()) <= set("-="):  # a line between two rows
            for place, mark in enumerate(line):
                if mark != " ":
                    drawn = walls if mark == "-" else ramps
                    drawn.add(edge(format_square(place // 2, len(rows) - 1), format_square(place // 2, len(rows))))
            continue
        for place, mark in enumerate(line[1::2]):
            if mark in "|=":
                drawn = walls if mark == "|" else ramps
                drawn.add(edge(format_square(place, len(rows)), format_square(place + 1, len(rows))))
        rows.append(line[::2])
    return rows, walls, ramps
