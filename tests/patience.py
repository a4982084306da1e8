"""How long a test waits: until it sees what it waits for, and in the end no longer than this."""

from __future__ import annotations

import time
from collections.abc import Callable

# seconds before what never comes is a failure; the slowest thing waited for takes 8 s on two quiet cores, so that a
# machine ten times slower still passes; a higher number only makes a failure take longer
PATIENCE_S = 90.0
PATIENCE_MS = 1000 * PATIENCE_S  # the same for a browser


def wait_until(
    happened: Callable[[], object],
    step: Callable[[], object] = lambda: None,
    told: Callable[[], object] = lambda: "it did not happen",
    every_s: float = 0.01,
) -> None:
    """Take steps until ``happened``; when it never does, fail with what ``told`` says."""
    until_s = time.monotonic() + PATIENCE_S
    step()
    while not happened():
        assert time.monotonic() < until_s, f"not within {PATIENCE_S:.0f} s: {told()}"
        time.sleep(every_s)
        step()
