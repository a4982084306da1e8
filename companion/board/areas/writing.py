"""A map of areas as a document again, ``tablewright/areas@1``.

AreaMap ──▶ {"format": …, "zones": {"yard": {"outline": …, "spaces": {"1": …}}}, …}
"""

from __future__ import annotations

from typing import Any

from companion.board.areas.loading import BY_ZONES, FORMAT
from companion.board.areas.map import AreaMap, Link, SpaceKind, Wall, Zone, zone_of
from companion.board.areas.segments import Point


def format_areas(areas: AreaMap) -> dict[str, Any]:
    """The document of a map: ``parse_areas`` gives the same map back."""
    document: dict[str, Any] = {"format": FORMAT, "name": areas.name}
    if areas.links is None:
        document["space_radius"] = areas.space_radius
    document["zones"] = {zone.name: _format_zone(zone, areas) for zone in areas.zones}
    document["borders"] = [list(pair) for pair in sorted(areas.borders)]
    document["adjacent"] = BY_ZONES if areas.adjacent is None else [list(pair) for pair in sorted(areas.adjacent)]
    if areas.walls:
        document["walls"] = {wall.name: _format_wall(wall) for wall in areas.walls}
    if areas.doors:
        document["doors"] = {door.name: {"line": _points(door.line), "open": door.is_open} for door in areas.doors}
    if areas.tokens:
        document["objects"] = {token.name: {"outline": _points(token.outline)} for token in areas.tokens}
    document["lines"] = {"by": "polygons"}
    if areas.links is not None:
        document["lines"] = {"by": "links", "links": [_format_link(link) for link in areas.links]}
    if areas.notes:
        document["notes"] = list(areas.notes)
    return document


def _points(points: tuple[Point, ...]) -> list[list[int]]:
    return [list(point) for point in points]


def _format_zone(zone: Zone, areas: AreaMap) -> dict[str, Any]:
    entry: dict[str, Any] = {"outline": _points(zone.outline)}
    if zone.elevation:
        entry["elevation"] = zone.elevation
    terrain = {"difficult": zone.difficult, "dangerous": zone.dangerous}
    if any(terrain.values()):
        entry["terrain"] = {word: level for word, level in terrain.items() if level}
    usual = SpaceKind.NORMAL if areas.links is None else SpaceKind.MARKER
    entry["spaces"] = {
        site.name.partition(".")[2]: {"at": list(site.at)} | ({} if site.kind is usual else {"kind": str(site.kind)})
        for site in areas.sites
        if zone_of(site.name) == zone.name
    }
    return entry


def _format_wall(wall: Wall) -> dict[str, Any]:
    more = {"between": list(wall.between) if wall.between else None, "level": wall.level}
    return {"line": _points(wall.line)} | {key: value for key, value in more.items() if value is not None}


def _format_link(link: Link) -> list[Any]:
    return [*link.ends] if link.via is None else [*link.ends, {"via": list(link.via)}]
