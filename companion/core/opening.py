"""The opening of a game by the machine: everything placed, who is first decided, up to the first figure that may move.

next_order ──> dice by the machine · the first answer of what is asked · the order that the game picks ──> None: ready
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult, Die
from companion.core.flow import seat_of
from companion.core.ids import Seat
from companion.core.rules import Command, GameState, RulesSystem

S = TypeVar("S", bound=GameState)
Roll = Callable[[DiceRequest, Mapping[str, Die]], DiceResult]  # fair faces for a request, from these dice


@dataclass(frozen=True, slots=True)
class Opening(Generic[S]):
    """The opening of one game: when it is over, and which order comes next where nothing is asked."""

    is_ready: Callable[[S], bool]
    pick: Callable[[S, Sequence[Command]], Command | None]


def first_of(*kinds: type) -> Callable[[object, Sequence[Command]], Command | None]:
    """Pick the first order of the first of these kinds that may be given."""

    def pick(state: object, offers: Sequence[Command]) -> Command | None:
        return next((offer for kind in kinds for offer in offers if isinstance(offer, kind)), None)

    return pick


def next_order(
    opening: Opening[S], system: RulesSystem[S], state: S, seats: Sequence[Seat], roll: Roll
) -> Command | None:
    """Return the next order of the opening; ``None``: a player goes on."""
    if state.flow.outcome is not None or opening.is_ready(state):
        return None
    for request in state.flow.open:
        if isinstance(request, DiceRequest):
            return ReportDice(request.roller, roll(request, system.dice_of(state)))
        answer: Command | None = next(system.legal_commands(state, seat_of(request)), None)
        return answer
    return opening.pick(state, [offer for seat in seats for offer in system.legal_commands(state, seat)])
