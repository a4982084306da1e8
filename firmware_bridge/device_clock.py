"""What a device's milliseconds mean on our clock, from the questions it answered fastest.

    t1 ours ──TIME_Q──> t2 its ── t3 its ──TIME_A──> t4 ours        offset = ((t1 - t2) + (t4 - t3)) / 2

Of the last thirty answers the one with the shortest round trip counts; half of that is the error. A new boot starts
afresh: its clock began again at zero.
"""

from __future__ import annotations

from collections import deque


class DeviceClock:
    """Maps device milliseconds to our seconds; knows nothing before the first answer."""

    def __init__(self) -> None:
        self._boot: int | None = None
        self._samples: deque[tuple[float, float]] = deque(maxlen=30)  # (round trip, offset), both in seconds

    def begin(self, boot: int) -> None:
        """Forget everything if the device was started again."""
        if boot != self._boot:
            self._boot = boot
            self._samples.clear()

    def answer(self, t1_s: float, t2_ms: int, t3_ms: int, t4_s: float) -> None:
        """Take one answered question into account."""
        trip_s = (t4_s - t1_s) - (t3_ms - t2_ms) / 1000
        self._samples.append((max(trip_s, 0.0), ((t1_s - t2_ms / 1000) + (t4_s - t3_ms / 1000)) / 2))

    @property
    def round_trip_s(self) -> float | None:
        """The shortest round trip seen, or ``None`` before the first answer."""
        return min(self._samples)[0] if self._samples else None

    def ours_s(self, boot: int, t_ms: int) -> tuple[float, float] | None:
        """Our time of the device's ``t_ms`` and its error, both in seconds; ``None`` if that boot is not known."""
        if boot != self._boot or not self._samples:
            return None
        trip_s, offset_s = min(self._samples)
        return t_ms / 1000 + offset_s, trip_s / 2 + 0.001  # its clock counts whole milliseconds
