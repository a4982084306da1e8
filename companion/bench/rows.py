"""A row of the report: our figure, the peer's or the limit, their ratio, and whether the goal is met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One claim. Smaller is better: ``goal`` is the largest ratio of ours to the peer's that keeps it."""

    name: str
    ours: float
    unit: str
    peer: float
    peer_name: str
    goal: float

    @property
    def ratio(self) -> float:
        """Ours divided by the peer's; infinite when the peer took nothing."""
        return self.ours / self.peer if self.peer else float("inf")

    @property
    def met(self) -> bool:
        """Whether the claim holds."""
        return self.ratio <= self.goal

    def as_json(self) -> dict[str, Any]:
        """The row as the command prints it, figures to four digits."""
        return {
            "name": self.name,
            "ours": _short(self.ours),
            "unit": self.unit,
            "peer": _short(self.peer),
            "peer_name": self.peer_name,
            "ratio": _short(self.ratio) if self.peer else None,
            "goal": self.goal,
            "met": self.met,
        }


def limited(name: str, ours: float, unit: str, limit: float) -> Row:
    """A row that is held against a fixed limit: the ratio may be 1 at most."""
    return Row(name, ours, unit, limit, "limit", 1.0)


def _short(number: float) -> float:
    return float(f"{number:.4g}")
