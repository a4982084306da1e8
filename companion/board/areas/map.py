"""A board of areas: zones that hold spaces, borders between zones, walls, doors, links between markers.

┌─ yard ─────┬─ hall ───┐     yard.1 — yard.2    spaces, adjacent where the map says so (GC-MAP-06)
│  1 ── 2 ──/ /── 1     │     yard | hall        a border: adjacent unless only walls and closed doors lie there
└────────────┴──────────┘     / /                a door, open or closed (GC-MAP-09)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.board.areas.outlines import Outline, shared
from companion.board.areas.segments import Point, Segment, chain, first_touch, without
from companion.board.spaces import Edge, edge
from companion.core.ids import SpaceId, ZoneId

Border = tuple[ZoneId, ZoneId]


class SpaceKind(StrEnum):
    """The use of a space: a figure, a figure that uses an object there (GC-MAP-04), or lines of sight."""

    NORMAL = "normal"
    INTERACTION = "interaction"
    MARKER = "marker"


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone: its outline, its level, its levels of difficult and dangerous terrain (GO-BASE-ZONE-03, -04)."""

    name: ZoneId
    outline: Outline
    elevation: int = 0
    difficult: int = 0
    dangerous: int = 0


@dataclass(frozen=True, slots=True)
class AreaSpace:
    """One space, named ``<zone>.<space>``: where it is, what it is for."""

    name: SpaceId
    at: Point
    kind: SpaceKind = SpaceKind.NORMAL


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall: its points in order; the two zones it parts and its level when it can be broken (GO-WALLBREAK-04)."""

    name: str
    line: tuple[Point, ...]
    between: Border | None = None
    level: int | None = None

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The straight parts, in order."""
        return chain(self.line)


@dataclass(frozen=True, slots=True)
class Door:
    """A door: its two ends, open or closed."""

    name: str
    line: Segment
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """An object on the board: its name and its outline."""

    name: str
    outline: Outline


@dataclass(frozen=True, slots=True)
class Link:
    """A line of sight printed between two markers; ``via``: the zones on the way, when the map names them."""

    ends: Edge
    via: tuple[ZoneId, ...] | None = None


def zone_of(space: SpaceId) -> ZoneId:
    """The zone in the name of a space."""
    return ZoneId(space.partition(".")[0])


def border(one: ZoneId, other: ZoneId) -> Border:
    """The border of two zones, the same whichever is named first."""
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True, slots=True)
class AreaMap:
    """A map of areas, never changed: ``with_changes`` gives another one.

    ``adjacent`` is ``None`` where spaces are adjacent as their zones are; ``links`` is ``None`` where lines of sight
    are drawn over the outlines.
    """

    name: str
    zones: tuple[Zone, ...]
    sites: tuple[AreaSpace, ...]
    borders: frozenset[Border]
    adjacent: frozenset[Edge] | None
    walls: tuple[Wall, ...] = ()
    doors: tuple[Door, ...] = ()
    tokens: tuple[Token, ...] = ()
    links: tuple[Link, ...] | None = None
    space_radius: int = 1
    notes: tuple[str, ...] = ()
    broken: frozenset[str] = frozenset()  # walls with a broken wall token on them
    spaces: tuple[SpaceId, ...] = field(init=False, repr=False, compare=False)
    _sites: Mapping[SpaceId, AreaSpace] = field(init=False, repr=False, compare=False)
    _zones: Mapping[ZoneId, Zone] = field(init=False, repr=False, compare=False)
    _near: Mapping[SpaceId, tuple[SpaceId, ...]] = field(init=False, repr=False, compare=False)
    _open: frozenset[Border] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        order = {site.name: here for here, site in enumerate(self.sites)}
        object.__setattr__(self, "spaces", tuple(order))
        object.__setattr__(self, "_sites", {site.name: site for site in self.sites})
        object.__setattr__(self, "_zones", {zone.name: zone for zone in self.zones})
        near: dict[SpaceId, list[SpaceId]] = {space: [] for space in order}
        for one, other in self._pairs():
            near[one].append(other)
            near[other].append(one)
        touching = {space: tuple(sorted(others, key=order.__getitem__)) for space, others in near.items()}
        object.__setattr__(self, "_near", touching)
        object.__setattr__(self, "_open", frozenset(pair for pair in self.borders if self.passages(*pair)))

    def __contains__(self, space: object) -> bool:
        return space in self._sites

    def _pairs(self) -> Iterable[Edge]:
        if self.adjacent is not None:
            return self.adjacent
        names = [site.name for site in self.sites]
        pairs = (edge(a, b) for here, a in enumerate(names) for b in names[here + 1 :])
        return [pair for pair in pairs if self._are_close(zone_of(pair.a), zone_of(pair.b))]

    def _are_close(self, one: ZoneId, other: ZoneId) -> bool:
        return one == other or border(one, other) in self.borders

    def site(self, space: SpaceId) -> AreaSpace:
        """The space of that name; ``KeyError`` when the map has none."""
        return self._sites[space]

    def zone(self, name: ZoneId) -> Zone:
        """The zone of that name; ``KeyError`` when the map has none."""
        return self._zones[name]

    def elevation(self, space: SpaceId) -> int:
        """The level of the space's zone (GO-BASE-ZONE-03)."""
        return self._zones[zone_of(space)].elevation

    @property
    def closed_doors(self) -> tuple[Door, ...]:
        """The doors that are closed, in the order of the map."""
        return tuple(door for door in self.doors if not door.is_open)

    def neighbours(self, space: SpaceId) -> tuple[SpaceId, ...]:
        """The spaces the map puts next to this one, in its order, whatever door lies between (GC-AMB-10)."""
        return self._near[space]

    def is_adjacent(self, one: SpaceId, other: SpaceId) -> bool:
        """Whether the map puts the two side by side and no closed door parts them (GC-MAP-06, GC-ATK-02)."""
        if other not in self._near[one]:
            return False
        if self.adjacent is None:
            return zone_of(one) == zone_of(other) or self.are_adjacent_zones(zone_of(one), zone_of(other))
        way = self._sites[one].at, self._sites[other].at
        return all(first_touch(way, door.line) is None for door in self.closed_doors)

    def passages(self, one: ZoneId, other: ZoneId, *, doors_open: bool = False) -> tuple[Segment, ...]:
        """The stretches of two zones' common rim without wall or closed door; ``doors_open`` leaves the doors out."""
        covers = [part for wall in self.walls for part in wall.segments]
        covers += [] if doors_open else [door.line for door in self.closed_doors]
        rim = shared(self._zones[one].outline, self._zones[other].outline)
        return tuple(part for common in rim for part in without(common, covers))

    def are_adjacent_zones(self, one: ZoneId, other: ZoneId) -> bool:
        """Whether two zones are adjacent now: a border of the map, not shut by doors (GC-MAP-05, GO-BASE-ZONE-01)."""
        return border(one, other) in self._open

    def adjacent_zones(self, zone: ZoneId) -> tuple[ZoneId, ...]:
        """The zones adjacent to this one now, in the order of the map."""
        return tuple(other.name for other in self.zones if self.are_adjacent_zones(zone, other.name))

    def ways(self, zone: ZoneId) -> tuple[ZoneId, ...]:
        """The zones one step of a move may lead to: the adjacent ones, and those behind a broken wall.

        A broken wall lets figures through and makes nothing adjacent (GO-WALLBREAK-06).
        """
        gaps = {wall.between for wall in self.walls if wall.name in self.broken}
        return tuple(
            other.name
            for other in self.zones
            if self.are_adjacent_zones(zone, other.name) or border(zone, other.name) in gaps
        )

    def distance(self, one: ZoneId, other: ZoneId) -> int:
        """The least number of borders from zone to zone, doors counting as open (GO-BASE-ZONE-06, GO-AMB-11).

        ``ValueError`` when no way leads there; a map that was read has none such.
        """
        steps, waiting = {one: 0}, deque([one])
        while waiting:
            here = waiting.popleft()
            if here == other:
                return steps[here]
            for pair in self.borders:
                if here in pair:
                    there = pair[pair[0] == here]
                    if there not in steps:
                        steps[there] = steps[here] + 1
                        waiting.append(there)
        raise ValueError(f"no way leads from {one} to {other}")

    def with_changes(
        self,
        *,
        doors: Mapping[str, bool] | None = None,
        broken: Iterable[str] = (),
        removed: Iterable[str] = (),
        placed: Iterable[Token] = (),
    ) -> AreaMap:
        """The map after doors were opened or closed, walls broken, objects taken away and set down."""
        states, gone = doors or {}, set(removed)
        return replace(
            self,
            doors=tuple(replace(door, is_open=states.get(door.name, door.is_open)) for door in self.doors),
            broken=self.broken | set(broken),
            tokens=(*(token for token in self.tokens if token.name not in gone), *placed),
        )
