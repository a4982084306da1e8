"""A table's screen played by a finger, in a process of its own: what a tap costs, and what an hour of them holds.

    tap ──> presenter ──> one frame ──drawn    and at once the same scene again, bare: what a redraw alone takes
    game over ──> the next one is opened, as a rematch would

Nobody thinks in between, so an hour's taps take minutes.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from functools import partial
from statistics import median, quantiles
from typing import TYPE_CHECKING

from ui.bench.demo import resident_mb

if TYPE_CHECKING:
    from ui.presenters.open_table import OpenTable

A_TAP_S = 6.0  # an hour has 600 taps
WARM = 0.1  # of the taps fill the caches of fonts and textures before the memory counts


def play(taps: int, opened: Callable[[int], OpenTable], seed: int = 7) -> dict[str, float]:
    """The milliseconds of a tap and of a bare redraw (p95, median), the megabytes before and after, the events.

    ``opened``: the table of the game with that number, at its first turn.
    """
    from ui.tablet.screens.finger import Finger
    from ui.tablet.screens.memory import EVERY_S, give_back

    finger = Finger(opened, seed)
    tapped, bare, before = [], [], 0.0
    for number in range(taps):
        if number == int(WARM * taps):
            before = _held()
        if number % int(EVERY_S / A_TAP_S) == 0:
            give_back()  # as the app does
        at = finger.aim()
        tapped.append(_milliseconds(partial(finger.tap, at)))
        bare.append(_milliseconds(finger.redraw))
    return {
        "tap": quantiles(tapped, n=20)[-1],
        "tap_median": median(tapped),
        "redraw": quantiles(bare, n=20)[-1],
        "redraw_median": median(bare),
        "before": before,
        "after": _held(),
        "games": finger.games,
        "events": finger.told,
    }


def _milliseconds(run: Callable[[], None]) -> float:
    before = time.perf_counter()
    run()
    return 1000 * (time.perf_counter() - before)


def _held() -> float:
    gc.collect()
    return resident_mb(os.getpid())
