"""The clock of a table that is open, kept in a small file beside its store, and the page it is set on.

Kept(store) ──step(flow)──> called: the game's own ends          face() ──> what the header shows, a second at a time
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import msgspec

from companion.core.flow import Flow
from companion.core.ids import Seat
from companion.errors import InputError
from companion.files import write_file
from companion.system import EventClock
from companion.table.clock import Clock, Limits, Spent
from ui.presenters.clock import clock_hands, clock_model
from ui.presenters.models import ClockHands, ClockModel

EVERY_S = 15.0  # at most so much is lost by a power cut


class KeptClock:
    """One table's clock; it stands until ``switch``, and after a restart it has lost nothing but the last moments."""

    def __init__(self, store: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._file = store.with_suffix(".clock") if store.is_file() else None  # a game in memory is kept nowhere
        self._day = EventClock(passed_ns=lambda: int(now() * 1e9))
        self._now, self.clock = now, Clock(Limits(), now, _read(self._file) if self._file else None)
        self._kept, self.trouble = now(), ""
        self._settled, self._at = self.clock.settled, 0

    def step(self, flow: Flow) -> tuple[str, ...]:
        """Follow the game; whose time came to its end just now."""
        before = self.clock.seats
        self.clock.follow(flow)
        called = self.clock.called()
        if called or before != self.clock.seats or self._now() - self._kept > EVERY_S:
            self.keep()
        return called

    def face(self) -> ClockModel:
        """Return the clock as a screen shows it now."""
        return clock_model(self.clock)

    def hands(self) -> ClockHands:
        """Return the hands for a page with a watch of its own; they are others only when the clock was touched."""
        if self._settled is not self.clock.settled:
            self._settled = self.clock.settled
            self._at = self.now_ms()
        return clock_hands(self.clock, self._at)

    def now_ms(self) -> int:
        """Milliseconds since 1970, as when the table was opened and what has passed since: the machine's own clock may
        be set meanwhile."""
        return self._day.now_ms()

    def switch(self) -> None:
        """Pause it, or let it go on."""
        if self.clock.is_running:
            self.clock.pause()
        else:
            self.clock.go()
        self.keep()

    def limit(self, limits: Limits) -> None:
        """Set other limits; what is gone stays gone."""
        self.clock.limits = limits

    def keep(self) -> None:
        """Write down what is gone by now; a full disk must not stop a game, and is ``trouble``."""
        self._kept, self.trouble = self._now(), ""
        try:
            if self._file:
                write_file(self._file, json.dumps(asdict(self.clock.spent())).encode())
        except InputError as wrong:
            self.trouble = f"not-kept: {wrong.found}"


def _read(file: Path) -> Spent | None:
    """Read the times at which the game was left; ``None`` for a damaged file: it is a convenience, no record."""
    with suppress(OSError, msgspec.DecodeError):
        kept = msgspec.json.decode(file.read_bytes(), type=_Spent)
        return Spent(
            kept.evening,
            kept.round,
            kept.turn,
            {Seat(seat): gone for seat, gone in kept.seats.items()},
            tuple(kept.called),
        )
    return None


class _Spent(msgspec.Struct):
    evening: float = 0.0
    round: float = 0.0
    turn: float = 0.0
    seats: dict[str, float] = {}
    called: list[str] = []
