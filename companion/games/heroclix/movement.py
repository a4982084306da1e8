"""Moving: where a piece may go, whether it must break away, and the step of the agenda that moves it.

A move crosses every square of its path (HC-MOVE-14), and never leaves the map (HC-END-04).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.board.endings import Ending, endings
from companion.board.grid import GridBoard
from companion.board.occupancy import Occupancy, Occupant
from companion.board.paths import Reach, reach
from companion.core.dice import DiceRequest
from companion.core.events import DiceRequested
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.actions import giving_violations
from companion.games.heroclix.commands import MoveFigure
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.events import ActionGiven, BreakAwayFailed, BrokeAway, FigureMoved
from companion.games.heroclix.gaits import policy_of
from companion.games.heroclix.state import ActionKind, Piece, State
from companion.games.heroclix.steps import Move

__all__ = ["adjacent_opponents", "decide_move", "legal_moves", "move_events", "move_violations", "roll_events"]


def adjacent_opponents(state: State, piece: Piece) -> tuple[Piece, ...]:
    """The opposing pieces next to this one (HC-ADJ-02), by any square of either base (HC-MULTI-02)."""
    board = state.table.board
    return tuple(
        other
        for other in state.on_map()
        if not state.is_friend(piece.seat, other.seat)
        and any(board.is_adjacent(a, b) for a in piece.spaces for b in other.spaces)
    )


def reach_of(state: State, piece: Piece) -> Reach:
    """Where a move action may take the piece, supposing that it breaks away."""
    return _reach(state.table.board, state.occupancy(), state.occupant(piece))


@lru_cache(maxsize=64)  # a screen asks about one position again and again, a rehearsal about the next and the next
def _reach(board: GridBoard, occupancy: Occupancy, mover: Occupant) -> Reach:
    return reach(board, occupancy, mover, policy_of(mover.abilities))


def _ending(state: State, piece: Piece, to: tuple[SpaceId, ...]) -> Ending | None:
    """How a move of the piece ends with its base on ``to``, or ``None`` when none does."""
    found = reach_of(state, piece)
    if len(to) == 1:
        return Ending(to, to[0], found.costs[to[0]]) if to[0] in found.costs else None
    ways = endings(state.table.board, state.occupancy(), state.occupant(piece), found)
    return next((one for one in ways if set(one.base) == set(to)), None)


def needs_break_away(state: State, piece: Piece) -> bool:
    """Whether moving the piece takes a roll (HC-MOVE-06)."""
    freely = policy_of(state.occupant(piece).abilities).breaks_away_freely
    return not freely and bool(adjacent_opponents(state, piece))


def move_violations(state: State, command: MoveFigure) -> Iterator[Violation]:
    """The rules the move breaks."""
    yield from giving_violations(state, command.seat, command.piece)
    piece = state.find(command.piece)
    if piece is None or not piece.spaces:
        return
    board = state.table.board
    strange = [space for space in command.to if space not in board]
    if strange or len(command.to) != len(piece.spaces):
        found = ", ".join(command.to) or "-"
        yield violation("HC-MAP-07", strange[0] if strange else None, waivable=False, found=found)
        return
    if set(command.to) == set(piece.spaces):
        return  # a move of 0 (HC-MOVE-02)
    taken = [other for other in state.on_map() if other.id != piece.id and set(other.spaces) & set(command.to)]
    if taken:  # HC-VAL-10 cannot be agreed away: two pieces do not fit in one square of a record
        yield violation("HC-VAL-10", command.to[0], waivable=False, piece=taken[0].id)
        return
    if _ending(state, piece, command.to) is None:
        yield violation("HC-MOVE-01", command.to[0], piece=piece.id, speed=state.value(piece, "speed"))


def decide_move(state: State, command: MoveFigure) -> tuple[ActionGiven]:
    """The event that begins the move: the action with its path and whether a roll comes first."""
    piece = state.piece(command.piece)
    if set(command.to) == set(piece.spaces):  # AMB-15: a move of 0 needs no roll
        return (ActionGiven(piece.id, ActionKind.MOVE, to=piece.spaces),)
    end = _ending(state, piece, command.to)
    # overruled: from here to there
    way = reach_of(state, piece).path_to(end.last, end.counted) if end else (command.to[0],)
    cost = end.counted if end else 0
    return (
        ActionGiven(
            piece.id,
            ActionKind.MOVE,
            (piece.spaces[0], *way),
            cost,
            needs_break_away(state, piece),
            command.to,
        ),
    )


def move_events(state: State, move: Move) -> tuple[DiceRequested | FigureMoved]:
    """What the agenda's move does next: ask for the break-away roll, or go."""
    piece = state.piece(move.piece)
    if move.needs_roll:
        rule = RuleId("HC-MOVE-07")
        return (DiceRequested(DiceRequest(state.flow.next_id(), ("d6",), piece.seat, rule, piece.id)),)
    return (FigureMoved(piece.id, move.path, move.to, move.cost),)


def roll_events(edition: Edition, move: Move, face: int) -> tuple[BrokeAway | BreakAwayFailed]:
    """How the break-away roll came out; a natural 1 always fails, a natural 6 always succeeds (HC-MOVE-08)."""
    succeeded = face == 6 or (face != 1 and face >= edition.break_away_at)
    return (BrokeAway(move.piece),) if succeeded else (BreakAwayFailed(move.piece),)


def legal_moves(state: State, seat: Seat, piece: Piece) -> Iterator[MoveFigure]:
    """Every legal move of the piece, nearest squares first."""
    if any(giving_violations(state, seat, piece.id)):
        return
    for end in endings(state.table.board, state.occupancy(), state.occupant(piece), reach_of(state, piece)):
        yield MoveFigure(seat, piece.id, end.base)


def moves_to(state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[MoveFigure]:
    """The legal move that ends there, if there is one."""
    found = state.find(piece)
    if found is None or not found.spaces:
        return
    command = MoveFigure(found.seat, piece, spaces)
    if not any(move_violations(state, command)):
        yield command
