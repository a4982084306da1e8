"""What is added to a roll, and to damage dealt: no modifiers of a value, and after them (HX-ROLL-03, HX-DMG-09)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.modify_value import During
from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["RaiseDealt", "RaiseTotal"]


@dataclass(frozen=True, slots=True)
class RaiseTotal(Verb):
    """The attack total is raised by so much, once the roll is final."""

    amount: int
    attack: During = During.ANY


@dataclass(frozen=True, slots=True)
class RaiseDealt(Verb):
    """Damage dealt to each target hit is raised by so much, after it is divided."""

    amount: int
    attack: During = During.ANY
