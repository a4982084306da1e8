"""Hits that become misses (HC-ATK-07)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.edition import Edition
from companion.games.heroclix.power_events import PowerResolved
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve
from companion.games.heroclix.strike_events import HitEvaded
from companion.games.heroclix.verbs.asking import ask_dice
from companion.games.heroclix.verbs.verb import Verb

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
