"""Sixteen nodes and a tenth of an hour's events, as fast as they go: none lost, memory stays flat. $HOURS=1: all."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.observation import TowerSeen
from firmware_bridge.broker import Broker
from firmware_bridge.protocol import Message
from firmware_bridge.radio_link import CABLE, Receiver
from firmware_bridge.radio_table import RadioTable
from ui.bench.demo import resident_mb

from .guests import FarEnd, open_broker

NODES = [f"tower-{number:08x}" for number in range(16)]
HOUR = 200 * 3600
LONG = int(float(os.environ.get("HOURS", "0.1")) * HOUR) // 64 * 64
ROUND = 4  # events of each node at once
WINDOW, AGAIN_S = 16, 1.0  # events under way; seconds after which they are sent again
GROWTH_MB = 24.0  # what an interpreter's heap may settle at: a leak of 100 bytes an event would be 72


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with open_broker(tmp_path / "broker", *(CABLE + name for name in NODES)) as made:
        yield made


class Sender(FarEnd):
    """A device with events without end: as many under way as the firmware has, and again what is not acknowledged."""

    def __init__(self, broker: Broker, node: str) -> None:
        super().__init__(broker, node, CABLE)
        self.sent = self.upto = 0
        self.since_s = 0.0

    def step(self, most: int) -> None:
        """Answer, and send what is due, up to that number."""
        for name in [message.name for message in self.heard_now()]:
            if name == "ERR":
                self.hello(following=self.upto + 1)
        now_s = time.monotonic()
        if now_s - self.since_s > AGAIN_S:
            self.sent, self.since_s = self.upto, now_s
        while self.sent < min(most, self.upto + WINDOW):
            self.sent += 1
            self.event(self.sent)

    def heard_now(self) -> list[Message]:
        """What came since the last time; acknowledgements are taken note of."""
        self.got("")
        heard, self.heard = self.heard, []
        for one in heard:
            if one.name == "ACK" and one.number("upto") > self.upto:
                self.upto, self.since_s = one.number("upto"), time.monotonic()
        return heard


def flow(broker: Broker, folder: Path, events: int) -> tuple[dict[str, list[int]], list[float]]:
    """What the table saw of each node, and the megabytes held after each tenth."""
    nodes = [Sender(broker, name) for name in NODES]
    seen: dict[str, list[int]] = {name: [] for name in NODES}
    held: list[float] = []
    until_s, told = time.monotonic() + max(5800, events / 12), 0
    with RadioTable(Receiver(broker.connect), folder) as table:
        while told < events and time.monotonic() < until_s:
            for node in nodes:
                node.step(min(events // len(NODES), told // len(NODES) + ROUND * len(NODES)))
            for one in table.poll():
                if isinstance(one, TowerSeen):
                    seen[one.node].append(one.seq)
                    told += 1
            if told >= events * (len(held) + 1) // 10:
                gc.collect()
                held.append(resident_mb(os.getpid()))
            table.air.wait(0.005)
    for node in nodes:
        node.close()
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
