"""Starting areas on the board: their numbers, the question which one is taken, where in it a base may stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from companion.board.grid import GridBoard
from companion.board.picture import GridDrawing, Token
from companion.core.commands import Choose
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Told, say
from companion.games.heroclix.opening.areas import area_spaces, areas_on, footing_violations
from companion.games.heroclix.state.state import Phase, Piece, State

LARGE = 2  # squares that the number of a starting area covers


def area_marks(board: GridBoard, drawing: GridDrawing) -> Iterator[Token]:
    """A number on each starting area, in its middle; its name is told by whoever shows it."""
    for number, area in enumerate(areas_on(board), 1):
        own = [space for space, tile in zip(board.spaces, board.tiles, strict=True) if tile.starting == area]
        places = [drawing.place(space) for space in own]
        middle = tuple(sum(ends) / len(places) for ends in zip(*places, strict=True))
        column, row = min(places, key=lambda place: dist(place, middle))
        column, row = min(column, drawing.columns - LARGE), min(row, drawing.rows - LARGE)
        yield Token(PieceId(area), str(number), "", "master", column, row, LARGE, LARGE)


def area_words(board: GridBoard, drawing: GridDrawing, area: str) -> Told:
    """Name a starting area by its number and the side where it is drawn: a map may lie on its side."""
    number = areas_on(board).index(area) + 1
    tiles = zip(board.spaces, board.tiles, strict=True)
    places = [drawing.place(space) for space, tile in tiles if tile.starting == area]
    across = sum(column + 0.5 for column, _ in places) / len(places) / drawing.columns - 0.5
    down = sum(row + 0.5 for _, row in places) / len(places) / drawing.rows - 0.5
    side = ("left" if across < 0 else "right") if abs(across) > abs(down) else "top" if down < 0 else "bottom"
    return say(f"area_{side}", number=number)


def area_asked(state: State) -> ChoiceRequest | None:
    """The question which area is taken, while it is open (HC-SETUP-06)."""
    asked = (request for request in state.flow.open if isinstance(request, ChoiceRequest))
    return next(asked, None) if state.flow.phase == Phase.AREAS else None


def area_taken(state: State, seats: Sequence[Seat], space: SpaceId) -> Choose | None:
    """The answer that a tap on a square of an area gives."""
    asked, area = area_asked(state), state.table.board.tile(space).starting
    if asked is None or asked.seat not in seats or area not in asked.options:
        return None
    return Choose(asked.seat, asked.id, (str(area),))


def may_stand(state: State, piece: Piece, base: tuple[SpaceId, ...]) -> bool:
    """Whether it may be set up on these squares (HC-SETUP-08, HC-TERR-20)."""
    return set(base) <= {*area_spaces(state, piece.seat)} and not any(footing_violations(state, piece, base))
