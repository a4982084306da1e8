"""Signed readings over the whole way: firmware in the VM, bridge, mosquitto, table; nobody between invents one.

The forger here has everything but the key: he writes with the device's own connection, as a bridge that was taken over.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from companion.table.observation import LinkState, TowerSeen
from firmware_bridge.adapter import SerialTower
from firmware_bridge.bridge import Bridge
from firmware_bridge.broker import Broker
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.pairing import set_key
from firmware_bridge.protocol import Message, encode
from firmware_bridge.radio_link import CABLE, Receiver, wire_topic
from firmware_bridge.radio_table import RadioTable
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.signing import SIGNED, NodeKey, new_key, tag_of
from firmware_bridge.spool import SpooledEvent
from firmware_bridge.virtual import VirtualTower
from firmware_bridge.waiting import Waiter
from tests.patience import PATIENCE_S

from .conftest import Watch
from .guests import open_broker

NODE = "tower-9f3a12c4"


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

    def __init__(self, broker: Broker, port: str, folder: Path, keys: Mapping[str, NodeKey]) -> None:
        waiter = Waiter()
        connect = broker.address.connector(waiter.wake)
        self.bridge = Bridge(connect, named=(port,), ports=lambda: (), waiter=waiter)
        self.table = RadioTable(Receiver(broker.connect), folder, keys=keys)
        self.seen: list[TowerSeen] = []

    def until(self, found: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
        until_s = time.monotonic() + within_s
        while not found():
            assert time.monotonic() < until_s, (self.seen, self.state())
            self.bridge.step()
            self.seen += [one for one in self.table.poll() if isinstance(one, TowerSeen)]
            self.bridge.wait(0.002)

    def used(self) -> list[tuple[int, bool]]:
        return [(one.seq, one.is_verified) for one in self.seen]

    def state(self) -> tuple[LinkState, str] | None:
        met = self.table.devices
        return met[NODE].device.state if NODE in met else None

    def held(self) -> list[SpooledEvent]:
        """The events on the table's disk with their signatures, as a listener on the broker would have them."""
        query = "SELECT node, epoch, seq, boot, t_ms, kind, body, at_ms, err_ms, replayed, sig FROM event ORDER BY seq"
        return [SpooledEvent(*row) for row in self.table.devices[NODE].device.spool._db.execute(query)]

    def forge(self, event: SpooledEvent, *, is_signed: bool = True) -> None:
        """Say it on the device's own topic, over its own connection."""
        fields = {"seq": event.seq, "t_ms": event.t_ms, "boot": event.boot, "kind": event.kind}
        frame = Message("EVENT", {**fields, "body": event.body + event.sig}, SIGNED if is_signed else 0)
        ((_, link),) = self.bridge.links()
        assert link.write(MqttMessage(wire_topic(NODE, "up", CABLE), encode(frame)))

    def close(self) -> None:
        self.bridge.close()
        self.table.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with open_broker(tmp_path / "broker", CABLE + NODE) as made:
        yield made


def test_only_what_the_tower_signed_is_rolled_and_a_forger_invents_nothing(
    virtual: VirtualTower, broker: Broker, tmp_path: Path
) -> None:
    virtual.fault("reboot")  # two EMPTY wait, older than the key
    key = pair(virtual, new_key())
    ((_, first),) = key.begins.items()
    chain = Chain(broker, virtual.port, tmp_path, {NODE: key})
    try:
        chain.until(lambda: len(chain.seen) == first - 1)
        chain.table.arm(2)
        chain.until(lambda: len(chain.seen) == first)
        virtual.throw(2)
        chain.until(lambda: chain.seen[-1].phase.value == "settled")
        wanted = [(seq, seq >= first) for seq in range(1, first + 3)]  # what is older is used, and marked
        assert chain.used() == wanted

        held = chain.held()
        honest, ahead = held[-1], replace(held[-1], seq=held[-1].seq + 1, body=b"\2\2\6\1\0")
        assert len(honest.sig) == 16
        forgeries = [
            ("unsigned", replace(ahead, sig=b"")),
            ("bad-signature", ahead),  # the tag of another one
            ("bad-signature", replace(ahead, sig=tag_of(new_key(), ahead))),  # of another key
            ("bad-signature", replace(ahead, sig=tag_of(key.secret, ahead)[:15] + b"?")),  # one byte is another
            ("bad-signature", replace(ahead, body=honest.body, sig=honest.sig)),  # another number
            ("bad-signature", replace(honest, boot=honest.boot + 1)),
        ]
        for why, event in forgeries:
            chain.forge(event, is_signed=bool(event.sig))
            chain.until(lambda why=why: chain.state() == (LinkState.OFFLINE, why))  # type: ignore[misc]
            assert chain.held() == held
            virtual.fault("pull")  # until then the device is set aside with its forger
            chain.until(lambda: chain.state() == (LinkState.OFFLINE, "cable"))
            virtual.fault("plug")
            chain.until(lambda: chain.state() == (LinkState.ONLINE, ""))  # before its HELLO no event is heard
        chain.forge(honest)  # a replay: known by its number
        chain.forge(replace(honest, seq=first - 1, sig=b""), is_signed=False)  # before the key: that number is taken
        virtual.knock()
        chain.until(lambda: chain.seen[-1].phase.value == "disturbed")
        assert chain.used()[: len(wanted)] == wanted
        assert all(is_verified for _, is_verified in chain.used()[len(wanted) :])
        assert chain.held()[: len(held)] == held
    finally:
        chain.close()


def test_a_table_with_the_key_uses_what_is_older_and_marks_it(
    virtual: VirtualTower, broker: Broker, tmp_path: Path
) -> None:
    key = pair(virtual, new_key())
    virtual.fault("reboot")  # the key outlives it
    chain = Chain(broker, virtual.port, tmp_path, {NODE: key})
    try:
        chain.until(lambda: len(chain.seen) >= 2)
        assert chain.used() == [(1, False), (2, True)]
    finally:
        chain.close()


def test_a_key_in_an_order_sets_no_key(virtual: VirtualTower, broker: Broker, tmp_path: Path) -> None:
    chain = Chain(broker, virtual.port, tmp_path, {})
    try:
        chain.until(lambda: bool(chain.seen))
        orders = chain.table.devices[NODE].device.orders
        number = chain.table.devices[NODE].device.order(0x70, new_key(), 3.0)
        chain.until(lambda: number in [one for one, _ in orders.ended])
        assert dict(orders.ended)[number].value == "unknown"
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
