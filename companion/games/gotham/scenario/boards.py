"""The board of a scenario: zones, borders and lines as a table writes them, or a drawn map with what is laid over it.

zones = ["a", "b"]                                       in a row, where no borders are told
borders = ["a|b", { between = "b|c", wall = 2 }, { between = ["c", "d"], climb = 1, fall = 1 }]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from companion.board.areas import LinkSight, parse_areas
from companion.board.areas.map import AreaMap, Border, border, zone_of
from companion.board.areas.outlines import Outline
from companion.core.ids import ZoneId
from companion.documents import Node
from companion.games.gotham.board import COLOURS, OPEN, Board, Limit, Line, Zone
from companion.games.gotham.content.content import sorted_entries
from companion.games.gotham.content.names import parse_names
from companion.games.gotham.lines import MARKERS

BOARD_KEYS = {"map", "zones", "borders", "walls", "lines", "blind"}
ZONE_NUMBERS = ("elevation", "difficult", "dangerous", "capacity")
ZONE_KEYS = {*ZONE_NUMBERS, "name"}
LIMIT_KEYS = {"between", "colour", "wall", "broken", "jump", "climb", "fall"}
MOST = 99  # the largest number of a zone; more is taken for a slip of the pen


def parse_board(node: Node) -> tuple[Board, frozenset[Border]]:
    """The board of a document, and the borders whose wall is broken already."""
    areas = parse_areas(node["map"]) if "map" in node else None
    drawn = {zone.name: zone for zone in sorted(areas.zones, key=lambda zone: zone.name)} if areas else {}
    zones = {name: Zone(name, zone.elevation, zone.difficult, zone.dangerous) for name, zone in drawn.items()}
    for name, entry in _zones(node):
        zones[name] = _zone(name, entry, zones.get(name))
    if areas and set(zones) != set(drawn):
        strange = next(name for name in zones if name not in drawn)
        node["zones"].refuse(f"zones of the map: {', '.join(drawn)}", f"the key {strange!r}")
    if not zones:
        node["zones"].refuse("at least one zone")
    limits = dict(_of_map(areas)) if areas else {}
    broken = set[Border]()
    for limit, is_broken in _limits(node, zones):
        limits[limit.between] = limit
        broken |= {limit.between} if is_broken else set()
    if not {"borders", "walls"} & node.mapping.keys() and not areas:
        limits |= {border(one, other): Limit(border(one, other), "white") for one, other in pairwise(zones)}
    lonely = [name for name in zones if len(zones) > 1 and not any(name in pair for pair in limits)]
    if lonely:
        node["zones"].refuse("a border for every zone", f"the zone {lonely[0]!r} without one")
    lines = _drawn_lines(areas) if areas else _lines(node, zones, limits)
    return Board(zones, limits, tuple(lines), areas.name if areas else ""), frozenset(broken)


def outlines_of(node: Node) -> Mapping[ZoneId, Outline]:
    """The outline of every zone of a drawn map."""
    return {zone.name: zone.outline for zone in parse_areas(node).zones}


def _zones(node: Node) -> Iterator[tuple[ZoneId, Node]]:
    entry = node["zones"]
    if isinstance(entry.value, list):
        yield from ((ZoneId(name.text()), Node(name.file, name.place, {})) for name in entry.items())
    elif "zones" in node:
        yield from ((ZoneId(name), row) for name, row in sorted_entries(entry))


def _zone(name: ZoneId, node: Node, drawn: Zone | None) -> Zone:
    node.table((), ZONE_KEYS)
    if not name or not name.replace("-", "").replace("_", "").isalnum():
        node.refuse("a zone with a name of letters, digits, - and _", f"the name {name!r}")
    usual = drawn or Zone(name)
    told = {key: node[key].number(-9 if key == "elevation" else 0, MOST) for key in ZONE_NUMBERS if key in node}
    return Zone(
        name,
        told.get("elevation", usual.elevation),
        told.get("difficult", usual.difficult),
        told.get("dangerous", usual.dangerous),
        told.get("capacity", usual.capacity),
        parse_names(node) or usual.names,
    )


def read_pair(node: Node, zones: Mapping[ZoneId, object]) -> Border:
    """Read two zones, as ``"a|b"`` or ``["a", "b"]``."""
    names = [*node.value] if isinstance(node.value, list) else node.text().split("|")
    if len(names) != 2 or names[0] == names[1] or any(name not in zones for name in names):
        node.refuse(f"two zones of the board ({', '.join(zones)}), as in 'a|b'")
    return border(ZoneId(names[0]), ZoneId(names[1]))


def _limits(node: Node, zones: Mapping[ZoneId, Zone]) -> Iterator[tuple[Limit, bool]]:
    seen = set[Border]()
    for key in ("borders", "walls"):
        for entry in node[key].items() if key in node else ():
            limit, broken = _limit(entry, zones, is_wall=key == "walls")
            if limit.between in seen:
                entry.refuse("every border once", f"the border of {' and '.join(limit.between)} again")
            seen.add(limit.between)
            yield limit, broken


def _limit(node: Node, zones: Mapping[ZoneId, Zone], *, is_wall: bool) -> tuple[Limit, bool]:
    if not isinstance(node.value, dict):
        return Limit(read_pair(node, zones), "none" if is_wall else "white", is_wall), False
    if is_wall:
        node.table({"between"}, {"level", "broken"})
        level = node["level"].number(0, MOST) if "level" in node else None
        broken = node["broken"].flag() if "broken" in node else False
        return Limit(read_pair(node["between"], zones), "none", True, level), broken
    node.table({"between"}, LIMIT_KEYS)
    walled = "wall" in node
    level = node["wall"].number(0, MOST) if walled and not isinstance(node["wall"].value, bool) else None
    levels = {key: node[key].number(0, MOST) for key in ("jump", "climb", "fall") if key in node}
    colour = node["colour"].word(COLOURS) if "colour" in node else "none" if walled or levels else "white"
    if walled and colour in OPEN:
        node["colour"].refuse("no colour: a wall parts these zones")
    broken = node["broken"].flag() if "broken" in node else False
    return Limit(read_pair(node["between"], zones), colour, walled, level, **levels), broken


def _of_map(areas: AreaMap) -> Iterator[tuple[Border, Limit]]:
    for pair in sorted(areas.borders):
        if areas.are_adjacent_zones(*pair):
            yield pair, Limit(pair, "white")
    for wall in areas.walls:
        if wall.between is not None and not areas.are_adjacent_zones(*wall.between):
            yield wall.between, Limit(wall.between, "none", True, wall.level)


def _drawn_lines(areas: AreaMap) -> Iterator[Line]:
    sight = LinkSight(areas, MARKERS)
    for link in areas.links or ():
        yield Line(sight.between(link.ends.a, link.ends.b).zones or (zone_of(link.ends.a), zone_of(link.ends.b)))


def _lines(node: Node, zones: Mapping[ZoneId, Zone], limits: Mapping[Border, Limit]) -> Iterator[Line]:
    blind = {read_pair(entry, zones) for entry in node["blind"].items()} if "blind" in node else set()
    for pair, limit in limits.items():
        if limit.colour in OPEN and pair not in blind:
            yield Line(pair)
    for entry in node["lines"].items() if "lines" in node else ():
        names = [*entry.value] if isinstance(entry.value, list) else entry.text().split("|")
        for name in names:
            if not isinstance(name, str) or name not in zones:
                entry.refuse(f"a line through zones of the board: {', '.join(zones)}", repr(name))
        if len(names) < 2 or len(set(names)) < len(names):
            entry.refuse("two zones or more, each once: the ends and those on the way")
        yield Line(tuple(map(ZoneId, names)))
