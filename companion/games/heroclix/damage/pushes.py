"""One step of a push: what the piece meets on the next square (HC-KB-08..19).

FREE  FALL                        it goes on (a fall ends there)
EDGE  WALL  BLOCKING  RISE  CORNER        it stops before something solid
OCCUPIED  CROWDED                 it stops before somebody
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from enum import StrEnum

from companion.board.geometry import entered
from companion.board.grid import GridBoard
from companion.board.spaces import Terrain, edge
from companion.board.squares import parse_square
from companion.core.ids import SpaceId


class PushKind(StrEnum):
    """The obstacle of one step in a direction."""

    FREE = "free"
    FALL = "fall"  # a free square on a lower level (HC-KB-14)
    EDGE = "edge"  # the edge of the map, which is no wall (HC-KB-09, HC-TERR-23)
    WALL = "wall"
    BLOCKING = "blocking"
    RISE = "rise"  # a higher square, stairs or not (HC-KB-09, AMB-60)
    CORNER = "corner"  # both flanks of a diagonal step closed by terrain, wall or height (HC-KB-10)
    OCCUPIED = "occupied"  # somebody stands there (HC-KB-13, -15)
    CROWDED = "crowded"  # a diagonal closed with the help of somebody on a flank (AMB-22)

    @property
    def is_solid(self) -> bool:
        """Whether stopping here is stopping against terrain: edge, wall, blocking, rise or closed corner."""
        return self in (PushKind.EDGE, PushKind.WALL, PushKind.BLOCKING, PushKind.RISE, PushKind.CORNER)


@dataclass(frozen=True, slots=True)
class Push:
    """One step: what it meets, and the square it would enter (``None`` past the edge of the map)."""

    kind: PushKind
    to: SpaceId | None


def step(
    board: GridBoard, space: SpaceId, direction: tuple[int, int], occupied: Container[SpaceId] = frozenset()
) -> Push:
    """Return what one step from a square meets; terrain comes before pieces (HC-KB-19)."""
    column, row = parse_square(space)
    to = board.at(column + direction[0], row + direction[1])
    if to is None:
        return Push(PushKind.EDGE, None)
    if edge(space, to) in board.walls:
        return Push(PushKind.WALL, to)
    if board.has(to, Terrain.BLOCKING):
        return Push(PushKind.BLOCKING, to)
    if board.level(to) > board.level(space):
        return Push(PushKind.RISE, to)
    closed = _closed_corner(board, space, to, occupied)
    if closed is not None:
        return Push(closed, to)
    if to in occupied:
        return Push(PushKind.OCCUPIED, to)
    return Push(PushKind.FALL if board.level(to) < board.level(space) else PushKind.FREE, to)


def directions_away(start: SpaceId, target: SpaceId) -> tuple[tuple[int, int], ...]:
    """The straight directions in which ``target`` may be pushed away from ``start``; two mean a choice (HC-KB-05, -06).

    Off a straight line the line of sight is prolonged: of the first two squares it crosses beyond the target, those
    that lie in one of the eight directions from it count (AMB-20).
    """
    (c, r), (d, s) = parse_square(start), parse_square(target)
    columns, rows = d - c, s - r
    if columns == rows == 0:
        return ()
    beyond = entered(3 * columns, 3 * rows)
    first = beyond.index((columns, rows)) + 1
    found: list[tuple[int, int]] = []
    for column, row in beyond[first : first + 2]:
        dc, dr = column - columns, row - rows
        direction = (dc > 0) - (dc < 0), (dr > 0) - (dr < 0)
        if (dc == 0 or dr == 0 or abs(dc) == abs(dr)) and direction not in found:
            found.append(direction)
    return tuple(found)


def _closed_corner(board: GridBoard, space: SpaceId, to: SpaceId, occupied: Container[SpaceId]) -> PushKind | None:
    flanks = board.flanks(space, to)
    if flanks is None:
        return None
    low = min(board.level(space), board.level(to))
    solid = [board.is_closed_flank(flank, space, to) for flank in flanks]
    # a flank lower than the step is clear, whatever and whoever is on it (AMB-18)
    crowded = [flank in occupied and board.level(flank) >= low for flank in flanks]
    if all(solid):
        return PushKind.CORNER
    return PushKind.CROWDED if all(s or c for s, c in zip(solid, crowded, strict=True)) else None
