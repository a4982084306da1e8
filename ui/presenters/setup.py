"""Setting up by hand: the figures of the seat whose turn it is to deploy, one after the other or in any order.

    card: the next figure, and a button for each other one      tap a square of the own area ──> Place
"""

from __future__ import annotations

from typing import Any

from companion.board.squares import format_square, parse_square
from companion.core.commands import Place
from companion.core.ids import PieceId, SpaceId
from companion.games.heroclix.areas import area_spaces
from companion.games.heroclix.state import Phase, Piece, State
from ui.presenters.models import CardModel

__all__ = ["free_spaces", "next_to_deploy", "placing", "setup_card"]


def _waiting(state: State) -> list[Piece]:
    if state.flow.phase != Phase.DEPLOYMENT:
        return []
    return [one for one in state.pieces if one.seat in state.flow.active and not one.spaces
            and not state.is_bystander(one)]  # fmt: skip


def next_to_deploy(state: State, chosen: PieceId | None) -> Piece | None:
    """The figure the next tap sets up: the chosen one while it waits, else the first; ``None`` in other phases."""
    waiting = _waiting(state)
    return next((one for one in waiting if one.id == chosen), waiting[0] if waiting else None)


def free_spaces(state: State, piece: Piece) -> dict[SpaceId, int]:
    """The free squares of the area the figure is set up in, as the board shows a reach."""
    taken = {space for other in state.on_map() for space in other.spaces}
    return {space: 0 for space in area_spaces(state, piece.seat) if space not in taken}


def placing(state: State, piece: Piece, space: SpaceId) -> Place:
    """The command that sets the figure up with the top left corner of its base on a square."""
    columns, rows = state.figure(piece).dimensions
    column, row = parse_square(space)
    spaces = tuple(format_square(column + c, row + r) for r in range(rows) for c in range(columns))
    return Place(piece.seat, piece.id, spaces)


def setup_card(table: Any, words: dict[str, str]) -> CardModel | None:
    """The card that says whom to set up, with a button for each other figure; ``None`` in other phases."""
    piece = next_to_deploy(table.state, table.chosen)
    if piece is None:
        return None
    names = table.wording.names
    others = tuple((f"deploy:{one.id}", names[one.id]) for one in _waiting(table.state) if one.id != piece.id)
    seat = table.wording.word("seat", piece.seat)
    return CardModel("setup", f"{seat}: {names[piece.id]}", words["set_up"], others)
