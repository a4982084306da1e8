"""Friends that are carried along (HC-MOVE-15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.powers.events import PassengerSetDown, PowerResolved
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve

__all__ = ["CarryFriend"]


@dataclass(frozen=True, slots=True)
class CarryFriend(Verb):
    """A move action may take one adjacent friend along, at so many squares less speed; it rests for the turn."""

    penalty: int
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The passenger is set down."""
        return PowerResolved(step.piece, step.power), PassengerSetDown(step.targets[0], step.spaces)
