"""Where a figure may be attacked next, for whoever learns the game."""

from __future__ import annotations

from companion.board.sight import Sight
from companion.board.spaces import Verdict
from companion.core.ids import PieceId, SpaceId
from companion.games.heroclix.position.holding import active
from companion.games.heroclix.position.reckoning import standing_value
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.state.state import Piece, State

GO_AND_ATTACK = ("charge", "running_shot")  # the powers by which one action is a way and an attack


def opponents(state: State, piece: PieceId) -> list[Piece]:
    """Return who may be attacked by it one day."""
    seat = state.piece(piece).seat
    return [other for other in state.on_map() if not state.is_friend(seat, other.seat)]


def peril(state: State, piece: PieceId, space: SpaceId) -> int:
    """Return how many opponents might attack there in their next turn, from where they stand or on their way."""
    board, sight = state.table.board, Sight(state.table.board, state.occupancy(), state.edition.sight)
    return sum(
        min(board.distance(own, space) for own in one.spaces) <= _arm(state, one)
        and sight.best(one.spaces, (space,)).verdict is not Verdict.BLOCKED
        for one in opponents(state, piece)
    )


def _arm(state: State, piece: Piece) -> int:
    """Return how far it attacks: its range, with half its speed where it may go and attack in one action."""
    goes = any(name in GO_AND_ATTACK for name, _ in active(state, piece, Verb))
    speed = standing_value(state, piece, "speed").value // 2 if goes else 0
    return max(1, standing_value(state, piece, "range").value) + speed
