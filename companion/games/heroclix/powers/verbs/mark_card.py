"""Markers on the card of a character: they stay, whatever becomes of the power that put them there (HC-POW-13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.powers.durations import next_number
from companion.games.heroclix.powers.events import CardMarked, EffectBegan, PowerResolved
from companion.games.heroclix.powers.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.powers.verbs.modify_value import Slot
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve

__all__ = ["MarkCard"]


@dataclass(frozen=True, slots=True)
class MarkCard(Verb):
    """A marker on the own card, and one value modified as long as the power is there."""

    mark: str
    value: Slot
    amount: int = 1
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The marker and the effect, which ends with its power."""
        effect = Lasting(
            next_number(state), LastingKind.MODIFIES, step.piece, self.value.value, Until.WHILE, self.amount,
            by=step.piece, power=step.power,
        )  # fmt: skip
        marked = CardMarked(step.piece, step.power, self.mark)
        return PowerResolved(step.piece, step.power), marked, EffectBegan(effect)
