"""Position files, ``tablewright/position@1``: what a question of sight or reach is asked about.

map ── pieces ── objects, markers, removed walls
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.board import GridBoard, Occupancy, Occupant, Size, Terrain, parse_square
from companion.board.grid import MARKER_TERRAIN
from companion.board.loading import parse_edge, refuse_space_as_id
from companion.core.ids import EditionId, PieceId, SpaceId
from companion.documents import Node, load_document
from companion.interchange.maps import load_map, parse_any_map
from companion.interchange.remarks import Remark

FORMAT = "tablewright/position@1"
WEIGHTS = ("heavy", "immobile", "light")


@dataclass(frozen=True, slots=True)
class Position:
    """A board as it stands: markers, objects and fallen walls already laid on the map."""

    edition: EditionId
    board: GridBoard
    occupancy: Occupancy
    objects: tuple[tuple[SpaceId, str], ...] = ()  # square, weight
    markers: tuple[tuple[SpaceId, str], ...] = ()  # square, kind
    remarks: tuple[Remark, ...] = ()  # about the map


def load_position(path: str) -> Position:
    """The position in a file, or on standard input for ``-``."""
    return parse_position(load_document(path))


def parse_position(node: Node) -> Position:
    """The position in a document; a refusal names the place."""
    node.of_format(FORMAT)
    node.table({"format", "system", "edition", "map"}, {"pieces", "objects", "markers", "removed_walls"})
    node["system"].word({"heroclix"})
    edition = EditionId(node["edition"].word({"core", "newer"}))
    printed, remarks = _read_map(node)
    objects, markers = _read_objects(node, printed), _read_markers(node, printed)
    gone = [parse_edge(entry, printed) for entry in _list(node, "removed_walls")]
    for place, wall in enumerate(gone):
        if wall not in printed.walls:
            node["removed_walls"][place].refuse("a wall of the map", f"no wall between {wall.a} and {wall.b}")
    board = printed.with_changes(removed_walls=gone, markers=markers, objects=[square for square, _ in objects])
    return Position(edition, board, _read_pieces(_list(node, "pieces"), board), objects, markers, remarks)


def _list(node: Node, key: str) -> tuple[Node, ...]:
    return tuple(node[key].items()) if key in node else ()


def _read_map(node: Node) -> tuple[GridBoard, tuple[Remark, ...]]:
    source = node["map"]
    if isinstance(source.value, dict):
        return parse_any_map(source, "map")
    if not isinstance(source.value, str):
        source.refuse("a path or a map object")
    folder = Path(node.file).parent if node.file != "standard input" else Path()
    return load_map(str(folder / source.text()))


def _square(node: Node, board: GridBoard) -> SpaceId:
    if node.text() not in board:
        node.refuse(f"a square of the board, {board.spaces[0]} to {board.spaces[-1]}")
    return SpaceId(node.text())


def _read_objects(node: Node, board: GridBoard) -> tuple[tuple[SpaceId, str], ...]:
    found: list[tuple[SpaceId, str]] = []
    for entry in _list(node, "objects"):
        entry.table({"square", "weight"})
        found.append((_square(entry["square"], board), entry["weight"].word(WEIGHTS)))
    return tuple(found)


def _read_markers(node: Node, board: GridBoard) -> tuple[tuple[SpaceId, str], ...]:
    found: list[tuple[SpaceId, str]] = []
    for entry in _list(node, "markers"):
        entry.table({"square", "kind"})
        found.append((_square(entry["square"], board), entry["kind"].word(MARKER_TERRAIN)))
    return tuple(found)


def _read_pieces(entries: tuple[Node, ...], board: GridBoard) -> Occupancy:
    pieces: list[Occupant] = []
    taken: dict[SpaceId, str] = {}
    names: set[str] = set()
    for entry in entries:
        entry.table({"id", "side", "squares"}, {"size", "speed", "abilities"})
        name = entry["id"].text()
        if name in names or not name:
            entry["id"].refuse("an id of its own")
        refuse_space_as_id(entry["id"], name, board)
        names.add(name)
        squares = tuple(_square(square, board) for square in entry["squares"].items())
        _check_base(entry["squares"], squares)
        for place, square in enumerate(squares):
            if square in taken:
                entry["squares"][place].refuse("a free square", f"{square}, where {taken[square]} stands")
            if board.has(square, Terrain.BLOCKING):  # HC-TERR-20
                entry["squares"][place].refuse("a square that is not blocking terrain", square)
            taken[square] = name
        pieces.append(
            Occupant(
                PieceId(name),
                entry["side"].text(),
                squares,
                Size(entry["size"].word(list(Size))) if "size" in entry else Size.STANDARD,
                entry["speed"].number(0, 99) if "speed" in entry else 0,
                frozenset(word.text() for word in _list(entry, "abilities")),
            )
        )
    return Occupancy.of(pieces)


def _check_base(node: Node, squares: tuple[SpaceId, ...]) -> None:
    """Refuses a base that is no filled rectangle: bases are (HC-MULTI-01)."""
    if not squares or len(set(squares)) != len(squares):
        node.refuse("every square of the base, once")
    columns, rows = zip(*(parse_square(square) for square in squares), strict=True)
    wide, tall = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    if wide * tall != len(squares):
        node.refuse("squares that make one rectangle", ", ".join(squares))
