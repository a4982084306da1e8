"""Whether a team ability, a feat or a condition counts for a piece at the moment it would (HC-TA-05, HC-FEAT-18)."""

from __future__ import annotations

from companion.games.heroclix.figures.hand import Held
from companion.games.heroclix.moves.adjacency import adjacent_friends
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.tactics.feats import may_use

__all__ = ["counts", "partners_of", "users_of"]


def counts(state: State, piece: Piece, one: Held) -> bool:
    """Whether it counts now: enough members, a partner beside it, the prerequisites on the click in the window.

    Conditions and event dials are about characters on the map (HC-BFC-04); a wild card's copy that forbids actions
    counts from the second action on (HC-TA-13).
    """
    source = one.power if not one.by else one.by
    if one.slot == "team":
        rule = state.edition.powers.get(source)
        if rule is None:
            return True
        if rule.forbids and piece.id in state.tactics.fresh:
            return False
        if rule.beside and not any(
            rule.beside == "any" or other.points < piece.points for other in partners_of(state, piece, source)
        ):
            return False
        return rule.members < 2 or len(users_of(state, piece, source)) >= rule.members
    if one.slot == "feat":
        feat = state.table.tactics.feat(source)
        return feat is not None and may_use(state, feat, piece)
    return bool(piece.spaces)


def users_of(state: State, piece: Piece, ability: str) -> tuple[Piece, ...]:
    """The piece and its friends on the map who use the team ability now."""
    friends = (one for one in state.on_map() if state.is_friend(piece.seat, one.seat))
    return tuple(one for one in friends if any(held.power == ability for held in state.held(one)))


def partners_of(state: State, piece: Piece, ability: str) -> tuple[Piece, ...]:
    """The friends beside the piece who use the team ability too."""
    near = adjacent_friends(state, piece)
    return tuple(one for one in near if any(held.power == ability for held in state.held(one)))
