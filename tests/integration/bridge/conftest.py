"""The real parts: the shipped firmware in the MicroPython VM, and mosquitto. Missing: fails in CI, skips elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import MissingPart
from companion.table.observation import LinkSeen, Observation, TowerSeen
from firmware_bridge.adapter import SerialTower
from firmware_bridge.virtual import VirtualTower, find_vm
from tests.missing import absent
from tests.patience import PATIENCE_S


@pytest.fixture
def patient_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order lives as long as a busy machine may take to carry it; at a table it is soon too late."""
    for name in ("ARM_TTL_S", "RING_TTL_S"):
        monkeypatch.setattr(f"firmware_bridge.adapter.{name}", 60.0)  # a frame has room for 65 s


class Watch:
    """A tower polled as an app would, with everything it ever said."""

    def __init__(self, tower: SerialTower) -> None:
        self.tower = tower
        self.seen: list[Observation] = []
        self._at = 0  # the phases that were waited for lie before it

    def until(self, found: Callable[[Watch], bool], within_s: float = PATIENCE_S) -> float:
        """How long it took until the condition held, in seconds; fails with everything seen when it never does."""
        start_s = time.monotonic()
        while True:
            self.seen += self.tower.poll()
            took_s = time.monotonic() - start_s
            if found(self):
                return took_s
            if took_s > within_s:
                pytest.fail("\n".join([f"not within {within_s} s; seen:", *map(repr, self.seen)]))
            time.sleep(0.002)

    def phases(self) -> list[str]:
        return [str(one.phase) for one in self.seen if isinstance(one, TowerSeen)]

    def links(self) -> list[tuple[str, str]]:
        return [(str(one.state), one.why) for one in self.seen if isinstance(one, LinkSeen)]

    def events(self) -> list[tuple[str, int, int]]:
        return [(one.node, one.epoch, one.seq) for one in self.seen if isinstance(one, TowerSeen)]

    def until_phase(self, phase: str, within_s: float = PATIENCE_S) -> float:
        """Wait for the next such phase behind the last one that was waited for: it may have come meanwhile."""
        took_s = self.until(lambda watch: phase in watch.phases()[self._at :], within_s)
        self._at = self.phases().index(phase, self._at) + 1
        return took_s

    def until_link(self, state: str, why: str = "", within_s: float = PATIENCE_S) -> float:
        return self.until(lambda watch: watch.links()[-1:] == [(state, why)], within_s)


@pytest.fixture(scope="session")
def vm() -> Path:
    """The MicroPython VM."""
    try:
        return find_vm()
    except MissingPart as missing:
        absent(missing)
        raise


@pytest.fixture
def virtual(vm: Path, tmp_path: Path) -> Iterator[VirtualTower]:
    """The shipped firmware, running."""
    with VirtualTower(tmp_path / "tower") as tower:
        yield tower


@pytest.fixture
def watch(virtual: VirtualTower, tmp_path: Path) -> Iterator[Watch]:
    """A host on the other end of the cable, online."""
    with SerialTower(virtual.port, tmp_path / "spool.db") as tower:
        found = Watch(tower)
        found.until_link("online")
        found.until_phase("empty")
        yield found
