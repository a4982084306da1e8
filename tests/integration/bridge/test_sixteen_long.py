"""Sixteen nodes and a tenth of an hour's events, as fast as they go: none lost, memory stays flat. $HOURS=1: all."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import MissingPart
from companion.table.observation import TowerSeen
from firmware_bridge.broker import Broker
from firmware_bridge.mqtt_core import BrokerTower
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.mqtt_node import NodeOnBroker
from firmware_bridge.spool import Spool
from firmware_bridge.topics import topic
from firmware_bridge.waiting import Waiter
from tests.missing import absent
from ui.bench.demo import resident_mb

from .guests import event

NODES = [f"tower-{number:08x}" for number in range(16)]
HOUR = 200 * 3600
LONG = int(float(os.environ.get("HOURS", "0.1")) * HOUR) // 64 * 64
ROUND = 4  # events of each node at once
GROWTH_MB = 24.0  # what an interpreter's heap may settle at: a leak of 100 bytes an event would be 72


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    try:
        made = Broker(tmp_path / "broker", nodes=NODES)
    except MissingPart as missing:
        absent(missing)
        raise
    with made:
        yield made


def flow(broker: Broker, folder: Path, events: int) -> tuple[dict[str, list[int]], list[float]]:
    """What the table saw of each node, and the megabytes held after each tenth."""
    waiter = Waiter()
    connect = broker.address.connector(waiter.wake)
    bridge, core_spool = Spool(folder / "bridge.db", uplink=True, table=False), Spool(folder / "core.db")
    nodes = [NodeOnBroker(name, bridge, connect, table="t1", session=5) for name in NODES]
    core = BrokerTower(connect, core_spool, table="t1")
    seen: dict[str, list[int]] = {name: [] for name in NODES}
    held: list[float] = []
    for name in NODES:
        bridge.begin(name, 7, 1)
    until_s, made, told = time.monotonic() + max(5800, events / 12), 0, 0
    introduced = False
    while told < events and time.monotonic() < until_s:
        if not introduced and core.link.is_up and all(node.link.is_up for node in nodes):
            introduced = True
            for node in nodes:
                node.link.write(MqttMessage(topic("t1", node.node, "info"), b'{"epoch":7}', retain=True))
        if introduced and made < events and made - told < 2000:
            seq = made // len(NODES) + 1
            bridge.keep_all([event(seq + more, name) for name in NODES for more in range(ROUND)])
            made += len(NODES) * ROUND
        for node in nodes:
            node.step()
        for one in core.poll():
            if isinstance(one, TowerSeen):
                seen[one.node].append(one.seq)
                told += 1
        if told >= events * (len(held) + 1) // 10:
            gc.collect()
            held.append(resident_mb(os.getpid()))
        waiter.wait((), 0.005)
    for node in nodes:
        node.close()
    core.close()
    bridge.close()
    core_spool.close()
    waiter.close()
    return seen, held


def test_sixteen_nodes_lose_nothing(broker: Broker, tmp_path: Path) -> None:
    seen, _ = flow(broker, tmp_path, 16 * ROUND * 10)
    assert seen == {name: list(range(1, ROUND * 10 + 1)) for name in NODES}


@pytest.mark.long
def test_an_hours_events_of_sixteen_nodes_in_flat_memory(broker: Broker, tmp_path: Path) -> None:
    start_s = time.monotonic()
    seen, held = flow(broker, tmp_path, LONG)
    took_s = time.monotonic() - start_s
    print(f"FIGURE {sum(map(len, seen.values()))} of {LONG} in {took_s:.0f} s, {held} MB")  # noqa: T201
    assert {name: len(found) for name, found in seen.items()} == dict.fromkeys(NODES, LONG // 16)
    assert all(found == list(range(1, len(found) + 1)) for found in seen.values())
    assert held[-1] - held[0] < GROWTH_MB, held
