"""The line between two spaces that somebody asks about: drawn from spot to spot, whatever blocks it named."""

from __future__ import annotations

from companion.board.areas.map import zone_of
from companion.board.lines import Cause, SightLine
from companion.board.picture import Line
from companion.board.spaces import Verdict
from companion.core.ids import SpaceId
from companion.games.guardians.face.board import SpaceDrawing
from companion.games.guardians.play.ways import borders_between, causes_between
from companion.games.guardians.state import State


def line_between(state: State, start: SpaceId, end: SpaceId) -> SightLine:
    """The answer with everything that blocks it; its range is the distance of the zones, 0 where no way leads."""
    causes = tuple(Cause(rule, feature=thing) for rule, thing in causes_between(state, start, end))
    verdict = Verdict.BLOCKED if causes else Verdict.CLEAR
    return SightLine(verdict, causes, (), start, end, borders_between(state, zone_of(start), zone_of(end)) or 0)


def drawn(line: SightLine, drawing: SpaceDrawing) -> Line:
    """Draw the line; the spaces of figures in the way are not marked, their names are told."""
    return Line(drawing.middle(line.start), drawing.middle(line.end), line.verdict.value)
