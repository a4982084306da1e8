"""A number with its terms: what it began as, what replaced it, what was added, and who says so.

    7 printed ─halved─> 4 ─+2 (perplex)─> 6        each keeps the rule or power and the piece it comes from

A game says what bounds it: the least it may be, the most that additions may change together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations

from companion.core.ids import PieceId


class Operation(StrEnum):
    """The effect of a contribution: the first four replace the number, the last one adds to it."""

    BECOMES = "becomes"
    HALVED = "halved"
    DOUBLED = "doubled"
    LOCKED = "locked"  # no other replacement and no addition counts any more
    MODIFIED = "modified"


@dataclass(frozen=True, slots=True)
class Contribution:
    """One effect on a number: what it does, by how much, and which rule or power of which piece says so."""

    operation: Operation
    amount: int
    source: str  # the id of a rule or of a power
    piece: PieceId | None = None

    @property
    def replaces(self) -> bool:
        """Whether it is a replacement and no addition."""
        return self.operation is not Operation.MODIFIED

    def applied(self, value: int) -> int:
        """The number after this replacement, a half rounded up at once."""
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
    """A number with everything that made it, replacements in the order in which they counted."""

    value: int
    printed: int
    parts: tuple[Contribution, ...] = ()

    def __str__(self) -> str:
        return ", ".join([f"{self.printed}", *map(str, self.parts)])


def plus(amount: int, source: str, piece: PieceId | None = None) -> Contribution:
    """An addition, or a subtraction."""
    return Contribution(Operation.MODIFIED, amount, source, piece)


def reckon(
    printed: int, parts: Sequence[Contribution], *, minimum: int = 0, most_change: int | None = None
) -> Reckoning:
    """The number with its contributions, replacements in the order given, then the additions as one sum.

    ``most_change`` bounds that sum either way; the result is never below ``minimum``, nor below 0. The first lock
    settles it, whatever else there is, but for the minimum.
    """
    replacing = [part for part in parts if part.replaces]
    adding = [part for part in parts if not part.replaces]
    lock = next((part for part in replacing if part.operation is Operation.LOCKED), None)
    if lock is not None:
        return Reckoning(max(minimum, lock.amount, 0), printed, tuple(parts))
    value = printed
    for part in replacing:
        value = part.applied(value)
    change = sum(part.amount for part in adding)
    if most_change is not None:
        change = max(-most_change, min(most_change, change))
    return Reckoning(max(minimum, value + change, 0), printed, (*replacing, *adding))


def outcomes(
    printed: int, parts: Sequence[Contribution], *, minimum: int = 0, most_change: int | None = None
) -> tuple[Reckoning, ...]:
    """Return one reckoning for each different result that an order of the replacements can give.

    More than one means that somebody has to choose; so do two locks that begin together.
    """
    replacing = [part for part in parts if part.replaces]
    adding = [part for part in parts if not part.replaces]
    results: dict[int, Reckoning] = {}
    for order in permutations(replacing):
        reckoning = reckon(printed, [*order, *adding], minimum=minimum, most_change=most_change)
        results.setdefault(reckoning.value, reckoning)
    return tuple(results.values())
