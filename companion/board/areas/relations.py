"""Relations of sides, enemies or friends: a symmetric table, as the scenario gives it.

red ─ blue     enemies unless the table says otherwise; a side is always its own friend (GC-MOVE-10, GC-AMB-29)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relations:
    """The friendships between sides; all other pairs of different sides are enemies."""

    friends: frozenset[frozenset[str]] = frozenset()

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Relations:
        """The relations in which the sides of each pair are friends."""
        return cls(frozenset(frozenset(pair) for pair in pairs))

    def are_enemies(self, one: str, other: str) -> bool:
        """Whether the two sides are enemies."""
        return one != other and frozenset((one, other)) not in self.friends
