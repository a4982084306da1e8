"""The board of a mission: zones, the limits between them, printed lines of sight, and what was broken since.

lane ──white──> yard      two zones are adjacent where their limit is white or orange (GO-BASE-ZONE-01)
lane ══wall 2══ vault     a segment of wall; broken, figures pass and see through it, and it makes nothing adjacent
lane ──climb 1── roof     jumps, climbs and falls have a level
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from companion.board.areas.map import Border, border
from companion.core.ids import ZoneId
from companion.games.gotham.content.names import Names

ADJACENT, JUMP, CLIMB, FALL, BREAK = "adjacent", "jump", "climb", "fall", "break"
WAYS = (ADJACENT, JUMP, CLIMB, FALL, BREAK)
OPEN = ("white", "orange")
COLOURS = (*OPEN, "none")


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone: its level, its levels of terrain, how many figures it holds (``None``: any number)."""

    name: ZoneId
    elevation: int = 0
    difficult: int = 0
    dangerous: int = 0
    capacity: int | None = None
    names: Names = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Limit:
    """The limit of two zones: its colour, its wall (with a level where it can be broken), levels of jump, climb, fall.

    A fall leads from the higher zone to the lower one; a jump and a climb lead both ways.
    """

    between: Border
    colour: str = "none"
    is_wall: bool = False
    wall: int | None = None
    jump: int | None = None
    climb: int | None = None
    fall: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A printed line of sight of two zones: every zone on its way, both ends included."""

    zones: tuple[ZoneId, ...]


@dataclass(frozen=True)
class Board:
    """Zones, limits and lines; never changed. What is broken is told to the questions that depend on it."""

    zones: Mapping[ZoneId, Zone]
    limits: Mapping[Border, Limit]
    lines: tuple[Line, ...]
    picture: str = ""  # the shipped map it is drawn with
    _near: Mapping[ZoneId, tuple[ZoneId, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        near = {zone: tuple(other for other in self.zones if self.are_adjacent(zone, other)) for zone in self.zones}
        object.__setattr__(self, "_near", near)

    def limit(self, one: ZoneId, other: ZoneId) -> Limit | None:
        return self.limits.get(border(one, other))

    def are_adjacent(self, one: ZoneId, other: ZoneId) -> bool:
        """Whether their limit is white or orange (GO-BASE-ZONE-01); a broken wall changes nothing."""
        limit = self.limit(one, other)
        return limit is not None and limit.colour in OPEN

    def adjacent(self, zone: ZoneId) -> tuple[ZoneId, ...]:
        return self._near[zone]

    def distance(self, one: ZoneId, other: ZoneId) -> int | None:
        """The least number of steps through white and orange limits (GO-BASE-ZONE-06, GO-AMB-11); ``None``: no way."""
        return self._steps(one).get(other)

    def _steps(self, start: ZoneId) -> dict[ZoneId, int]:
        steps, waiting = {start: 0}, deque([start])
        while waiting:
            here = waiting.popleft()
            for there in self._near[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    waiting.append(there)
        return steps

    def ways(self, start: ZoneId, to: ZoneId, broken: frozenset[Border]) -> Iterator[tuple[str, int]]:
        """The kinds of movement that lead there, with their level (GO-BASE-MOVE-03); walls to break are not in it."""
        limit = self.limit(start, to)
        if limit is None:
            return
        if limit.colour in OPEN or limit.between in broken:  # GO-WALLBREAK-06
            yield ADJACENT, 0
        for way, level in ((JUMP, limit.jump), (CLIMB, limit.climb)):
            if level is not None:
                yield way, level
        if limit.fall is not None and self.zones[start].elevation > self.zones[to].elevation:
            yield FALL, limit.fall

    def lines_between(self, one: ZoneId, other: ZoneId, broken: frozenset[Border]) -> Iterator[tuple[ZoneId, ...]]:
        """The zones on the way of each line that joins the two now, from ``one`` to ``other``.

        Zones of a broken wall see each other through it; its token blocks whatever else is drawn over it
        (GO-BASE-ZONE-07, GO-WALLBREAK-07).
        """
        if one == other:
            yield (one,)
            return
        if border(one, other) in broken:
            yield (one, other)
        for line in self.lines:
            if {line.zones[0], line.zones[-1]} == {one, other} and not self._is_cut(line, broken):
                yield line.zones if line.zones[0] == one else line.zones[::-1]

    def _is_cut(self, line: Line, broken: frozenset[Border]) -> bool:
        ends = border(line.zones[0], line.zones[-1])
        return any(border(a, b) in broken and border(a, b) != ends for a, b in pairwise(line.zones))
