"""How a combat value is computed (HC-VAL-02): printed, then replaced, then modified, within its limits."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["RULE_OF_THREE", "combat_value"]

RULE_OF_THREE = 3


def combat_value(replaced: int, modifiers: Iterable[int] = (), *, minimum: int = 0) -> int:
    """The value after its modifiers (HC-VAL-03).

    Their *sum* counts as at most ±3 (HC-VAL-08); the result is never below the minimum (HC-VAL-15).
    """
    total = max(-RULE_OF_THREE, min(RULE_OF_THREE, sum(modifiers)))
    return max(minimum, replaced + total, 0)
