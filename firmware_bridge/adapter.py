"""A dice tower as the table wants it: ``companion.ports.DiceTower`` over any link.

    poll() <── TowerSeen, in order, once <── Spool <── Device <── Link <── the tower
           <── LinkSeen, at every change of state, with a reason a player can act on

``Tower`` is stepped by whoever owns it; ``LiveTower`` and ``SerialTower`` step themselves in a thread, so that
acknowledgements and pings do not wait for a busy screen. An event counts as taken when ``poll`` is called again or
``close`` ends it in order: if the app dies between, the next start gets it again, marked ``replayed``.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from companion.ports import RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation
from firmware_bridge.device import Device
from firmware_bridge.link import Link
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.signing import Keys, Proof, proof_of
from firmware_bridge.spool import Spool, SpooledEvent
from firmware_bridge.translate import Zones, arm_order, observation_of, ring_order

ARM_TTL_S = 3.0  # seconds an order to expect dice lives; more: a device that was away arms late
RING_TTL_S = 1.0  # a flash that is later than this must not happen
_ROUND_S = 0.02  # seconds of the longest wait; more: a resend is late


class Tower:
    """A ``DiceTower`` over a link, without a thread: ``poll`` steps it. A device in ``keys`` must sign its readings."""

    def __init__(
        self,
        link: Link,
        spool: Spool | Path | str = ":memory:",
        *,
        name: str = "tower",
        clock: Callable[[], float] = time.monotonic,
        session: int | None = None,
        zones: Zones | None = None,
        keys: Keys | None = None,
        expected: str = "",  # the node that the link vouches for; empty: any
    ) -> None:
        self.name, self._zones, self._keys = name, zones, keys if keys is not None else {}
        self._own_spool = not isinstance(spool, Spool)
        self._spool = spool if isinstance(spool, Spool) else Spool(spool)
        number = secrets.randbits(32) if session is None else session
        self.device = Device(link, self._spool, session=number, clock=clock, keys=keys, expected=expected)
        self._clock = clock
        self._lock = threading.RLock()
        self._closed = False
        self._handed: list[SpooledEvent] = []  # given by the last poll
        self._done: list[SpooledEvent] = []  # given before that: the app came back for more
        self._broken: deque[str] = deque(maxlen=20)
        self._fault = ""

    def step(self) -> None:
        """Go one round with the device; a fault in here is reported by ``poll``, not raised."""
        with self._lock:
            if self._closed:
                return
            try:
                self.device.step()
                self._mark()
                self._fault = ""
            except Exception as fault:  # a driver's fault, a full disk: must not end the game
                if self._fault != str(fault):  # said once, not fifty times a second
                    self._broken.append(f"bridge-fault: {fault}")
                self._fault = str(fault)

    def poll(self) -> Sequence[Observation]:
        """What was seen since the last call, the cable's states first; never blocks, never raises."""
        self.step()
        with self._lock:
            found: list[Observation] = []
            while self.device.states:
                at_s, state, why = self.device.states.popleft()
                found.append(LinkSeen(self.name, at_s, state, why))
            while self._broken:
                found.append(LinkSeen(self.name, self._clock(), LinkState.DEGRADED, self._broken.popleft()))
            if not self._closed:
                try:
                    found.extend(self._events())
                except Exception as fault:  # a full disk, a broken file
                    found.append(LinkSeen(self.name, self._clock(), LinkState.DEGRADED, f"spool-fault: {fault}"))
            return found

    @property
    def handed(self) -> Sequence[SpooledEvent]:
        """The events behind what the last ``poll`` gave, those included that mean nothing to the table."""
        return tuple(self._handed)

    def arm(self, dice: int) -> None:
        """Expect so many dice in the next throw, 0 to 255; 0 disarms."""
        self._order(*arm_order(dice), ARM_TTL_S)

    def show(self, pattern: RingPattern) -> None:
        """Ask the ring to show the pattern, within a second or not at all."""
        self._order(*ring_order(pattern), RING_TTL_S)

    def close(self) -> None:
        """Let go of the device; may be called twice. ``poll`` says OFF once more."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._done += self._handed
            with contextlib.suppress(sqlite3.Error):
                self._mark()
            self.device.link.close()
            self.device.states.append((self._clock(), LinkState.OFF, ""))
            if self._own_spool:
                self._spool.close()

    def _order(self, kind: int, body: bytes, ttl_s: float) -> None:
        with self._lock:
            if not self._closed:
                self.device.order(kind, body, ttl_s)

    def _events(self) -> list[Observation]:
        self._done += self._handed
        pending = {event.key for event in self._done}
        self._handed = [event for event in self._spool.untaken() if event.key not in pending]
        now_s = self._clock()
        seen: list[Observation] = []
        for event in self._handed:
            then = self.device.clock_map.ours_s(event.boot, event.t_ms) if event.node == self.device.node else None
            observation = observation_of(
                self.name,
                min(then[0], now_s) if then else now_s,
                event,
                replayed=event.boot != self.device.about.get("boot"),
                is_verified=proof_of(self._keys.get(event.node), event) is Proof.VERIFIED,
                zones=self._zones,
            )
            if observation is not None:
                seen.append(observation)
        return seen

    def _mark(self) -> None:
        for last in {event.key[:2]: event for event in self._done}.values():
            self._spool.taken(last)
        self._done = []


class LiveTower(Tower):
    """A tower that steps itself in a thread; closes as a context manager."""

    def __init__(
        self,
        link: Link,
        spool: Spool | Path | str = ":memory:",
        *,
        name: str = "tower",
        zones: Zones | None = None,
        keys: Keys | None = None,
    ) -> None:
        super().__init__(link, spool, name=name, zones=zones, keys=keys)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"{name}-link", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread and let go of the device; may be called twice."""
        self._stop.set()
        self._thread.join(timeout=2)
        super().close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            self.step()
            if self.device.link.is_up:
                self.device.link.wait(_ROUND_S)
            else:
                self._stop.wait(_ROUND_S)


class SerialTower(LiveTower):
    """The tower on a serial port, kept alive by a thread of its own."""

    def __init__(
        self,
        port: str,
        spool: Spool | Path | str = ":memory:",
        *,
        name: str = "tower",
        zones: Zones | None = None,
        keys: Keys | None = None,
    ) -> None:
        super().__init__(SerialLink(port), spool, name=name, zones=zones, keys=keys)
