"""The board as it is now: the one place that lays everything over the printed map.

printed ─walls that fell─> ─debris (it clears blocking terrain)─> ─markers of powers─> ─objects nobody holds─> board
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.board.grid import MARKER_TERRAIN, GridBoard
from companion.board.spaces import Terrain
from companion.core.ids import SpaceId
from companion.games.heroclix.state.lasting import Lasting, LastingKind
from companion.games.heroclix.state.state import State

DEBRIS = "debris"


def with_lasting(state: State, lasting: tuple[Lasting, ...]) -> State:
    """The state with these effects, and with their markers on the board."""
    before, state = tuple(_marks(state)), replace(state, lasting=lasting)
    return state if before == tuple(_marks(state)) else laid_out(state)


def laid_out(state: State) -> State:
    """The state with the board as it is now (HC-TERR-01, -06, -16, -29..32, -39, HC-OBJ-11, -40)."""
    printed = state.table.printed or state.table.board
    board = board_of(state, printed)
    return replace(state, table=replace(state.table, board=board, printed=None if board is printed else printed))


def board_of(state: State, printed: GridBoard) -> GridBoard:
    """The board that this state makes of the printed one."""
    play, marks = state.tactics, tuple(_marks(state))
    if not (play.fallen or play.lying or marks):
        return printed
    return printed.with_changes(
        removed_walls=play.fallen, markers=marks, objects=tuple(lying.space for lying in play.lying)
    )


def debris_on(state: State) -> tuple[SpaceId, ...]:
    """Every square where a debris marker lies now."""
    return tuple(space for space, kind in _marks(state) if kind == DEBRIS)


def _marks(state: State) -> Iterator[tuple[SpaceId, str]]:
    yield from ((space, DEBRIS) for space in state.tactics.debris)
    for effect in state.lasting:
        if effect.kind is LastingKind.MARKS:
            yield from ((space, effect.key) for space in effect.spaces)


def marker_on(state: State, space: SpaceId) -> Lasting | None:
    """The effect whose blocking marker lies on the square, or ``None``."""
    marks = (effect for effect in state.lasting if effect.kind is LastingKind.MARKS and space in effect.spaces)
    return next((one for one in marks if MARKER_TERRAIN[one.key] is Terrain.BLOCKING), None)
