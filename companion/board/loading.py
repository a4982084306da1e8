"""Our own map format, ``tablewright/map@1``: a legend and rows of letters. README.md describes it for authors.

Terrain, walls, starting areas, indoor squares and the map's own rules are named one by one (HC-TERR-02, -03, -05, -07).

legend  {".": {}, "#": {"terrain": ["blocking"]}}
squares ["..#",
         "..."]          one letter a square, one text a row; A1 is the first letter of the first row
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from companion.board.grid import GridBoard, Tile
from companion.board.spaces import Edge, Terrain, edge
from companion.board.squares import parse_square
from companion.core.ids import SpaceId
from companion.documents import Node

FORMAT = "tablewright/map@1"
LARGEST = 100  # squares a side
_LETTERS = ".#:~" + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_USUAL = {
    ".": Tile(),
    "#": Tile(frozenset({Terrain.BLOCKING})),
    ":": Tile(frozenset({Terrain.HINDERING})),
    "~": Tile(frozenset({Terrain.WATER})),
}


def parse_map(node: Node) -> GridBoard:
    """The board in a map document; a refusal names the place."""
    node.of_format(FORMAT).table({"format", "name", "legend", "squares"}, {"walls", "ramps", "notes"})
    legend = {_letter(node["legend"], key): _parse_tile(tile) for key, tile in node["legend"].entries()}
    lines = list(node["squares"].items())
    if not 1 <= len(lines) <= LARGEST:
        node["squares"].refuse(f"1 to {LARGEST} rows")
    width = len(lines[0].text())
    if not 1 <= width <= LARGEST:
        lines[0].refuse(f"1 to {LARGEST} letters")
    tiles: list[Tile] = []
    for line in lines:
        if len(line.text()) != width:
            line.refuse(f"{width} letters, as in the first row", f"{len(line.text())} letters")
        for letter in line.text():
            if letter not in legend:
                line.refuse("letters of the legend", f"the letter {letter!r}")
            tiles.append(legend[letter])
    plain = GridBoard(node["name"].text(), width, len(lines), tuple(tiles))
    walls = _edges(node, "walls", plain)
    ramps = _edges(node, "ramps", plain)
    notes = tuple(note.text() for note in node["notes"].items()) if "notes" in node else ()
    return GridBoard(plain.name, width, len(lines), plain.tiles, walls, ramps, notes)


def refuse_space_as_id(node: Node, name: str, spaces: Container[object]) -> None:
    """Refuse an id that reads as a space of the map: a question that names it would have two meanings."""
    if name in spaces:
        node.refuse("an id that is no space of the map", f"{name!r}, which is one")


def parse_edge(node: Node, board: GridBoard, *, diagonal: bool = False) -> Edge:
    """The edge written as a list of two neighbouring squares of the board."""
    ends = list(node.items())
    if len(ends) != 2:
        node.refuse("two squares")
    one, other = (SpaceId(end.text()) for end in ends)
    for end in ends:
        if end.text() not in board:
            end.refuse(f"a square of the board, {board.spaces[0]} to {board.spaces[-1]}")
    (c, r), (d, s) = parse_square(one), parse_square(other)
    if max(abs(c - d), abs(r - s)) != 1 or (not diagonal and abs(c - d) + abs(r - s) != 1):
        node.refuse("two squares that touch" if diagonal else "two squares that share a side", f"{one} and {other}")
    return edge(one, other)


def format_map(board: GridBoard) -> dict[str, Any]:
    """The map document of a board: ``parse_map`` gives the same board back."""
    usual = {tile: letter for letter, tile in _USUAL.items()}
    letters: dict[Tile, str] = {}
    free = iter(_LETTERS[len(_USUAL) :])
    for tile in board.tiles:
        if tile not in letters:
            letters[tile] = usual.get(tile) or next(free)
    spelled = [letters[tile] for tile in board.tiles]
    document: dict[str, Any] = {
        "format": FORMAT,
        "name": board.name,
        "legend": {letters[tile]: _format_tile(tile) for tile in sorted(letters, key=lambda tile: letters[tile])},
        "squares": ["".join(spelled[row * board.columns :][: board.columns]) for row in range(board.rows)],
    }
    for name, edges in (("walls", board.walls), ("ramps", board.ramps)):
        if edges:
            document[name] = [[a, b] for a, b in sorted(edges, key=lambda e: (board.index(e.a), board.index(e.b)))]
    if board.notes:
        document["notes"] = list(board.notes)
    return document


def _letter(legend: Node, key: str) -> str:
    if len(key) != 1:
        legend[key].refuse("one letter as the key", f"the key {key!r}")
    return key


def _parse_tile(node: Node) -> Tile:
    node.table((), {"terrain", "elevation", "indoor", "starting"})
    words = node["terrain"].items() if "terrain" in node else ()
    return Tile(
        frozenset(Terrain(word.word(list(Terrain))) for word in words),
        node["elevation"].number(1, 9) if "elevation" in node else 1,
        node["indoor"].flag() if "indoor" in node else False,
        node["starting"].text() if "starting" in node else None,
    )


def _format_tile(tile: Tile) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if tile.terrain:
        entry["terrain"] = sorted(tile.terrain)
    if tile.elevation != 1:
        entry["elevation"] = tile.elevation
    if tile.indoor:
        entry["indoor"] = True
    if tile.starting is not None:
        entry["starting"] = tile.starting
    return entry


def _edges(node: Node, key: str, board: GridBoard) -> frozenset[Edge]:
    if key not in node:
        return frozenset()
    return frozenset(parse_edge(entry, board, diagonal=key == "ramps") for entry in node[key].items())
