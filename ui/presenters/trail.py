"""The last move of a figure as this screen saw it: where it stood, and where it stands now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.board.picture import BoardPicture, Place, Token
from companion.core.ids import PieceId


class Trail:
    """Compares a board with the one shown before; what a side did not see leaves no trail."""

    def __init__(self) -> None:
        self._side = ""
        self._stood: dict[PieceId, tuple[Place, ...]] = {}
        self._last: tuple[Place, ...] = ()

    def marked(self, board: BoardPicture, side: str) -> BoardPicture:
        """The board with the squares of the last move; among zones nothing is marked: figures there make room."""
        if board.plates:
            return board
        stands = {token.piece: tuple(_under(token)) for token in board.tokens}
        if side != self._side:
            self._side, self._last = side, ()
        else:
            moves = [(self._stood[piece], now) for piece, now in stands.items() if self._stood.get(piece, now) != now]
            if moves:
                (before, now) = moves[-1]
                self._last = (*before, *now)
        self._stood = stands
        return replace(board, trail=self._last) if self._last else board


def _under(token: Token) -> Iterator[Place]:
    for column in range(token.width):
        for row in range(token.height):
            yield int(token.column) + column, int(token.row) + row
