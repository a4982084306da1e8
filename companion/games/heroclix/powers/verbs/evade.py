"""Hits that become misses (HC-ATK-07)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.attack.power_events import HitEvaded
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.asking import ask_dice
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve

__all__ = ["Evade"]


@dataclass(frozen=True, slots=True)
class Evade(Verb):
    """When hit, before damage is dealt: a die, and on these faces it is a miss."""

    faces: tuple[int, ...]
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, edition: Edition, step: Resolve) -> tuple[Any, ...]:
        """The roll, then the miss."""
        if step.answer is None:
            return ask_dice(state, step)
        evaded = (HitEvaded(step.piece, step.power),) if int(step.answer[0]) in self.faces else ()
        return PowerResolved(step.piece, step.power), *evaded
