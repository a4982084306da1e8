"""The board as a model: which way up it lies, its tiles, its walls, its figures, the line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.board.grid import GridBoard
from companion.board.lines import SightLine
from companion.board.spaces import Terrain, Verdict
from companion.board.squares import parse_square
from companion.core.ids import PieceId, SpaceId
from companion.games.heroclix.view import PieceView, TableView
from ui.presenters.models import (
    BoardModel,
    FieldModel,
    HandModel,
    LineModel,
    ObjectModel,
    Segment,
    TileModel,
    TokenModel,
)

__all__ = ["BoardPresenter"]


_TURNED = {"N": "W", "E": "N", "S": "E", "W": "S"}  # sides of a map that lies on its side


class BoardPresenter:
    """Draws one board as a model; a map higher than wide lies on its side, so that it fills a tablet."""

    def __init__(self, board: GridBoard) -> None:
        self.board = board
        self.is_turned = board.rows > board.columns
        self.columns, self.rows = (board.rows, board.columns) if self.is_turned else (board.columns, board.rows)
        names = [format_column(index) for index in range(board.columns)], [str(n + 1) for n in range(board.rows)]
        self._labels = (tuple(names[1]), tuple(names[0])) if self.is_turned else (tuple(names[0]), tuple(names[1]))
        self._walls = tuple(self._border(*parse_square(one.a), *parse_square(one.b)) for one in sorted(board.walls))
        self._ramps = tuple((self.place(one.a), self.place(one.b)) for one in sorted(board.ramps))
        self._rims = tuple(self._rim_segments())

    def place(self, space: SpaceId) -> tuple[int, int]:
        """Where a square is drawn: (column, row) of the screen."""
        column, row = parse_square(space)
        return (row, self.board.columns - 1 - column) if self.is_turned else (column, row)

    def space_at(self, column: int, row: int) -> SpaceId | None:
        """The square drawn there, or ``None``."""
        if self.is_turned:
            column, row = self.board.columns - 1 - row, column
        return self.board.at(column, row)

    @property
    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The letters and numbers along the top and down the side."""
        return self._labels[0], tuple(reversed(self._labels[1])) if self.is_turned else self._labels[1]

    def segment(self, one: SpaceId, other: SpaceId) -> Segment:
        """The grid corners the border of two squares runs between, as drawn."""
        return self._border(*parse_square(one), *parse_square(other))

    def turned(self, facing: str) -> str:
        """A side of the map (N, E, S, W) as the screen has it."""
        return _TURNED[facing] if self.is_turned else facing

    def model(
        self,
        view: TableView,
        *,
        labels: Mapping[PieceId, str],
        chosen: PieceId | None = None,
        reach: Mapping[SpaceId, int] | None = None,
        targets: Collection[PieceId] = (),
        waiting: Collection[PieceId] = (),
        line: LineModel | None = None,
        field: FieldModel | None = None,
        hand: HandModel | None = None,
        liftable: Collection[PieceId] = (),
        objects: tuple[ObjectModel, ...] = (),
        debris: Collection[SpaceId] = (),
    ) -> BoardModel:
        """The model of the board with these figures on it."""
        tiles = tuple(self._tile(space, (reach or {}).get(space)) for space in self.board.spaces)
        away = {*waiting, hand.piece} if hand else waiting  # its place is kept while a finger holds it
        tokens = tuple(
            self._token(one, labels[one.id], chosen, targets, away, one.id in liftable)
            for one in view.pieces
            if one.spaces
        )
        return BoardModel(
            self.columns, self.rows, tiles, self._walls, self._rims, self._ramps, self.labels, tokens,
            line, field, hand, objects, tuple(self.place(space) for space in debris),
        )  # fmt: skip

    def field_model(self, field: Mapping[SpaceId, Verdict] | None) -> FieldModel | None:
        """An overlay as drawn, or ``None``."""
        return None if field is None else tuple((*self.place(space), one.value) for space, one in field.items())

    def line_model(self, line: SightLine, *, label: str = "", is_close: bool = False) -> LineModel:
        """A line as drawn; one of a close attack names no causes."""

        def centre(space: SpaceId) -> tuple[float, float]:
            column, row = self.place(space)
            return column + 0.5, row + 0.5

        causes = [one.square or (one.edge.a if one.edge else None) for one in line.causes]
        return LineModel(
            centre(line.start), centre(line.end), "close" if is_close else line.verdict.value,
            tuple(self.place(space) for space in line.crossed),
            () if is_close else tuple(self.place(space) for space in causes if space), label,
        )  # fmt: skip

    def _rim_segments(self) -> Iterator[Segment]:
        """The borders of neighbouring squares on different levels."""
        board = self.board
        for space in board.spaces:
            column, row = parse_square(space)
            for c, r in ((column + 1, row), (column, row + 1)):
                other = board.at(c, r)
                if other is not None and board.level(other) != board.level(space):
                    yield self._border(column, row, c, r)

    def _tile(self, space: SpaceId, reach: int | None) -> TileModel:
        column, row = self.place(space)
        tile = self.board.tile(space)
        kinds = [one for one in (Terrain.BLOCKING, Terrain.WATER, Terrain.HINDERING) if one in tile.terrain]
        terrain = kinds[0].value if kinds else "starting" if tile.starting else "clear"
        return TileModel(space, column, row, terrain, tile.elevation, reach)

    def _token(
        self, one: PieceView, label: str, chosen: PieceId | None, targets: Collection[PieceId],
        waiting: Collection[PieceId], may_be_lifted: bool,
    ) -> TokenModel:  # fmt: skip
        spots = [self.place(space) for space in one.spaces]
        left, top = min(c for c, _ in spots), min(r for _, r in spots)
        right, bottom = max(c for c, _ in spots), max(r for _, r in spots)
        return TokenModel(
            one.id, label, one.name, one.seat, left, top, right - left + 1, bottom - top + 1, one.tokens,
            one.id == chosen, one.id in targets, one.id in waiting, one.acted, may_be_lifted,
        )  # fmt: skip

    def _border(self, a: int, b: int, c: int, d: int) -> Segment:
        """The grid corners the border of two squares runs between, as drawn."""
        left, top = max(a, c), max(b, d)
        ends = ((left, top), (left, top + 1)) if b == d else ((left, top), (left + 1, top))
        if not self.is_turned:
            return ends
        (x0, y0), (x1, y1) = ((y, self.board.columns - x) for x, y in ends)
        return (x0, y0), (x1, y1)


def format_column(index: int) -> str:
    """The letters of a column: A … Z, AA …"""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
