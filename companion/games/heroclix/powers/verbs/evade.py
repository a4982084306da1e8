"""Hits that become misses (HC-ATK-07)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.attack.power_events import HitEvaded
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.holding import active
from companion.games.heroclix.powers.verbs.asking import ask_dice
from companion.games.heroclix.powers.verbs.insist import Insist
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve

__all__ = ["Evade"]


@dataclass(frozen=True, slots=True)
class Evade(Verb):
    """When hit, before damage is dealt: a die, and on these faces it is a miss."""

    faces: tuple[int, ...]
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The roll, then the miss."""
        if step.answer is None:
            return ask_dice(state, step)
        face = int(step.answer[0]) + _hindrance(state)
        evaded = (HitEvaded(step.piece, step.power),) if face in self.faces else ()
        return PowerResolved(step.piece, step.power), *evaded


def _hindrance(state: State) -> int:
    """What the attacker's powers add to the die."""
    if state.attack is None:
        return 0
    attacker = state.piece(state.attack.attacker)
    return sum(verb.roll for _, verb in active(state, attacker, Insist))
