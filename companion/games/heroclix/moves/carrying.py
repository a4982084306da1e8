"""Carrying a friend along: who may, how far, and where both come to stand (HC-ABIL-06, HC-MOVE-15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.board.carrying import Carried, carry
from companion.board.paths import allowance
from companion.core.ids import Seat
from companion.core.rules import Violation, violation
from companion.games.heroclix.actions import giving_violations
from companion.games.heroclix.commands import MoveFigure
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.events import ActionGiven
from companion.games.heroclix.moves.adjacency import adjacent_friends, are_adjacent
from companion.games.heroclix.moves.gaits import policy_of
from companion.games.heroclix.moves.movement import mover_of, needs_break_away, reach_of, spared
from companion.games.heroclix.powers.events import PowerUsed
from companion.games.heroclix.powers.holding import active
from companion.games.heroclix.powers.verbs.carry import CarryFriend
from companion.games.heroclix.powers.verbs.forbid import Forbid
from companion.games.heroclix.state import ActionKind, Piece, State

__all__ = ["carry_violations", "decide_carry", "legal_carries"]

_HEAVY = frozenset({"flight", "carry", "giant", "colossal"})  # who flies, carries or is larger is not carried


def carry_violations(state: State, edition: Edition, command: MoveFigure) -> Iterator[Violation]:
    """The rules a move with a passenger breaks."""
    yield from giving_violations(state, command.seat, command.piece, "move")
    piece, friend = state.find(command.piece), state.find(command.passenger) if command.passenger else None
    if piece is None or not piece.spaces:
        return
    if friend is None or not friend.spaces:
        yield violation("TW-PIECE-01", command.passenger, waivable=False)
        return
    found = _carried(state, edition, piece, friend)
    if found is None:
        yield violation("HC-ABIL-06", friend.id, waivable=False, piece=piece.id)
        return
    to = command.to[0] if len(command.to) == 1 else None
    if to is None or to not in found.costs or command.set_down not in found.set_down[to]:
        yield violation("HC-MOVE-01", to, waivable=False, piece=piece.id, speed=state.value(piece, "speed"))


def decide_carry(state: State, edition: Edition, command: MoveFigure) -> tuple[Any, ...]:
    """The action with its path, and the passenger to be set down at its end."""
    piece = state.piece(command.piece)
    assert command.passenger is not None and command.set_down is not None
    found = _carried(state, edition, piece, state.piece(command.passenger))
    assert found is not None
    power = next(power for power, _ in active(state, edition, piece, CarryFriend))
    used = PowerUsed(piece.id, power, (command.passenger,), (command.set_down,))
    to = command.to[0]
    if to in piece.spaces:
        return used, ActionGiven(piece.id, ActionKind.MOVE, to=piece.spaces), *spared(state, piece)
    alone = replace(state, pieces=tuple(one for one in state.pieces if one.id != command.passenger))
    path = (piece.spaces[0], *reach_of(alone, piece).path_to(to))
    rolls = needs_break_away(state, piece)
    return used, ActionGiven(piece.id, ActionKind.MOVE, path, found.costs[to], rolls, command.to), *spared(state, piece)


def legal_carries(state: State, edition: Edition, seat: Seat, piece: Piece) -> Iterator[MoveFigure]:
    """Every legal move of the piece with a passenger."""
    if any(giving_violations(state, seat, piece.id, "move")):
        return
    for friend in adjacent_friends(state, piece):
        found = _carried(state, edition, piece, friend)
        if found is None:
            continue
        for to in found.costs:
            if to not in piece.spaces:
                yield from (MoveFigure(seat, piece.id, (to,), friend.id, space) for space in found.set_down[to])


def _carried(state: State, edition: Edition, piece: Piece, friend: Piece) -> Carried | None:
    """Where the two may come to stand, or ``None`` when the one may not carry the other."""
    verbs = [verb for _, verb in active(state, edition, piece, CarryFriend)]
    heavy = bool(state.abilities(friend) & _HEAVY) or len(friend.spaces) > 1 or len(piece.spaces) > 1
    refuses = any(verb.carried for _, verb in active(state, edition, friend, Forbid))
    is_beside = state.is_friend(piece.seat, friend.seat) and are_adjacent(state, piece, friend)
    if not verbs or heavy or refuses or not is_beside:
        return None
    mover = mover_of(state, piece)
    policy, board = policy_of(mover.abilities), state.table.board
    if allowance(board, replace(mover, speed=2), policy) < 2:
        mover = replace(mover, speed=2 * mover.speed)  # it is halved again, where it starts in what hinders
    occupancy = state.occupancy()
    return carry(board, occupancy, mover, occupancy[friend.id], policy, penalty=min(v.penalty for v in verbs))
