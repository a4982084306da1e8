"""Tiles laid side by side become one map of areas (GC-MAP-01): zones are named ``<tile>-<zone>``.

┌────────┬────────┐   { tile = "quay", face = "a", at = [0, 0] }, { tile = "park", face = "b", at = [1, 0], turn = 90 }
│ quay a │ park b │   zones border where their rims meet without a wall, spaces touch across the seam when they are near
└────────┴────────┘   (GC-MAP-05, GC-MAP-06)
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.board.areas.outlines import Outline, shared
from companion.board.areas.segments import Segment, chain, first_touch, without
from companion.documents import Node, load_document
from companion.games.guardians.content.kinds import Words

FORMAT = "tablewright/guardians-tile@1"
TILES = Path(__file__).parents[1] / "data" / "tiles"
FACES = ("a", "b")
SIDE = 100  # units of a tile's side
NEAR = 40  # units between the middles of spaces that touch across a seam


def find_tile(node: Node) -> Node:
    """The tile of that name that is shipped."""
    path = TILES / f"{node.text()}.json"
    if not path.is_file():
        node.refuse(f"one of {', '.join(sorted(tile.stem for tile in TILES.glob('*.json')))}")
    return load_document(str(path)).of_format(FORMAT)


def lay_tiles(node: Node) -> dict[str, Any]:
    """The map of areas that the tiles make, as a document."""
    node.table({"tiles"}, {"name"})
    areas: dict[str, Any] = {
        "format": "tablewright/areas@1",
        "name": node["name"].text() if "name" in node else "tiles",
        "space_radius": 5,
        "zones": {},
        "borders": [],
        "adjacent": [],
        "walls": {},
        "doors": {},
        "lines": {"by": "polygons"},
    }
    laid: dict[tuple[int, ...], str] = {}
    homes: dict[str, str] = {}  # the tile of each zone
    for entry in node["tiles"].items():
        entry.table({"tile", "at"}, {"face", "turn"})
        face = find_tile(entry["tile"])[entry["face"].word(FACES) if "face" in entry else FACES[0]]
        name, at = entry["tile"].text(), tuple(number.number(0, 9) for number in entry["at"].items())
        if at in laid or len(at) != 2:
            entry["at"].refuse("a column and a row of its own")
        if name in laid.values():
            entry["tile"].refuse("every tile once: its faces lie back to back", f"{name} again")
        laid[at] = name
        place = _Place(at[0], at[1], entry["turn"].number(0, 270) // 90 if "turn" in entry else 0)
        _lay(areas, face, name, place)
        homes |= {f"{name}-{zone}": name for zone in face["zones"].value}
    _join(areas, homes)
    return areas


def zone_names(node: Node) -> dict[str, Words]:
    """Return the names of the tiles' zones: the tile, then the zone."""
    names: dict[str, Words] = {}
    for entry in node["tiles"].items():
        tile = find_tile(entry["tile"])
        face = tile[entry["face"].text() if "face" in entry else FACES[0]]
        for zone, words in face["names"].entries():
            full = {lang: f"{tile['name'][lang].text()}, {word}" for lang, word in words.mapping.items()}
            names[f"{entry['tile'].text()}-{zone}"] = full
    return names


class _Place:
    """The place and turn of a tile."""

    def __init__(self, column: int, row: int, quarters: int) -> None:
        self._corner, self._quarters = (column * SIDE, row * SIDE), quarters

    def point(self, point: list[int]) -> list[int]:
        """A point of the tile, turned clockwise and moved."""
        x, y = point
        for _ in range(self._quarters):
            x, y = SIDE - y, x
        return [x + self._corner[0], y + self._corner[1]]


def _lay(areas: dict[str, Any], face: Node, name: str, place: _Place) -> None:
    face.table({"zones", "names", "borders", "adjacent"}, {"walls", "doors"})
    for zone, entry in face["zones"].entries():
        spaces = {
            space: {**site.mapping, "at": place.point(site["at"].value)} for space, site in entry["spaces"].entries()
        }
        outline = [place.point(corner) for corner in entry["outline"].value]
        areas["zones"][f"{name}-{zone}"] = {"outline": outline, "spaces": spaces}
    for key in ("borders", "adjacent"):
        areas[key] += [[f"{name}-{end.text()}" for end in pair.items()] for pair in face[key].items()]
    for key in ("walls", "doors"):
        for thing, entry in face[key].entries() if key in face else ():
            line = [place.point(end) for end in entry["line"].value]
            areas[key][f"{name}-{thing}"] = {**entry.mapping, "line": line}


def _join(areas: dict[str, Any], homes: dict[str, str]) -> None:
    """Add what touches across seams."""
    walls = [wall for entry in areas["walls"].values() for wall in chain(_points(entry["line"]))]
    names = sorted(homes)
    for here, one in enumerate(names):
        for other in names[here + 1 :]:
            if homes[one] == homes[other]:
                continue
            rim = shared(_points(areas["zones"][one]["outline"]), _points(areas["zones"][other]["outline"]))
            if any(without(part, walls) for part in rim):
                areas["borders"].append([one, other])
                areas["adjacent"] += _touching(areas, one, other, walls)


def _touching(areas: dict[str, Any], one: str, other: str, walls: list[Segment]) -> list[list[str]]:
    """The spaces of two zones that are near each other, with no wall between."""
    pairs: list[list[str]] = []
    for name, space in areas["zones"][one]["spaces"].items():
        for second, there in areas["zones"][other]["spaces"].items():
            (ax, ay), (bx, by) = space["at"], there["at"]
            is_cut = any(first_touch(((ax, ay), (bx, by)), wall) is not None for wall in walls)
            if (ax - bx) ** 2 + (ay - by) ** 2 <= NEAR * NEAR and not is_cut:
                pairs.append([f"{one}.{name}", f"{other}.{second}"])
    return pairs


def _points(points: list[list[int]]) -> Outline:
    return tuple((x, y) for x, y in points)
