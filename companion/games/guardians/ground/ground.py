"""The board as the rules ask it: zones and what borders on them, spaces and what touches them, what lies on a line.

Ground ── Drawn    a map of areas: lines are drawn over it (board.areas)
       └─ Sketch   zones, borders and lines written down as data
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from companion.board.areas.map import AreaMap, SpaceKind, zone_of
from companion.board.areas.outlines import shared
from companion.board.areas.polygon_sight import Blockers, BlockingRules, PolygonSight
from companion.board.areas.relations import Relations
from companion.board.occupancy import Occupancy, Occupant
from companion.board.spaces import Edge, edge
from companion.core.ids import PieceId, RuleId, SpaceId, ZoneId
from companion.games.guardians.lines import MELEE, RANGED

Doors = Mapping[str, bool]
Cause = tuple[RuleId, str]  # the rule, and what blocks
WALL = "wall"


@dataclass(frozen=True, slots=True)
class Look:
    """The looking side and the figures on the board: they decide what on a line blocks (GC-LOS-10)."""

    side: str
    target_side: str = ""
    figures: Mapping[SpaceId, tuple[PieceId, str]] = field(default_factory=dict)  # who stands where, its side
    relations: Relations = field(default_factory=Relations)
    spared: frozenset[str] = frozenset()  # objects that do not block now
    melee: bool = False


class Ground(Protocol):
    """A board; ``doors`` says which are open now (GC-MAP-09)."""

    @property
    def spaces(self) -> tuple[SpaceId, ...]:
        """Every space, in the order of the board."""
        ...

    @property
    def zones(self) -> tuple[ZoneId, ...]:
        """Every zone, in the order of the board: walls, white lines and tile edges bound them (GC-MAP-02)."""
        ...

    @property
    def by_zone(self) -> Mapping[ZoneId, tuple[SpaceId, ...]]:
        """The spaces of each zone (GC-MAP-01)."""
        ...

    @property
    def doors(self) -> Doors:
        """Every door, and whether it is open when the game begins."""
        ...

    def is_orange(self, space: SpaceId) -> bool:
        """Whether it is an interaction space (GC-MAP-04)."""
        ...

    def door_zones(self, door: str) -> frozenset[ZoneId]:
        """The zones a door parts."""
        ...

    def next_zones(
        self, zone: ZoneId, doors: Doors, *, past_doors: bool = False, past_walls: bool = False
    ) -> tuple[ZoneId, ...]:
        """The zones adjacent now (GC-MAP-05); for some movers also those behind closed doors, or walls."""
        ...

    def near(self, space: SpaceId, doors: Doors) -> tuple[SpaceId, ...]:
        """The spaces adjacent now: no wall and no closed door between (GC-MAP-06, GC-ATK-02)."""
        ...

    def causes(self, start: SpaceId, end: SpaceId, doors: Doors, look: Look) -> tuple[Cause, ...]:
        """Return the causes that block the line; none when it is clear (GC-LOS-01)."""
        ...


def _by_zone(spaces: tuple[SpaceId, ...]) -> Mapping[ZoneId, tuple[SpaceId, ...]]:
    zones: dict[ZoneId, tuple[SpaceId, ...]] = {}
    for space in spaces:
        zones[zone_of(space)] = (*zones.get(zone_of(space), ()), space)
    return zones


@dataclass(frozen=True)
class Drawn:
    """A map of areas, its lines drawn over outlines (GC-AMB-39)."""

    areas: AreaMap

    @cached_property
    def _by_doors(self) -> dict[tuple[tuple[str, bool], ...], AreaMap]:
        return {}

    def _now(self, doors: Doors) -> AreaMap:
        key = tuple(sorted(doors.items()))
        if key not in self._by_doors:
            self._by_doors[key] = self.areas.with_changes(doors=doors)
        return self._by_doors[key]

    @property
    def spaces(self) -> tuple[SpaceId, ...]:
        return self.areas.spaces

    @cached_property
    def zones(self) -> tuple[ZoneId, ...]:
        return tuple(zone.name for zone in self.areas.zones)

    @cached_property
    def by_zone(self) -> Mapping[ZoneId, tuple[SpaceId, ...]]:
        return _by_zone(self.spaces)

    @cached_property
    def _near(self) -> dict[tuple[object, ...], tuple[SpaceId, ...]]:
        return {}

    @cached_property
    def _next(self) -> dict[tuple[object, ...], tuple[ZoneId, ...]]:
        return {}

    @cached_property
    def _parted(self) -> dict[str, frozenset[ZoneId]]:
        return {}

    @property
    def doors(self) -> Doors:
        return {door.name: door.is_open for door in self.areas.doors}

    def is_orange(self, space: SpaceId) -> bool:
        return self.areas.site(space).kind is SpaceKind.INTERACTION

    def door_zones(self, door: str) -> frozenset[ZoneId]:
        if door not in self._parted:
            opened, shut = (self._now({**self.doors, door: now}) for now in (True, False))
            pairs = (pair for pair in self.areas.borders if opened.passages(*pair) != shut.passages(*pair))
            self._parted[door] = frozenset(zone for pair in pairs for zone in pair)
        return self._parted[door]

    def next_zones(
        self, zone: ZoneId, doors: Doors, *, past_doors: bool = False, past_walls: bool = False
    ) -> tuple[ZoneId, ...]:
        key = (zone, past_walls) if past_walls else (zone, past_doors, *doors.items())
        if key not in self._next and past_walls:
            rim, zones = self.areas.zone(zone).outline, self.areas.zones
            self._next[key] = tuple(one.name for one in zones if one.name != zone and shared(rim, one.outline))
        elif key not in self._next:
            self._next[key] = self._now(dict.fromkeys(doors, True) if past_doors else doors).adjacent_zones(zone)
        return self._next[key]

    def near(self, space: SpaceId, doors: Doors) -> tuple[SpaceId, ...]:
        key = (space, *doors.items())
        if key not in self._near:
            areas = self._now(doors)
            self._near[key] = tuple(other for other in areas.neighbours(space) if areas.is_adjacent(space, other))
        return self._near[key]

    def causes(self, start: SpaceId, end: SpaceId, doors: Doors, look: Look) -> tuple[Cause, ...]:
        figures = (
            Occupant(piece, look.target_side if at == end and look.target_side else side, (at,))
            for at, (piece, side) in look.figures.items()
        )
        blockers = Blockers(Occupancy(tuple(figures)), look.relations, look.spared, look.side)
        line = PolygonSight(self._now(doors), MELEE if look.melee else RANGED, blockers).between(start, end)
        return tuple((cause.rule, cause.feature or cause.piece or "") for cause in line.causes)


@dataclass(frozen=True)
class Sketch:
    """A board written down: every pair of zones and spaces that touch, and what lies on a line, as data (GC-AMB-39)."""

    spaces: tuple[SpaceId, ...]
    orange: frozenset[SpaceId]
    borders: Mapping[frozenset[ZoneId], tuple[str, ...]]  # the ways through: a door's name, or "" for an open one
    walled: frozenset[frozenset[ZoneId]]
    adjacent: frozenset[Edge]
    doors: Doors
    lines: Mapping[Edge, tuple[str, ...]]  # spaces, objects, doors, or "wall", in the order of the edge

    @cached_property
    def zones(self) -> tuple[ZoneId, ...]:
        return tuple(dict.fromkeys(map(zone_of, self.spaces)))

    @cached_property
    def by_zone(self) -> Mapping[ZoneId, tuple[SpaceId, ...]]:
        return _by_zone(self.spaces)

    def is_orange(self, space: SpaceId) -> bool:
        return space in self.orange

    def door_zones(self, door: str) -> frozenset[ZoneId]:
        return frozenset(zone for pair, ways in self.borders.items() if door in ways for zone in pair)

    def next_zones(
        self, zone: ZoneId, doors: Doors, *, past_doors: bool = False, past_walls: bool = False
    ) -> tuple[ZoneId, ...]:
        def leads(other: ZoneId) -> bool:
            pair = frozenset((zone, other))
            ways = self.borders.get(pair, ())
            beside = past_walls and (pair in self.walled or bool(ways))
            return beside or any(past_doors or doors.get(way, True) for way in ways)

        return tuple(other for other in self.zones if other != zone and leads(other))

    def on_line(self, start: SpaceId, end: SpaceId) -> tuple[str, ...]:
        """Return what lies on the line between two spaces as written; else the doors that
        are the only way between zones.
        """
        pair = edge(start, end)
        if pair in self.lines:
            return self.lines[pair] if pair.a == start else self.lines[pair][::-1]
        ways = self.borders.get(frozenset((zone_of(start), zone_of(end))), ())
        return ways if ways and "" not in ways else ()

    def near(self, space: SpaceId, doors: Doors) -> tuple[SpaceId, ...]:
        def is_cut(other: SpaceId) -> bool:
            return any(thing == WALL or doors.get(thing) is False for thing in self.on_line(space, other))

        return tuple(other for other in self.spaces if edge(space, other) in self.adjacent and not is_cut(other))

    def causes(self, start: SpaceId, end: SpaceId, doors: Doors, look: Look) -> tuple[Cause, ...]:
        rules = MELEE if look.melee else RANGED
        found: list[tuple[RuleId | None, str]] = []
        for thing in self.on_line(start, end) if start != end else ():
            if thing == WALL:
                found.append((rules.wall, thing))
            elif thing in doors:
                found.append((None if doors[thing] else rules.closed_door, thing))
            elif thing in self.spaces:
                piece, side = look.figures.get(SpaceId(thing), (PieceId(""), look.side))
                found.append((_figure_rule(rules, look, side), piece))
            elif thing not in look.spared:
                found.append((rules.token, thing))
        return tuple((rule, thing) for rule, thing in found if rule is not None)


def _figure_rule(rules: BlockingRules, look: Look, side: str) -> RuleId | None:
    """The rule by which a figure of that side blocks; ``None`` when it does not (GC-LOS-04, GC-LOS-05, GC-LOS-09)."""
    if not look.relations.are_enemies(look.side, side):
        return None
    target = look.target_side
    is_third = target and look.relations.are_enemies(look.side, target) and side != target
    return rules.third_party if is_third else rules.figure
