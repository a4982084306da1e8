# Milliseconds since start that never wrap: ticks_ms wraps after 12.4 days.
import time


class Clock:
    """A 64-bit millisecond clock; ask it at least once a day."""

    def __init__(self):
        self._last = time.ticks_ms()
        self._now = 0

    def now(self):
        """Milliseconds since this object was made."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now
