"""How a combat value is computed (HC-VAL-02): printed, then replaced, then modified, within its limits.

7 printed ─halved─> 4 ─+2 (perplex)─> 6        every contribution keeps the rule or power and the piece it comes from
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations

from companion.core.ids import PieceId

__all__ = ["RULE_OF_THREE", "Contribution", "Operation", "Reckoning", "combat_value", "outcomes", "reckon"]

RULE_OF_THREE = 3


class Operation(StrEnum):
    """What a contribution does: the first four replace (HC-VAL-04), the last one modifies (HC-VAL-03)."""

    BECOMES = "becomes"
    HALVED = "halved"
    DOUBLED = "doubled"
    LOCKED = "locked"  # no other replacement and no modifier counts any more (HC-VAL-06)
    MODIFIED = "modified"


@dataclass(frozen=True, slots=True)
class Contribution:
    """One effect on a value: what it does, by how much, and which rule or power of which piece says so."""

    operation: Operation
    amount: int
    source: str  # the id of a rule or of a power
    piece: PieceId | None = None

    @property
    def replaces(self) -> bool:
        """Whether it is a replacement and no modifier."""
        return self.operation is not Operation.MODIFIED

    def applied(self, value: int) -> int:
        """The value after this replacement, a half rounded up at once (HC-VAL-05, AMB-02)."""
        match self.operation:
            case Operation.HALVED:
                return (value + 1) // 2
            case Operation.DOUBLED:
                return 2 * value
            case _:
                return self.amount

    def __str__(self) -> str:
        match self.operation:
            case Operation.MODIFIED:
                return f"{self.amount:+d} {self.source}"
            case Operation.HALVED | Operation.DOUBLED:
                return f"{self.operation.value} {self.source}"
            case _:
                return f"{self.operation.value} {self.amount} {self.source}"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A value with everything that made it, replacements in the order in which they counted."""

    value: int
    printed: int
    parts: tuple[Contribution, ...] = ()

    def __str__(self) -> str:
        return ", ".join([f"{self.printed}", *map(str, self.parts)])


def combat_value(replaced: int, modifiers: Iterable[int] = (), *, minimum: int = 0) -> int:
    """The value after its modifiers (HC-VAL-03).

    Their *sum* counts as at most ±3 (HC-VAL-08); the result is never below the minimum (HC-VAL-15).
    What changes damage dealt or taken is no part of it: it has no such limit (HC-VAL-21).
    """
    total = max(-RULE_OF_THREE, min(RULE_OF_THREE, sum(modifiers)))
    return max(minimum, replaced + total, 0)


def reckon(printed: int, parts: Sequence[Contribution], *, minimum: int = 0) -> Reckoning:
    """The value with its contributions, replacements in the order given (HC-VAL-02, -09).

    The first lock settles it, whatever else there is (HC-VAL-06, AMB-67), but for the minimum (HC-VAL-16).
    """
    replacing = [one for one in parts if one.replaces]
    modifying = [one for one in parts if not one.replaces]
    lock = next((one for one in replacing if one.operation is Operation.LOCKED), None)
    if lock is not None:
        return Reckoning(max(minimum, lock.amount, 0), printed, tuple(parts))
    value = printed
    for one in replacing:
        value = one.applied(value)
    value = combat_value(value, (one.amount for one in modifying), minimum=minimum)
    return Reckoning(value, printed, (*replacing, *modifying))


def outcomes(printed: int, parts: Sequence[Contribution], *, minimum: int = 0) -> tuple[Reckoning, ...]:
    """What the order of the replacements may make of a value, one reckoning for each different result.

    More than one means that the controller of the piece chooses (HC-VAL-02); so do two locks that begin together.
    """
    replacing = [one for one in parts if one.replaces]
    modifying = [one for one in parts if not one.replaces]
    found: dict[int, Reckoning] = {}
    for order in permutations(replacing):
        reckoning = reckon(printed, [*order, *modifying], minimum=minimum)
        found.setdefault(reckoning.value, reckoning)
    return tuple(found.values())
