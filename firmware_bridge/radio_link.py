"""Devices that come by radio: for each one a ``Link`` through the table's broker, with the same frames as on a cable.

    device ── tw/wire/radio-NODE/up ──> broker ──> Receiver ──> RadioLink.read()      QoS 0, whole frames
           <─ …/down: 4 bytes of our clock, frames ─────────── RadioLink.write()
           ── …/here, retained: a number of this connection, "-" as the will ──> up, down, opened += 1

Nothing here is kept or sent again, and no session is persistent: outbox, window and spool already see to it, and an
order that a broker kept for a device that is away would come too late. The clock in front of the host's frames lets the
device tell what was stuck on the way: it does not obey an order that outlived its time in a queue.

    radio-gone   the device is not on the broker              flood        it sent more than any device of ours
    on-cable     it is on a cable too, which then speaks      name-taken   two go by its name, and put each other out
"""

from __future__ import annotations

import struct
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from firmware_bridge.broker_address import Connect
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.protocol import NAME

RECEIVER = "receiver"  # our name on the broker
PREFIX = "radio-"  # in front of a device's name there: its own name belongs to whoever speaks for it at the table
ROOT = "tw/wire"
GONE = b"-"
RATE, BURST = 24_000, 96_000  # bytes a second, twice what a cable carries, and at once
BIRTHS, BIRTHS_S = 12, 10.0  # a device in bad air comes back every second or two
AGAIN_S = 30.0  # a device that was set aside may try again so long after its last word
MOST = 64  # devices at one table
MARK = 32  # longest number of a connection


def wire_topic(node: str, leaf: str) -> str:
    """The topic of a node's leaf: ``up``, ``down`` or ``here``."""
    return f"{ROOT}/{PREFIX}{node}/{leaf}"


def stamped(data: bytes) -> bytes:
    """Frames for a device with our clock in front."""
    return struct.pack("<I", now_ms() & 0xFFFFFFFF) + data


def now_ms() -> int:
    """A clock that goes on while this machine sleeps, where the system has one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic_ns() // 1_000_000 if clock is None else time.clock_gettime_ns(clock) // 1_000_000


class Air(Protocol):
    """Where devices come in by radio: through a broker (``Receiver``), or straight to us (``RadioServer``)."""

    links: dict[str, RadioLink]
    clock: Callable[[], float]

    @property
    def why(self) -> str:
        """The reason word while nobody can come, else empty."""

    def files(self) -> list[int]:
        """What ``select`` may wait for; none, when somebody else wakes us."""

    def step(self) -> None:
        """Sort what came since the last call to the links."""

    def send(self, node: str, data: bytes) -> None:
        """Send frames to a device, our clock in front, or lose them."""

    def wait(self, timeout_s: float) -> None:
        """Wait until somebody said something, or until the time-out."""

    def close(self) -> None:
        """Let nobody in any more."""


class RadioLink:
    """A ``Link`` to one device on the air."""

    def __init__(self, node: str, receiver: Air) -> None:
        self.node, self.name = node, f"{PREFIX}{node}"
        self.dropped = 0  # bytes of a flood
        self._receiver = receiver
        self._mark, self._why, self._opened = b"", "radio-gone", 0
        self._is_up = self._closed = self._held = False
        self._in = bytearray()
        self._credit, self._credit_s = float(BURST), receiver.clock()
        self._births: deque[float] = deque(maxlen=BIRTHS)
        self._aside, self._aside_s = "", 0.0  # why it was set aside, and when it last spoke since

    @property
    def is_up(self) -> bool:
        """Whether the device and we are on the broker, as far as is known."""
        return self._is_up

    @property
    def why(self) -> str:
        """``radio-gone``, ``broker-gone``, ``broker-auth``, ``on-cable``, ``flood`` or ``name-taken`` while down."""
        return "" if self._is_up else self._why

    @property
    def opened(self) -> int:
        """How many times it came up."""
        return self._opened

    @property
    def is_aside(self) -> bool:
        """Whether it was set aside, for what no device of ours does."""
        return bool(self._aside)

    def read(self) -> bytes:
        """What the device said since the last call."""
        self._receiver.step()
        self._look()
        data = bytes(self._in)
        self._in.clear()
        return data if self._is_up else b""

    def write(self, data: bytes) -> None:
        """Publish the frames, or lose them."""
        if self._is_up:
            self._receiver.send(self.node, data)

    def wait(self, timeout_s: float) -> None:
        """Wait until anybody on the broker said something, or until the time-out."""
        self._receiver.wait(timeout_s)

    def hold(self, held: bool) -> None:
        """Be down while the same device speaks over a cable."""
        self._held = held
        self._look()

    def close(self) -> None:
        """Go down for good; the broker stays with the receiver."""
        self._closed = True
        self._look()

    def born(self, mark: bytes) -> None:
        """Note that the device connected, or was still there when we did; an empty mark: it is gone."""
        now_s = self._receiver.clock()
        if self._aside:
            if now_s - self._aside_s < AGAIN_S:
                self._aside_s = now_s
                return
            self._aside, self._credit = "", float(BURST)
            self._births.clear()
        if mark and mark != self._mark:
            if len(self._births) == BIRTHS and now_s - self._births[0] < BIRTHS_S:
                self._aside, self._aside_s = "name-taken", now_s
            self._births.append(now_s)
            self._is_up = False  # another connection: the conversation begins anew
            self._in.clear()
        self._mark = mark
        self._look()

    def heard(self, data: bytes) -> None:
        """Take what the device said, up to what any device of ours can say."""
        now_s = self._receiver.clock()
        self._credit = min(BURST, self._credit + (now_s - self._credit_s) * RATE)
        self._credit_s = now_s
        if self._aside or len(data) > self._credit or len(self._in) + len(data) > BURST:
            self.dropped += len(data)
            self._aside, self._aside_s = self._aside or "flood", now_s
            self._look()
        elif self._is_up:
            self._credit -= len(data)
            self._in += data

    def _look(self) -> None:
        for why, holds in (
            ("radio-gone", self._closed),
            (self._receiver.why, self._receiver.why),
            (self._aside, self._aside),
            ("radio-gone", not self._mark),
            ("on-cable", self._held),
        ):
            if holds:
                self._why, self._is_up = why, False
                self._in.clear()
                return
        if not self._is_up:
            self._is_up, self._opened = True, self._opened + 1


class Receiver:
    """Our own connection to the broker for every device that comes by radio; whoever is met has a link in ``links``."""

    def __init__(self, connect: Connect, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.links: dict[str, RadioLink] = {}
        self.strange = 0  # words on topics that no device of ours has
        self.clock = clock
        self._mqtt = connect(RECEIVER, None, (f"{ROOT}/+/here",))
        self._opened = 0

    @property
    def why(self) -> str:
        """``broker-gone`` or ``broker-auth``, empty while connected."""
        return self._mqtt.why

    def files(self) -> list[int]:
        """None: another thread wakes whoever waits."""
        return []

    def link_to(self, node: str) -> RadioLink:
        """The link to a device, whether it is there or not."""
        if node not in self.links:
            self.links[node] = RadioLink(node, self)
            self._mqtt.subscribe([wire_topic(node, "up")])
        return self.links[node]

    def step(self) -> None:
        """Sort what came since the last call."""
        if self._mqtt.opened != self._opened:  # what we knew may be long past; who is there is retained
            self._opened = self._mqtt.opened
            for link in self.links.values():
                link.born(b"")
        for message in self._mqtt.read():
            node, leaf = _parts(message.topic)
            if not node or (leaf == "here" and len(message.payload) > MARK) or (leaf == "up" and message.retain):
                self.strange += 1
            elif leaf == "here":
                self._born(node, b"" if message.payload == GONE else message.payload)
            elif node in self.links:
                self.links[node].heard(message.payload)
                self._mute(self.links[node])

    def send(self, node: str, data: bytes) -> None:
        """Publish frames for a device, the clock in front."""
        self._mqtt.write(MqttMessage(wire_topic(node, "down"), stamped(data), qos=0))

    def wait(self, timeout_s: float) -> None:
        """Wait until there is something to read, or until the time-out."""
        self._mqtt.wait(timeout_s)

    def close(self) -> None:
        """Leave the broker."""
        for link in self.links.values():
            link.close()
        self._mqtt.close()

    def _born(self, node: str, mark: bytes) -> None:
        if node not in self.links and (not mark or len(self.links) >= MOST):
            return
        link = self.link_to(node)
        link.born(mark)
        if mark and not self._mute(link):
            self._mqtt.subscribe([wire_topic(node, "up")])

    def _mute(self, link: RadioLink) -> bool:
        """Whether it was set aside, and is heard no more until it comes again."""
        if link.is_aside:
            self._mqtt.unsubscribe([wire_topic(link.node, "up")])
        return link.is_aside


def _parts(topic: str) -> tuple[str, str]:
    """The node and the leaf of a topic, both empty when it is none of ours."""
    parts = topic.split("/")
    if len(parts) == 4 and topic.startswith(f"{ROOT}/{PREFIX}") and parts[3] in ("here", "up"):
        node = parts[2].removeprefix(PREFIX)
        if NAME.fullmatch(node):
            return node, parts[3]
    return "", ""
