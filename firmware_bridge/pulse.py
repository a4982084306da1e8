"""Whether a device still answers: pings, quick at first to learn its clock, and what their silence means.

    ping each 0.98 s ten times, then each 2 s        three unanswered: degraded        10 s of silence: offline

Online is proved by traffic, not by an open port. A host that itself slept judges nobody: only pings it sent count.
"""

from __future__ import annotations

from companion.table.observation import LinkState

PING_S = 2.0  # seconds between two pings; more: silence is noticed later
FIRST_PING_S, FIRST_PINGS = 0.98, 10  # the same at first, off the beat of whatever runs each second; so many of them
MISSES = 3  # pings unanswered in a row before it is degraded; more: one that hangs looks well longer
SILENT_S = 10.0  # seconds of silence before it counts as gone; a watch-dog restarts a device within 8


class Pulse:
    """The pings of one session."""

    def __init__(self, now_s: float) -> None:
        self.begin(now_s)

    def begin(self, now_s: float) -> None:
        """Begin a new session: the first ping is due at once."""
        self._pings = self._missed = 0
        self._pinged_s = now_s - PING_S
        self._unanswered_s = now_s

    def heard(self) -> None:
        """Note that the device said something, whatever it was."""
        self._missed = 0

    def is_due(self, now_s: float) -> bool:
        """Whether to ping now; a yes counts as a ping sent."""
        if now_s - self._pinged_s < (FIRST_PING_S if self._pings < FIRST_PINGS else PING_S):
            return False
        self._missed += 1
        if self._missed == 1:
            self._unanswered_s = now_s
        self._pings += 1
        self._pinged_s = now_s
        return True

    def verdict(self, now_s: float) -> LinkState | None:
        """DEGRADED or OFFLINE when pings stayed unanswered, else ``None``."""
        if self._missed > 1 and now_s - self._unanswered_s >= SILENT_S:
            return LinkState.OFFLINE
        return LinkState.DEGRADED if self._missed > MISSES else None
