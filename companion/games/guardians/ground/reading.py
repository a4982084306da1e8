"""Boards in documents: the name of a shipped map, a map of areas, tiles laid side by side, or a sketch.

zones   { plaza = 4, street = ["1", "stand"] }   borders ["plaza|street", { between = "plaza|alley", door = "gate" }]
adjacent ["plaza.1|plaza.2", …]    doors { gate = "closed" }    lines { "plaza.1|street.2" = ["plaza.4", "gate"] }
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from companion.board.areas.loading import parse_areas
from companion.board.areas.map import zone_of
from companion.board.spaces import Edge, edge
from companion.core.ids import SpaceId, ZoneId
from companion.documents import Node, load_document
from companion.games.guardians.ground.ground import WALL, Drawn, Ground, Sketch
from companion.games.guardians.ground.tiles import lay_tiles

MAPS = Path(__file__).parents[1] / "data" / "maps"
SKETCH = {"borders", "walled", "adjacent", "doors", "lines", "orange"}
MOST_SPACES = 40  # in a sketched zone; more is taken for a slip of the pen


def read_board(node: Node, things: tuple[str, ...] = ()) -> Ground:
    """The board in a document; ``things`` are the objects that lines may name."""
    if isinstance(node.value, str):
        path = MAPS / f"{node.text()}.json"
        if not path.is_file():
            node.refuse(f"one of {', '.join(sorted(one.stem for one in MAPS.glob('*.json')))}")
        return Drawn(parse_areas(load_document(str(path))))
    if not isinstance(node.value, dict):
        node.refuse("the name of a map, or a board")
    if "format" in node:
        return Drawn(parse_areas(node))
    if "tiles" in node:
        return Drawn(parse_areas(Node(node.file, node.place, lay_tiles(node))))
    return _read_sketch(node, things)


def _read_sketch(node: Node, things: tuple[str, ...]) -> Sketch:
    node.table({"zones"}, SKETCH)
    names = ((zone, name) for zone, entry in node["zones"].entries() for name in _names(zone, entry))
    spaces = tuple(SpaceId(f"{zone}.{name}") for zone, name in names)
    if not spaces:
        node["zones"].refuse("at least one zone with a space")
    zones = tuple(dict.fromkeys(map(zone_of, spaces)))
    doors = {name: entry.word({"open", "closed"}) == "open" for name, entry in _entries(node, "doors")}
    borders = _read_borders(node, zones, doors)
    known = {*spaces, *doors, *things, WALL}
    lines: dict[Edge, tuple[str, ...]] = {}
    for name, entry in _entries(node, "lines"):
        ends = _ends(entry, name, spaces)
        crossed = tuple(thing.word(known) for thing in entry.items())
        lines[edge(*ends)] = crossed if edge(*ends).a == ends[0] else crossed[::-1]
    if "adjacent" in node:
        adjacent = {edge(*_ends(entry, _text(entry), spaces)) for entry in node["adjacent"].items()}
    else:
        adjacent = {edge(a, b) for a, b in combinations(spaces, 2) if zone_of(a) == zone_of(b)}
    orange = frozenset(SpaceId(entry.word(spaces)) for entry in _items(node, "orange"))
    walled = frozenset(_zone_pair(entry, zones) for entry in _items(node, "walled"))
    return Sketch(spaces, orange, borders, walled, frozenset(adjacent), doors, lines)


def _read_borders(
    node: Node, zones: tuple[ZoneId, ...], doors: dict[str, bool]
) -> dict[frozenset[ZoneId], tuple[str, ...]]:
    borders: dict[frozenset[ZoneId], tuple[str, ...]] = {}
    for entry in _items(node, "borders"):
        door = ""
        if isinstance(entry.value, dict):
            entry.table({"between"}, {"door"})
            door = entry["door"].word(doors) if "door" in entry else ""
        pair = _zone_pair(entry["between"] if isinstance(entry.value, dict) else entry, zones)
        borders[pair] = (*borders.get(pair, ()), door)
    used = {way for ways in borders.values() for way in ways}
    for name, entry in _entries(node, "doors"):
        if name not in used:
            entry.refuse("a door in one of the borders", f"the door {name!r}, which leads nowhere")
    return borders


def _names(zone: str, node: Node) -> list[str]:
    if not zone or "." in zone or "|" in zone:
        node.refuse("the name of a zone, without . and |", f"the name {zone!r}")
    if isinstance(node.value, list):
        names = [entry.text() for entry in node.items()]
    else:
        names = [str(number) for number in range(1, node.number(0, MOST_SPACES) + 1)]
    if not names:
        node.refuse(f"at least one space in the zone {zone}", "a zone without spaces")
    if len(set(names)) != len(names):
        node.refuse("every space once")
    return names


def _items(node: Node, key: str) -> Iterator[Node]:
    return node[key].items() if key in node else iter(())


def _entries(node: Node, key: str) -> Iterator[tuple[str, Node]]:
    return node[key].entries() if key in node else iter(())


def _text(node: Node) -> str:
    """A pair as text: ``"a|b"``, or a list of two."""
    return "|".join(entry.text() for entry in node.items()) if isinstance(node.value, list) else node.text()


def _zone_pair(node: Node, zones: tuple[ZoneId, ...]) -> frozenset[ZoneId]:
    ends = _text(node).split("|")
    if len(set(ends)) != 2 or not set(ends) <= set(zones):
        node.refuse(f"two zones as in 'a|b', of {', '.join(zones)}")
    return frozenset(map(ZoneId, ends))


def _ends(node: Node, text: str, spaces: tuple[SpaceId, ...]) -> tuple[SpaceId, SpaceId]:
    ends = [SpaceId(end) for end in text.split("|")]
    if len(ends) != 2 or ends[0] == ends[1] or not set(ends) <= set(spaces):
        node.refuse(f"two spaces of the board as in '{spaces[0]}|{spaces[-1]}'", repr(text))
    return ends[0], ends[1]
