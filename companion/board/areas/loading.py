"""Our own format of area maps, ``tablewright/areas@1``: zones with their spaces, borders, walls, doors, links.

zones.yard.spaces.1 ──▶ yard.1      points are [x, y] in whole units, y downwards; README.md describes it for authors
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.areas.checks import check_areas
from companion.board.areas.map import (
    AreaMap,
    AreaSpace,
    Border,
    Door,
    Link,
    SpaceKind,
    Token,
    Wall,
    Zone,
    border,
    zone_of,
)
from companion.board.areas.outlines import Outline, find_fault
from companion.board.areas.segments import Point, chain
from companion.board.spaces import Edge, edge
from companion.core.ids import SpaceId, ZoneId
from companion.documents import Node

FORMAT = "tablewright/areas@1"
FARTHEST = 10_000  # units from the corner of the map
KEYS = {"format", "name", "zones", "borders", "adjacent", "lines"}
MORE = {"notes", "walls"}
DRAWN = {"doors", "objects", "space_radius"}  # only where lines are drawn over polygons
BY_ZONES = "zones"


def parse_areas(node: Node) -> AreaMap:
    """The map in a document; a refusal names the place."""
    node.of_format(FORMAT).table(KEYS, MORE | DRAWN)
    is_drawn = node["lines"].table({"by"}, {"links"})["by"].word({"polygons", "links"}) == "polygons"
    node.table(KEYS, MORE | (DRAWN if is_drawn else set()))
    node["lines"].table({"by"} if is_drawn else {"by", "links"})
    zones = tuple(_parse_zone(name, entry) for name, entry in _named(node, "zones"))
    if not zones:
        node["zones"].refuse("at least one zone")
    plain = AreaMap(
        node["name"].text(),
        zones,
        tuple(_parse_sites(node["zones"], is_drawn)),
        frozenset(),
        frozenset(),
        tuple(_parse_wall(name, entry, zones) for name, entry in _named(node, "walls")),
        tuple(
            Door(name, _line(entry.table({"line", "open"})), entry["open"].flag())
            for name, entry in _named(node, "doors")
        ),
        tuple(parse_tokens(node["objects"])) if "objects" in node else (),
    )
    found = AreaMap(
        plain.name,
        zones,
        plain.sites,
        frozenset(_parse_borders(node["borders"], plain)),
        _parse_adjacent(node["adjacent"], plain),
        plain.walls,
        plain.doors,
        plain.tokens,
        None if is_drawn else tuple(_parse_links(node["lines"]["links"], plain)),
        node["space_radius"].number(1, FARTHEST) if "space_radius" in node else 1,
        tuple(note.text() for note in node["notes"].items()) if "notes" in node else (),
    )
    check_areas(node, found)
    return found


def parse_zone(node: Node, areas: AreaMap, key: str | None = None) -> ZoneId:
    """The zone of the map named by the text, or by the ``key`` under which the node stands."""
    known = [zone.name for zone in areas.zones]
    if (node.text() if key is None else key) not in known:
        node.refuse(f"a zone of the map: {', '.join(known)}", None if key is None else f"the key {key!r}")
    return ZoneId(node.text() if key is None else key)


def parse_space(node: Node, areas: AreaMap) -> SpaceId:
    """The space of the map with that name."""
    if node.text() not in areas:
        node.refuse(f"a space of the map, from {areas.spaces[0]} to {areas.spaces[-1]}")
    return SpaceId(node.text())


def parse_tokens(node: Node) -> Iterator[Token]:
    """The objects of a table: each a name with its outline."""
    for name, entry in node.entries():
        _check_name(entry, name)
        yield Token(name, _outline(entry.table({"outline"})["outline"]))


def _named(node: Node, key: str) -> Iterator[tuple[str, Node]]:
    for name, entry in node[key].entries() if key in node else ():
        _check_name(entry, name)
        yield name, entry


def _check_name(node: Node, name: str) -> None:
    if not name or not all(letter.isalnum() or letter in "-_" for letter in name):
        node.refuse("a name of letters, digits, - and _", f"the name {name!r}")


def _point(node: Node) -> Point:
    numbers = list(node.items())
    if len(numbers) != 2:
        node.refuse("a point [x, y]")
    x, y = (number.number(-FARTHEST, FARTHEST) for number in numbers)
    return x, y


def _outline(node: Node) -> Outline:
    outline = tuple(_point(corner) for corner in node.items())
    fault = find_fault(outline)
    if fault:
        node.refuse("three corners or more, all different, and sides that meet only at corners", fault)
    return outline


def _line(entry: Node) -> tuple[Point, Point]:
    points = _chain(entry["line"])
    if len(points) != 2:
        entry["line"].refuse("two points")
    return points[0], points[1]


def _chain(node: Node) -> tuple[Point, ...]:
    points = tuple(_point(point) for point in node.items())
    if len(points) < 2:
        node.refuse("two points or more")
    for place, part in enumerate(chain(points), 1):
        if part[0] == part[1]:
            node[place].refuse("another point than the one before", "the same point")
    return points


def _parse_zone(name: str, node: Node) -> Zone:
    node.table({"outline", "spaces"}, {"elevation", "terrain"})
    levels = {"difficult": 0, "dangerous": 0}
    for word, level in node["terrain"].entries() if "terrain" in node else ():
        if word not in levels:
            level.refuse(f"one of {', '.join(levels)}", f"the key {word!r}")
        levels[word] = level.number(0, 9)
    elevation = node["elevation"].number(-9, 9) if "elevation" in node else 0
    return Zone(ZoneId(name), _outline(node["outline"]), elevation, levels["difficult"], levels["dangerous"])


def _parse_sites(zones: Node, is_drawn: bool) -> Iterator[AreaSpace]:
    kinds = [SpaceKind.NORMAL, SpaceKind.INTERACTION] if is_drawn else [SpaceKind.MARKER]
    for zone, entry in zones.entries():
        for name, space in _named(entry, "spaces"):
            space.table({"at"}, {"kind"})
            kind = SpaceKind(space["kind"].word(kinds)) if "kind" in space else kinds[0]
            yield AreaSpace(SpaceId(f"{zone}.{name}"), _point(space["at"]), kind)


def _parse_wall(name: str, node: Node, zones: tuple[Zone, ...]) -> Wall:
    node.table({"line"}, {"between", "level"})
    if "level" in node and "between" not in node:
        node.refuse("the key 'between' with the two zones of a wall that has a level", "no such key")
    parted: Border | None = None
    if "between" in node:
        parted = _two_zones(node["between"], [zone.name for zone in zones])
    return Wall(name, _chain(node["line"]), parted, node["level"].number(1, 9) if "level" in node else None)


def _two_zones(node: Node, known: list[ZoneId]) -> Border:
    ends = list(node.items())
    if len(ends) != 2:
        node.refuse("two zones")
    for end in ends:
        if end.text() not in known:
            end.refuse(f"a zone of the map: {', '.join(known)}")
    if ends[0].text() == ends[1].text():
        ends[1].refuse("another zone than the first")
    return border(ZoneId(ends[0].text()), ZoneId(ends[1].text()))


def _two_spaces(node: Node, ends: list[Node], areas: AreaMap) -> Edge:
    one, other = (parse_space(end, areas) for end in ends)
    if one == other:
        node[1].refuse("another space than the first")
    return edge(one, other)


def _parse_borders(node: Node, areas: AreaMap) -> Iterator[Border]:
    seen: set[Border] = set()
    for entry in node.items():
        pair = _two_zones(entry, [zone.name for zone in areas.zones])
        if pair in seen:
            entry.refuse("every border once", f"the border of {pair[0]} and {pair[1]} again")
        seen.add(pair)
        yield pair


def _parse_adjacent(node: Node, areas: AreaMap) -> frozenset[Edge] | None:
    if node.value == BY_ZONES:
        return None
    if isinstance(node.value, str):
        node.refuse(f"pairs of spaces, or {BY_ZONES!r}")
    seen: set[Edge] = set()
    for entry in node.items():
        ends = list(entry.items())
        if len(ends) != 2:
            entry.refuse("two spaces")
        pair = _two_spaces(entry, ends, areas)
        if pair in seen:
            entry.refuse("every pair once", f"{pair.a} and {pair.b} again")
        seen.add(pair)
    return frozenset(seen)


def _parse_links(node: Node, areas: AreaMap) -> Iterator[Link]:
    seen: set[Edge] = set()
    for entry in node.items():
        parts = list(entry.items())
        if len(parts) not in (2, 3):
            entry.refuse("two markers, and what there is to say about their line")
        ends = _two_spaces(entry, parts[:2], areas)
        if ends in seen:
            entry.refuse("every link once", f"the link of {ends.a} and {ends.b} again")
        seen.add(ends)
        if zone_of(ends.a) == zone_of(ends.b):
            entry.refuse("markers of two zones: those of one zone see each other", f"two markers of {zone_of(ends.a)}")
        yield Link(ends, _parse_via(parts, ends, areas))


def _parse_via(parts: list[Node], ends: Edge, areas: AreaMap) -> tuple[ZoneId, ...] | None:
    if len(parts) == 2 or "via" not in parts[2].table((), {"via"}):
        return None
    via: list[ZoneId] = []
    for entry in parts[2]["via"].items():
        zone = parse_zone(entry, areas)
        if zone in (*via, zone_of(ends.a), zone_of(ends.b)):
            entry.refuse("every zone on the way once, without those of the markers")
        via.append(zone)
    return tuple(via if ends.a == parts[0].value else reversed(via))
