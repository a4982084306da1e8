"""Five hundred events on the flash and no host for weeks: fits in a Pico's memory, is shown, drains in order."""

from __future__ import annotations

import time
from pathlib import Path

from companion.table.observation import TowerSeen
from firmware_bridge.adapter import SerialTower, Tower
from firmware_bridge.radio_server import RadioServer
from firmware_bridge.virtual import VirtualTower
from tests.hardware.board import FULL, fill
from tests.patience import PATIENCE_S

from .conftest import Watch

AMBER = (255, 110, 0)


def test_a_full_outbox_is_shown_told_and_drained_in_order(virtual: VirtualTower, tmp_path: Path) -> None:
    with SerialTower(virtual.port) as first:
        Watch(first).until_link("online")
    virtual.power_cut()
    fill(virtual.folder / "store" / "log")
    virtual.power_on()
    with SerialTower(virtual.port, tmp_path / "spool.db") as tower:
        watch = Watch(tower)
        watch.until(lambda one: len(one.events()) == FULL)
        assert [seq for _, _, seq in watch.events()] == list(range(1, FULL + 1))
        assert ("degraded", "outbox-full") in watch.links()
        watch.until_link("online")
        tower.arm(2)
        watch.until_phase("armed")
        assert watch.events()[-1][2] == FULL + 1
    assert (virtual.folder / "vm.log").read_text() == ""  # no MemoryError, no traceback


def test_without_a_host_a_full_outbox_turns_every_fourth_led_amber(virtual: VirtualTower) -> None:
    with SerialTower(virtual.port) as first:
        Watch(first).until_link("online")
        virtual.power_cut()
        fill(virtual.folder / "store" / "log")
        virtual.fault("power_on")
        virtual.fault("pull")
        Watch(first).until(lambda _: virtual.ring()[::4] == (AMBER,) * 6)
        assert set(virtual.ring()) == {AMBER, (0, 0, 0)}


def test_a_full_outbox_leaves_room_for_the_radio_and_drains_there(vm: Path, tmp_path: Path) -> None:
    secrets = {"radio-tower-9f3a12c4": "secret"}
    ear = RadioServer("127.0.0.1", 0, secrets)
    with VirtualTower(tmp_path / "tower", radio=("127.0.0.1", ear.port, "secret")) as virtual:
        virtual.power_cut()
        fill(virtual.folder / "store" / "log")
        virtual.power_on()
        tower = Tower(ear.link_to(virtual.name), tmp_path / "spool.db")
        found: list[int] = []
        end_s = time.monotonic() + PATIENCE_S
        while len(found) < FULL and time.monotonic() < end_s:
            found += [one.seq for one in tower.poll() if isinstance(one, TowerSeen)]
            ear.wait(0.01)
        print("FIGURE heap with a full outbox", tower.device.telemetry)  # noqa: T201
        tower.close()
    ear.close()
    assert found[:FULL] == list(range(1, FULL + 1))
