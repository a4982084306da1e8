"""The ear without a broker: who comes in, who hears what, and what becomes of those who are no devices of ours.

The packets are written by hand from the standard (MQTT 3.1.1, chapters 2 and 3).
"""

from __future__ import annotations

import contextlib
import select
import socket
import struct
from collections.abc import Iterator

import pytest

from firmware_bridge.radio_server import GREET_S, OUT, PACKET, STRANGERS, RadioServer

ONE, TWO = "tower-00000001", "mat-00000002"
PASSWORDS = {f"radio-{ONE}": "secret-1", f"radio-{TWO}": "secret-2", "receiver": "the table's", "radio-empty": ""}
PASSWORDS[f"cable-{ONE}"] = "secret-3"


def text(words: str | bytes) -> bytes:
    data = words.encode() if isinstance(words, str) else words
    return struct.pack(">H", len(data)) + data


def packet(kind: int, body: bytes) -> bytes:
    length, size = b"", len(body)
    while size > 127:
        length, size = length + bytes((size & 127 | 128,)), size >> 7
    return bytes((kind,)) + length + bytes((size,)) + body


def connect(user: str, secret: str, keepalive: int = 8) -> bytes:
    body = text("MQTT") + b"\x04\xc2" + struct.pack(">H", keepalive) + text(user) + text(user) + text(secret)
    return packet(0x10, body)


def publish(topic: str, payload: bytes, kind: int = 0x30) -> bytes:
    return packet(kind, text(topic) + payload)


class Bench:
    """The ear with a clock in hand, and whoever calls it."""

    def __init__(self) -> None:
        self.now_s, self.open = 100.0, []  # type: tuple[float, list[socket.socket]]
        self.ear = RadioServer("127.0.0.1", 0, PASSWORDS, clock=lambda: self.now_s)

    def call(self, *packets: bytes) -> socket.socket:
        one = socket.create_connection(("127.0.0.1", self.ear.port))
        self.open.append(one)
        self.say(one, *packets)
        return one

    def say(self, one: socket.socket, *packets: bytes) -> None:
        with contextlib.suppress(OSError):  # it was hung up on
            one.sendall(b"".join(packets))
        self.step()

    def step(self, times: int = 3) -> None:
        for _ in range(times):  # loopback: what was sent is there at once, or the next time
            select.select(self.ear.files(), [], [], 0.01)
            self.ear.step()

    def heard(self, one: socket.socket) -> bytes | None:
        """What came, ``None`` when it was hung up on."""
        self.step()
        one.settimeout(0.05)
        try:
            return one.recv(70_000) or None
        except TimeoutError:
            return b""
        except OSError:
            return None

    def device(self, node: str, mark: bytes = b"m1", way: str = "radio-") -> socket.socket:
        """One of ours, as the firmware comes in, or a bridge for it."""
        secret = PASSWORDS[way + node]
        topics = text(f"tw/wire/{way}{node}/down") + b"\0" + text(f"tw/wire/{way}{node}/here") + b"\0"
        one = self.call(connect(way + node, secret), packet(0x82, b"\0\1" + topics))
        assert self.heard(one) == b"\x20\x02\0\0" + b"\x90\x04\0\1\0\0"
        self.say(one, publish(f"tw/wire/{way}{node}/here", mark, 0x31))
        assert self.heard(one) == publish(f"tw/wire/{way}{node}/here", mark)  # its birth comes back
        return one


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    for one in made.open:
        one.close()
    made.ear.close()


def test_frames_travel_both_ways_and_a_ping_is_answered(bench: Bench) -> None:
    one = bench.device(ONE)
    link = bench.ear.links[ONE]
    assert (link.is_up, link.opened) == (True, 1)
    bench.say(one, publish(f"tw/wire/radio-{ONE}/up", b"abc"), publish(f"tw/wire/radio-{ONE}/up", b"def"), b"\xc0\0")
    assert link.read() == b"abcdef"
    link.write(b"down")
    said = bench.heard(one)
    assert said is not None and said.startswith(b"\xd0\0") and said.endswith(b"down")
    one.close()
    bench.step()
    assert (link.is_up, link.why) == (False, "radio-gone")


def test_a_bridge_comes_in_beside_the_radio_and_its_cable_is_preferred(bench: Bench) -> None:
    one = bench.device(ONE)
    cable = bench.device(ONE, way="cable-")
    link = bench.ear.links[ONE]
    assert (link.is_up, link.opened) == (True, 2)
    bench.say(one, publish(f"tw/wire/radio-{ONE}/up", b"by radio"))
    bench.say(cable, publish(f"tw/wire/cable-{ONE}/up", b"by cable"))
    bench.say(cable, publish(f"tw/wire/radio-{ONE}/up", b"forged"))
    assert (link.read(), bench.ear.strange) == (b"by cable", 1)
    link.write(b"down")
    assert (bench.heard(cable) or b"").endswith(b"down")
    assert bench.heard(one) == b""
    bench.say(cable, publish(f"tw/wire/cable-{ONE}/here", b"-cable", 0x31))
    assert (link.is_up, link.opened) == (True, 3)
    bench.say(one, publish(f"tw/wire/radio-{ONE}/up", b"by radio"))
    assert link.read() == b"by radio"


@pytest.mark.parametrize(
    ("user", "secret"),
    [
        (f"radio-{ONE}", "wrong"),
        (f"radio-{ONE}", ""),
        (f"radio-{ONE}", "secret-2"),
        ("radio-nobody", ""),
        ("radio-empty", ""),
        ("receiver", "the table's"),
        ("", ""),
    ],
)
def test_who_has_no_right_password_is_told_so_and_hung_up_on(bench: Bench, user: str, secret: str) -> None:
    one = bench.call(connect(user, secret))
    assert bench.heard(one) == b"\x20\x02\0\5"
    assert bench.heard(one) is None
    assert (bench.ear.refused, bench.ear.links) == (1, {})


def test_nothing_of_one_device_reaches_another_and_it_writes_on_its_own_topics_alone(bench: Bench) -> None:
    one, two = bench.device(ONE), bench.device(TWO)
    asked = text(f"tw/wire/radio-{TWO}/down") + b"\0" + text("tw/wire/#") + b"\0" + text("#") + b"\0"
    bench.say(one, packet(0x82, b"\0\2" + asked))
    assert bench.heard(one) == b"\x90\x05\0\2\x80\x80\x80"
    bench.ear.links[TWO].write(b"for two")
    assert bench.heard(one) == b""
    for leaf in ("up", "here", "down"):
        bench.say(one, publish(f"tw/wire/radio-{TWO}/{leaf}", b"-"), publish(f"tw/wire/radio-{ONE}/down", b"?m1"))
    assert bench.ear.strange == 6
    assert (bench.ear.links[TWO].is_up, bench.ear.links[TWO].read()) == (True, b"")
    assert bench.heard(one) == b""  # nor what it wrote where only the host may
    said = bench.heard(two)
    assert said is not None and said.endswith(b"for two")


def test_the_same_device_again_takes_the_place_of_the_older_connection(bench: Bench) -> None:
    old = bench.device(ONE)
    new = bench.device(ONE, b"m2")
    assert bench.heard(old) is None
    link = bench.ear.links[ONE]
    assert (link.is_up, link.opened) == (True, 2)
    bench.say(new, publish(f"tw/wire/radio-{ONE}/up", b"abc"))
    assert link.read() == b"abc"


@pytest.mark.parametrize(
    "junk",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x10\xff\xff\xff\xff\xff",
        b"\x10\x02\0\x09",
        packet(0x10, b""),
        packet(0x10, text("MQTT") + b"\x05\xc2\0\x08" + b"\0" * 9),
        packet(0x10, text(b"\xff\xfe") + b"\x04\xc2\0\x08" + text("x") + text(b"\xff") + text("y")),
        publish("tw/wire/x/up", b"abc"),
    ],
)
def test_what_is_no_greeting_is_hung_up_on(bench: Bench, junk: bytes) -> None:
    one = bench.call(junk)
    assert (bench.heard(one) or b"\x20\x02\0\5") == b"\x20\x02\0\5"
    assert bench.heard(one) is None
    bench.device(ONE)


@pytest.mark.parametrize(
    "junk", [b"\x00\x00", b"\x30\x01\x00", b"\x30\xff\x7f", packet(0x30, b"x" * PACKET), packet(0x82, b"\0\1\0\x20abc")]
)
def test_a_device_that_stops_speaking_mqtt_is_hung_up_on(bench: Bench, junk: bytes) -> None:
    one = bench.device(ONE)
    bench.say(one, junk)
    assert bench.heard(one) is None
    assert bench.ear.links[ONE].why == "radio-gone"


def test_the_silent_are_hung_up_on_in_their_time(bench: Bench) -> None:
    stranger, one = bench.call(), bench.device(ONE)
    bench.now_s += GREET_S
    assert (bench.heard(stranger), bench.heard(one)) == (None, b"")
    bench.now_s += 8
    bench.say(one, b"\xc0\0")
    assert bench.heard(one) == b"\xd0\0"
    bench.now_s += 12.1  # one and a half times what it said it would do
    assert bench.heard(one) is None


def test_many_strangers_keep_no_device_out(bench: Bench) -> None:
    crowd = [bench.call() for _ in range(STRANGERS + 4)]
    assert [bench.heard(one) for one in crowd[-4:]] == [None] * 4
    bench.now_s += GREET_S
    bench.step()
    bench.device(ONE)


def test_who_does_not_listen_is_hung_up_on_and_the_others_are_served(bench: Bench) -> None:
    one, two = bench.device(ONE), bench.device(TWO)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link = bench.ear.links[ONE]
    for _ in range(200 * OUT // 4096):
        link.write(b"x" * 4096)
        if not link.is_up:
            break
        bench.ear.step()
    assert link.why == "radio-gone"
    bench.say(two, publish(f"tw/wire/radio-{TWO}/up", b"abc"))
    assert bench.ear.links[TWO].read() == b"abc"


def test_qos_1_is_acknowledged_and_packets_come_in_any_pieces(bench: Bench) -> None:
    one = bench.device(ONE)
    whole = packet(0x32, text(f"tw/wire/radio-{ONE}/up") + b"\0\7" + b"a" * 150)
    for at in range(0, len(whole), 7):
        bench.say(one, whole[at : at + 7])
    assert bench.ear.links[ONE].read() == b"a" * 150
    assert bench.heard(one) == b"\x40\x02\0\7"
