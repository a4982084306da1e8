"""The tower's loop with sensors and a ring in the test's hand: what it reports and what it lights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


class Sensor:
    """A beam or the accelerometer: gives what the test put in, once."""

    def __init__(self) -> None:
        self.next = 0

    def take(self) -> int:
        found, self.next = self.next, 0
        return found


class Light:
    """A ring that remembers what it was told."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.drawn_full: list[bool] = []

    def show(self, pattern: str, now: int, for_ms: int = 0) -> None:
        self.shown.append(pattern)

    def draw(self, now: int, full: bool, lost: bool = False) -> None:
        self.drawn_full.append(full)


class Wire:
    """A port: what the firmware wrote, and what it is to read next."""

    def __init__(self) -> None:
        self.inbox, self.outbox = b"", b""

    def read(self, size: int) -> bytes | None:
        data, self.inbox = self.inbox[:size], self.inbox[size:]
        return data or None

    def write(self, data: bytes) -> int:
        self.outbox += data
        return len(data)


class Bench:
    def __init__(self, firmware: Any, folder: Path, max_events: int) -> None:
        self.firmware, self.ms = firmware, 0
        self.top = Sensor()
        self.bottom = Sensor()
        self.accel = Sensor()
        self.ring = Light()
        self.wire = Wire()
        self.box = firmware.outbox.Outbox(str(folder), None, max_events)
        about = {"node": "tower-1", "fw": "0", "hw": "test", "caps": ""}
        self.link = firmware.link.Link(self.wire, self.box, about, self)
        self.app = firmware.app.App(
            self.link, self.box, firmware.roll.Roll(), self.ring, self.top, self.bottom, self.accel, self
        )
        self.decoder = firmware.protocol.Decoder()

    def now(self) -> int:
        return self.ms

    def run(self, ms: int) -> list[tuple[str, dict[str, Any]]]:
        for _ in range(ms // 2):
            self.ms += 2
            self.app.step()
        said, self.wire.outbox = self.wire.outbox, b""
        return [(name, fields) for name, _, fields in self.decoder.feed(said)]

    def hear(self, name: str, **fields: Any) -> None:
        self.wire.inbox += self.firmware.protocol.seal(name, fields)

    def welcome(self) -> None:
        self.hear("WELCOME", proto=1, session=1, accepted=0, unix_ms=0, config=0)
        self.run(10)

    def phases(self) -> list[str]:
        return [
            self.firmware.formats.NAMES["event"][self.box.get(seq)[3]]
            for seq in range(self.box.oldest, self.box.next_seq)
        ]


@pytest.fixture
def benches(firmware: Any, tmp_path: Path) -> Iterator[Any]:
    made: list[Bench] = []

    def make(max_events: int = 100) -> Bench:
        made.append(Bench(firmware, tmp_path / str(len(made)), max_events))
        return made[-1]

    yield make
    for bench in made:
        bench.box.close()


def throw(bench: Bench) -> None:
    for sensor in (bench.top, bench.top, bench.bottom, bench.bottom):
        sensor.next = 1
        bench.run(60)


def test_the_ring_goes_with_the_roll(benches: Any) -> None:
    bench = benches()
    bench.welcome()
    bench.hear("CMD", id=1, ttl_ms=500, kind=1, body=b"\2")
    said = bench.run(10)
    assert ("CMD_ACK", {"id": 1, "status": 0}) in said
    throw(bench)
    bench.run(500)
    assert bench.phases() == ["EMPTY", "ARMED", "ROLLING", "SETTLED"]
    assert bench.ring.shown == ["READY", "ROLLING", "READING"]


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        (2, b"\4", 0),
        (2, b"\x63", 1),
        (99, b"", 1),
        (1, b"", 3),
        (2, b"", 3),
        (1, b"\2newer", 0),
    ],
)
def test_every_order_is_answered(benches: Any, kind: int, body: bytes, status: int) -> None:
    bench = benches()
    bench.welcome()
    bench.hear("CMD", id=7, ttl_ms=500, kind=kind, body=body)
    assert ("CMD_ACK", {"id": 7, "status": status}) in bench.run(10)


def test_a_full_outbox_is_told_and_shown_and_ends_when_there_is_room(benches: Any) -> None:
    bench = benches(max_events=2)
    bench.welcome()
    throw(bench)
    said = bench.run(500)
    assert bench.phases() == ["EMPTY", "ROLLING"]  # SETTLED was refused, not the oldest dropped
    assert [fields["full"] for name, fields in said if name == "TELE"][-1:] in ([1], [])
    assert bench.ring.drawn_full[-1] is True
    bench.hear("ACK", epoch=bench.box.epoch, upto=2, map=0)
    said = bench.run(100)
    assert [fields["full"] for name, fields in said if name == "TELE"] == [0]
    assert bench.ring.drawn_full[-1] is False


def test_it_says_hello_until_it_is_welcomed(benches: Any) -> None:
    bench = benches()
    names = [name for name, _ in bench.run(2000)]
    assert names == ["HELLO"] * 4
    bench.welcome()
    assert "HELLO" not in [name for name, _ in bench.run(2000)]


def test_a_port_that_takes_half_a_frame_gets_a_zero_after_it(benches: Any) -> None:
    bench = benches()
    bench.welcome()
    real = bench.wire.write
    bench.wire.write = lambda data: real(data[: max(len(data) // 2, 1)])
    bench.hear("TIME_Q", t1=5)
    bench.run(4)
    bench.wire.write = real
    bench.hear("TIME_Q", t1=6)
    assert [fields["t1"] for name, fields in bench.run(4) if name == "TIME_A"] == [6]
