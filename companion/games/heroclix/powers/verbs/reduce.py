"""Damage that a piece does not take: taken off (not from penetrating damage, HC-DMG-07), or ignored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.attack.power_events import DamageLessened
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.asking import ask_dice
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Blow, DamageKind, Resolve

__all__ = ["IgnoreHalf", "Reduce", "ReduceByRoll"]


@dataclass(frozen=True, slots=True)
class Reduce(Verb):
    """Takes a fixed amount off; where no limit is set, several add up (AMB-04)."""

    amount: int
    penetrating: bool = False  # penetrating damage too


@dataclass(frozen=True, slots=True)
class ReduceByRoll(Verb):
    """A die: on these faces all of the damage is taken off, else the amount."""

    faces: tuple[int, ...]
    amount: int
    attacks: bool = False  # the die is thrown for damage of attacks alone; else the amount comes off without it
    resolves: ClassVar[bool] = True
    penetrating: ClassVar[bool] = False

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The roll, then what it takes off the blow below."""
        blow = next(one for one in state.agenda if isinstance(one, Blow) and one.piece == step.piece)
        is_thrown = not self.attacks or blow.kind is DamageKind.ATTACK
        if step.answer is None and is_thrown:
            return ask_dice(state, step)
        all_of_it = step.answer is not None and int(step.answer[0]) in self.faces
        less = blow.amount if all_of_it else self.amount
        return PowerResolved(step.piece, step.power), DamageLessened(step.piece, step.power, less)


@dataclass(frozen=True, slots=True)
class IgnoreHalf(Verb):
    """Half of the damage is ignored, the half rounded up; penetrating damage too."""

    penetrating: ClassVar[bool] = True
