"""Carrying a friend along: who may, how far, and where both come to stand (HC-ABIL-06, HC-MOVE-15).

Flyers, carriers, giants, larger bases and whoever holds an object are not carried (powers catalogue 7, HC-MULTI-15).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.board.carrying import Carried, carry
from companion.board.paths import allowance
from companion.core.ids import Seat
from companion.core.reckoning import Contribution, Operation
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import MoveFigure, carry_to
from companion.games.heroclix.events.play import ActionGiven
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.moves.fetching import Fetch, fetched_to, taking_violations
from companion.games.heroclix.moves.gaits import policy_of
from companion.games.heroclix.moves.movement import Manner, mover_of, needs_break_away, reach_of
from companion.games.heroclix.position.holding import active, adjacent_friends, are_adjacent
from companion.games.heroclix.position.in_hand import is_holding
from companion.games.heroclix.position.reckoning import standing_value
from companion.games.heroclix.position.verb import Forbid, Verb
from companion.games.heroclix.state.attack import ActionKind
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.turns.acting import giving_violations


@dataclass(frozen=True, slots=True)
class CarryFriend(Verb):
    """A move action may take one adjacent friend along, at so many squares less speed; it rests for the turn."""

    penalty: int


_HEAVY = frozenset({"flight", "carry", "giant", "colossal"})  # who flies, carries or is larger is not carried


def carry_violations(state: State, command: MoveFigure) -> Iterator[Violation]:
    """The rules a move with a passenger breaks."""
    yield from giving_violations(state, command.seat, command.piece, "move")
    piece, friend = state.find(command.piece), state.find(command.passenger) if command.passenger else None
    if piece is None or not piece.spaces:
        return
    if friend is None or not friend.spaces:
        yield violation("TW-PIECE-01", command.passenger, waivable=False)
        return
    found = _carried(state, piece, friend)
    if found is None:
        yield violation("HC-ABIL-06", friend.id, waivable=False, piece=piece.id)
        return
    to = command.to[0] if len(command.to) == 1 else None
    if command.pick_up is not None:
        broken = list(taking_violations(state, piece, command.pick_up))
        yield from broken
        if not broken and to in found.costs and _way_over(state, piece, friend, command) is None:
            yield violation("HC-OBJ-20", command.pick_up, waivable=False, piece=piece.id, to=to)
    if to is None or to not in found.costs or command.set_down not in found.set_down[to]:
        yield violation(
            "HC-MOVE-01", to, waivable=False, piece=piece.id, speed=standing_value(state, piece, "speed").value
        )


def carrying(state: State, command: MoveFigure) -> tuple[PowerUsed, ActionGiven]:
    """The power that carries the passenger, and the action with its path."""
    piece = state.piece(command.piece)
    assert command.passenger is not None and command.set_down is not None
    found = _carried(state, piece, state.piece(command.passenger))
    assert found is not None
    power = next(power for power, _ in active(state, piece, CarryFriend))
    used = PowerUsed(piece.id, power, (command.passenger,), (command.set_down,))
    to, rolls = command.to[0], needs_break_away(state, piece)
    if to in piece.spaces:
        return used, ActionGiven(piece.id, ActionKind.MOVE, to=piece.spaces)
    way = _way_over(state, piece, state.piece(command.passenger), command)
    if way is not None:
        over = (piece.spaces[0], *way.path)
        return used, ActionGiven(piece.id, ActionKind.MOVE, over, way.cost, rolls, command.to, command.pick_up)
    alone = state.with_piece(replace(state.piece(command.passenger), spaces=()))
    path = (piece.spaces[0], *reach_of(alone, piece).path_to(to))
    return used, ActionGiven(piece.id, ActionKind.MOVE, path, found.costs[to], rolls, command.to)


def legal_carries(state: State, seat: Seat, piece: Piece) -> Iterator[MoveFigure]:
    """Every legal move of the piece with a passenger, when it may be given the action."""
    for friend in adjacent_friends(state, piece):
        found = _carried(state, piece, friend)
        if found is None:
            continue
        for to in found.costs:
            if to not in piece.spaces:
                yield from (carry_to(seat, piece.id, (to,), friend.id, space) for space in found.set_down[to])


def _carried(state: State, piece: Piece, friend: Piece) -> Carried | None:
    """Return the squares where the two may end, or ``None`` when the one may not carry the other."""
    verbs = [verb for _, verb in active(state, piece, CarryFriend)]
    heavy = bool(state.abilities(friend) & _HEAVY) or len(friend.spaces) > 1 or len(piece.spaces) > 1
    heavy = heavy or is_holding(state, friend.id)
    refuses = any(verb.carried for _, verb in active(state, friend, Forbid))
    is_beside = state.is_friend(piece.seat, friend.seat) and are_adjacent(state, piece, friend)
    if not verbs or heavy or refuses or not is_beside:
        return None
    mover = mover_of(state, piece)
    policy, board = policy_of(mover.abilities), state.table.board
    if allowance(board, replace(mover, speed=2), policy) < 2:
        mover = replace(mover, speed=2 * mover.speed)  # it is halved again, where it starts in what hinders
    occupancy = state.occupancy()
    return carry(board, occupancy, mover, occupancy[friend.id], policy, penalty=_penalty(state, piece))


def _penalty(state: State, piece: Piece) -> int:
    return min(verb.penalty for _, verb in active(state, piece, CarryFriend))


def _way_over(state: State, piece: Piece, friend: Piece, command: MoveFigure) -> Fetch | None:
    """The way of the carrier that takes the object of the command along; ``None``: there is none, or no object."""
    if command.pick_up is None:
        return None
    alone = state.with_piece(replace(friend, spaces=()))
    slower = Manner((Contribution(Operation.MODIFIED, -_penalty(state, piece), "HC-ABIL-06"),))
    return fetched_to(alone, piece, command.to, slower, command.pick_up, command.pick_up_at)
