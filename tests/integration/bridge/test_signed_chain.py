"""Signed readings over the whole way: firmware in the VM, bridge, mosquitto, table; nobody between invents one.

The forger here has everything but the key: he writes with the node's own connection, as a bridge that was taken over.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import MissingPart
from companion.table.observation import TowerSeen
from firmware_bridge.adapter import SerialTower
from firmware_bridge.bridge import Bridge
from firmware_bridge.broker import Broker
from firmware_bridge.mqtt_core import BrokerTower
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.pairing import set_key
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.signing import NodeKey, new_key, tag_of
from firmware_bridge.spool import Spool, SpooledEvent
from firmware_bridge.topics import format_event, topic
from firmware_bridge.virtual import VirtualTower
from firmware_bridge.waiting import Waiter
from tests.missing import absent
from tests.patience import PATIENCE_S

from .conftest import Watch

NODE = "tower-9f3a12c4"
TABLE = "t1"


def pair(virtual: VirtualTower, secret: bytes) -> NodeKey:
    link = SerialLink(virtual.port)
    try:
        done = set_key(link, NODE, secret)
    finally:
        link.close()
    assert done.why == ""
    return NodeKey(secret, {done.epoch: done.first})


class Chain:
    """Bridge, broker and table around a tower with a key; ``seen`` is what the table used."""

    def __init__(self, broker: Broker, port: str, folder: Path, **core: Any) -> None:
        waiter = Waiter()
        self.bridge_spool, self.core_spool = Spool(folder / "bridge.db", uplink=True, table=False), Spool()
        connect = broker.address.connector(waiter.wake)
        self.bridge = Bridge(self.bridge_spool, connect, table=TABLE, named=(port,), ports=lambda: (), waiter=waiter)
        self.core = BrokerTower(broker.connect, self.core_spool, table=TABLE, **core)
        self.seen: list[TowerSeen] = []

    def until(self, found: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
        until_s = time.monotonic() + within_s
        while not found():
            assert time.monotonic() < until_s, (self.seen, list(self.core.intake.log))
            self.bridge.step()
            self.seen += [one for one in self.core.poll() if isinstance(one, TowerSeen)]
            self.bridge.wait(0.002)

    def used(self) -> list[tuple[int, bool]]:
        return [(one.seq, one.is_verified) for one in self.seen]

    def forge(self, event: SpooledEvent) -> None:
        """Says it on the node's own topic."""
        message = MqttMessage(topic(TABLE, NODE, "ev"), format_event(event, 1))
        assert self.bridge.nodes[NODE].link.write(message)

    def close(self) -> None:
        self.bridge.close()
        self.core.close()
        self.bridge_spool.close()
        self.core_spool.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    try:
        made = Broker(tmp_path / "broker", nodes=(NODE,))
    except MissingPart as missing:
        absent(missing)
        raise
    with made:
        yield made


def test_only_what_the_tower_signed_is_rolled_and_a_forger_invents_nothing(
    virtual: VirtualTower, broker: Broker, tmp_path: Path
) -> None:
    virtual.fault("reboot")  # two EMPTY wait, older than the key
    key = pair(virtual, new_key())
    (first,) = key.begins.values()
    chain = Chain(broker, virtual.port, tmp_path, keys={NODE: key}, signed_only=True)
    try:
        (epoch,) = key.begins
        chain.until(lambda: chain.core_spool.upto(NODE, epoch) == first - 1)  # taken off its hands, not used
        chain.until(lambda: not chain.bridge_spool.unsent())
        chain.core.arm(2)
        chain.until(lambda: bool(chain.seen))
        virtual.throw(2)
        chain.until(lambda: chain.seen[-1].phase.value == "settled")
        assert chain.used() == [(first + at, True) for at in range(3)]
        assert chain.core.intake.refused == 0

        honest = _last(chain)
        ahead = replace(honest, seq=honest.seq + 1, body=b"\2\2\6\1\0")
        forgeries = {
            "unsigned": [replace(ahead, sig=b""), replace(honest, epoch=honest.epoch ^ 1, seq=1, sig=b"")],
            "bad-signature": [
                ahead,  # the tag of another one
                replace(ahead, sig=tag_of(new_key(), ahead)),  # of another key
                replace(ahead, sig=tag_of(key.secret, ahead)[:15]),  # cut
                replace(ahead, body=honest.body, sig=honest.sig),  # another number
                replace(honest, boot=honest.boot + 1),
            ],
        }
        for why, events in forgeries.items():
            for event in events:
                refused = chain.core.intake.refused
                chain.forge(event)
                chain.until(lambda refused=refused: chain.core.intake.refused == refused + 1)  # type: ignore[misc]
                assert chain.core.intake.log[-1][1] == why
        chain.forge(honest)  # a replay: known by its number
        chain.forge(replace(honest, seq=first - 1, sig=b""))  # the hole before the key: all its numbers are taken
        virtual.knock()
        chain.until(lambda: chain.seen[-1].phase.value == "disturbed")
        assert chain.used() == [(first + at, True) for at in range(4)]
        assert chain.core.aside == {}
    finally:
        chain.close()


def _last(chain: Chain) -> SpooledEvent:
    """The newest event of the table's spool with its signature, as a listener on the broker would have it."""
    query = "SELECT node, epoch, seq, boot, t_ms, kind, body, at_ms, err_ms, replayed, sig FROM event ORDER BY seq DESC"
    row = chain.core_spool._db.execute(query).fetchone()
    assert len(row[10]) == 16
    return SpooledEvent(*row)


def test_a_table_with_the_key_uses_what_is_older_and_marks_it(
    virtual: VirtualTower, broker: Broker, tmp_path: Path
) -> None:
    key = pair(virtual, new_key())
    virtual.fault("reboot")  # the key outlives it
    chain = Chain(broker, virtual.port, tmp_path, keys={NODE: key})
    try:
        chain.until(lambda: len(chain.seen) >= 2)
        assert chain.used() == [(1, False), (2, True)]
    finally:
        chain.close()


def test_a_key_in_a_cmd_of_the_broker_sets_no_key(virtual: VirtualTower, broker: Broker, tmp_path: Path) -> None:
    chain = Chain(broker, virtual.port, tmp_path)
    try:
        chain.until(lambda: bool(chain.core.nodes))
        words = {"id": 5, "ttl_ms": 3000, "kind": 0x70, "body": new_key().hex()}
        chain.core.link.write(MqttMessage(topic(TABLE, NODE, "cmd"), json.dumps(words).encode()))
        chain.until(lambda: any(number == 5 for _, number, _ in chain.core.answers))
        assert (NODE, 5, "unknown") in chain.core.answers
        assert not (virtual.folder / "key").exists()
    finally:
        chain.close()


def test_over_a_cable_of_our_own_readings_are_verified_or_the_tower_is_set_aside(
    virtual: VirtualTower, tmp_path: Path
) -> None:
    key = pair(virtual, new_key())
    with SerialTower(virtual.port, tmp_path / "spool.db", keys={NODE: key}) as tower:
        watch = Watch(tower)
        watch.until_link("online")
        tower.arm(2)
        watch.until_phase("armed")
        proofs = [one.is_verified for one in watch.seen if isinstance(one, TowerSeen)]
        assert proofs == [False, True]
    other = NodeKey(new_key(), key.begins)
    with SerialTower(virtual.port, tmp_path / "other.db", keys={NODE: other}) as tower:
        watch = Watch(tower)
        watch.until_link("online")
        tower.arm(0)
        watch.until_link("offline", "bad-signature")
        assert [one for one in watch.seen if isinstance(one, TowerSeen) and one.seq > 1] == []
