"""A real mosquitto between the tower's cable and the table: custody, wills, late joiners, a broker that dies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from companion.ports import RingPattern
from companion.table.observation import LinkSeen, Observation, TowerSeen
from firmware_bridge.bridge import Bridge
from firmware_bridge.broker import Broker
from firmware_bridge.broker_home import home_of
from firmware_bridge.formats import Value
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.protocol import Message, encode
from firmware_bridge.radio_link import CABLE, GONE, RECEIVER, Receiver, wire_topic
from firmware_bridge.radio_table import RadioTable
from firmware_bridge.virtual import VirtualTower
from firmware_bridge.waiting import Waiter
from tests.cli.command_line import companion
from tests.patience import PATIENCE_S, wait_until

from .guests import open_broker, up, wait_for

pytestmark = pytest.mark.usefixtures("patient_orders")

NODE, OTHER = "tower-9f3a12c4", "tower-00c0ffee"


class Evening:
    """Tower in the VM, bridge, broker and table; ``seen`` is what the table saw."""

    def __init__(self, broker: Broker, virtual: VirtualTower, folder: Path) -> None:
        self.broker, self.folder, self.port = broker, folder, virtual.port
        self.seen: list[Observation] = []
        self.bridge = self.cross()
        self.table = self.join()

    def cross(self) -> Bridge:
        waiter = Waiter()
        connect = replace(self.broker.address, version=4).connector(waiter.wake)  # as `companion device bridge` does
        return Bridge(connect, named=(self.port,), ports=lambda: (), waiter=waiter)

    def join(self) -> RadioTable:
        return RadioTable(Receiver(self.broker.connect), self.folder)

    def until(self, found: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
        start_s = time.monotonic()
        while not found():
            self.bridge.step()
            self.seen += self.table.poll()
            if time.monotonic() - start_s > within_s:
                states = [repr(one) for one in (*self.bridge.states(), *self.bridge.links())]
                pytest.fail("\n".join([f"not within {within_s} s; the table saw:", *map(repr, self.seen), *states]))
            self.bridge.wait(0.002)

    def phases(self) -> list[str]:
        return [str(one.phase) for one in self.seen if isinstance(one, TowerSeen)]

    def states(self) -> list[tuple[str, str]]:
        return [(str(one.state), one.why) for one in self.seen if isinstance(one, LinkSeen)]

    def until_state(self, state: str, why: str = "") -> None:
        self.until(lambda: self.states()[-1:] == [(state, why)])

    def waiting(self) -> int:
        """How many events the tower has that the table did not acknowledge, as it says itself each five seconds."""
        said = self.table.devices[NODE].device.telemetry.get("waiting", -1)
        assert isinstance(said, int)
        return said

    def close(self) -> None:
        self.bridge.close()
        self.table.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with open_broker(tmp_path / "broker", CABLE + NODE, CABLE + OTHER) as made:
        yield made


@pytest.fixture
def evening(broker: Broker, virtual: VirtualTower, tmp_path: Path) -> Iterator[Evening]:
    made = Evening(broker, virtual, tmp_path)
    made.until(lambda: made.phases() == ["empty"])
    yield made
    made.close()


def test_a_roll_goes_through_the_broker_and_leaves_the_tower_when_the_table_has_it(
    evening: Evening, virtual: VirtualTower
) -> None:
    evening.table.arm(2)
    evening.until(lambda: evening.phases()[-1] == "armed")
    virtual.throw(2)
    evening.until(lambda: evening.phases()[-1] == "settled")
    assert evening.phases() == ["empty", "armed", "rolling", "settled"]
    evening.until(lambda: evening.waiting() == 0)
    evening.table.show(RingPattern.HIT)
    evening.until(lambda: all(led[1] > 3 * max(led[0], led[2]) for led in virtual.ring()))


def test_a_broker_killed_in_the_middle_loses_and_doubles_nothing(evening: Evening, virtual: VirtualTower) -> None:
    evening.table.arm(2)
    evening.until(lambda: evening.phases()[-1] == "armed")
    evening.broker.kill()
    virtual.throw(2)
    evening.until_state("offline", "broker-gone")
    evening.broker.start()
    evening.until(lambda: evening.phases()[-1] == "settled")
    assert evening.phases() == ["empty", "armed", "rolling", "settled"]
    evening.until(lambda: evening.states()[-1] == ("online", "") and evening.waiting() == 0)


def test_a_connection_cut_while_dice_roll_loses_and_doubles_nothing(evening: Evening, virtual: VirtualTower) -> None:
    virtual.throw(3)
    evening.until(lambda: evening.phases()[-1] == "rolling")
    ((_, link),) = evening.bridge.links()
    link.cut()
    assert isinstance(evening.table.air, Receiver)
    evening.table.air._mqtt.cut()
    evening.until(lambda: evening.phases()[-1] == "settled")
    assert evening.phases() == ["empty", "rolling", "settled"]


def test_a_table_that_was_away_gets_everything_once(evening: Evening, virtual: VirtualTower) -> None:
    evening.table.close()
    virtual.throw(1)
    until_s = time.monotonic() + 2.0  # the dice fall, and nobody but the bridge is there
    while time.monotonic() < until_s:
        evening.bridge.step()
        evening.bridge.wait(0.01)
    evening.table = evening.join()
    evening.until(lambda: evening.phases()[-1] == "settled")
    assert evening.phases() == ["empty", "rolling", "settled"]
    evening.until_state("online")


def test_a_bridge_that_was_away_is_told_of_and_loses_nothing(evening: Evening, virtual: VirtualTower) -> None:
    evening.bridge.close()
    evening.until_state("offline", "bridge-gone")
    log = virtual.folder / "store" / "log"
    kept = log.stat().st_size
    virtual.throw(1)
    wait_until(lambda: log.stat().st_size != kept)  # the tower kept it, and nobody heard
    evening.bridge = evening.cross()
    evening.until(lambda: evening.phases()[-1] == "settled")
    assert evening.phases() == ["empty", "rolling", "settled"]
    evening.until_state("online")


def test_a_pulled_cable_is_seen_through_the_broker(evening: Evening, virtual: VirtualTower) -> None:
    virtual.fault("pull")
    evening.until_state("offline", "cable")
    virtual.fault("plug")
    evening.until_state("online")


def test_a_key_and_an_update_from_the_broker_never_reach_the_device(evening: Evening, virtual: VirtualTower) -> None:
    """Over its cable a device obeys both: so the bridge hands neither on, whoever sends them."""
    device = evening.table.devices[NODE].device
    wifi: dict[str, Value] = {"ssid": "theirs", "password": "", "host": "1.2.3.4", "port": 1, "secret": "x"}
    update: dict[str, Value] = {"id": 1, "size": 10, "manifest": 5, "sha256": "0" * 64}
    for message in (Message("KEY", {"key": bytes(32)}), Message("WIFI", wifi), Message("FW_BEGIN", update)):
        device.link.write(encode(message))
    (cable,) = evening.bridge._cables.values()
    evening.until(lambda: cable.refused == 3)
    evening.table.arm(1)
    evening.until(lambda: evening.phases()[-1] == "armed")
    assert not {"key", "wifi"} & {one.name for one in virtual.folder.iterdir()}


def test_an_order_that_was_stuck_on_its_way_is_not_obeyed(
    evening: Evening, virtual: VirtualTower, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.table.arm(1)
    evening.until(lambda: evening.phases()[-1] == "armed")
    (cable,) = evening.bridge._cables.values()
    assert cable._quickest_ms is not None
    monkeypatch.setattr("firmware_bridge.adapter.ARM_TTL_S", 1.0)
    cable._quickest_ms -= 60_000  # as if the quickest packet had come a minute quicker than those from now on
    device = evening.table.devices[NODE].device
    evening.table.arm(2)
    evening.until(lambda: bool(device.orders.ended) and device.orders.ended[-1][1].value == "expired")
    evening.table.show(RingPattern.HIT)
    assert evening.phases() == ["empty", "armed"]


def test_a_bridge_that_dies_leaves_its_will(broker: Broker) -> None:
    watcher = up(broker.connect(RECEIVER, None, (wire_topic("+", "here", ""),)))
    dying = up(broker.connect(CABLE + OTHER, MqttMessage(wire_topic(OTHER, "here", CABLE), GONE, retain=True)))
    dying._client.reconnect_delay_set(5, 5)  # it stays dead for this test
    dying.cut()
    found: list[MqttMessage] = []
    wait_for(lambda: bool(found), lambda: found.extend(watcher.read()))
    assert [one.payload for one in found] == [GONE]
    watcher.close()
    late = up(broker.connect(RECEIVER, None, (wire_topic("+", "here", ""),)))
    wait_for(lambda: (GONE, True) in [(one.payload, one.retain) for one in late.read()])
    late.close()
    dying.close()


def test_a_will_of_before_never_comes_after_a_new_birth(broker: Broker) -> None:
    """Whoever takes the place of its own dead connection lets its will be said first."""
    name, topic = CABLE + OTHER, wire_topic(OTHER, "here", CABLE)
    watcher = up(broker.connect(RECEIVER, None, (topic,)))
    links: list[MqttLink] = []
    found: list[bytes] = []
    for birth in range(10):
        links.append(up(broker.connect(name, MqttMessage(topic, GONE, retain=True))))
        links[-1].write(MqttMessage(topic, b"m%d" % birth, retain=True))
        wait_for(lambda birth=birth: b"m%d" % birth in found, lambda: found.extend(o.payload for o in watcher.read()))  # type: ignore[misc]
        links[-1]._client.reconnect_delay_set(60, 60)
    assert [one for one in found if one != GONE] == [b"m%d" % birth for birth in range(10)]
    assert found[-1] == b"m9"
    for link in (watcher, *links):
        link.close()


def test_a_device_may_write_its_own_topics_and_no_others(broker: Broker) -> None:
    receiver = up(broker.connect(RECEIVER, None, ("tw/wire/+/up", "tw/wire/+/here")))
    device = up(broker.connect(CABLE + OTHER))
    allowed = [wire_topic(OTHER, leaf, CABLE) for leaf in ("up", "here")]
    denied = [wire_topic(NODE, "up", CABLE), wire_topic(NODE, "here", CABLE), wire_topic(OTHER, "up")]
    denied += [wire_topic(OTHER, "down", CABLE), "tw/table/here", f"tw/table/{OTHER}/status"]
    for name in denied + allowed:
        assert device.write(MqttMessage(name, b"{}"))
    found: list[str] = []
    wait_for(lambda: len(found) == 2, lambda: found.extend(one.topic for one in receiver.read()))
    assert found == allowed
    wait_for(lambda: device.refused == len(denied))  # MQTT 5 says so: 0x87
    device.close()
    receiver.close()


def test_programs_that_admit_at_one_broker_at_a_time_put_nobody_out(broker: Broker) -> None:
    """Mosquitto puts out whoever is missing from its file when it reads that again, and says no will for him."""
    homes = [home_of(broker.folder) for _ in range(6)]  # each began before any of the others admitted anybody
    core = up(broker.connect(RECEIVER))
    with ThreadPoolExecutor(len(homes)) as pool:
        secrets = list(pool.map(lambda at: homes[at].secret_of(f"cable-{at}"), range(6)))
    assert len(set(secrets)) == 6
    assert [broker.passwords[f"cable-{at}"] for at in range(6)] == secrets
    users = {line.partition(":")[0] for line in (broker.folder / "passwords").read_text().splitlines()}
    assert users == set(broker.passwords)
    comers = [up(broker.connect(f"cable-{at}")) for at in range(6)]
    assert core.opened == 1, "nobody put it out"
    for link in (core, *comers):
        link.close()


def test_a_second_broker_on_the_folder_is_refused_and_wrecks_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    with Broker(folder) as first:
        before = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".conf", ".json")}
        refused = companion("broker", "--folder", folder, "--port", 0)
        assert refused.status == 2
        assert "already running" in refused.err
        assert {path.name: path.read_bytes() for path in folder.iterdir() if path.name in before} == before
        first.stop()
        first.start()  # as it does when its mosquitto ended
        up(first.connect(RECEIVER)).close()
    with Broker(folder):
        pass
