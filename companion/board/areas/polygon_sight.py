"""Lines of sight drawn over a map of areas, from the middle of a space to the middle of another.

a ──────●──────── b     blocked by a figure when the inside of its space is crossed, not when the rim is touched
        ╷               by an object when the inside of its outline is crossed
a ──────┴──────── b     by a wall or a closed door that is touched at all (GC-AMB-39)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from companion.board.areas.map import AreaMap, zone_of
from companion.board.areas.outlines import stretches
from companion.board.areas.relations import Relations
from companion.board.areas.segments import Segment, first_touch, passes
from companion.board.lines import Cause, SightLine
from companion.board.occupancy import Occupancy
from companion.board.spaces import Verdict
from companion.core.ids import PieceId, RuleId, SpaceId, ZoneId


@dataclass(frozen=True, slots=True)
class BlockingRules:
    """The obstacles that block, each with its rule; ``None``: it does not block."""

    wall: RuleId
    closed_door: RuleId
    figure: RuleId | None
    third_party: RuleId | None  # an enemy that is on neither end's side, when the ends are enemies
    token: RuleId | None


@dataclass(frozen=True, slots=True)
class Blockers:
    """The obstacles besides walls and doors, and for whom they count."""

    figures: Occupancy = field(default_factory=Occupancy)
    relations: Relations = field(default_factory=Relations)
    spared: frozenset[str] = frozenset()  # objects that do not block: those in aggressive use (GC-LOS-08, GC-OBJ-04)
    looker: str | None = None  # the side that looks; left out, that of the figure where the line starts


Meeting = tuple[Fraction, Cause]


@dataclass(frozen=True, slots=True)
class PolygonSight:
    """The lines of sight of one position (GC-LOS-01); with nobody at the start and no looker no figure blocks."""

    areas: AreaMap
    rules: BlockingRules
    blockers: Blockers = field(default_factory=Blockers)

    def between(self, start: SpaceId, end: SpaceId) -> SightLine:
        """The line from one space to another, every cause in the order in which the line meets it."""
        if start == end:
            return SightLine(Verdict.CLEAR, (), (), start, end, 0, (zone_of(start),))
        line = self.areas.site(start).at, self.areas.site(end).at
        crossed = self._crossed(line, start, end)
        met = [*self._barriers(line), *self._figures(crossed, start, end), *self._tokens(line)]
        causes = tuple(cause for _, cause in sorted(met, key=lambda meeting: (meeting[0], _name(meeting[1]))))
        return SightLine(
            Verdict.BLOCKED if causes else Verdict.CLEAR,
            causes,
            tuple(space for _, space in crossed),
            start,
            end,
            self.areas.distance(zone_of(start), zone_of(end)),
            zones_crossed(self.areas, line),
        )

    def _crossed(self, line: Segment, start: SpaceId, end: SpaceId) -> list[tuple[Fraction, SpaceId]]:
        """The spaces whose inside is crossed; their middles come in the same order as they do: no two overlap."""
        radius = self.areas.space_radius
        places = ((passes(line, site.at, radius), site.name) for site in self.areas.sites)
        return sorted((along, space) for along, space in places if along is not None and space not in (start, end))

    def _barriers(self, line: Segment) -> Iterator[Meeting]:
        for wall in self.areas.walls:
            touches = [touch for part in wall.segments if (touch := first_touch(line, part)) is not None]
            if touches:
                yield min(touches), Cause(self.rules.wall, feature=wall.name)
        for door in self.areas.closed_doors:
            touch = first_touch(line, door.line)
            if touch is not None:
                yield touch, Cause(self.rules.closed_door, feature=door.name)

    def _figures(self, crossed: list[tuple[Fraction, SpaceId]], start: SpaceId, end: SpaceId) -> Iterator[Meeting]:
        shooter, target = self.blockers.figures.on(start), self.blockers.figures.on(end)
        side = self.blockers.looker or (shooter.side if shooter else None)
        if side is None:
            return
        are_enemies = self.blockers.relations.are_enemies
        for along, space in crossed:
            figure = self.blockers.figures.on(space)
            if figure and are_enemies(side, figure.side):  # friends never block: GC-LOS-05
                is_third = target and are_enemies(side, target.side) and figure.side != target.side
                rule = self.rules.third_party if is_third else self.rules.figure
                if rule is not None:
                    yield along, Cause(rule, piece=figure.piece)

    def _tokens(self, line: Segment) -> Iterator[Meeting]:
        if self.rules.token is None:
            return
        for token in self.areas.tokens:
            inside = stretches(line, token.outline)
            if inside and token.name not in self.blockers.spared:
                yield inside[0][0], Cause(self.rules.token, piece=PieceId(token.name))


def zones_crossed(areas: AreaMap, line: Segment) -> tuple[ZoneId, ...]:
    """The zones whose inside the line crosses, in order; one that it enters twice is told once."""
    entered = ((inside[0][0], zone.name) for zone in areas.zones if (inside := stretches(line, zone.outline)))
    return tuple(zone for _, zone in sorted(entered))


def _name(cause: Cause) -> str:
    return cause.feature or cause.piece or ""
