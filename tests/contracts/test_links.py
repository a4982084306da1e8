"""The examination every link sits: the serial one on a pseudo-terminal, the broker's by both its ways, the fake."""

from __future__ import annotations

import contextlib
import os
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from companion.errors import MissingPart
from firmware_bridge.broker import Broker
from firmware_bridge.link import Link
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.radio_link import CABLE, GONE, PREFIX, Receiver, wire_topic
from firmware_bridge.radio_server import RadioServer
from firmware_bridge.serial_link import SerialLink
from tests.firmware_bridge.memory_link import MemoryLink
from tests.missing import absent
from tests.patience import PATIENCE_S, wait_until


class Bench(Protocol):
    """A link on the bench, with the far end of its cable in the examiner's hand; ``gone`` is its word for a pull."""

    gone: str

    @property
    def link(self) -> Link: ...

    def send(self, data: bytes) -> None: ...

    def received(self, size: int) -> bytes: ...

    def pull(self) -> None: ...

    def plug(self) -> None: ...

    def end(self) -> None: ...


class MemoryBench:
    gone = "cable"

    def __init__(self) -> None:
        self.link = MemoryLink()

    def send(self, data: bytes) -> None:
        self.link.send(data)

    def pull(self) -> None:
        self.link.pull()

    def plug(self) -> None:
        self.link.plug()

    def received(self, size: int) -> bytes:
        return self.link.received()

    def end(self) -> None:
        self.link.close()


class PtyBench:
    """The real serial link; the far end is the master of a pseudo-terminal behind a stable name."""

    gone = "cable"

    def __init__(self, folder: Path) -> None:
        self._name = folder / "port"
        self._master = -1
        self.plug()
        self.link = SerialLink(str(self._name), retry_s=0)

    def plug(self) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self._name.symlink_to(os.ttyname(slave))
        os.close(slave)

    def pull(self) -> None:
        os.close(self._master)
        self._master = -1
        self._name.unlink()

    def send(self, data: bytes) -> None:
        if self._master >= 0:
            os.write(self._master, data)

    def received(self, size: int) -> bytes:
        data = b""
        while self._master >= 0 and len(data) < size:
            data += os.read(self._master, 4096)
        return data

    def end(self) -> None:
        self.link.close()
        if self._master >= 0:
            with contextlib.suppress(OSError):
                os.close(self._master)


class RadioBench:
    """The broker's link through a real mosquitto; the far end is a client with the device's name and rights."""

    gone, node, way = "radio-gone", "tower-9f3a12c4", PREFIX

    def __init__(self, folder: Path) -> None:
        self._births = 0
        self.air, self._far = self.begin(
            folder, MqttMessage(wire_topic(self.node, "here", self.way), GONE, retain=True)
        )
        self.link = self.air.link_to(self.node)
        self.plug()

    def begin(self, folder: Path, will: MqttMessage) -> tuple[Receiver | RadioServer, MqttLink]:
        self._broker = Broker(folder / "broker", nodes=(self.way + self.node,))
        receiver = Receiver(self._broker.address.connector())
        self._until(lambda: not receiver.why)
        return receiver, self._broker.connect(self.way + self.node, will, (wire_topic(self.node, "down", self.way),))

    def plug(self) -> None:
        self._until(lambda: self._far.is_up and self._far.opened > self._births)  # it came back
        self._births += 1
        self._far.write(MqttMessage(wire_topic(self.node, "here", self.way), b"%d" % self._births, retain=True))
        self.air.wait(PATIENCE_S)

    def pull(self) -> None:
        self._far.cut()

    def send(self, data: bytes) -> None:
        self._far.write(MqttMessage(wire_topic(self.node, "up", self.way), data, qos=0))

    def received(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            self._far.wait(PATIENCE_S)
            data += b"".join(message.payload[4:] for message in self._far.read())
        return data

    def end(self) -> None:
        self.air.close()
        self._far.close()
        self._broker.close()

    def _until(self, holds: Callable[[], bool]) -> None:
        wait_until(holds, told=lambda: "the broker does not answer")


class BridgeBench(RadioBench):
    """The same as a bridge speaks for a device on its cable."""

    gone, way = "bridge-gone", CABLE


class EarBench(RadioBench):
    """The same where there is no broker: the device comes straight to us."""

    def begin(self, folder: Path, will: MqttMessage) -> tuple[Receiver | RadioServer, MqttLink]:
        ear, user = RadioServer("127.0.0.1", 0, {self.way + self.node: "secret"}), self.way + self.node
        self.air = ear
        topics = (wire_topic(self.node, "down", self.way),)
        far = MqttLink("127.0.0.1", ear.port, user=user, password="secret", will=will, topics=topics, version=4)
        return ear, far

    def plug(self) -> None:
        super().plug()

    def _until(self, holds: Callable[[], bool]) -> None:
        super()._until(lambda: self.air.step() or holds())

    def received(self, size: int) -> bytes:
        self._until(self._far._fresh.is_set)
        return super().received(size)

    def end(self) -> None:
        self.air.close()
        self._far.close()


def made(which: str, folder: Path) -> Bench:
    """The bench of that name; one whose parts are missing fails in CI and is named elsewhere."""
    if which in ("memory", "serial"):
        return MemoryBench() if which == "memory" else PtyBench(folder)
    try:
        return {"radio": RadioBench, "bridge": BridgeBench, "ear": EarBench}[which](folder)
    except MissingPart as missing:
        absent(missing)


@pytest.fixture(params=["memory", "serial", "radio", "bridge", "ear"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    one = made(request.param, tmp_path)
    yield one
    one.end()


def read(link: Link, size: int) -> bytes:
    data = bytearray(link.read())
    wait_until(lambda: len(data) >= size, lambda: data.extend(link.read()))
    return bytes(data)


def until_up(link: Link) -> None:
    """The first word of the far end may take its time by radio; nothing is read before."""
    heard = bytearray(link.read())
    wait_until(lambda: link.is_up, lambda: None if link.is_up else heard.extend(link.read()))
    assert heard == b""


def until_down(link: Link) -> None:
    wait_until(lambda: not link.is_up, link.read)


def test_it_is_down_until_somebody_reads(bench: Bench) -> None:
    assert (bench.link.is_up, bench.link.opened) == (False, 0)
    until_up(bench.link)
    assert (bench.link.is_up, bench.link.opened, bench.link.why) == (True, 1, "")


def test_bytes_travel_both_ways_in_order_and_unchanged(bench: Bench) -> None:
    every = bytes(range(256)) * 4
    until_up(bench.link)
    bench.send(every)
    assert read(bench.link, len(every)) == every
    bench.link.write(every)
    assert bench.received(len(every)) == every


def test_nothing_there_reads_as_nothing(bench: Bench) -> None:
    until_up(bench.link)
    bench.link.wait(0.001)
    assert bench.link.read() == b""
    assert bench.link.is_up


def test_a_pull_is_seen_and_told_in_a_word(bench: Bench) -> None:
    until_up(bench.link)
    bench.pull()
    until_down(bench.link)
    assert (bench.link.is_up, bench.link.why) == (False, bench.gone)
    bench.link.write(b"into the air")
    bench.link.wait(0.001)
    assert bench.link.read() == b""


def test_a_write_into_a_pulled_cable_does_not_raise(bench: Bench) -> None:
    until_up(bench.link)
    bench.pull()
    bench.link.write(b"lost")
    bench.link.write(b"lost")


def test_plugged_in_again_it_is_a_new_conversation(bench: Bench) -> None:
    until_up(bench.link)
    bench.pull()
    until_down(bench.link)
    bench.plug()
    until_up(bench.link)
    assert (bench.link.is_up, bench.link.opened) == (True, 2)
    bench.send(b"fresh")
    assert read(bench.link, 5) == b"fresh"


def test_a_closed_link_stays_closed(bench: Bench) -> None:
    until_up(bench.link)
    bench.link.close()
    bench.link.close()
    assert bench.link.read() == b""
    bench.link.write(b"nobody")
    assert (bench.link.is_up, bench.link.opened) == (False, 1)


def test_a_port_that_is_not_there_is_a_missing_cable(tmp_path: Path) -> None:
    link = SerialLink(str(tmp_path / "none"), retry_s=0)
    assert link.read() == b""
    assert (link.is_up, link.why) == (False, "cable")


def test_a_port_somebody_holds_is_busy(tmp_path: Path) -> None:
    bench = PtyBench(tmp_path)
    bench.link.read()
    second = SerialLink(str(tmp_path / "port"), retry_s=0)
    assert second.read() == b""
    assert (second.is_up, second.why) == (False, "port-busy")
    bench.end()


def test_it_waits_between_two_tries(tmp_path: Path) -> None:
    now = [0.0]
    link = SerialLink(str(tmp_path / "port"), retry_s=1.0, clock=lambda: now[0])
    link.read()
    bench = PtyBench(tmp_path)
    link.read()
    assert not link.is_up
    now[0] = 1.0
    link.read()
    assert link.is_up
    link.close()
    bench.end()
