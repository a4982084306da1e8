"""What a power is to the rules: how it is used, and the verbs with their parameters that it stands for.

powers-2010.toml ── [toughness] verb = "reduce" amount = 1 ──> PowerRule("toughness", verbs=(Reduce(1),))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["ACTIONS", "PowerRule", "by_hand", "is_standard"]

ACTIONS = ("free", "power", "move", "close", "ranged")


@dataclass(frozen=True, slots=True)
class PowerRule:
    """One power of one card."""

    id: str
    verbs: tuple[Any, ...]  # values of the classes in ``verbs``; none when the power is left to the players
    actions: tuple[str, ...] = ()  # the action types that activate it (HC-ACT-10); none: it is always on
    optional: bool = True  # HC-POW-06
    counterable: bool = True  # HC-POW-16
    opening: bool = False  # only at the start of the turn, before any action that is not free (HC-TURN-06)
    open: str = ""  # what of it is left to the players, and why
    members: int = 1  # so many who use it on the map, or nobody does (HC-TA-05)
    beside: str = ""  # counts next to a friend who uses it: ``any``, or ``cheaper`` for one of fewer points
    forbids: bool = False  # makes actions illegal: of a copy only if it began before the last action (HC-TA-13)

    @property
    def is_by_hand(self) -> bool:
        """Whether the players see to it."""
        return not self.verbs


def by_hand(powers: Mapping[str, PowerRule], power: str) -> bool:
    """Whether the players see to a power: it has no row, or one without a verb."""
    rule = powers.get(power)
    return rule is None or rule.is_by_hand


def is_standard(powers: Mapping[str, PowerRule], power: str) -> bool:
    """Whether a text that speaks of standard powers means it: what it does is on the common card, abilities of symbols
    included, and not on a card of its own (HC-POW-21, AMB-37)."""
    return power in powers and "/" not in power
