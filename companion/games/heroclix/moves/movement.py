"""Moving: where a piece may go, whether it must break away, and the step of the agenda that moves it.

A move crosses every square of its path (HC-MOVE-14), and never leaves the map (HC-END-04).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from companion.board.endings import Ending, endings
from companion.board.grid import GridBoard
from companion.board.occupancy import Occupancy, Occupant
from companion.board.paths import Reach, allowance, reach
from companion.core.dice import DiceRequest
from companion.core.events import DiceRequested
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.actions import giving_violations, may_be_given, spares
from companion.games.heroclix.commands import MoveFigure, move_to
from companion.games.heroclix.events import ActionGiven, BreakAwayFailed, BrokeAway, FigureMoved
from companion.games.heroclix.moves.adjacency import adjacent_opponents
from companion.games.heroclix.moves.gaits import policy_of
from companion.games.heroclix.objects.taken import picked_up_events
from companion.games.heroclix.powers.events import ActionSpared
from companion.games.heroclix.powers.holding import active
from companion.games.heroclix.powers.verbs.gait import BreakAway
from companion.games.heroclix.reckoning import lasting_parts
from companion.games.heroclix.state import ActionKind, Piece, State
from companion.games.heroclix.steps import Move
from companion.games.heroclix.values import Contribution, Operation, reckon

__all__ = [
    "Manner",
    "adjacent_opponents",
    "ending_of",
    "gets_away",
    "legal_bases",
    "legal_moves",
    "move_events",
    "move_of",
    "move_violations",
    "mover_of",
    "needs_break_away",
    "path_violations",
    "reach_of",
    "rest_of",
    "roll_events",
    "spared",
]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a move differs from a move action's: what else is done to the speed, which ways of going it has."""

    speed: tuple[Contribution, ...] = ()
    gaits: tuple[str, ...] = ()
    own_gaits: bool = True  # whether powers that change a move *action* count (HC-ACT-15)


MOVE_ACTION = Manner()


def mover_of(state: State, piece: Piece, manner: Manner = MOVE_ACTION) -> Occupant:
    """The piece as it moves: the speed that counts, halved where it starts in what hinders (HC-TERR-14)."""
    return state.once(manner, piece, lambda piece: _mover(state, piece, manner))


def _mover(state: State, piece: Piece, manner: Manner) -> Occupant:
    mover = state.occupant(piece)
    own = mover.abilities if manner.own_gaits else state.abilities(piece)
    gaits = manner.gaits if state.table.parts.break_away else ("first_game",)
    mover = replace(mover, abilities=own | frozenset(gaits))
    parts = [*manner.speed, *lasting_parts(state, piece, "speed")]
    if allowance(state.table.board, replace(mover, speed=2), policy_of(mover.abilities)) < 2:
        parts.insert(0, Contribution(Operation.HALVED, 0, "HC-TERR-14"))
    return replace(mover, speed=reckon(mover.speed, parts).value)


def reach_of(state: State, piece: Piece, manner: Manner = MOVE_ACTION) -> Reach:
    """Where a move may take the piece, supposing that it breaks away."""
    return state.once(("reach", manner), piece, lambda piece: _walk(state, mover_of(state, piece, manner)))


def _walk(state: State, mover: Occupant) -> Reach:
    """The reach of the mover; a slower one's begins like that of a faster one who goes the same way."""
    policy = policy_of(mover.abilities)
    key = ("walk", mover.piece, mover.spaces, mover.side, mover.size, policy)
    known: tuple[int, Reach] | None = state.kept.get(key)
    if known is not None and known[0] >= mover.speed:
        return known[1].within(mover.speed)
    found = _reach(state.table.board, state.occupancy(), mover)
    state.kept[key] = (mover.speed, found)
    return found


def rest_of(state: State, piece: Piece, manner: Manner, squares: int) -> Reach:
    """Where the rest of a move may take the piece, so many squares further."""
    mover = replace(mover_of(state, piece, manner), speed=squares)
    return _reach(state.table.board, state.occupancy(), mover)


@lru_cache(maxsize=64)  # a screen asks about one position again and again, a rehearsal about the next and the next
def _reach(board: GridBoard, occupancy: Occupancy, mover: Occupant) -> Reach:
    return reach(board, occupancy, mover, policy_of(mover.abilities), is_halved=True)


def ending_of(state: State, piece: Piece, to: tuple[SpaceId, ...], manner: Manner = MOVE_ACTION) -> Ending | None:
    """How a move of the piece ends with its base on ``to``, or ``None`` when none does."""
    found = reach_of(state, piece, manner)
    if len(to) == 1:
        return Ending(to, to[0], found.costs[to[0]]) if to[0] in found.costs else None
    ways = endings(state.table.board, state.occupancy(), state.occupant(piece), found)
    return next((one for one in ways if set(one.base) == set(to)), None)


def needs_break_away(state: State, piece: Piece, manner: Manner = MOVE_ACTION) -> bool:
    """Whether moving the piece takes a roll (HC-MOVE-06)."""
    freely = policy_of(mover_of(state, piece, manner).abilities).breaks_away_freely
    return not freely and bool(adjacent_opponents(state, piece))


def move_violations(state: State, command: MoveFigure) -> Iterator[Violation]:
    """The rules the move breaks."""
    yield from giving_violations(state, command.seat, command.piece, "move")
    piece = state.find(command.piece)
    if piece is not None and piece.spaces:
        yield from path_violations(state, piece, command.to)


def path_violations(
    state: State, piece: Piece, to: tuple[SpaceId, ...], manner: Manner = MOVE_ACTION
) -> Iterator[Violation]:
    """The rules that a move ending there breaks."""
    board = state.table.board
    strange = [space for space in to if space not in board]
    if strange or len(to) != len(piece.spaces):
        found = ", ".join(to) or "-"
        yield violation("HC-MAP-07", strange[0] if strange else None, waivable=False, found=found)
        return
    if set(to) == set(piece.spaces):
        return  # a move of 0 (HC-MOVE-02)
    taken = [other for other in state.on_map() if other.id != piece.id and set(other.spaces) & set(to)]
    if taken:  # HC-VAL-10 cannot be agreed away: two pieces do not fit in one square of a record
        yield violation("HC-VAL-10", to[0], waivable=False, piece=taken[0].id)
        return
    if ending_of(state, piece, to, manner) is None:
        yield violation("HC-MOVE-01", to[0], piece=piece.id, speed=state.value(piece, "speed"))


def spared(state: State, piece: Piece) -> tuple[ActionSpared, ...]:
    """That a move action of the piece does not count against the total, if something says so."""
    power = spares(state, piece, "move")
    return (ActionSpared(piece.id, power),) if power else ()


def move_of(
    state: State, piece: Piece, to: tuple[SpaceId, ...], kind: ActionKind, manner: Manner = MOVE_ACTION
) -> ActionGiven:
    """The action with its path and whether a roll comes first."""
    if set(to) == set(piece.spaces):  # AMB-15: a move of 0 needs no roll
        return ActionGiven(piece.id, kind, to=piece.spaces)
    end = ending_of(state, piece, to, manner)
    # overruled: from here to there
    way = reach_of(state, piece, manner).path_to(end.last, end.counted) if end else (to[0],)
    cost = end.counted if end else 0
    return ActionGiven(piece.id, kind, (piece.spaces[0], *way), cost, needs_break_away(state, piece, manner), to)


def move_events(state: State, move: Move) -> tuple[Any, ...]:
    """What the agenda's move does next: ask for the break-away roll, or go, with the object it takes along."""
    piece = state.piece(move.piece)
    if move.needs_roll:
        rule = RuleId("HC-MOVE-07")
        return (DiceRequested(DiceRequest(state.flow.next_id(), ("d6",), piece.seat, rule, piece.id)),)
    return FigureMoved(piece.id, move.path, move.to, move.cost), *picked_up_events(state, piece.id, move.pick_up)


def roll_events(state: State, move: Move, face: int) -> tuple[BrokeAway | BreakAwayFailed]:
    """How the break-away roll came out."""
    piece = state.piece(move.piece)
    modifier = sum(verb.own for _, verb in active(state, piece, BreakAway))
    for other in adjacent_opponents(state, piece):  # HC-MOVE-10: one roll gets away from all of them
        modifier += min((verb.opponents for _, verb in active(state, other, BreakAway)), default=0)
    got_away = gets_away(face, modifier, state.edition.break_away_at)
    return (BrokeAway(move.piece),) if got_away else (BreakAwayFailed(move.piece),)


def gets_away(face: int, modifier: int, needed: int) -> bool:
    """Whether a break-away roll succeeds, whatever modifies it (HC-MOVE-07, HC-MOVE-08)."""
    return face == 6 or (face != 1 and face + modifier >= needed)


def legal_moves(state: State, seat: Seat, piece: Piece) -> Iterator[MoveFigure]:
    """Every legal move of the piece, nearest squares first."""
    if may_be_given(state, seat, piece, "move"):
        name = piece.id
        yield from (move_to(seat, name, base) for base in legal_bases(state, piece))


def legal_bases(state: State, piece: Piece, manner: Manner = MOVE_ACTION) -> Iterator[tuple[SpaceId, ...]]:
    """Every way the base may lie after a move, nearest squares first."""
    found = reach_of(state, piece, manner)
    if len(piece.spaces) == 1:  # the costs are in this order
        return zip(found.costs)
    return (end.base for end in endings(state.table.board, state.occupancy(), state.occupant(piece), found))


def moves_to(state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[MoveFigure]:
    """The legal move that ends there, if there is one."""
    found = state.find(piece)
    if found is None or not found.spaces:
        return
    command = MoveFigure(found.seat, piece, spaces)
    if not any(move_violations(state, command)):
        yield command
