"""The tower's own link and outbox against the host's device, in one process, over a bad cable and a stepped clock."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import formats
from firmware_bridge.device import Device
from firmware_bridge.orders import OrderEnd
from firmware_bridge.spool import Spool
from tests.firmware_bridge.memory_link import MemoryLink

STEP_S = 0.005
ABOUT = {"node": "tower-1", "fw": "0.1.0", "hw": "cpython", "caps": ""}


class BadCable:
    """The firmware's port, and the wire to the host's link: drops, flips and doubles chunks from a seed."""

    def __init__(self, link: MemoryLink, seed: int, fault: float) -> None:
        self.link, self.random, self.fault = link, random.Random(seed), fault
        self.under_way = b""

    def read(self, size: int) -> bytes:
        self.under_way += self.spoil(self.link.received())
        data, self.under_way = self.under_way[:size], self.under_way[size:]
        return data

    def write(self, data: bytes) -> int:
        self.link.send(self.spoil(data))
        return len(data)

    def spoil(self, data: bytes) -> bytes:
        if not data or self.random.random() >= self.fault:
            return data
        how = self.random.randrange(3)
        if how == 0:
            return b""
        if how == 1:
            return data + data
        at = self.random.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << self.random.randrange(8)]) + data[at + 1 :]


class Table:
    """Both ends and the time between them."""

    def __init__(self, firmware: Any, folder: Path, seed: int, fault: float) -> None:
        self.firmware, self.folder, self.now_s = firmware, folder, 0.0
        self.cable_end = MemoryLink()
        self.cable = BadCable(self.cable_end, seed, fault)
        self.spool = Spool()
        self.device = Device(self.cable_end, self.spool, session=9, clock=lambda: self.now_s, wall_ms=lambda: 0)
        self.committed: list[tuple[int, bytes]] = []
        self.obeyed: list[bytes] = []
        self.power_on()

    def now(self) -> int:
        return int(self.now_s * 1000)

    def power_on(self) -> None:
        self.box = self.firmware.outbox.Outbox(str(self.folder))
        self.tower = self.firmware.link.Link(self.cable, self.box, ABOUT, self)

    def restart(self) -> None:
        self.box.close()
        self.power_on()

    def commit(self, body: bytes) -> None:
        seq = self.box.put(self.now(), 4, body)
        if seq is not None:
            self.committed.append((seq, body))

    def step(self) -> None:
        self.now_s += STEP_S
        for number, _kind, body in self.tower.poll():
            self.obeyed.append(body)
            self.tower.done(number, 0)
        self.device.step()

    def arrived(self) -> list[tuple[int, bytes]]:
        return [(event.seq, event.body) for event in self.spool.untaken()]


@pytest.fixture
def tables(firmware: Any, tmp_path: Path) -> Iterator[Any]:
    made: list[Table] = []

    def make(seed: int, fault: float) -> Table:
        made.append(Table(firmware, tmp_path / str(seed), seed, fault))
        return made[-1]

    yield make
    for table in made:
        table.box.close()
        table.spool.close()


@pytest.mark.parametrize("seed", [1, 7, 11, 2026])
def test_bad_cable_pulls_and_restarts_lose_nothing_seed(tables: Any, seed: int) -> None:
    table = tables(seed, 0.2)
    chance = random.Random(seed)
    for number in range(300):
        table.commit(number.to_bytes(2, "little"))
        if chance.random() < 0.03:
            table.restart()
        if chance.random() < 0.03:
            table.cable_end.pull()
            table.step()
            table.cable_end.plug()
        for _ in range(chance.randrange(20)):
            table.step()
    table.cable.fault = 0.0
    for _ in range(4000):
        if not table.box.count:
            break
        table.step()
    assert len(table.committed) == 300
    assert table.arrived() == table.committed
    assert table.device.counts["conflict"] == 0
    assert table.device.counts["known"] > 0, "this cable never made a resend: the test shows nothing"


def test_a_clean_cable_resends_nothing(tables: Any) -> None:
    table = tables(3, 0.0)
    for number in range(200):
        table.commit(bytes([number]))
        for _ in range(4):
            table.step()
    assert table.arrived() == table.committed
    assert (table.tower.window.resent, table.device.counts["known"], table.device.decoder.bad) == (0, 0, 0)


def test_an_order_is_obeyed_once_however_often_it_is_sent(tables: Any) -> None:
    table = tables(5, 0.0)
    for _ in range(10):
        table.step()
    for number in range(40):
        table.cable.fault = 0.6
        table.device.order(1, bytes([number]), 3.0)
        for _ in range(40):
            table.step()
        table.cable.fault = 0.0
        for _ in range(400):
            table.step()
    assert table.obeyed == [bytes([number]) for number in range(40)]
    assert [how for _, how in table.device.orders.ended] == [OrderEnd.DONE] * 40


def test_a_tower_that_slept_does_not_obey_what_waited_too_long(tables: Any) -> None:
    table = tables(6, 0.0)
    for _ in range(10):
        table.step()
    table.device.order(2, b"\5", 1.0)
    table.now_s += 4.0  # the tower hung: the bytes waited in its buffer
    assert table.tower.poll() == []
    table.device.step()
    assert [how for _, how in table.device.orders.ended] == [OrderEnd.EXPIRED]


def test_after_ten_seconds_without_a_host_the_tower_says_hello_again(tables: Any) -> None:
    table = tables(8, 0.0)
    for _ in range(10):
        table.step()
    assert table.tower.session == 9
    for _ in range(2101):
        table.now_s += STEP_S
        table.tower.poll()
    assert table.tower.session is None
    table.device.step()
    table.tower.poll()
    assert table.tower.session == 9


def test_an_acknowledgement_of_a_number_never_given_is_ignored(tables: Any) -> None:
    table = tables(9, 0.0)
    table.commit(b"one")
    table.tower._accept(0, 50, 0)
    assert (table.box.oldest, table.box.count) == (1, 1)


def test_the_schema_crc_in_hello_is_the_hosts(tables: Any) -> None:
    table = tables(10, 0.0)
    for _ in range(5):
        table.step()
    assert table.device.about["schema"] == formats.SCHEMA_CRC
