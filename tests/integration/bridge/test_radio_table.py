"""Tower and mat at one table over the network alone: the shipped firmware in its VM, to mosquitto and to our own ear.

The network goes away, hands go on, and what they did meanwhile is told once, in order, when it is back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.errors import MissingPart
from companion.ports import RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation, ReaderSeen, TowerPhase, TowerSeen
from firmware_bridge.radio_server import RadioServer
from firmware_bridge.radio_table import RadioTable
from firmware_bridge.virtual import VirtualTower
from tests.missing import absent
from tests.patience import PATIENCE_S
from ui.cli.demo.links import RadioRoom, open_radio

pytestmark = pytest.mark.usefixtures("patient_orders")

ZONES = ("H2", "I4", "H15", "K10")
UID = "04a1b2c3d4e5f6"


class Ears:
    """Whoever listens to the table."""

    def __init__(self, devices: RadioRoom) -> None:
        self.devices = devices
        self.seen: list[Observation] = []

    def until(self, reached: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
        ends_s = time.monotonic() + within_s
        while not reached():
            assert time.monotonic() < ends_s, self.seen
            self.seen += self.devices.poll()
            time.sleep(0.005)

    def link(self, source: str) -> str:
        """The state of a device as it was told last."""
        states = [one.state for one in self.seen if isinstance(one, LinkSeen) and one.source == source]
        return states[-1] if states else ""

    def readings(self) -> list[tuple[str, bool]]:
        return [(one.zone, one.is_there) for one in self.seen if isinstance(one, ReaderSeen)]

    def settled(self) -> list[int]:
        """The dice that were counted in each throw."""
        return [one.count for one in self.seen if isinstance(one, TowerSeen) and one.phase is TowerPhase.SETTLED]


@pytest.fixture(params=["radio-mqtt", pytest.param("radio", marks=pytest.mark.long)])
def ears(vm: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Ears]:
    try:
        devices = open_radio(request.param, tmp_path, ZONES)
    except MissingPart as missing:
        absent(missing)
        raise
    made = Ears(devices)
    made.until(lambda: made.link("tower") == made.link("mat") == LinkState.ONLINE)
    yield made
    devices.close()


def test_what_hands_do_while_the_network_is_away_waits_in_the_devices_and_comes_once(ears: Ears) -> None:
    devices = ears.devices
    assert devices.mat is not None
    devices.mat.order(f"tag 0 {UID}")
    devices.arm(2)
    devices.tower.throw(2)
    ears.until(lambda: ears.readings() == [("H2", True)] and ears.settled() == [2])
    devices.cut()
    ears.until(lambda: ears.link("tower") == ears.link("mat") == LinkState.OFFLINE)
    gone = [one for one in ears.seen if isinstance(one, LinkSeen) and one.state is LinkState.OFFLINE]
    assert {one.why for one in gone} == {"radio-gone"}
    amber = devices.waits()
    assert len(amber) == 24
    assert amber[0][0] > amber[0][1] > amber[0][2], "the ring says that nobody hears it"
    devices.tower.throw(3)
    devices.mat.order(f"take 0 {UID}")
    time.sleep(1.0)  # hands: longer than a reader takes to be sure that a tag went
    devices.mat.order(f"tag 3 {UID}")
    time.sleep(1.0)
    assert (ears.readings(), ears.settled()) == ([("H2", True)], [2]), "nothing is heard"
    devices.mend()
    ears.until(lambda: len(ears.readings()) == 3 and len(ears.settled()) == 2)
    assert ears.readings() == [("H2", True), ("H2", False), ("K10", True)]
    assert ears.settled() == [2, 3]
    assert ears.link("tower") == ears.link("mat") == LinkState.ONLINE
    devices.show(RingPattern.HIT)
    ears.until(lambda: devices.tower.ring()[0][1] > 3 * devices.tower.ring()[0][0])
    keys = [(one.node, one.epoch, one.seq) for one in ears.seen if isinstance(one, TowerSeen | ReaderSeen)]
    assert len(set(keys)) == len(keys)


def test_who_speaks_over_a_cable_is_not_heard_by_radio_and_of_two_towers_the_second_has_its_own_name(
    vm: Path, tmp_path: Path
) -> None:
    nodes = ("tower-00000001", "tower-00000002")
    wired = set[str]()
    ear = RadioServer("127.0.0.1", 0, {f"radio-{node}": "secret" for node in nodes})
    with (
        RadioTable(ear, tmp_path, wired=lambda: wired) as table,
        VirtualTower(node_id="00000001", radio=("127.0.0.1", ear.port, "secret")),
    ):
        ends_s = time.monotonic() + PATIENCE_S

        def until(reached: Callable[[], bool]) -> None:
            while not reached():
                assert time.monotonic() < ends_s, seen
                seen.extend(one for one in table.poll() if isinstance(one, LinkSeen))
                time.sleep(0.005)

        seen: list[LinkSeen] = []
        until(lambda: any(one.state is LinkState.ONLINE for one in seen))
        with VirtualTower(node_id="00000002", radio=("127.0.0.1", ear.port, "secret")):
            until(lambda: any(one.source == nodes[1] and one.state is LinkState.ONLINE for one in seen))
        until(lambda: (seen[-1].source, seen[-1].state) == (nodes[1], LinkState.OFFLINE))  # not between what follows
        wired.add(nodes[0])
        until(lambda: (seen[-1].source, seen[-1].why) == ("tower", "on-cable"))
        wired.clear()
        until(lambda: (seen[-1].source, seen[-1].state) == ("tower", LinkState.ONLINE))
    assert table.poll()[-1].state is LinkState.OFF  # type: ignore[union-attr]


class Watched(RadioServer):
    """An ear that notes when two threads are at it at a time."""

    at = crowds = 0

    @contextmanager
    def _used(self) -> Iterator[None]:
        self.at += 1
        self.crowds += self.at > 1
        yield
        time.sleep(0.001)
        self.at -= 1

    def step(self) -> None:
        with self._used():
            super().step()

    def send(self, node: str, data: bytes) -> None:
        with self._used():
            super().send(node, data)


def test_orders_of_the_game_and_the_tables_own_round_are_never_at_the_ear_at_a_time(vm: Path, tmp_path: Path) -> None:
    ear = Watched("127.0.0.1", 0, {"radio-tower-00000001": "secret"})
    with (
        RadioTable(ear, tmp_path) as table,
        VirtualTower(node_id="00000001", radio=("127.0.0.1", ear.port, "secret")),
    ):
        armed: list[Observation] = []
        ends_s = time.monotonic() + PATIENCE_S
        while len(armed) < 20:
            assert time.monotonic() < ends_s, armed
            table.arm(len(armed) % 2 + 1)
            table.show(RingPattern.READY)
            armed += [one for one in table.poll() if isinstance(one, TowerSeen)]
    assert ear.crowds == 0


@pytest.mark.long
def test_on_a_cell_the_radio_sleeps_between_rolls_and_the_first_throw_after_it_is_counted(
    vm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BATTERY_MV", "3812")
    folder = tmp_path / "tower"
    folder.mkdir()
    (folder / "battery").write_text("")  # it has a cell
    node = "tower-00000001"
    ear = RadioServer("127.0.0.1", 0, {f"radio-{node}": "secret"})
    seen: list[Observation] = []

    def until(reached: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
        ends_s = time.monotonic() + within_s
        while not reached():
            assert time.monotonic() < ends_s, seen
            seen.extend(table.poll())
            time.sleep(0.005)

    def radio() -> str:
        return (folder / "air.pm").read_text()

    def settled() -> list[int]:
        return [one.count for one in seen if isinstance(one, TowerSeen) and one.phase is TowerPhase.SETTLED]

    with (
        RadioTable(ear, tmp_path) as table,
        VirtualTower(folder, node_id="00000001", radio=("127.0.0.1", ear.port, "secret")) as tower,
    ):
        until(lambda: node in table.devices and radio() == "asleep")
        tower.throw(3)  # nobody armed it: the beams wake it
        until(lambda: settled() == [3])
        assert radio() == "awake"
        until(lambda: radio() == "asleep")
        table.arm(2)
        until(lambda: radio() == "awake")
        tower.throw(2)
        until(lambda: settled() == [3, 2])
        states = [one.state for one in seen if isinstance(one, LinkSeen)]
        assert states[-1] is LinkState.ONLINE
        assert LinkState.OFFLINE not in states
