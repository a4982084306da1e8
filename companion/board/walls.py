"""Lines drawn to a wall, from either of its sides.

A ──▶ near │ far      the line goes to the far square, over the near one; the section itself does not block it
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from companion.board.geometry import entered
from companion.board.lines import Cause, SightLine
from companion.board.meeting import Lens
from companion.board.sight import Sight
from companion.board.spaces import Edge, Verdict
from companion.board.squares import parse_square
from companion.core.ids import SpaceId


def line_to_wall(sight: Sight, starts: Collection[SpaceId], section: Edge) -> SightLine:
    """The best line by which a wall section may be attacked from any of these squares (HC-TERR-34, -36, -38).

    It ends in the square on the far side, and must cross the one on the near side; when no line does, the answer is
    blocked by the section itself. Its range is the one that counts (HC-TERR-35). A line to a square of blocking
    terrain is a line like any other: the end never blocks (HC-TERR-26).
    """
    lens, missed = Lens(wall=section), Cause(sight.rules.wall_side, edge=section)
    lines: list[SightLine] = []
    for start in starts:
        for near, far in (section, reversed(section)):
            line = sight.between(start, far, lens)
            crosses = near == start or near in line.crossed
            lines.append(line if crosses else line._replace(verdict=Verdict.BLOCKED, causes=(missed,)))
    return min(lines, key=lambda line: (line.verdict.severity, missed in line.causes, line.range))


def may_reach_wall(sight: Sight, starts: Collection[SpaceId], section: Edge) -> bool:
    """Whether the line of ``line_to_wall`` is one that is not blocked: nothing else is found out about it."""
    lens = Lens(wall=section)
    return any(
        _crosses(start, near, far) and not sight.is_blocked(start, far, lens)
        for start in starts
        for near, far in (section, reversed(section))
    )


def _crosses(start: SpaceId, near: SpaceId, far: SpaceId) -> bool:
    """Whether a line from ``start`` comes to the far side of a wall over the near one, or begins there."""
    (c, r), (d, s), (e, t) = parse_square(start), parse_square(near), parse_square(far)
    return start != far and (near == start or (d - c, s - r) in _way(e - c, t - r))


@lru_cache(maxsize=16384)
def _way(right: int, down: int) -> frozenset[tuple[int, int]]:
    return frozenset(entered(right, down)[:-1])
