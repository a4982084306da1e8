"""Values that a power modifies while it shows (HC-VAL-03)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["During", "ModifyValue", "Slot", "Whom"]


class Slot(StrEnum):
    """A combat value, range included."""

    SPEED = "speed"
    ATTACK = "attack"
    DEFENSE = "defense"
    DAMAGE = "damage"
    RANGE = "range"


class During(StrEnum):
    """The attacks in which it counts."""

    CLOSE = "close"
    RANGED = "ranged"
    ANY = "any"

    def covers(self, kind: AttackKind) -> bool:
        """Whether it counts in an attack of that kind."""
        return self is During.ANY or self.value == kind.value


class Whom(StrEnum):
    """Whose value it is."""

    SELF = "self"
    ADJACENT_FRIENDS = "adjacent_friends"
    FRIENDS_WITHIN = "friends_within"  # so many squares, whatever lies between: nobody is targeted (HX-TERM-10)


@dataclass(frozen=True, slots=True)
class ModifyValue(Verb):
    """Plus or minus on one value in attacks of a kind: the attacker's, or of a defense the target's."""

    value: Slot
    amount: int
    attack: During = During.ANY
    whom: Whom = Whom.SELF
    within: int = 0
