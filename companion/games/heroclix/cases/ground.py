"""The map of a set-up: open ground of some size, rows of letters, a shipped map, a file; and what is laid on it.

map = "16x24"     map = ["..#", "A.B"]     map = "harbour-market"     map = "maps/mine.json"
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.board.grid import MARKER_TERRAIN, GridBoard, Tile
from companion.board.loading import FORMAT, LARGEST, parse_map
from companion.board.spaces import Terrain
from companion.casebook import CaseContext
from companion.casebook.facts import listed
from companion.casebook.squares import read_border, read_square, read_squares
from companion.core.ids import SpaceId
from companion.documents import Node
from companion.games.heroclix.figures.collection import shipped_map

KEYS = {"map", "other_maps", "legend", "terrain", "walls", "ramps", "removed_walls", "markers", "objects"}
USUAL: dict[str, Any] = {
    ".": {},
    "#": {"terrain": ["blocking"]},
    ":": {"terrain": ["hindering"]},
    "~": {"terrain": ["water"]},
}
_OPEN = re.compile(r"(\d{1,3})x(\d{1,3})\Z")


@dataclass(frozen=True)
class Ground:
    """The board as the case begins, and where letters of pieces are drawn on it."""

    board: GridBoard
    drawn: dict[str, tuple[SpaceId, ...]]


def read_ground(setup: Node, pieces: Iterable[str], context: CaseContext) -> Ground:
    """The ground of a set-up; ``pieces`` are ids that may be drawn on the map."""
    if "map" not in setup:
        setup.refuse("the key 'map'", "no such key")
    board, drawn = _read_map(setup, set(pieces), context)
    board = _with_terrain(setup, board)
    walls = {read_border(entry, board) for entry in listed(setup, "walls")}
    ramps = {read_border(entry, board, diagonal=True) for entry in listed(setup, "ramps")}
    board = replace(board, walls=board.walls | walls, ramps=board.ramps | ramps)
    return Ground(_with_changes(setup, board), drawn)


def read_other_maps(setup: Node, first: GridBoard, context: CaseContext) -> tuple[GridBoard, ...]:
    """The further maps that were brought, of which the first player chooses one by its name (HC-SETUP-05)."""
    boards: list[GridBoard] = []
    for entry in listed(setup, "other_maps"):
        if isinstance(entry.value, list):
            entry.refuse("the name, the path or the document of a map")
        board, _ = _read_map(Node(entry.file, entry.place, {"map": entry.value}), set(), context)
        if board.name in {one.name for one in (first, *boards)}:
            entry.refuse("a map with a name of its own", board.name)
        boards.append(board)
    return tuple(boards)


def _read_map(setup: Node, pieces: set[str], context: CaseContext) -> tuple[GridBoard, dict[str, tuple[SpaceId, ...]]]:
    node = setup["map"]
    if isinstance(node.value, list):
        return _drawn(setup, node, pieces)
    if "legend" in setup:
        setup["legend"].refuse("a legend only where the map is drawn in letters")
    if isinstance(node.value, dict):
        return parse_map(node), {}
    size = _OPEN.match(node.text())
    if size:
        columns, rows = int(size[1]), int(size[2])
        if not 1 <= min(columns, rows) <= max(columns, rows) <= LARGEST:
            node.refuse(f"columns x rows, 1 to {LARGEST} each")
        return GridBoard("case", columns, rows, (Tile(),) * (columns * rows)), {}
    if "/" in node.text() or "." in node.text():
        folder = Path(node.file).parent if node.file != "standard input" else Path()
        document: Any = context.load_map(str(folder / node.text()))
    else:
        file = shipped_map(node.text())
        if not file.is_file():
            known = ", ".join(sorted(one.stem for one in file.parent.glob("*.json")))
            node.refuse(f"rows of letters, a size such as 16x24, the path of a map file, or a shipped map: {known}")
        document = json.loads(file.read_text(encoding="utf-8"))
    return parse_map(Node(node.file, node.place, document)), {}


def _drawn(setup: Node, node: Node, pieces: set[str]) -> tuple[GridBoard, dict[str, tuple[SpaceId, ...]]]:
    """The board drawn in letters; a letter that is a piece and no legend stands for that piece on clear ground."""
    written = setup["legend"].value if "legend" in setup else {}
    if not isinstance(written, dict):
        setup["legend"].refuse("an object")
    legend, rows = {**USUAL, **written}, [entry.text().replace(" ", "") for entry in node.items()]
    letters = {letter for row in rows for letter in row if letter in pieces and letter not in legend}
    document = {
        "format": FORMAT,
        "name": "case",
        "legend": {**legend, **{letter: {} for letter in letters}},
        "squares": rows,
    }
    board = parse_map(Node(node.file, setup.place, document))
    places = zip(board.spaces, (letter for row in rows for letter in row), strict=True)
    drawn: dict[str, tuple[SpaceId, ...]] = {}
    for space, letter in places:
        if letter in letters:
            drawn[letter] = (*drawn.get(letter, ()), space)
    return board, drawn


def _with_terrain(setup: Node, board: GridBoard) -> GridBoard:
    if "terrain" not in setup:
        return board
    node, tiles = setup["terrain"], list(board.tiles)
    node.table((), {*Terrain, "indoor", "elevated", "levels"})
    for terrain in Terrain:
        for here in _squares(node, terrain.value, board):
            tiles[here] = replace(tiles[here], terrain=tiles[here].terrain | {terrain})
    for here in _squares(node, "indoor", board):
        tiles[here] = replace(tiles[here], indoor=True)
    for here in _squares(node, "elevated", board):
        tiles[here] = replace(tiles[here], elevation=2)
    for level, entry in node["levels"].entries() if "levels" in node else ():
        if level not in tuple("123456789"):
            entry.refuse("levels 1 to 9 as keys", f"the key {level!r}")
        for here in _squares(node["levels"], level, board):
            tiles[here] = replace(tiles[here], elevation=int(level))
    return replace(board, tiles=tuple(tiles))


def _squares(node: Node, key: str, board: GridBoard) -> list[int]:
    return [board.index(space) for space in read_squares(node[key], board)] if key in node else []


def _with_changes(setup: Node, board: GridBoard) -> GridBoard:
    """The board with fallen walls and markers, written as in a position file."""
    gone = [read_border(entry, board) for entry in listed(setup, "removed_walls")]
    for place, wall in enumerate(gone):
        if wall not in board.walls:
            setup["removed_walls"][place].refuse("a wall of the map", f"no wall between {wall.a} and {wall.b}")
    markers = []
    for entry in listed(setup, "markers"):
        entry.table({"square", "kind"})
        markers.append((read_square(entry["square"], board), entry["kind"].word(MARKER_TERRAIN)))
    return board.with_changes(removed_walls=gone, markers=markers)
