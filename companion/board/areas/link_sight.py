"""Lines of sight printed as links between markers: what the table does not hold is not seen.

a ●────● b     a link of the map: clear, unless a broken wall token of other zones lies on it (GO-WALLBREAK-07)
a ●  ┆ ● b     no link, but the wall between these two zones is broken: clear
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.board.areas.map import AreaMap, Link, border, zone_of
from companion.board.areas.polygon_sight import zones_crossed
from companion.board.areas.segments import Segment, first_touch
from companion.board.lines import Cause, SightLine
from companion.board.spaces import Edge, Verdict, edge
from companion.core.ids import RuleId, SpaceId, ZoneId


@dataclass(frozen=True, slots=True)
class LinkRules:
    """The rules named when a line is blocked: by a gap in the table, by a token on a broken wall."""

    no_link: RuleId
    broken_wall: RuleId


@dataclass(frozen=True, slots=True)
class LinkSight:
    """The lines of sight of a map whose table of links is authored; ``smoke`` counts the active tokens by zone."""

    areas: AreaMap
    rules: LinkRules
    smoke: Mapping[ZoneId, int] = field(default_factory=dict)
    _links: Mapping[Edge, Link] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_links", {link.ends: link for link in self.areas.links or ()})

    def between(self, start: SpaceId, end: SpaceId) -> SightLine:
        """The line from one marker to another; markers of one zone always see each other."""
        one, other = zone_of(start), zone_of(end)
        causes: tuple[Cause, ...] = ()
        if one != other:
            causes = self._tokens_on(self._line(start, end), one, other)
            if edge(start, end) not in self._links and not self._is_broken_between(one, other):
                causes = (Cause(self.rules.no_link, square=end), *causes)
        verdict = Verdict.BLOCKED if causes else Verdict.CLEAR
        distance = self.areas.distance(one, other)
        return SightLine(verdict, causes, (), start, end, distance, self._zones_on(start, end))

    def smoke_on(self, line: SightLine) -> int:
        """Count the smoke tokens on the line, those in the zones of its ends among them (GO-SMOKE-03, GO-AMB-09)."""
        return sum(self.smoke.get(zone, 0) for zone in line.zones)

    def overhang(self, line: SightLine) -> int:
        """Return the levels by which the start lies above the end; negative below it (GO-BASE-ZONE-03)."""
        return self.areas.elevation(line.start) - self.areas.elevation(line.end)

    def _line(self, start: SpaceId, end: SpaceId) -> Segment:
        return self.areas.site(start).at, self.areas.site(end).at

    def _is_broken_between(self, one: ZoneId, other: ZoneId) -> bool:
        walls = (wall for wall in self.areas.walls if wall.name in self.areas.broken)
        return any(wall.between == border(one, other) for wall in walls)

    def _tokens_on(self, line: Segment, one: ZoneId, other: ZoneId) -> tuple[Cause, ...]:
        """The broken walls of other zones that the line meets, the nearest first."""
        met = []
        for wall in self.areas.walls:
            if wall.name in self.areas.broken and wall.between != border(one, other):
                touches = [touch for part in wall.segments if (touch := first_touch(line, part)) is not None]
                met += [(min(touches), wall.name)] if touches else []
        return tuple(Cause(self.rules.broken_wall, feature=name) for _, name in sorted(met))

    def _zones_on(self, start: SpaceId, end: SpaceId) -> tuple[ZoneId, ...]:
        """The zones on the way, both ends included: as the link names them, else those the line is drawn over."""
        if zone_of(start) == zone_of(end):
            return (zone_of(start),)
        link = self._links.get(edge(start, end))
        if link is None or link.via is None:
            return zones_crossed(self.areas, self._line(start, end))
        via = link.via if link.ends.a == start else link.via[::-1]
        return (zone_of(start), *via, zone_of(end))
