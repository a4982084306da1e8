"""The line between two zones that somebody asks about: printed on the board, or through a broken wall.

free      the zones on its way (GO-BASE-ZONE-07)        blocked   none is printed, or a Broken Wall cuts each that is
"""

from __future__ import annotations

from companion.board.lines import Cause, SightLine
from companion.board.picture import Line, Point
from companion.board.spaces import Verdict
from companion.core.ids import SpaceId, ZoneId
from companion.games.gotham.face.board import ZoneDrawing
from companion.games.gotham.lines import MARKERS
from companion.games.gotham.state import State


def line_between(state: State, start: SpaceId, end: SpaceId) -> SightLine:
    """The answer, with the rule that blocks it; its range is the distance of the zones, 0 where no way leads."""
    one, other = ZoneId(start), ZoneId(end)
    way = next(state.board.lines_between(one, other, state.broken), None)
    is_printed = any({line.zones[0], line.zones[-1]} == {one, other} for line in state.board.lines)
    rule = MARKERS.broken_wall if is_printed else MARKERS.no_link
    causes = () if way is not None else (Cause(rule),)
    verdict = Verdict.BLOCKED if way is None else Verdict.CLEAR
    crossed = tuple(map(SpaceId, (way or ())[1:-1]))
    far = state.board.distance(one, other) if one in state.board.zones else None  # a tile of the River is no zone
    return SightLine(verdict, causes, crossed, start, end, far or 0)


def drawn(line: SightLine, drawing: ZoneDrawing) -> Line:
    """Draw the line from the middle of one zone to the middle of the other, the zones on its way marked."""
    crossed = tuple(place for zone in line.crossed for place in drawing.squares[ZoneId(zone)])
    return Line(_middle(drawing, line.start), _middle(drawing, line.end), line.verdict.value, crossed)


def _middle(drawing: ZoneDrawing, space: SpaceId) -> Point:
    tiles = (place for place, tile in drawing.tiles().items() if tile == space)
    columns, rows = zip(*(drawing.squares.get(ZoneId(space)) or tiles), strict=True)
    return (min(columns) + max(columns) + 1) / 2, (min(rows) + max(rows) + 1) / 2
