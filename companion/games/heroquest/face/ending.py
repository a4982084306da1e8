"""The end of a hero's turn, or of the master's part, told before it comes: who is next."""

from __future__ import annotations

from companion.core.ids import PieceId
from companion.core.phrases import Told, listed, say
from companion.games.heroquest.state import Phase, State


def brings(state: State, piece: PieceId | None) -> Told:
    """Tell who comes once that hero ends its turn, or without one the master its part (HQ-AMB-04, HQ-ACT-01)."""
    if piece is None or state.flow.phase == Phase.MASTER:
        return say("brings_round", round=state.flow.round + 1, who=listed(_heroes(state)))
    left = [one for one in _heroes(state) if one != piece and not state.who(one).acted]
    if len(left) > 1:
        return say("brings_heroes", who=listed(left))
    return listed(left) if left else say("brings_master")


def _heroes(state: State) -> list[PieceId]:
    return [figure.id for figure in state.characters if figure.is_hero]
