"""A row of the report, and how it is measured.

Row        our figure, the peer's or the limit, their ratio, and whether the goal is met
limited    a limit in time is meant for a machine that runs ``fixed_loop`` in ``REFERENCE_S``: it grows and shrinks with
           what the loop takes here and now, so that a slow machine does not fail and a fast one does not flatter
capped     a limit that is the same everywhere: memory, and waits that timers set
side_by_side    another runner goes first in each round; medians
                round 1   ours  peer          a slow moment of the machine falls on both,
                round 2   peer  ours          and whatever the first one warms up helps both
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

Clock = Callable[[], int]  # nanoseconds
Runner = Callable[[int], object]  # takes the number of the sample

REFERENCE_S = 0.025  # of ``fixed_loop`` on the machine the limits were written on


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


def limited(
    name: str, ours: float, unit: str, limit: float, *, fixed: float = 0.0, slowness: Callable[[], float] | None = None
) -> Row:
    """A row held against a limit in time, scaled by how slow this machine is just now: the ratio may be 1 at most.

    ``fixed`` is the part of it that a delay takes, on a fast machine as on a slow one: it is not scaled.
    """
    times = (slowness or slowness_now)()
    what = f"limit of {limit:g} {unit}, on this machine x {times:.2f}"
    what += f" but for {fixed:g}" if fixed else ""
    return Row(name, ours, unit, fixed + (limit - fixed) * times, what, 1.0)


def capped(name: str, ours: float, unit: str, limit: float) -> Row:
    """A row held against a limit that is the same on every machine."""
    return Row(name, ours, unit, limit, "limit", 1.0)


def slowness_now() -> float:
    """Return the time of the fixed loop here over ``REFERENCE_S``: the median of some runs, in processor time."""
    taken = []
    for _ in range(5):
        before = time.process_time()
        fixed_loop()
        taken.append(time.process_time() - before)
    return median(taken) / REFERENCE_S


def fixed_loop() -> int:
    """Look up, multiply and divide whole numbers, two hundred thousand times: always the same work."""
    total, table = 0, {number: number * 7 % 1009 for number in range(1000)}
    for number in range(200_000):
        total = (total * 31 + table[number % 1000]) % 1_000_003
    return total


def _short(number: float) -> float:
    return float(f"{number:.4g}")


def side_by_side(
    runners: Sequence[Runner], samples: int, *, warm_up: int = 1, clock: Clock = time.perf_counter_ns
) -> tuple[float, ...]:
    """The median seconds of one call of each runner; the first ``warm_up`` rounds do not count."""
    taken: list[list[int]] = [[] for _ in runners]
    for number in range(warm_up + samples):
        for offset in range(len(runners)):
            which = (number + offset) % len(runners)
            before = clock()
            runners[which](number)
            after = clock()
            if number >= warm_up:
                taken[which].append(after - before)
    return tuple(median(one) / 1e9 for one in taken)
