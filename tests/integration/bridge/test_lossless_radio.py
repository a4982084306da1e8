"""Nothing lost, nothing doubled, nothing invented by radio: from the shipped firmware to the sealed record.

The air is cut, stalls and comes late; the cable is plugged in and pulled in the middle; firmware, bridge, broker and
table are killed with SIGKILL in turn, and the device's power goes in the middle of a write to its flash, which is real
littlefs over a model of a Pico's. What the firmware sent is noted before the damage; sets are compared, not counts.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import MissingPart
from firmware_bridge.broker_home import find_mosquitto
from firmware_bridge.radio_link import PREFIX
from firmware_bridge.virtual import VirtualTower
from tests.missing import absent
from tests.patience import PATIENCE_S

from .bad_air import BadAir
from .chain import KILLS, NODE, ROOT, Chain
from .test_lossless import prove

TURNS = ("cut", "swap", "firmware", "flash", "stall", "bridge", "cut", "broker", "flash", "core")
CUT = 9  # how hardware/sim/on_flash.py ends when its power goes
WRITES = 60  # to the flash, within which its power goes: six events or so


@pytest.fixture(autouse=True)
def mosquitto(vm: Path) -> Iterator[None]:
    try:
        find_mosquitto()
    except MissingPart as missing:
        absent(missing)
    yield


class FlashTower(VirtualTower):
    """A tower whose files lie on a flash that is erased, programmed, and left in the middle."""

    program = ROOT / "hardware" / "sim" / "on_flash.py"

    def cut_at(self, write: int, within_s: float = PATIENCE_S) -> None:
        """Return when the power went in the middle of that write to its flash, counted from now."""
        os.write(self._fifo, f"cut {write}\n".encode())
        until_s = time.monotonic() + within_s
        while self.is_running and time.monotonic() < until_s:
            time.sleep(0.002)
        assert self._process is not None
        assert self._process.poll() == CUT, "its power is still on, or it fell by itself"


class RadioChain(Chain):
    """The chain with bad air beside the bad cable, which begins unplugged."""

    def __init__(
        self, folder: Path, *, seed: int, pace_s: float, delay_s: float, damage: float = 0.0, has_broker: bool = True
    ) -> None:
        self.air: BadAir | None = None
        super().__init__(folder, seed=seed, damage=damage, pace_s=pace_s, has_broker=has_broker)
        self._pull()
        self.air = BadAir(self.cable, NODE, self.port, delay_s=delay_s, pace_s=pace_s)
        self.virtual.power_cut()
        self.virtual.tell_wifi("net", "word", "127.0.0.1", self.air.port, self.broker.passwords[PREFIX + NODE])
        self.virtual.power_on()

    def device(self, seed: int) -> FlashTower:
        self.tower = FlashTower(self.folder / "tower", seed=seed, air="net word")
        return self.tower

    def fault(self, what: str) -> None:
        """As on the cable, and what air does; ``swap``: the cable is there for a while, then it is not."""
        assert self.air is not None
        pause_s = self._chance.uniform(0.02, 0.6)
        if what == "cut":
            self.air.cut(pause_s)
        elif what == "stall":
            self.air.stall(pause_s * 2)
        elif what == "flash":
            self.tower.cut_at(self._chance.randrange(1, WRITES))
            self.tower.power_on()
        elif what == "swap":
            self.cable.plug()
            time.sleep(1.0 + pause_s)
            self._pull()
        else:
            super().fault(what)
            return
        self.faults[what] += 1

    def _pull(self) -> None:
        self.cable.pull()
        self.cable.port.touch()  # something a bridge may be started with, and no cable

    def close(self) -> None:
        """Everything has ended."""
        if self.air is not None:
            self.air.close()
        super().close()


def run(
    folder: Path,
    *,
    seed: int,
    events: int,
    every_s: tuple[float, float],
    pace_s: float,
    limit_s: float,
    has_broker: bool = True,
) -> RadioChain:
    chain = RadioChain(folder, seed=seed, pace_s=pace_s, delay_s=0.015, damage=0.002, has_broker=has_broker)
    assert chain.air is not None
    try:
        chain.torment(events, every_s, limit_s, TURNS)
        chain.air.pace_s = 0.0
        chain.settle(limit_s)
    finally:
        chain.close()
    counts = len(chain.cable.events), chain.air.lines, dict(chain.faults)
    print("FIGURE seed", seed, "events, connections, faults", *counts)  # noqa: T201
    return chain


@pytest.mark.parametrize(
    "has_broker", [pytest.param(True, id="mosquitto"), pytest.param(False, id="our own ear", marks=pytest.mark.long)]
)
def test_every_part_killed_once_and_the_way_swapped_by_radio_loses_nothing_seed_5(
    tmp_path: Path, has_broker: bool
) -> None:
    chain = run(tmp_path, seed=5, events=120, every_s=(0.1, 0.2), pace_s=0.012, limit_s=900, has_broker=has_broker)
    prove(chain, ways=2)
    assert len(chain.cable.events) >= 120
    assert all(chain.faults[part] for part in TURNS), chain.faults


@pytest.mark.long
@pytest.mark.parametrize("has_broker", [True, False], ids=["mosquitto", "our own ear"])
@pytest.mark.parametrize("seed", [1, 7, 11, 12, 21])
def test_four_thousand_events_by_radio_and_all_faults_lose_nothing_seed(
    tmp_path: Path, seed: int, has_broker: bool
) -> None:
    chain = run(tmp_path, seed=seed, events=4000, every_s=(1.0, 2.5), pace_s=0.015, limit_s=5000, has_broker=has_broker)
    prove(chain, ways=2)
    assert len(chain.cable.events) >= 4000
    assert min(chain.faults[part] for part in ("swap", "stall", "flash", *KILLS)) >= 3, chain.faults
