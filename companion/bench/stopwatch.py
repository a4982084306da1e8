"""Timing side by side: all runners take a sample in turn, another one first each time, and medians are compared.

round 1   ours  peer          a slow moment of the machine falls on both,
round 2   peer  ours          and whatever the first one warms up helps both
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median

Clock = Callable[[], int]  # nanoseconds
Runner = Callable[[int], object]  # takes the number of the sample


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
