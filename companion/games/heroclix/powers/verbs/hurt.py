"""Damage without an attack: nobody evades it, what reduces damage reduces it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.attack.power_events import EffectDealt
from companion.games.heroclix.moves.adjacency import adjacent_opponents
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve

__all__ = ["HurtNeighbours"]


@dataclass(frozen=True, slots=True)
class HurtNeighbours(Verb):
    """Damage to every adjacent opponent, as far as immunity lets it (HC-TURN-11)."""

    damage: int
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The damage to each."""
        piece = state.piece(step.piece)
        near = tuple(one.id for one in adjacent_opponents(state, piece) if not state.is_immune(one))
        return PowerResolved(piece.id, step.power), EffectDealt(piece.id, step.power, near, self.damage)
