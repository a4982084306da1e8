"""A table's layout: how large the map is, where its corner markers lie, which tag stands for which piece.

  (-40,-40)                                  frame: origin is the top-left corner of square A1,
     [0]      [4]       [1]                  x right, y down, millimetres. A marker's top edge
         A1 . . . . .                        points to row 1 (to smaller y). Markers may lie
     [7]  . . . . . .   [5]                  outside the map. Tags are ArUco DICT_4X4_50.
          . . . . . .
     [3]      [6]       [2]

base, seen from above (the default tray)     ┌───────────┐   the sculpture stands at the back,
tag_offset_mm = from the base's centre to    │   ( o )   │   the tag lies flat at the front;
the tag's centre, in the tag's own           │   ┌───┐   │   put the tag side to the camera
directions (x right, y down)                 │   │tag│   │
                                             └───┴───┴───┘
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.core.ids import PieceId
from companion.errors import InputError

__all__ = [
    "FORMAT",
    "TAG_IDS",
    "BaseTag",
    "CornerMarker",
    "Layout",
    "build_layout",
    "format_layout",
    "parse_layout",
    "read_layout",
]

FORMAT = "tablewright/layout@1"
TAG_IDS = 50  # DICT_4X4_50


@dataclass(frozen=True, slots=True)
class CornerMarker:
    """A marker beside the map: ``centre_mm`` in the map frame, ``size_mm`` the side of its black square."""

    id: int
    centre_mm: tuple[float, float]
    size_mm: float


@dataclass(frozen=True, slots=True)
class BaseTag:
    """A tag on a base: the side of its black square, its height above the map, and where it lies on the base."""

    tag: int
    piece: PieceId
    size_mm: float
    height_mm: float
    tag_offset_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Layout:
    """A table: ``columns`` x ``rows`` squares of ``square_mm``, its corner markers and base tags."""

    columns: int
    rows: int
    square_mm: float
    corners: tuple[CornerMarker, ...]
    bases: tuple[BaseTag, ...] = ()
    by_tag: Mapping[int, BaseTag] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_tag", {base.tag: base for base in self.bases})


def build_layout(columns: int, rows: int, pieces: Mapping[int, PieceId], *, square_mm: float = 38.1) -> Layout:
    """A layout with eight 30 mm corner markers (ids 0-7) around the map and 16 mm tags on trays, by tag id (8-49).

    Raises ``ValueError`` when a tag id is not in 8-49: the caller, not a file, is wrong.
    """
    wide, high, gap = columns * square_mm, rows * square_mm, 30.0
    spots = [
        (-gap, -gap), (wide + gap, -gap), (wide + gap, high + gap), (-gap, high + gap),
        (wide / 2, -gap), (wide + gap, high / 2), (wide / 2, high + gap), (-gap, high / 2),
    ]  # fmt: skip
    corners = tuple(CornerMarker(number, spot, 30.0) for number, spot in enumerate(spots))
    for tag in pieces:
        if not len(spots) <= tag < TAG_IDS:
            raise ValueError(f"tag {tag}: base tags have the ids {len(spots)} to {TAG_IDS - 1}")
    bases = tuple(BaseTag(tag, piece, 16.0, 5.0, (0.0, 6.5)) for tag, piece in sorted(pieces.items()))
    return Layout(columns, rows, square_mm, corners, bases)


def read_layout(path: Path) -> Layout:
    """The layout in a file; raises ``InputError`` with the place when it cannot be used."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise InputError(str(path), "", str(wrong).split(":")[0], "a readable layout file") from wrong
    return parse_layout(text, str(path))


def parse_layout(text: str, file: str) -> Layout:
    """The layout a JSON text describes; raises ``InputError`` naming ``file`` and the place in it."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise InputError(file, "", f"no JSON ({wrong})", f"a {FORMAT} document") from wrong
    top = _Reader(file, "", document).table("format", "map", "corner_markers", "base_tags")
    if top["format"] != FORMAT:
        raise InputError(file, "format", repr(top["format"]), repr(FORMAT))
    board = _Reader(file, "map", top["map"]).table("columns", "rows", "square_mm")
    where = _Reader(file, "map", None)
    columns = where.whole("columns", board["columns"], 1, 200)
    rows = where.whole("rows", board["rows"], 1, 200)
    square_mm = where.number("square_mm", board["square_mm"], 5.0, 500.0)
    corners = tuple(_corner(reader) for reader in _Reader(file, "corner_markers", top["corner_markers"]).items())
    if len(corners) < 4:
        raise InputError(file, "corner_markers", f"{len(corners)} markers", "at least 4")
    bases = tuple(_base(reader) for reader in _Reader(file, "base_tags", top["base_tags"]).items())
    _unique(file, "corner_markers", "id", [marker.id for marker in corners], [])
    _unique(file, "base_tags", "tag", [base.tag for base in bases], [marker.id for marker in corners])
    return Layout(columns, rows, square_mm, corners, bases)


def format_layout(layout: Layout) -> str:
    """The layout as the JSON text ``parse_layout`` reads."""
    document = {
        "format": FORMAT,
        "map": {"columns": layout.columns, "rows": layout.rows, "square_mm": layout.square_mm},
        "corner_markers": [
            {"id": one.id, "centre_mm": list(one.centre_mm), "size_mm": one.size_mm} for one in layout.corners
        ],
        "base_tags": [
            {
                "tag": one.tag, "piece": one.piece, "size_mm": one.size_mm,
                "height_mm": one.height_mm, "tag_offset_mm": list(one.tag_offset_mm),
            }
            for one in layout.bases
        ],
    }  # fmt: skip
    return json.dumps(document, indent=2) + "\n"


def _corner(reader: _Reader) -> CornerMarker:
    row = reader.table("id", "centre_mm", "size_mm")
    return CornerMarker(
        reader.whole("id", row["id"], 0, TAG_IDS - 1),
        reader.pair("centre_mm", row["centre_mm"]),
        reader.number("size_mm", row["size_mm"], 3.0, 500.0),
    )


def _base(reader: _Reader) -> BaseTag:
    row = reader.table("tag", "piece", "size_mm", "height_mm", optional=("tag_offset_mm",))
    if not isinstance(row["piece"], str) or not row["piece"]:
        raise reader.refuse("piece", row["piece"], "a piece's name")
    return BaseTag(
        reader.whole("tag", row["tag"], 0, TAG_IDS - 1),
        PieceId(row["piece"]),
        reader.number("size_mm", row["size_mm"], 3.0, 500.0),
        reader.number("height_mm", row["height_mm"], 0.0, 500.0),
        reader.pair("tag_offset_mm", row.get("tag_offset_mm", [0.0, 0.0])),
    )


def _unique(file: str, place: str, key: str, ids: Sequence[int], taken: Sequence[int]) -> None:
    seen = set(taken)
    for index, number in enumerate(ids):
        if number in seen:
            raise InputError(file, f"{place}[{index}].{key}", f"{number} a second time", "every id once")
        seen.add(number)


@dataclass(frozen=True, slots=True)
class _Reader:
    """A place in the file: reads values there and refuses them with that place."""

    file: str
    place: str
    value: object

    def refuse(self, key: str, found: object, expected: str) -> InputError:
        return InputError(self.file, ".".join(part for part in (self.place, key) if part), repr(found)[:80], expected)

    def table(self, *keys: str, optional: tuple[str, ...] = ()) -> dict[str, object]:
        if not isinstance(self.value, dict):
            raise self.refuse("", self.value, "an object")
        for key in self.value:
            if key not in keys and key not in optional:
                raise self.refuse(str(key), self.value[key], f"only the keys {', '.join(keys + optional)}")
        for key in keys:
            if key not in self.value:
                raise self.refuse(key, "nothing", "a value")
        return self.value

    def items(self) -> list[_Reader]:
        if not isinstance(self.value, list):
            raise self.refuse("", self.value, "a list")
        return [_Reader(self.file, f"{self.place}[{index}]", item) for index, item in enumerate(self.value)]

    def whole(self, key: str, found: object, low: int, high: int) -> int:
        if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
            raise self.refuse(key, found, f"a whole number from {low} to {high}")
        return found

    def number(self, key: str, found: object, low: float, high: float) -> float:
        if isinstance(found, bool) or not isinstance(found, int | float) or not low <= found <= high:
            raise self.refuse(key, found, f"a number from {low:g} to {high:g}")
        return float(found)

    def pair(self, key: str, found: object) -> tuple[float, float]:
        if not isinstance(found, list) or len(found) != 2:
            raise self.refuse(key, found, "two numbers [x, y] in millimetres")
        return self.number(key, found[0], -1e5, 1e5), self.number(key, found[1], -1e5, 1e5)
