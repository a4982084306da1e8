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
    return tuple(one for one in _beside(state, piece) if not state.is_friend(piece.seat, one.seat))


def adjacent_friends(state: State, piece: Piece) -> Iterator[Piece]:
    """The friendly pieces next to this one."""
    return (one for one in _beside(state, piece) if state.is_friend(piece.seat, one.seat))


def _beside(state: State, piece: Piece) -> tuple[Piece, ...]:
    """Everybody next to the piece; found out once for each state."""
    return state.once(
        "beside", piece, lambda piece: tuple(one for one in state.on_map() if are_adjacent(state, piece, one))
    )
