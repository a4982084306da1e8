"""HCMaps battle maps, a JSON many players exchange, read as boards.

    rows[y].tiles[x]      terrain, elevation, type; a missing field means the map's default
    walls                 segments between grid corners, cut here into unit edges
    ramps                 pairs of tiles; older files write {"right": true} on the tile instead

README.md tells which oddities are refused and which are only reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.board import Edge, GridBoard, Terrain, Tile, edge, format_square
from companion.board.loading import LARGEST
from companion.core.ids import SpaceId
from companion.documents import Node
from companion.interchange.remarks import Remark

_TERRAIN = {
    "clear": frozenset[Terrain](),
    "hindering": frozenset({Terrain.HINDERING}),
    "blocking": frozenset({Terrain.BLOCKING}),
    "water": frozenset({Terrain.WATER}),
}
_NOT_HERE = {"obscuring", "window", "special", "special2"}  # no rule in the editions read here: clear
_TYPES = {"indoor", "outdoor", "indoorOutdoor"}
_OTHER_SPELLINGS = {"indoors": "indoor", "outdoors": "outdoor"}  # the rule text uses both (HC-MAP-01)
_WALLS = {"normal", "door", "door2", "glass", "glass2", "forceField", "chainLinkFence", "levelSeparator"}
_SIDES = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
_OPTIONAL = {
    "name",
    "set",
    "source",
    "date",
    "special",
    "defaultType",
    "defaultTerrain",
    "defaultElevation",
    "defaultWallType",
    "ramps",
    "walls",
    "ziplines",
}
_TILE = {"x", "terrain", "type", "elevation", "isStartingZone", "isStartingZone4p", "group", "label", "ramps"}


class _Defaults(NamedTuple):
    kind: str  # indoor, outdoor, indoorOutdoor
    side: str  # of a tile without a type, on a mixed map
    terrain: str
    elevation: int


class _Reader:
    """One map being read; remarks gather as it goes."""

    def __init__(self, node: Node, fallback: str) -> None:
        self.node = node.table({"type", "width", "height", "rows"}, _OPTIONAL)
        self.remarks: list[Remark] = []
        self.name = node["name"].text() if "name" in node else fallback
        if "name" not in node:
            self.say("name", f"no name; called {fallback!r} after the file")
        for key in dict.fromkeys(node.doubled):
            self.say(key, f"the key {key!r} twice in one object; the last one counts")
        self.columns, self.rows = node["width"].number(1, LARGEST), node["height"].number(1, LARGEST)
        self.defaults = self.read_defaults()
        self.words: set[str] = set()  # terrain words without a rule here
        self.has_odd_sides = False
        self.ramps: set[Edge] = set()

    def say(self, where: str, message: str, *, note: bool = False) -> None:
        self.remarks.append(Remark(self.node.file, self.name, where, message, is_note=note))

    def read_defaults(self) -> _Defaults:
        node, kind = self.node, self.node["type"].text()
        if kind in _OTHER_SPELLINGS:
            self.say("type", f"spelled {kind!r}; read as {_OTHER_SPELLINGS[kind]!r}")
            kind = _OTHER_SPELLINGS[kind]
        elif kind not in _TYPES:
            node["type"].word(_TYPES)
        side = node["defaultType"].word({"indoor", "outdoor"}) if "defaultType" in node else "outdoor"
        terrain = node["defaultTerrain"].word({*_TERRAIN, *_NOT_HERE}) if "defaultTerrain" in node else "clear"
        level = node["defaultElevation"].number(1, 9) if "defaultElevation" in node else 1
        if "defaultWallType" in node:
            node["defaultWallType"].word(_WALLS)
        return _Defaults(kind, side, terrain, level)

    def read(self) -> GridBoard:
        rows = list(self.node["rows"].items())
        if len(rows) != self.rows:
            self.node["rows"].refuse(f"{self.rows} rows, as height says", f"{len(rows)} rows")
        tiles: list[Tile] = []
        zones: dict[SpaceId, str] = {}
        for y, row in enumerate(rows):
            row.table({"tiles"}, {"y"})
            if "y" in row and row["y"].number(0, 999) != y + 1:
                self.say(row["y"].place, f"row {y + 1} is labelled {row['y'].value}; rows are counted in order")
            line = list(row["tiles"].items())
            if len(line) != self.columns:
                row["tiles"].refuse(f"{self.columns} tiles, as width says", f"{len(line)} tiles")
            for x, tile in enumerate(line):
                tiles.append(self.read_tile(tile, x, y, zones))
        for word in sorted(self.words):
            self.say("rows", f"the terrain {word!r} is not in this edition; read as clear", note=True)
        self.read_ramps()
        walls = frozenset(self.read_walls())
        board = GridBoard(self.name, self.columns, self.rows, tuple(tiles), walls, frozenset(self.ramps), self.notes())
        return _with_areas(board, zones)

    def read_tile(self, node: Node, x: int, y: int, zones: dict[SpaceId, str]) -> Tile:
        node.table((), _TILE)
        square = format_square(x, y)
        if "x" in node and node["x"].text() != square.rstrip("0123456789"):
            self.say(node["x"].place, f"the tile of {square} is labelled {node['x'].text()!r}; counted in order")
        word = node["terrain"].word({*_TERRAIN, *_NOT_HERE}) if "terrain" in node else self.defaults.terrain
        if word in _NOT_HERE:
            self.words.add(word)
        side = node["type"].word({"indoor", "outdoor"}) if "type" in node else self.defaults.side
        is_mixed = self.defaults.kind == "indoorOutdoor"
        self.has_odd_sides |= "type" in node and not is_mixed and side != self.defaults.kind
        for key in ("isStartingZone4p", "isStartingZone"):
            if key in node and node[key].flag():
                zones[square] = key
        if "ramps" in node:
            for way, flag in node["ramps"].table((), _SIDES).entries():
                if flag.flag():
                    self.add_ramp(flag.place, (x, y), (x + _SIDES[way][0], y + _SIDES[way][1]))
        level = node["elevation"].number(1, 9) if "elevation" in node else self.defaults.elevation
        return Tile(_TERRAIN.get(word, frozenset()), level, (side if is_mixed else self.defaults.kind) == "indoor")

    def add_ramp(self, where: str, one: tuple[int, int], other: tuple[int, int]) -> None:
        if not (self.is_inside(*one) and self.is_inside(*other)):
            self.say(where, "a ramp that leaves the map leads nowhere here; left out")
            return
        self.ramps.add(edge(format_square(*one), format_square(*other)))

    def is_inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.columns and 0 <= y < self.rows

    def read_ramps(self) -> None:
        for node in self.node["ramps"].items() if "ramps" in self.node else ():
            (x0, y0), (x1, y1) = _ends(node, self.columns, self.rows, ())
            if max(abs(x0 - x1), abs(y0 - y1)) != 1:
                node.refuse("two tiles that touch", f"({x0}, {y0}) and ({x1}, {y1})")
            self.add_ramp(node.place, (x0, y0), (x1, y1))

    def read_walls(self) -> Iterator[Edge]:
        for node in self.node["walls"].items() if "walls" in self.node else ():
            (x0, y0), (x1, y1) = _ends(node, self.columns, self.rows, {"type"})
            if "type" in node:
                node["type"].word(_WALLS)
            if (x0 == x1) == (y0 == y1) or not all(0 <= n <= most for n, most in _bounds(self, x0, x1, y0, y1)):
                node.refuse("a level or upright segment between corners of the map", f"({x0}, {y0}) to ({x1}, {y1})")
            units = list(_units((x0, y0), (x1, y1)))
            inner = [(a, b) for a, b in units if self.is_inside(*a) and self.is_inside(*b)]
            if len(inner) < len(units):
                self.say(node.place, "a wall along the edge of the map parts no squares; left out", note=True)
            yield from (edge(format_square(*a), format_square(*b)) for a, b in inner)

    def notes(self) -> tuple[str, ...]:
        if self.has_odd_sides:
            self.say("rows", f"tiles of another type on an {self.defaults.kind} map; the map's type counts (HC-MAP-02)")
        if "ziplines" in self.node:
            self.say("ziplines", "ziplines are not in this edition; left out", note=True)
        return tuple(note.text() for note in self.node["special"].items()) if "special" in self.node else ()


def parse_hcmap(node: Node, fallback: str) -> tuple[GridBoard, tuple[Remark, ...]]:
    """The board in an HCMaps document and what is to be said about it; ``fallback`` names a map without a name."""
    reader = _Reader(node, fallback)
    board = reader.read()
    return board, tuple(reader.remarks)


def _bounds(reader: _Reader, x0: int, x1: int, y0: int, y1: int) -> Sequence[tuple[int, int]]:
    return (x0, reader.columns), (x1, reader.columns), (y0, reader.rows), (y1, reader.rows)


def _ends(node: Node, columns: int, rows: int, optional: set[str] | tuple[()]) -> tuple[tuple[int, int], ...]:
    node.table({"x0", "y0", "x1", "y1"}, optional)
    x0, x1 = (node[key].number(-1, columns + 1) for key in ("x0", "x1"))
    y0, y1 = (node[key].number(-1, rows + 1) for key in ("y0", "y1"))
    return (x0, y0), (x1, y1)


def _units(one: tuple[int, int], other: tuple[int, int]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The unit edges of a segment between corners, each as the two squares it parts."""
    (x0, y0), (x1, y1) = sorted((one, other))
    for x in range(x0, x1):
        yield (x, y0 - 1), (x, y0)
    for y in range(y0, y1):
        yield (x0 - 1, y), (x0, y)


def _with_areas(board: GridBoard, zones: dict[SpaceId, str]) -> GridBoard:
    """The board with its starting areas named: connected squares are one area, numbered in reading order."""
    tiles, counts = list(board.tiles), {"isStartingZone": 0, "isStartingZone4p": 0}
    named: set[SpaceId] = set()
    for space in board.spaces:
        if space not in zones or space in named:
            continue
        kind = zones[space]
        counts[kind] += 1
        name = f"{'four-' if kind.endswith('4p') else ''}{counts[kind]}"
        group = [space]
        for member in group:
            if member not in named:
                named.add(member)
                here = board.index(member)
                tile = tiles[here]
                tiles[here] = Tile(tile.terrain, tile.elevation, tile.indoor, name)
                group.extend(near for near in board.neighbours(member) if zones.get(near) == kind)
    return GridBoard(board.name, board.columns, board.rows, tuple(tiles), board.walls, board.ramps, board.notes)
