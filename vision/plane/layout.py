"""A table's layout: how large the map is, where its corner markers lie, which tag stands for which piece.

  (-40,-40)                                  frame: origin is the top-left corner of square A1,
     [0]      [4]       [1]                  x right, y down, millimetres. A marker's top edge
         A1 . . . . .                        points to row 1 (to smaller y). Markers may lie
     [7]  . . . . . .   [5]                  outside the map. Tags are ArUco 4X4_50.
          . . . . . .
     [3]      [6]       [2]

A printed board of zones and spaces is named by its map of areas: figures stand on the nearest space, or in zones.

base, seen from above (the default tray)     ┌───────────┐   the sculpture stands at the back,
tag_offset_mm = from the base's centre to    │   ( o )   │   the tag lies flat at the front;
the tag's centre, in the tag's own           │   ┌───┐   │   put the tag side to the camera
directions (x right, y down)                 │   │tag│   │
                                             └───┴───┴───┘
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from companion.board.areas.loading import parse_areas
from companion.board.areas.writing import format_areas
from companion.core.ids import PieceId
from companion.documents import Node, load_document, parse_json
from vision.plane.collars import COLLAR_IDS, COLLAR_TAG
from vision.plane.places import Places, Printed, Squares

FORMAT = "tablewright/layout@1"
TAG_IDS = {"4X4_50": 50, "APRILTAG_36h11": COLLAR_TAG}  # of the second family 587; from 100 on are collars


@dataclass(frozen=True, slots=True)
class CornerMarker:
    """A marker beside the map: ``centre_mm`` in the map frame, ``size_mm`` the side of its black square."""

    id: int
    centre_mm: tuple[float, float]
    size_mm: float


@dataclass(frozen=True, slots=True)
class BaseTag:
    """A tag on a base: the side of its black square, its height above the map, and where it lies on the base.

    ``kind`` is ``tag`` (of the layout's family) or ``collar`` (a collar card under a round base: 100 + its identity).
    """

    tag: int
    piece: PieceId
    size_mm: float
    height_mm: float
    tag_offset_mm: tuple[float, float] = (0.0, 0.0)
    kind: str = "tag"


@dataclass(frozen=True)
class Layout:
    """A table: ``columns`` x ``rows`` squares of ``square_mm``, its corner markers and base tags."""

    columns: int
    rows: int
    square_mm: float
    corners: tuple[CornerMarker, ...]
    bases: tuple[BaseTag, ...] = ()
    board: Printed | None = None  # zones and spaces are printed on it, not squares
    family: str = "4X4_50"  # of corner markers and tags: a dictionary of ``markers.FAMILIES``
    by_tag: Mapping[int, BaseTag] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_tag", {base.tag: base for base in self.bases})

    @cached_property
    def places(self) -> Places:
        """The places that figures stand on."""
        return self.board or Squares(self.columns, self.rows, self.square_mm)

    @property
    def flat_tags(self) -> frozenset[int]:
        """The ids of the tags on bases."""
        return frozenset(base.tag for base in self.bases if base.kind == "tag")

    @property
    def collars(self) -> frozenset[int]:
        """The identities (0-23) of the registered collars."""
        return frozenset(base.tag - COLLAR_TAG for base in self.bases if base.kind == "collar")


def build_layout(columns: int, rows: int, pieces: Mapping[int, PieceId], *, square_mm: float = 38.1) -> Layout:
    """A layout with eight 30 mm corner markers (ids 0-7) around the map and 16 mm tags on trays, by tag id (8-49).

    Raises ``ValueError`` when a tag id is not in 8-49: the caller, not a file, is wrong.
    """
    wide, high, gap = columns * square_mm, rows * square_mm, 30.0
    spots = [
        (-gap, -gap),
        (wide + gap, -gap),
        (wide + gap, high + gap),
        (-gap, high + gap),
        (wide / 2, -gap),
        (wide + gap, high / 2),
        (wide / 2, high + gap),
        (-gap, high / 2),
    ]
    corners = tuple(CornerMarker(number, spot, 30.0) for number, spot in enumerate(spots))
    for tag in pieces:
        if not len(spots) <= tag < TAG_IDS["4X4_50"]:
            raise ValueError(f"tag {tag}: base tags have the ids {len(spots)} to {TAG_IDS['4X4_50'] - 1}")
    bases = tuple(BaseTag(tag, piece, 16.0, 5.0, (0.0, 6.5)) for tag, piece in sorted(pieces.items()))
    return Layout(columns, rows, square_mm, corners, bases)


def read_layout(path: Path) -> Layout:
    """The layout in a file; raises ``InputError`` with the place when it cannot be used."""
    return _layout(load_document(str(path)))


def parse_layout(text: str, file: str) -> Layout:
    """The layout a JSON text describes; raises ``InputError`` naming ``file`` and the place in it."""
    return _layout(parse_json(text, file))


def format_layout(layout: Layout) -> str:
    """The layout as the JSON text ``parse_layout`` reads."""
    document = {
        "format": FORMAT,
        "map": {"columns": layout.columns, "rows": layout.rows, "square_mm": layout.square_mm},
        "corner_markers": [
            {"id": corner.id, "centre_mm": list(corner.centre_mm), "size_mm": corner.size_mm}
            for corner in layout.corners
        ],
        "base_tags": [
            {
                "tag": base.tag,
                "piece": base.piece,
                "size_mm": base.size_mm,
                "height_mm": base.height_mm,
                "tag_offset_mm": list(base.tag_offset_mm),
                **({} if base.kind == "tag" else {"kind": base.kind}),
            }
            for base in layout.bases
        ],
        **({} if layout.board is None else {"board": _format_board(layout.board)}),
        **({} if layout.family == Layout.family else {"family": layout.family}),
    }
    return json.dumps(document, indent=2) + "\n"


def _layout(top: Node) -> Layout:
    top.table({"format", "map", "corner_markers", "base_tags"}, {"board", "family"})
    top["format"].word({FORMAT})
    board = top["map"].table({"columns", "rows", "square_mm"})
    family = top["family"].word(set(TAG_IDS)) if "family" in top else Layout.family
    corners = tuple(_corner(node, TAG_IDS[family]) for node in top["corner_markers"].items())
    if len(corners) < 4:
        top["corner_markers"].refuse("at least 4 markers")
    bases = tuple(_base(node, TAG_IDS[family]) for node in top["base_tags"].items())
    _refuse_twins(top["corner_markers"], "id", ())
    _refuse_twins(top["base_tags"], "tag", tuple(marker.id for marker in corners))
    columns, rows = board["columns"].number(1, 200), board["rows"].number(1, 200)
    printed = _printed(top["board"]) if "board" in top else None
    return Layout(columns, rows, board["square_mm"].measure(5, 500), corners, bases, printed, family)


def _printed(node: Node) -> Printed:
    """The printed board: its areas in the layout, or in a file beside it."""
    node.table({"areas", "unit_mm"}, {"figures"})
    areas = node["areas"]
    if isinstance(areas.value, str):
        areas = load_document(str(Path(node.file).parent / areas.value))
    by_zone = "figures" in node and node["figures"].word({"spaces", "zones"}) == "zones"
    return Printed(parse_areas(areas), node["unit_mm"].measure(0.01, 500), by_zone)


def _format_board(board: Printed) -> dict[str, object]:
    figures = "zones" if board.by_zone else "spaces"
    return {"areas": format_areas(board.areas), "unit_mm": board.unit_mm, "figures": figures}


def _corner(node: Node, ids: int) -> CornerMarker:
    node.table({"id", "centre_mm", "size_mm"})
    return CornerMarker(node["id"].number(0, ids - 1), _pair(node["centre_mm"]), node["size_mm"].measure(3, 500))


def _base(node: Node, ids: int) -> BaseTag:
    node.table({"tag", "piece", "size_mm", "height_mm"}, {"kind", "tag_offset_mm"})
    kind = node["kind"].word({"collar", "tag"}) if "kind" in node else "tag"
    collars = kind == "collar"
    if not node["piece"].text():
        node["piece"].refuse("a piece's name")
    return BaseTag(
        node["tag"].number(COLLAR_TAG if collars else 0, COLLAR_TAG + COLLAR_IDS - 1 if collars else ids - 1),
        PieceId(node["piece"].text()),
        node["size_mm"].measure(3, 500),
        node["height_mm"].measure(0, 500),
        _pair(node["tag_offset_mm"]) if "tag_offset_mm" in node else (0.0, 0.0),
        kind,
    )


def _pair(node: Node) -> tuple[float, float]:
    ends = [one.measure(-10000, 10000) for one in node.items()]
    if len(ends) != 2:
        node.refuse("two numbers")
    return ends[0], ends[1]


def _refuse_twins(nodes: Node, key: str, taken: tuple[int, ...]) -> None:
    seen = set(taken)
    for node in nodes.items():
        if node[key].value in seen:
            node[key].refuse("every id once", f"{node[key].value} a second time")
        seen.add(node[key].value)
