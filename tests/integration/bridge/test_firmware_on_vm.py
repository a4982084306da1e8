"""The shipped firmware in the real VM, through pyserial: from the throw to the light."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from companion.errors import InputError, MissingPart
from companion.ports import RingPattern
from companion.table.observation import TowerSeen
from firmware_bridge.virtual import Pixel, VirtualTower
from tests.patience import PATIENCE_S

from .conftest import Watch

ROOT = Path(__file__).parents[3]
VECTORS = ROOT / "hardware" / "protocol" / "vectors.json"
DARK: Pixel = (0, 0, 0)


def lit(watch: Watch, virtual: VirtualTower, what: str, within_s: float = PATIENCE_S) -> tuple[Pixel, ...]:
    """The LEDs once they show ``what``: white, green, red, dark or blue."""
    looks = {
        "white": lambda led: led[0] == led[1] == led[2] > 0,
        "green": lambda led: led[1] > 3 * max(led[0], led[2]),
        "red": lambda led: led[0] > 0 and led[1:] == (0, 0),
        "dark": lambda led: led == DARK,
        "blue": lambda led: led[2] > led[0] + led[1],
    }
    every = any if what == "blue" else all
    watch.until(lambda _: bool(virtual.ring()) and every(map(looks[what], virtual.ring())), within_s)
    return virtual.ring()


def test_golden_frames_on_the_real_vm(vm: Path) -> None:
    run = subprocess.run(
        [vm, Path(__file__).with_name("vectors_on_vm.py"), VECTORS],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env=os.environ | {"MICROPYPATH": f"{ROOT / 'hardware' / 'firmware'}:.frozen"},
        check=False,
    )
    assert run.stdout.strip() == f"{len(json.loads(VECTORS.read_text()))} golden frames", run.stderr or run.stdout


def test_a_roll_from_arm_to_settled_arrives_once_and_in_order(watch: Watch, virtual: VirtualTower) -> None:
    watch.tower.arm(2)
    watch.until_phase("armed")
    lit(watch, virtual, "green")
    virtual.throw(2)
    took_s = watch.until_phase("rolling")
    lit(watch, virtual, "blue")
    took_s += watch.until_phase("settled")
    print(f"FIGURE from the throw to settled {took_s:.2f} s")  # noqa: T201
    assert watch.phases() == ["empty", "armed", "rolling", "settled"]
    assert [seq for _, _, seq in watch.events()] == [1, 2, 3, 4]
    settled = [one for one in watch.seen if isinstance(one, TowerSeen)][-1]
    assert (settled.count, settled.replayed, settled.node) == (2, False, "tower-9f3a12c4")


def test_the_ring_answers_and_stays_below_its_current(watch: Watch, virtual: VirtualTower) -> None:
    for pattern, look in (
        (RingPattern.READING, "white"),
        (RingPattern.HIT, "green"),
        (RingPattern.MISS, "red"),
        (RingPattern.ROLLING, "blue"),
        (RingPattern.OFF, "dark"),
    ):
        watch.tower.show(pattern)
        pixels = lit(watch, virtual, look)
        assert len(pixels) == 24
        assert sum(map(sum, pixels)) * 20 / 255 <= 350  # milliamperes: 20 for a channel at 255


@pytest.mark.parametrize(
    ("order", "phases"),
    [
        ("stuck 2", ["rolling", "cocked"]),
        ("roll 1", ["rolling", "cocked"]),  # two were announced
        ("roll 5", ["rolling", "settled"]),
    ],
)
def test_what_the_dice_did_is_what_the_tower_says(
    watch: Watch, virtual: VirtualTower, order: str, phases: list[str]
) -> None:
    watch.tower.arm(2)
    watch.until_phase("armed")
    virtual.order(order)
    watch.until(lambda one: one.phases()[-1] == phases[-1])
    assert watch.phases()[2:] == phases


def test_a_stuck_die_that_comes_out_settles(watch: Watch, virtual: VirtualTower) -> None:
    watch.tower.arm(2)
    virtual.order("stuck 2")
    watch.until_phase("cocked")
    virtual.order("free")
    watch.until_phase("settled")
    assert watch.phases() == ["empty", "armed", "rolling", "cocked", "rolling", "settled"]


def test_a_knock_disturbs_a_settled_roll_and_nothing_else(watch: Watch, virtual: VirtualTower) -> None:
    virtual.knock()
    watch.tower.arm(1)
    watch.until_phase("armed")
    virtual.throw(1)
    watch.until_phase("settled")
    virtual.knock()
    watch.until_phase("disturbed")
    assert watch.phases() == ["empty", "armed", "rolling", "settled", "disturbed"]


def test_firmware_killed_in_mid_roll_loses_and_doubles_nothing(watch: Watch, virtual: VirtualTower) -> None:
    watch.tower.arm(2)
    watch.until_phase("armed")
    virtual.throw(2)
    watch.until_phase("rolling")
    virtual.fault("power_cut")
    watch.until_link("offline", "cable")
    assert set(virtual.ring()) == {DARK}
    virtual.fault("power_on")
    watch.until_link("online")
    watch.until(lambda one: one.phases().count("empty") == 2)  # the restarted tower says that the roll is void
    assert watch.phases() == ["empty", "armed", "rolling", "empty"]
    assert [seq for _, _, seq in watch.events()] == [1, 2, 3, 4]
    watch.tower.arm(2)
    virtual.throw(2)
    watch.until_phase("settled")
    assert len(set(watch.events())) == len(watch.events())


def test_a_roll_thrown_while_the_cable_is_out_arrives_when_it_is_back(watch: Watch, virtual: VirtualTower) -> None:
    watch.tower.arm(2)
    watch.until_phase("armed")
    virtual.fault("drop_connection", 1500)
    watch.until_link("offline", "cable")
    virtual.throw(2)
    watch.until_link("online")
    watch.until_phase("settled")
    assert watch.phases() == ["empty", "armed", "rolling", "settled"]


def test_a_line_that_corrupts_and_doubles_changes_nothing(watch: Watch, virtual: VirtualTower) -> None:
    virtual.fault("corrupt", 1)
    virtual.fault("dup", 10)
    for throw in range(3):
        watch.tower.arm(2)
        watch.until(lambda one, count=throw + 1: one.phases().count("armed") >= count)  # type: ignore[misc]
        virtual.throw(2)
        watch.until_phase("settled")
    phases = [phase for phase in watch.phases() if phase != "disturbed"]
    assert phases == ["empty"] + ["armed", "rolling", "settled"] * 3
    assert len(set(watch.events())) == len(watch.events())
    assert watch.tower.device.decoder.bad > 0
    assert watch.tower.device.counts["conflict"] == 0


def test_a_line_that_is_late_costs_time_and_nothing_else(watch: Watch, virtual: VirtualTower) -> None:
    virtual.fault("late", 300)
    watch.tower.arm(2)
    watch.until_phase("armed")
    virtual.throw(2)
    watch.until_phase("settled")
    assert watch.phases() == ["empty", "armed", "rolling", "settled"]
    assert watch.tower.device.counts["known"] > 0  # it sent again before our answer came


def test_dice_thrown_without_power_are_seen_by_nobody(watch: Watch, virtual: VirtualTower) -> None:
    virtual.fault("power_cut")
    virtual.throw(2)
    virtual.fault("power_on")
    watch.until_phase("empty")
    watch.tower.arm(1)
    watch.until_phase("armed")
    assert watch.phases() == ["empty", "empty", "armed"]


def test_a_tower_that_hangs_is_degraded_and_recovers(watch: Watch, virtual: VirtualTower) -> None:
    virtual.fault("go_awol", 5000)
    watch.until_link("degraded", "no-answer")
    watch.until_link("online")


def test_two_towers_do_not_mix(vm: Path, watch: Watch, virtual: VirtualTower) -> None:
    with VirtualTower(node_id="00c0ffee") as other:
        assert other.port != virtual.port
        other.throw(1)
        virtual.throw(2)
        watch.until_phase("settled")
    assert {node for node, _, _ in watch.events()} == {"tower-9f3a12c4"}


@pytest.mark.parametrize("line", ["", "explode", "roll many", "roll 2\nknock"])
def test_an_order_nobody_knows_is_refused(virtual: VirtualTower, line: str) -> None:
    with pytest.raises(InputError):
        virtual.order(line)


def test_close_leaves_no_process_and_no_folder(vm: Path) -> None:
    tower = VirtualTower()
    process = tower._process
    assert process is not None
    tower.close()
    tower.close()
    assert process.returncode == -9
    assert not tower.folder.exists()


def test_a_machine_without_the_vm_says_what_brings_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("firmware_bridge.virtual._HARDWARE", tmp_path / "hardware")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("MICROPYTHON", raising=False)
    from firmware_bridge.virtual import find_vm

    with pytest.raises(MissingPart, match="make setup"):
        find_vm()
