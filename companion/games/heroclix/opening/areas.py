"""Starting areas: which there are, which lie opposite, and how they grow when a team has no room (HC-SETUP-06..08).

printed  N N N N      grown by one row  N N N N
         . . . .                        N N N N
         . . . .                        S S S S
         S S S S                        S S S S
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from companion.board.grid import GridBoard
from companion.board.spaces import Terrain
from companion.board.squares import format_square, parse_square
from companion.core.ids import Seat, SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.state.state import Piece, State


def areas_of(state: State) -> tuple[str, ...]:
    """The starting areas of the map that nobody has, by name (HC-SETUP-06)."""
    taken = {area for _, area in state.areas}
    return tuple(area for area in areas_on(state.table.board) if area not in taken)


def areas_on(board: GridBoard) -> tuple[str, ...]:
    """The names of all starting areas of a map."""
    return tuple(sorted({tile.starting for tile in board.tiles if tile.starting}))


def opposites_on(board: GridBoard) -> dict[str, tuple[str, ...]]:
    """The areas on the other side of the map from each one; none for an area that has none (HC-SETUP-07)."""
    sides = {name: _inwards(board, _printed(board, name)) for name in areas_on(board)}
    return {
        name: tuple(other for other, side in sides.items() if side == (-dc, -dr)) for name, (dc, dr) in sides.items()
    }


def area_spaces(state: State, seat: Seat) -> tuple[SpaceId, ...]:
    """The squares in which a seat sets up, in reading order: all areas grow until every team fits (HC-SETUP-08)."""
    area = dict(state.areas).get(seat)
    if area is None:
        return ()
    return _grown(state.table.board, area, _growth(state))


def _growth(state: State) -> int:
    """Return the rows by which all areas grow until in each all bases of its team can stand at once."""
    board, rows = state.table.board, 0
    bases: dict[Seat, list[tuple[int, int]]] = {seat: [] for seat, _ in state.areas}
    for piece in state.pieces:
        if piece.seat in bases and not piece.ko and not state.is_bystander(piece):
            bases[piece.seat].append(state.figure(piece).dimensions)
    teams = [(area, tuple(sorted(bases[seat], reverse=True))) for seat, area in state.areas]
    while rows < max(board.columns, board.rows) and not all(has_room(board, area, rows, team) for area, team in teams):
        rows += 1
    return rows


@lru_cache(maxsize=256)
def has_room(board: GridBoard, area: str, rows: int, bases: tuple[tuple[int, int], ...]) -> bool:
    """Whether bases of these columns and rows, largest first, can all stand in the area grown by so many rows."""
    free = frozenset(space for space in _grown(board, area, rows) if not board.has(space, Terrain.BLOCKING))
    return _fits(board, free, bases)


def _fits(board: GridBoard, free: frozenset[SpaceId], bases: tuple[tuple[int, int], ...]) -> bool:
    if sum(columns * rows for columns, rows in bases) > len(free):
        return False
    if not bases or bases[0] == (1, 1):
        return True
    return any(_fits(board, free - set(place), bases[1:]) for place in places_for(board, free, bases[0]))


def places_for(board: GridBoard, free: Collection[SpaceId], base: tuple[int, int]) -> Iterator[tuple[SpaceId, ...]]:
    """Every way to lay a base of these columns and rows on these squares, in reading order, turned or not.

    All of it on one level, with no wall beneath (HC-MULTI-06, -07).
    """
    for space in board.spaces:
        column, row = parse_square(space)
        for columns, rows in sorted({base, base[::-1]}) if space in free else ():
            covered = [board.at(column + dc, row + dr) for dr in range(rows) for dc in range(columns)]
            squares = tuple(one for one in covered if one is not None and one in free)
            if len(squares) < columns * rows or len({board.level(square) for square in squares}) > 1:
                continue
            if not any(board.has_wall(a, b) for a in squares for b in squares):
                yield squares


@lru_cache(maxsize=256)
def _grown(board: GridBoard, area: str, rows: int) -> tuple[SpaceId, ...]:
    """The printed squares of an area and those up to ``rows`` further inwards, but none of another area."""
    printed = _printed(board, area)
    dc, dr = _inwards(board, printed)
    reached = {board.at(column + dc * n, row + dr * n) for column, row in printed for n in range(rows + 1)}
    return tuple(space for space in board.spaces if space in reached and board.tile(space).starting in (None, area))


def _printed(board: GridBoard, area: str) -> list[tuple[int, int]]:
    return [parse_square(space) for space in board.spaces if board.tile(space).starting == area]


def _inwards(board: GridBoard, printed: list[tuple[int, int]]) -> tuple[int, int]:
    """The direction from the nearest edge of the map towards its middle; in a corner from the longer side, else up
    or down."""
    columns, rows = [column for column, _ in printed], [row for _, row in printed]
    width, height = max(columns) - min(columns), max(rows) - min(rows)
    sides = [
        (min(rows), -width, (0, 1)),
        (board.rows - 1 - max(rows), -width, (0, -1)),
        (min(columns), -height, (1, 0)),
        (board.columns - 1 - max(columns), -height, (-1, 0)),
    ]
    return min(sides, key=lambda side: side[:2])[2]


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
    if any(board.has_wall(square, other) for square in spaces for other in spaces):
        yield violation("HC-MULTI-07", piece.id)
    taken = [other for other in state.on_map() if other.id != piece.id and set(other.spaces) & set(spaces)]
    if taken:
        yield violation("HC-VAL-10", spaces[0], waivable=False, piece=taken[0].id)


def base_of(state: State, piece: Piece, space: SpaceId) -> tuple[SpaceId, ...]:
    """Return the squares of its base with the first one there, turned where it does not fit as printed."""
    (columns, rows), (column, row) = state.figure(piece).dimensions, parse_square(space)
    bases = [
        tuple(format_square(column + c, row + r) for r in range(tall) for c in range(wide))
        for wide, tall in dict.fromkeys(((columns, rows), (rows, columns)))
    ]
    return next((base for base in bases if not any(footing_violations(state, piece, base))), bases[0])


def _is_base(spaces: tuple[SpaceId, ...], dimensions: tuple[int, int]) -> bool:
    """Whether the squares make one whole base of these columns and rows, turned either way (HC-MULTI-01)."""
    squares = {parse_square(space) for space in spaces}
    if not squares or len(squares) != len(spaces) or len(squares) != dimensions[0] * dimensions[1]:
        return False
    columns, rows = {column for column, _ in squares}, {row for _, row in squares}
    size = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    return size in (dimensions, dimensions[::-1])
