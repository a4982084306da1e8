"""Lines to what is no character: a square, a wall section (HC-TERR-26, -34..38, HC-LOS-19)."""

from __future__ import annotations

from companion.board.destruction import line_to_wall, may_reach_wall
from companion.board.lines import SightLine
from companion.board.meeting import PLAIN, Lens
from companion.board.spaces import Edge, Verdict
from companion.core.ids import SpaceId
from companion.games.heroclix.attack.targeting import passed_by, sight_of
from companion.games.heroclix.state import Piece, State

__all__ = ["line_to_space", "line_to_terrain", "sees_terrain"]


def line_to_space(state: State, one: Piece, space: SpaceId, within: int) -> SightLine:
    """The line from the piece to the centre of a square, which does not block its own line (HC-TERR-26).

    Neither does who stands there; of several squares of a larger base the best within range counts (HC-MULTI-16).
    """
    sight, passed = sight_of(state), passed_by(state, one)
    lens = Lens(pieces=passed) if passed else PLAIN
    lines = [sight.between(own, space, lens) for own in one.spaces]
    return min(
        lines,
        key=lambda line: (line.verdict is Verdict.BLOCKED, line.range > within, line.verdict.severity, line.range),
    )


def line_to_terrain(state: State, one: Piece, target: SpaceId | Edge, within: int) -> SightLine:
    """The line by which a square or a wall is attacked; to a wall its range is the farther square's (HC-TERR-35).

    Only the section that is named does not block (HC-TERR-38), nor who stands behind it (HC-TERR-36).
    """
    if not isinstance(target, Edge):
        return line_to_space(state, one, target, within)
    return line_to_wall(sight_of(state), one.spaces, target)


def sees_terrain(state: State, one: Piece, target: SpaceId | Edge) -> bool:
    """Whether some line to a square or a wall is not blocked, however long: asked before the line itself."""
    sight, passed = sight_of(state), passed_by(state, one)
    if isinstance(target, Edge):
        return may_reach_wall(sight, one.spaces, target)
    lens = Lens(pieces=passed) if passed else PLAIN
    return not all(sight.is_blocked(own, target, lens) for own in one.spaces)
