"""The board with what lies on it now: markers of powers that last, over what is printed and the objects put there."""

from __future__ import annotations

from dataclasses import replace

from companion.board.grid import GridBoard
from companion.core.ids import SpaceId
from companion.games.heroclix.powers.lasting import Lasting, LastingKind
from companion.games.heroclix.state import State

__all__ = ["with_board", "with_lasting"]


def with_lasting(state: State, lasting: tuple[Lasting, ...]) -> State:
    """The state with these effects, and with their markers on the board."""
    before, now = _marks(state.lasting), _marks(lasting)
    state = replace(state, lasting=lasting)
    return state if before == now else with_board(state, state.table.printed or state.table.board)


def with_board(state: State, bare: GridBoard) -> State:
    """The state with this board under the markers that lie now."""
    marks = _marks(state.lasting)
    board = bare.with_changes(markers=marks) if marks else bare
    return replace(state, table=replace(state.table, board=board, printed=bare if marks else None))


def _marks(lasting: tuple[Lasting, ...]) -> list[tuple[SpaceId, str]]:
    return [(space, one.key) for one in lasting if one.kind is LastingKind.MARKS for space in one.spaces]
