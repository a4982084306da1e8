"""Checks of an area map beyond its form: outlines apart, spaces inside, nothing adjacent through a wall.

spaces ── inside their zone, apart from each other, on no wall, door or object
pairs ─── spaces with no wall between (GC-MAP-06), zones with a free stretch of common rim (GC-MAP-05)
whole ─── every zone can be reached when all doors are open; a breakable wall stands between its two zones
"""

from __future__ import annotations

from companion.board.areas.map import AreaMap, AreaSpace, Token, zone_of
from companion.board.areas.outlines import are_overlapping, is_inside, shared
from companion.board.areas.segments import Point, chain, first_touch, is_on, overlap, without
from companion.core.ids import SpaceId
from companion.documents import Node


def check_areas(node: Node, areas: AreaMap) -> None:
    """Refuse the first thing of the document that cannot be, with its place."""
    _check_zones(node["zones"], areas)
    _check_spaces(node["zones"], areas)
    _check_doors(node, areas)
    for token in areas.tokens:
        check_token(node["objects"][token.name], token, areas)
    _check_borders(node, areas)
    _check_adjacent(node["adjacent"], areas)
    _check_walls(node, areas)


def check_token(node: Node, token: Token, areas: AreaMap) -> None:
    """Refuse an object that lies on the middle of a space."""
    for site in areas.sites:
        if is_inside(site.at, token.outline) or _is_on_rim(site.at, token):
            found = f"one that covers the middle of {site.name}"
            node["outline"].refuse("an outline that leaves the spaces free", found)


def _is_on_rim(point: Point, token: Token) -> bool:
    return any(is_on(point, side) for side in chain(token.outline, closed=True))


def _check_zones(node: Node, areas: AreaMap) -> None:
    for here, zone in enumerate(areas.zones):
        for other in areas.zones[:here]:
            if are_overlapping(zone.outline, other.outline):
                found = f"one that overlaps {other.name}"
                node[zone.name]["outline"].refuse("an outline apart from the other zones", found)


def _check_spaces(node: Node, areas: AreaMap) -> None:
    for here, site in enumerate(areas.sites):
        zone, _, name = site.name.partition(".")
        place = node[zone]["spaces"][name]["at"]
        if not is_inside(site.at, areas.zone(zone_of(site.name)).outline):
            place.refuse(f"a point inside the zone {zone}", _words(site.at))
        for other in areas.sites[:here]:
            if _are_too_close(site, other, areas.space_radius):
                place.refuse(f"a space that does not overlap {other.name}", _words(site.at))
        for wall in areas.walls:
            if any(is_on(site.at, part) for part in wall.segments):
                place.refuse(f"a point beside the wall {wall.name}", _words(site.at))
        for door in areas.doors:
            if is_on(site.at, door.line):
                place.refuse(f"a point beside the door {door.name}", _words(site.at))


def _are_too_close(one: AreaSpace, other: AreaSpace, radius: int) -> bool:
    (ax, ay), (bx, by) = one.at, other.at
    return (ax - bx) ** 2 + (ay - by) ** 2 < 4 * radius * radius


def _check_doors(node: Node, areas: AreaMap) -> None:
    for door in areas.doors:
        for wall in areas.walls:
            if any(overlap(door.line, part) for part in wall.segments):
                node["doors"][door.name]["line"].refuse("a gap in the walls", f"a stretch of the wall {wall.name}")


def _check_borders(node: Node, areas: AreaMap) -> None:
    for place, entry in enumerate(node["borders"].items()):
        one, other = (zone.name for zone in areas.zones if zone.name in entry.value)
        if not shared(areas.zone(one).outline, areas.zone(other).outline):
            node["borders"][place].refuse("two zones with a common rim", f"{one} and {other}, which do not touch")
        if not areas.passages(one, other, doors_open=True):
            found = f"{one} and {other}, which have walls all along (GC-MAP-05)"
            node["borders"][place].refuse("two zones with a stretch of rim without walls", found)
    reached = {areas.zones[0].name}
    for _ in areas.zones:
        reached |= {zone for pair in areas.borders if reached & set(pair) for zone in pair}
    for zone in areas.zones:
        if zone.name not in reached:
            node["zones"][zone.name].refuse(f"a zone that borders lead to from {areas.zones[0].name}", "no way there")


def _check_adjacent(node: Node, areas: AreaMap) -> None:
    for entry in node.items() if areas.adjacent is not None else ():
        one, other = (areas.site(SpaceId(end.text())) for end in entry.items())
        for wall in areas.walls:
            if any(first_touch((one.at, other.at), part) is not None for part in wall.segments):
                entry.refuse("two spaces without a wall between (GC-MAP-06)", _through(one.name, other.name, wall.name))


def _check_walls(node: Node, areas: AreaMap) -> None:
    for wall in areas.walls:
        if wall.between is None:
            continue
        one, other = wall.between
        rim = shared(areas.zone(one).outline, areas.zone(other).outline)
        if any(without(part, rim) for part in wall.segments):
            place = node["walls"][wall.name]["line"]
            place.refuse(f"a line on the common rim of {one} and {other}", "one beside it")


def _through(one: str, other: str, wall: str) -> str:
    return f"{one} and {other}, with the wall {wall} between"


def _words(point: Point) -> str:
    return f"[{point[0]}, {point[1]}]"
