"""Lines drawn to a wall to destroy it, and the board after something fell.

A ──▶ near │ far      the line goes to the far square, over the near one; the section itself does not block it
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from companion.board.geometry import entered
from companion.board.grid import GridBoard
from companion.board.lines import Cause, SightLine
from companion.board.meeting import Lens
from companion.board.sight import Sight
from companion.board.spaces import Edge, Terrain, Verdict
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


def razed(board: GridBoard, *, squares: Iterable[SpaceId] = (), walls: Iterable[Edge] = ()) -> GridBoard:
    """The board after squares of blocking terrain and wall sections were destroyed, debris laid (HC-TERR-29, -39).

    A wall leaves debris on each side that is clear terrain at ground level, whoever stands there (AMB-23);
    ``ValueError`` names what is no blocking terrain or no wall.
    """
    squares, walls = tuple(squares), tuple(walls)
    for square in squares:
        if not board.has(square, Terrain.BLOCKING):
            raise ValueError(f"{square} is not blocking terrain")
    for section in walls:
        if section not in board.walls:
            raise ValueError(f"there is no wall between {section.a} and {section.b}")
    littered = [side for section in walls for side in littered_by(board, section)]
    markers = [(square, "debris") for square in sorted({*squares, *littered}, key=board.index)]
    return board.with_changes(removed_walls=walls, markers=markers)


def littered_by(board: GridBoard, section: Edge) -> tuple[SpaceId, ...]:
    """The sides of a wall section on which debris lies when it falls: clear terrain, on the ground (HC-TERR-39)."""
    return tuple(side for side in section if not board.tile(side).terrain and board.level(side) == 1)
