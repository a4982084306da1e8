"""Who stands next to whom (HC-ADJ-02), by any square of either base (HC-MULTI-02)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.heroclix.state import Piece, State

__all__ = ["adjacent_friends", "adjacent_opponents", "are_adjacent"]


def are_adjacent(state: State, one: Piece, other: Piece) -> bool:
    """Whether the two stand next to each other; nobody stands next to itself (HC-ADJ-04)."""
    board = state.table.board
    return one.id != other.id and any(board.is_adjacent(a, b) for a in one.spaces for b in other.spaces)


def adjacent_opponents(state: State, piece: Piece) -> tuple[Piece, ...]:
    """The opposing pieces next to this one."""
    others = (one for one in state.on_map() if not state.is_friend(piece.seat, one.seat))
    return tuple(one for one in others if are_adjacent(state, piece, one))


def adjacent_friends(state: State, piece: Piece) -> Iterator[Piece]:
    """The friendly pieces next to this one."""
    friends = (one for one in state.on_map() if state.is_friend(piece.seat, one.seat))
    return (one for one in friends if are_adjacent(state, piece, one))
