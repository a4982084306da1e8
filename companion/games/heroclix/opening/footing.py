"""Whether a base may be laid on some squares: its size, the terrain, levels and walls under it, who stands there."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.spaces import Terrain
from companion.board.squares import parse_square
from companion.core.ids import SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.state import Piece, State

__all__ = ["footing_violations"]


def footing_violations(state: State, piece: Piece, spaces: tuple[SpaceId, ...]) -> Iterator[Violation]:
    """The rules that laying the base of the piece there breaks."""
    board, covered = state.table.board, state.figure(piece).dimensions
    if any(space not in board for space in spaces) or not _is_base(spaces, covered):
        found = ", ".join(spaces)
        yield violation("HC-MULTI-01", piece.id, waivable=False, squares=covered[0] * covered[1], found=found)
        return
    blocking = [space for space in spaces if board.has(space, Terrain.BLOCKING)]
    if blocking:  # HC-VAL-10
        yield violation("HC-TERR-20", blocking[0], piece=piece.id)
    if len({board.level(space) for space in spaces}) > 1:
        yield violation("HC-MULTI-06", piece.id)
    if any(board.has_wall(one, other) for one in spaces for other in spaces):
        yield violation("HC-MULTI-07", piece.id)
    taken = [other for other in state.on_map() if other.id != piece.id and set(other.spaces) & set(spaces)]
    if taken:
        yield violation("HC-VAL-10", spaces[0], waivable=False, piece=taken[0].id)


def _is_base(spaces: tuple[SpaceId, ...], dimensions: tuple[int, int]) -> bool:
    """Whether the squares make one whole base of these columns and rows, turned either way (HC-MULTI-01)."""
    squares = {parse_square(space) for space in spaces}
    if not squares or len(squares) != len(spaces) or len(squares) != dimensions[0] * dimensions[1]:
        return False
    columns, rows = {column for column, _ in squares}, {row for _, row in squares}
    size = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    return size in (dimensions, dimensions[::-1])
