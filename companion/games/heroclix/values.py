"""Combat values (HC-VAL-02): printed, then replaced, then modified, within the limits of this game.

7 printed ─halved─> 4 ─+2 (perplex)─> 6        every contribution keeps the rule or power and the piece it comes from
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.core import reckoning
from companion.core.reckoning import Contribution, Reckoning, plus

RULE_OF_THREE = 3  # all modifiers together (HC-VAL-08)


def combat_value(replaced: int, modifiers: Iterable[int] = (), *, minimum: int = 0) -> int:
    """The value after its modifiers (HC-VAL-03).

    Their *sum* counts as at most ±3 (HC-VAL-08); the result is never below the minimum (HC-VAL-15).
    What changes damage dealt or taken is no part of it: it has no such limit (HC-VAL-21).
    """
    return reckon(replaced, [plus(amount, "") for amount in modifiers], minimum=minimum).value


def reckon(printed: int, parts: Sequence[Contribution], *, minimum: int = 0) -> Reckoning:
    """The value with its contributions, replacements in the order given (HC-VAL-02, -09), a half rounded up at once
    (HC-VAL-04, -05, AMB-02).

    The first lock settles it, whatever else there is (HC-VAL-06, AMB-67), but for the minimum (HC-VAL-16).
    """
    return reckoning.reckon(printed, parts, minimum=minimum, most_change=RULE_OF_THREE)


def outcomes(printed: int, parts: Sequence[Contribution], *, minimum: int = 0) -> tuple[Reckoning, ...]:
    """Return one reckoning for each different result that an order of the replacements can give.

    More than one means that the controller of the piece chooses (HC-VAL-02); so do two locks that begin together.
    """
    return reckoning.outcomes(printed, parts, minimum=minimum, most_change=RULE_OF_THREE)
