"""Questions that powers put to the players: dice to throw, one of several to choose, a square to go to."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.dice import DiceRequest
from companion.core.events import ChoiceRequested, DiceRequested, PlacementRequested
from companion.core.flow import ChoiceRequest, PlacementRequest
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.powers.events import PowerAdvanced
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["PURPOSE", "ask_choice", "ask_dice", "ask_place", "at_stage", "purpose_of"]

PURPOSE = "power."  # what a question of a power is for: this and the power's id


def purpose_of(power: str) -> RuleId:
    """What a question of that power is for."""
    return RuleId(PURPOSE + power)


def ask_dice(state: State, step: Resolve, count: int = 1, seat: Seat | None = None) -> tuple[DiceRequested]:
    """The request for dice, of the piece's owner unless another seat throws."""
    roller = seat or state.piece(step.piece).seat
    request = DiceRequest(state.flow.next_id(), ("d6",) * count, roller, purpose_of(step.power), step.piece)
    return (DiceRequested(request),)


def ask_choice(
    state: State, step: Resolve, options: Iterable[str], seat: Seat | None = None, piece: PieceId | None = None,
    *, optional: bool = True,
) -> tuple[ChoiceRequested]:  # fmt: skip
    """The request for one of the options; declining is allowed unless said otherwise."""
    who = seat or state.piece(step.piece).seat
    request = ChoiceRequest(
        state.flow.next_id(), who, purpose_of(step.power), tuple(options), optional=optional, piece=piece or step.piece
    )
    return (ChoiceRequested(request),)


def ask_place(
    state: State, step: Resolve, spaces: Iterable[SpaceId], piece: Piece | None = None
) -> tuple[PlacementRequested]:
    """The request for a square to put the piece on: whose power it is, unless another one goes there."""
    goes = piece or state.piece(step.piece)
    request = PlacementRequest(state.flow.next_id(), goes.seat, purpose_of(step.power), goes.id, tuple(spaces))
    return (PlacementRequested(request),)


def at_stage(step: Resolve, stage: int, targets: tuple[PieceId, ...] | None = None, option: str = "") -> PowerAdvanced:
    """The power at another stage, with what it was used on unless that changed."""
    kept = step.targets if targets is None else targets
    return PowerAdvanced(step.piece, step.power, stage, kept, step.spaces, option or step.option)
