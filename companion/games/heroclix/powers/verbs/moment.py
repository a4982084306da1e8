"""Effects at a moment of the clock: no action brings them, they happen (HC-TURN-04, -06, -08, -09)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.attack.power_events import EffectDealt
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.heal import healed
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Moment, Resolve

__all__ = ["TurnDialAt"]


@dataclass(frozen=True, slots=True)
class TurnDialAt(Verb):
    """The piece heals so many clicks at that moment, or is dealt damage."""

    moment: Moment
    heal: int = 0
    damage: int = 0
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The dial turned back, and the damage dealt."""
        piece = state.piece(step.piece)
        dealt = (EffectDealt(piece.id, step.power, (piece.id,), self.damage),) if self.damage else ()
        return PowerResolved(piece.id, step.power), *healed(state, piece, self.heal, step.power), *dealt
