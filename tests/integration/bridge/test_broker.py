"""A real mosquitto between the tower and the table: custody, refusals, wills, late joiners, a broker that dies."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.errors import MissingPart
from companion.ports import RingPattern
from companion.table.observation import LinkSeen, Observation, TowerSeen
from firmware_bridge.bridge import Bridge
from firmware_bridge.broker import Broker
from firmware_bridge.broker_home import home_of
from firmware_bridge.mqtt_core import CORE, BrokerTower
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.spool import Spool
from firmware_bridge.topics import topic
from firmware_bridge.virtual import VirtualTower
from firmware_bridge.waiting import Waiter
from tests.missing import absent
from tests.patience import PATIENCE_S, wait_until

NODE, OTHER = "tower-9f3a12c4", "tower-00c0ffee"


class Table:
    """Tower in the VM, bridge, broker and table, stepped together; ``seen`` is what the table saw."""

    def __init__(self, broker: Broker, virtual: VirtualTower, folder: Path) -> None:
        self.broker, self.folder = broker, folder
        self.seen: list[Observation] = []
        self.bridge_spool = Spool(folder / "bridge.db", uplink=True, table=False)
        self.bridge = self.cross(virtual.port)
        self.core_spool = Spool(folder / "core.db")
        self.core = self.join()

    def cross(self, port: str) -> Bridge:
        waiter = Waiter()
        connect = self.broker.address.connector(waiter.wake)
        return Bridge(self.bridge_spool, connect, table="t1", named=(port,), ports=lambda: (), waiter=waiter)

    def join(self) -> BrokerTower:
        return BrokerTower(self.broker.connect, self.core_spool, table="t1")

    def until(self, found: Callable[[], bool], within_s: float = PATIENCE_S) -> float:
        start_s = time.monotonic()
        while not found():
            self.bridge.step()
            self.seen += self.core.poll()
            if time.monotonic() - start_s > within_s:
                states = [repr(one) for one in (*self.bridge.states(), *self.bridge.links())]
                pytest.fail("\n".join([f"not within {within_s} s; the table saw:", *map(repr, self.seen), *states]))
            self.bridge.wait(0.002)
        return time.monotonic() - start_s

    def phases(self) -> list[str]:
        return [str(one.phase) for one in self.seen if isinstance(one, TowerSeen)]

    def state(self, source: str) -> tuple[str, str] | None:
        found = [(str(one.state), one.why) for one in self.seen if isinstance(one, LinkSeen) and one.source == source]
        return found[-1] if found else None

    def until_node(self, state: str, why: str = "") -> float:
        return self.until(lambda: self.state(f"tower:{NODE}") == (state, why))

    def close(self) -> None:
        self.bridge.close()
        self.core.close()
        self.bridge_spool.close()
        self.core_spool.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    try:
        made = Broker(tmp_path / "broker", nodes=(NODE, OTHER))
    except MissingPart as missing:
        absent(missing)
        raise
    with made:
        yield made


@pytest.fixture
def table(broker: Broker, virtual: VirtualTower, tmp_path: Path) -> Iterator[Table]:
    made = Table(broker, virtual, tmp_path)
    made.until_node("online")
    made.until(lambda: made.phases() == ["empty"])
    yield made
    made.close()


def heard(link: MqttLink, count: int, within_s: float = PATIENCE_S) -> list[MqttMessage]:
    """The first ``count`` messages, or what came in time."""
    found: list[MqttMessage] = []
    until_s = time.monotonic() + within_s
    while len(found) < count and time.monotonic() < until_s:
        link.wait(0.05)
        found += link.read()
    return found


def up(link: MqttLink) -> MqttLink:
    until_s = time.monotonic() + PATIENCE_S
    while not link.is_up and time.monotonic() < until_s:
        time.sleep(0.005)
    assert link.is_up, link.why
    return link


def test_a_roll_goes_through_the_broker_and_is_acknowledged_to_the_bridge(table: Table, virtual: VirtualTower) -> None:
    table.core.arm(2)
    table.until(lambda: table.phases()[-1] == "armed")
    virtual.throw(2)
    table.until(lambda: table.phases()[-1] == "settled")
    assert table.phases() == ["empty", "armed", "rolling", "settled"]
    table.until(lambda: table.bridge_spool.unsent() == ())
    table.core.show(RingPattern.HIT)
    table.until(lambda: all(led[1] > 3 * max(led[0], led[2]) for led in virtual.ring()))


def test_a_broker_killed_in_the_middle_loses_and_doubles_nothing(table: Table, virtual: VirtualTower) -> None:
    table.core.arm(2)
    table.until(lambda: table.phases()[-1] == "armed")
    table.broker.kill()
    virtual.throw(2)
    table.until(lambda: table.state("tower:broker") == ("offline", "broker-gone"))
    table.until(lambda: len(table.bridge_spool.unsent()) == 2)  # rolling, settled: in custody
    table.broker.start()
    table.until(lambda: table.phases()[-1] == "settled")
    assert table.phases() == ["empty", "armed", "rolling", "settled"]
    table.until(lambda: table.bridge_spool.unsent() == ())


def test_a_connection_cut_while_dice_roll_loses_and_doubles_nothing(table: Table, virtual: VirtualTower) -> None:
    virtual.throw(3)
    table.until(lambda: table.phases()[-1] == "rolling")
    table.bridge.nodes[NODE].link.cut()
    table.core.link.cut()
    table.until(lambda: table.phases()[-1] == "settled")
    assert table.phases() == ["empty", "rolling", "settled"]


def test_a_table_that_was_away_gets_everything_once(table: Table, virtual: VirtualTower) -> None:
    table.core.close()
    virtual.throw(1)
    until_s = time.monotonic() + PATIENCE_S
    while len(table.bridge_spool.unsent()) < 2 and time.monotonic() < until_s:
        table.bridge.step()
        time.sleep(0.002)
    table.core = table.join()
    table.until(lambda: table.phases()[-1] == "settled")
    assert table.phases() == ["empty", "rolling", "settled"]
    assert table.state(f"tower:{NODE}") == ("online", "")  # retained for the late joiner


def test_a_pulled_cable_is_seen_through_the_broker(table: Table, virtual: VirtualTower) -> None:
    virtual.fault("pull")
    table.until_node("offline", "cable")
    virtual.fault("plug")
    table.until_node("online")


def test_a_bridge_that_dies_leaves_its_will(broker: Broker) -> None:
    words = json.dumps({"s": "offline", "session": 1, "why": "cable"}).encode()
    watcher = up(broker.connect(CORE, None, (topic("t1", "+", "state"),)))
    dying = up(broker.connect(OTHER, MqttMessage(topic("t1", OTHER, "state"), words, retain=True)))
    dying._client.reconnect_delay_set(5, 5)  # it stays dead for this test
    dying.cut()
    assert [message.payload for message in heard(watcher, 1)] == [words]
    watcher.close()
    late = broker.connect(CORE, None, (topic("t1", "+", "state"),))
    found: list[MqttMessage] = []
    wait_until(  # perhaps once more from the session it left behind
        lambda: (words, True) in [(message.payload, message.retain) for message in found],
        lambda: found.extend(late.read()),
    )
    late.close()
    dying.close()


def test_a_node_may_write_its_own_topics_and_no_others(broker: Broker) -> None:
    core = up(broker.connect(CORE, None, ("mt/#",)))
    node = up(broker.connect(OTHER))
    allowed = [topic("t1", OTHER, leaf) for leaf in ("ev", "state", "info", "cmd/ack")]
    denied = [topic("t1", NODE, "ev"), topic("t1", NODE, "state"), topic("t1", OTHER, "ack"), "mt/1/t1/core/state"]
    for name in denied + allowed:
        assert node.write(MqttMessage(name, b"{}"))
    assert [message.topic for message in heard(core, len(allowed))] == allowed
    until_s = time.monotonic() + PATIENCE_S
    while node.refused < len(denied) and time.monotonic() < until_s:
        time.sleep(0.01)
    assert node.refused == len(denied)  # MQTT 5 says so: 0x87
    node.close()
    core.close()


def test_a_wrong_password_is_told_in_a_word(broker: Broker) -> None:
    link = MqttLink("127.0.0.1", broker.port, user=OTHER, password="guess")
    until_s = time.monotonic() + PATIENCE_S
    while link.why != "broker-auth" and time.monotonic() < until_s:
        time.sleep(0.01)
    assert (link.is_up, link.why) == (False, "broker-auth")
    assert not link.write(MqttMessage("mt/1/t1/node/x/ev", b"{}"))
    link.close()
    link.close()


def test_programs_that_admit_at_one_broker_at_a_time_put_nobody_out(broker: Broker) -> None:
    """Mosquitto puts out whoever is missing from its file when it reads that again, and says no will for him."""
    homes = [home_of(broker.folder) for _ in range(6)]  # each began before any of the others admitted anybody
    core = broker.connect(CORE)
    _up(core)
    with ThreadPoolExecutor(len(homes)) as pool:
        secrets = list(pool.map(lambda at: homes[at].secret_of(f"node-{at}"), range(6)))
    assert len(set(secrets)) == 6
    assert [broker.passwords[f"node-{at}"] for at in range(6)] == secrets
    users = {line.partition(":")[0] for line in (broker.folder / "passwords").read_text().splitlines()}
    assert users == set(broker.passwords)
    comers = [broker.connect(f"node-{at}") for at in range(6)]
    for comer in comers:
        _up(comer)
    assert core.opened == 1, "nobody put it out"
    for link in (core, *comers):
        link.close()


def _up(link: MqttLink) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not link.is_up and time.monotonic() < until_s:
        time.sleep(0.01)
    assert link.is_up, link.why


def test_a_payload_that_is_none_touches_nothing(table: Table) -> None:
    node = up(table.broker.connect(OTHER, None, (topic("t1", OTHER, "cmd"),)))
    node.write(MqttMessage(topic("t1", OTHER, "info"), b'{"node":"%s","epoch":1}' % OTHER.encode(), retain=True))
    table.until(lambda: node.read() != [])  # it is asked for a replay: the table listens to it now
    for payload in (b"\xff", b"[]", b"{}", b'{"node":"%s"}' % NODE.encode(), b"x" * 2000):
        node.write(MqttMessage(topic("t1", OTHER, "ev"), payload))
    node.write(MqttMessage(topic("t1", OTHER, "state"), b'{"s":"flying","session":1,"why":""}'))
    table.until(lambda: table.core.intake.refused == 6)
    assert table.phases() == ["empty"]
    node.close()


def test_a_retained_event_is_never_rolled_again(broker: Broker, tmp_path: Path) -> None:
    words = {
        "v": 1,
        "node": OTHER,
        "epoch": 1,
        "seq": 1,
        "boot": 1,
        "t": 1,
        "at": 1,
        "err": 1,
        "kind": "settled",
        "body": {"expected": 2, "entered": 2, "left": 2, "roll": 1},
        "replay": False,
        "oldest": 1,
    }
    node = up(broker.connect(OTHER))
    node.write(MqttMessage(topic("t1", OTHER, "ev"), json.dumps(words).encode(), retain=True))
    node.write(MqttMessage(topic("t1", OTHER, "state"), b'{"s":"online","session":1,"why":""}', retain=True))
    node.write(MqttMessage(topic("t1", OTHER, "info"), b'{"epoch":1}', retain=True))
    core = BrokerTower(broker.connect, Spool(), table="t1")
    seen: list[Observation] = []
    until_s = time.monotonic() + PATIENCE_S
    while OTHER not in core.nodes and time.monotonic() < until_s:
        seen += core.poll()
        time.sleep(0.005)
    time.sleep(0.1)
    seen += core.poll()
    assert OTHER in core.nodes
    assert not [one for one in seen if isinstance(one, TowerSeen)]
    core.close()
    node.close()
