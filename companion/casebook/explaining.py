"""Which rules stand behind an event: the one it carries, the one that asks, and those its class names.

DamageDealt(rule=…)      DiceRequested(request.purpose)      class FigureMoved: "… (XX-MOVE-14)"
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from companion.casebook.language import Happened
from companion.core.citing import written_out
from companion.core.ids import RuleId

__all__ = ["happened"]


def happened(event: object, known: Collection[RuleId]) -> Happened:
    """The event with every known rule behind it, the most telling one first."""
    carried: list[Any] = [getattr(event, "rule", None), getattr(getattr(event, "request", None), "purpose", None)]
    carried += [getattr(getattr(event, "window", None), "rule", None)]
    carried += [getattr(event, "purpose", None), getattr(getattr(event, "outcome", None), "rule", None)]
    carried += getattr(event, "rules", ())
    named: list[RuleId] = [rule for rule in (*carried, *_cited(type(event).__doc__ or "")) if rule in known]
    return Happened(event, tuple(dict.fromkeys(named)))


@lru_cache(maxsize=512)
def _cited(text: str) -> tuple[RuleId, ...]:
    return tuple(written_out(text))
