"""Every device that is heard on the broker, as one ``DiceTower``: tower, mat and panel of one table.

    RadioServer ─┐
    Receiver ────┴─ links ──> a Tower each, its spool beside the others' ──> poll(): what all of them saw

A device is met when it comes in; of each kind the first is called by its kind, another by its own name. One thread
steps them all. Orders go to those that know them. How each is stands on the broker, for whoever looks on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Self

from companion.ports import RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation, TowerSeen
from firmware_bridge.adapter import Tower
from firmware_bridge.device import Device
from firmware_bridge.notices import DeviceStatus
from firmware_bridge.radio_link import Air
from firmware_bridge.signing import Keys
from firmware_bridge.translate import Zones

_ROUND_S = 0.02  # seconds of the longest wait; more: an order that nobody answered is sent again later


class RadioTable:
    """The devices on this air; ``folder`` keeps what is under way, ``None``: nothing survives the process.

    ``wired`` names those that speak over a cable just now: they are not heard by radio meanwhile. The air is closed
    with the table.
    """

    name = "radio"

    def __init__(
        self,
        air: Air,
        folder: Path | None = None,
        *,
        zones: Zones | None = None,
        keys: Keys | None = None,
        wired: Callable[[], Collection[str]] = lambda: (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.air, self.fault = air, ""
        self._folder = folder
        self._zones = zones
        self._keys = keys
        self._wired = wired
        self._clock = clock
        self._towers: dict[str, Tower] = {}
        self._lock, self._stop = threading.RLock(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="radio", daemon=True)
        self._thread.start()

    @property
    def devices(self) -> Mapping[str, Tower]:
        """Who came in since the start, by node."""
        with self._lock:
            return dict(self._towers)

    @property
    def statuses(self) -> Sequence[DeviceStatus]:
        """How everybody is who came in since the start, by node."""
        with self._lock:
            return [_status(node, tower.device) for node, tower in sorted(self._towers.items())]

    def step(self) -> None:
        """Go one round with everybody on the air."""
        with self._lock:
            if self._stop.is_set():
                return
            self.air.step()
            wired = self._wired()
            for node, link in list(self.air.links.items()):
                link.hold(node in wired)
                if node not in self._towers and link.is_up:
                    self._towers[node] = self._meet(node)
            for node, tower in self._towers.items():
                tower.step()
                if self.air.notices is not None:
                    self.air.notices.tell(_status(node, tower.device))

    def poll(self) -> Sequence[Observation]:
        """What was seen since the last call, device by device; never blocks, never raises."""
        with self._lock:
            found: list[Observation] = []
            if self.fault:
                found.append(LinkSeen(self.name, self._clock(), LinkState.OFFLINE, f"bridge-fault: {self.fault}"))
                self.fault = ""
            for tower in self._towers.values():
                found += tower.poll()
            if self.air.notices is not None:
                for seen in found:
                    if isinstance(seen, TowerSeen):
                        self.air.notices.roll(seen, self._clock())
            return found

    def arm(self, dice: int) -> None:
        """Ask every tower that is there to expect so many dice."""
        with self._lock:  # the air is for one thread at a time
            for tower in self._who_can("arm"):
                tower.arm(dice)

    def show(self, pattern: RingPattern) -> None:
        """Ask every tower that is there to show the pattern, within a second or not at all."""
        with self._lock:
            for tower in self._who_can("ring"):
                tower.show(pattern)

    def close(self) -> None:
        """Let go of everybody, and of the air; may be called twice."""
        if not self._stop.is_set():
            self._stop.set()
            self._thread.join(timeout=2)
            for tower in self._towers.values():
                tower.close()
            self.air.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _meet(self, node: str) -> Tower:
        kind = node.split("-", 1)[0]
        name = node if kind in {one.name for one in self._towers.values()} else kind
        spool = self._folder / f"{node}.spool" if self._folder is not None else ":memory:"
        return Tower(
            self.air.links[node], spool, name=name, clock=self._clock, zones=self._zones, keys=self._keys, expected=node
        )

    def _who_can(self, word: str) -> list[Tower]:
        return [one for one in self._towers.values() if word in str(one.device.about.get("caps", "")).split(",")]

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self.step()
            except Exception as fault:  # a disk that refuses a spool: the game goes on, and says why
                self.fault = str(fault)
                self._stop.wait(1.0)
            self.air.wait(_ROUND_S)


def _status(node: str, device: Device) -> DeviceStatus:
    """Return how a device is, with what it told last of its network and its cell while it is there."""
    state, why = device.state
    firmware = str(device.about.get("fw", ""))
    if state not in (LinkState.ONLINE, LinkState.DEGRADED):
        return DeviceStatus(node, state, why, firmware)
    told = {**device.about, **device.telemetry}
    supply = int(told.get("signal", 0)), int(told.get("battery", 0)), device.battery.is_low
    return DeviceStatus(node, state, why, firmware, *supply)
