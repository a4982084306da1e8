"""Devices on the broker: for each one a ``Link``, with the same frames as on a cable.

    device by radio ──────────── tw/wire/radio-NODE/up ──> broker ──> Receiver ──> RadioLink.read()   QoS 0
                    <─────────── …/down: 4 bytes of our clock, frames ─────────── RadioLink.write()
                    ──────────── …/here, retained: a number of this line; "-": it is gone ──> up, down, opened += 1
    device ══ cable ══ bridge ── tw/wire/cable-NODE/…: the same

Nothing here is kept or sent again, and no session is persistent: outbox, window and spool already see to it, and an
order that a broker kept for a device that is away would come too late. The clock in front of the host's frames lets the
device, or the bridge before it, tell what was stuck on the way: it does not obey an order that outlived its time in a
queue. A device that is there by both ways is heard over its cable; by radio when its cable is silent.

    radio-gone   the device is not on the broker              flood        it sent more than any device of ours
    on-cable     a cable of this program has it               name-taken   two go by its name, and put each other out
    bridge-gone  its bridge ended; or what the bridge says: cable, no-power, port-busy …
"""

from __future__ import annotations

import re
import struct
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from firmware_bridge.broker_address import Connect
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.notices import HERE, OFFLINE, Notices
from firmware_bridge.protocol import NAME

RECEIVER = "receiver"  # name on the broker of the one who listens
PREFIX = "radio-"  # in front of a device's name there when it comes by radio
CABLE = "cable-"  # the same when a bridge carries it
WAYS = (CABLE, PREFIX)  # the first is preferred
ROOT = "tw/wire"
GONE = b"-"
STAMP = 4  # bytes of our clock in front of what goes down
RATE, BURST = 24_000, 96_000  # bytes a second, twice what a cable carries, and at once; more: a flood costs others more
BIRTHS, BIRTHS_S = 12, 10.0  # a device in bad air comes back every second or two; more births a time: two share a name
AGAIN_S = 30.0  # seconds since its last word after which one that was set aside may try again; more: it is away longer
SILENT_S = 5.0  # seconds without a word on the cable before the radio counts; a host pings each 2 s
MOST = 64  # devices at one table; more: more memory for whoever invents names
MARK = 32  # longest number of a line, in bytes (protocol 8.1)
_WHY = re.compile(rb"-[a-z]+(?:-[a-z]+)*")  # how a bridge says why a device is gone


def wire_topic(node: str, leaf: str, way: str = PREFIX) -> str:
    """Return the topic of a node's leaf: ``up``, ``down`` or ``here``."""
    return f"{ROOT}/{way}{node}/{leaf}"


def stamped(data: bytes) -> bytes:
    """Return frames for a device with our clock in front."""
    return struct.pack("<I", now_ms() & 0xFFFFFFFF) + data


def clock_in(payload: bytes) -> int:
    """Return the host's clock in front of its frames, in milliseconds, 32 bits of it."""
    found: int = struct.unpack_from("<I", payload)[0]
    return found


def now_ms() -> int:
    """Return a clock that goes on while this machine sleeps, where the system has one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic_ns() // 1_000_000 if clock is None else time.clock_gettime_ns(clock) // 1_000_000


def split_name(name: str) -> tuple[str, str]:
    """Return the way and the node of a name on the broker, both empty when it is no device's."""
    way = next((one for one in WAYS if name.startswith(one)), "")
    node = name.removeprefix(way)
    return (way, node) if way and NAME.fullmatch(node) else ("", "")


def why_gone(way: str, here: bytes) -> str:
    """Return why a device is not there, a reason word, by what stands on ``here``; empty while it is there."""
    if here[:1] not in (GONE, b""):
        return ""
    return here[1:].decode() if _WHY.fullmatch(here) else "bridge-gone" if way == CABLE else "radio-gone"


class Air(Protocol):
    """Where devices are heard: through a broker (``Receiver``), or straight by us (``RadioServer``)."""

    links: dict[str, RadioLink]
    clock: Callable[[], float]

    @property
    def why(self) -> str:
        """The reason word while nobody can come, else empty."""

    @property
    def notices(self) -> Notices | None:
        """Where it is told how the devices are; without a broker nobody looks on."""

    def files(self) -> list[int]:
        """What ``select`` may wait for; none, when somebody else wakes us."""

    def step(self) -> None:
        """Sort what came since the last call to the links."""

    def send(self, name: str, data: bytes) -> None:
        """Send frames to a device by its name on the broker, our clock in front, or lose them."""

    def wait(self, timeout_s: float) -> None:
        """Wait until somebody said something, or until the time-out."""

    def close(self) -> None:
        """Let nobody in any more."""


class _Way:
    """One way by which a device comes, ``radio-`` or ``cable-``: whether it is there, and how it behaved."""

    def __init__(self, name: str, now_s: float) -> None:
        self.name, self.mark = name, b""
        self.aside, self.aside_s = "", 0.0  # why it was set aside, and when it last spoke since
        self.heard_s = now_s
        self._credit, self._credit_s = float(BURST), now_s
        self._births: deque[float] = deque(maxlen=BIRTHS)

    @property
    def is_there(self) -> bool:
        return bool(self.mark) and not self.aside

    def born(self, mark: bytes, now_s: float) -> None:
        if self.aside:
            if now_s - self.aside_s < AGAIN_S:
                self.aside_s = now_s
                return
            self.aside, self._credit = "", float(BURST)
            self._births.clear()
        if mark and mark != self.mark:
            if len(self._births) == BIRTHS and now_s - self._births[0] < BIRTHS_S:
                self.aside, self.aside_s = "name-taken", now_s
            self._births.append(now_s)
            self.heard_s = now_s
        self.mark = mark

    def takes(self, size: int, waiting: int, now_s: float) -> bool:
        """Whether any device of ours can say so much; else it is set aside."""
        self._credit = min(BURST, self._credit + (now_s - self._credit_s) * RATE)
        self._credit_s = self.heard_s = now_s
        if self.aside or size > self._credit or waiting + size > BURST:
            self.aside, self.aside_s = self.aside or "flood", now_s
            return False
        self._credit -= size
        return True


class RadioLink:
    """A ``Link`` to one device on the broker, by the better of its ways."""

    def __init__(self, node: str, receiver: Air) -> None:
        self.node, self.name = node, f"{PREFIX}{node}"
        self.dropped = 0  # bytes of a flood
        self._receiver = receiver
        self._ways: dict[str, _Way] = {}
        self._line: tuple[str, bytes] = "", b""  # the way and its mark while it is up
        self._why = self._gone = "radio-gone"  # why it is down; why it was gone last
        self._opened = 0
        self._closed = self._held = False
        self._in = bytearray()

    @property
    def is_up(self) -> bool:
        """Whether the device and we are on the broker, as far as is known."""
        return bool(self._line[0])

    @property
    def why(self) -> str:
        """The reason word while down, else empty."""
        return "" if self.is_up else self._why

    @property
    def opened(self) -> int:
        """How many times it came up: another way, or the same anew, is another conversation."""
        return self._opened

    def is_aside(self, way: str) -> bool:
        """Whether it was set aside on that way, for what no device of ours does."""
        return way in self._ways and bool(self._ways[way].aside)

    def read(self) -> bytes:
        """Return what the device said since the last call."""
        self._receiver.step()
        self._look()
        data = bytes(self._in)
        self._in.clear()
        return data

    def write(self, data: bytes) -> None:
        """Publish the frames, or lose them."""
        if self.is_up:
            self._receiver.send(self._line[0] + self.node, data)

    def wait(self, timeout_s: float) -> None:
        """Wait until anybody on the broker said something, or until the time-out."""
        self._receiver.wait(timeout_s)

    def hold(self, held: bool) -> None:
        """Be down while a cable of this program has the device."""
        self._held = held
        self._look()

    def close(self) -> None:
        """Go down for good; the broker stays with the receiver."""
        self._closed = True
        self._look()

    def forget(self) -> None:
        """Believe nobody to be there: what was known may be long past."""
        for way in self._ways.values():
            way.born(b"", self._receiver.clock())
        self._look()

    def born(self, way: str, here: bytes) -> None:
        """Note what stands on ``here``: a number of the line, or ``-`` and perhaps a reason word when it is gone."""
        self._gone = why_gone(way, here) or why_gone(way, GONE)
        self._way(way).born(b"" if why_gone(way, here) else here, self._receiver.clock())
        self._look()

    def heard(self, way: str, data: bytes) -> None:
        """Take what the device said, up to what any device of ours can say."""
        if not self._way(way).takes(len(data), len(self._in), self._receiver.clock()):
            self.dropped += len(data)
        self._look()
        if self._line[0] == way:
            self._in += data

    def _way(self, name: str) -> _Way:
        if name not in self._ways:
            self._ways[name] = _Way(name, self._receiver.clock())
        return self._ways[name]

    def _look(self) -> None:
        """Go up on the way that counts now, or down with the reason."""
        way = self._chosen()
        aside = next((one.aside for one in self._ways.values() if one.aside), "")
        for why, holds in (
            ("radio-gone", self._closed),
            (self._receiver.why, bool(self._receiver.why)),
            (aside or self._gone, way is None),
            ("on-cable", self._held),
        ):
            if holds:
                self._why, self._line = why, ("", b"")
                self._in.clear()
                return
        assert way is not None
        if self._line != (way.name, way.mark):
            self._line, self._opened = (way.name, way.mark), self._opened + 1
            self._in.clear()

    def _chosen(self) -> _Way | None:
        there = [self._ways[name] for name in WAYS if name in self._ways and self._ways[name].is_there]
        if len(there) == 2 and there[1].heard_s - there[0].heard_s > SILENT_S:
            return there[1]
        return there[0] if there else None


class Receiver:
    """The one who listens on the broker; whoever is met has a link in ``links``.

    ``assistant``: Home Assistant is told of the devices too.
    """

    def __init__(
        self, connect: Connect, *, clock: Callable[[], float] = time.monotonic, assistant: bool = False
    ) -> None:
        self.links: dict[str, RadioLink] = {}
        self.strange = 0  # words on topics that no device of ours has
        self.clock = clock
        self._mqtt = connect(RECEIVER, MqttMessage(HERE, OFFLINE, retain=True), (f"{ROOT}/+/here",))
        self.notices = Notices(self._mqtt, assistant=assistant)
        self._opened = 0

    @property
    def why(self) -> str:
        """``broker-gone`` or ``broker-auth``, empty while connected."""
        return self._mqtt.why

    def files(self) -> list[int]:
        """Return none: another thread wakes whoever waits."""
        return []

    def link_to(self, node: str) -> RadioLink:
        """Return the link to a device, whether it is there or not."""
        if node not in self.links:
            self.links[node] = RadioLink(node, self)
            self._mqtt.subscribe([wire_topic(node, "up", way) for way in WAYS])
        return self.links[node]

    def step(self) -> None:
        """Sort what came since the last call."""
        if self._mqtt.opened != self._opened:  # what we knew may be long past; who is there is retained
            self._opened = self._mqtt.opened
            for link in self.links.values():
                link.forget()
        self.notices.step()
        for message in self._mqtt.read():
            way, node, leaf = _parts(message.topic)
            if not node or (leaf == "here" and len(message.payload) > MARK) or (leaf == "up" and message.retain):
                self.strange += 1
            elif leaf == "here":
                self._born(way, node, message.payload)
            elif node in self.links:
                self.links[node].heard(way, message.payload)
                self._mute(self.links[node], way)

    def send(self, name: str, data: bytes) -> None:
        """Publish frames for a device, the clock in front."""
        self._mqtt.write(MqttMessage(f"{ROOT}/{name}/down", stamped(data), qos=0))

    def wait(self, timeout_s: float) -> None:
        """Wait until there is something to read, or until the time-out."""
        self._mqtt.wait(timeout_s)

    def close(self) -> None:
        """Leave the broker."""
        for link in self.links.values():
            link.close()
        self.notices.close()
        self._mqtt.close()

    def _born(self, way: str, node: str, here: bytes) -> None:
        is_there = not why_gone(way, here)
        if node not in self.links and (not is_there or len(self.links) >= MOST):
            return
        link = self.link_to(node)
        link.born(way, here)
        if is_there and not self._mute(link, way):
            self._mqtt.subscribe([wire_topic(node, "up", way)])

    def _mute(self, link: RadioLink, way: str) -> bool:
        """Whether it was set aside, and is heard no more until it comes again."""
        if link.is_aside(way):
            self._mqtt.unsubscribe([wire_topic(link.node, "up", way)])
        return link.is_aside(way)


def _parts(topic: str) -> tuple[str, str, str]:
    """Return way, node and leaf of a topic, all empty when it is none of ours."""
    parts = topic.split("/")
    if len(parts) == 4 and topic.startswith(f"{ROOT}/") and parts[3] in ("here", "up"):
        way, node = split_name(parts[2])
        return way, node, parts[3] if node else ""
    return "", "", ""
