"""The ear of a machine without mosquitto, such as a tablet: devices come straight to this program.

    device by radio, bridge ── MQTT 3.1.1, the same words as to a broker ──> RadioServer ──> RadioLink.read()

It is a broker for exactly the three topics that each device has, and for nobody else: whoever has no password is hung
up on, what a device writes elsewhere goes nowhere, and nothing of one reaches another. No thread: ``step`` does what is
due and returns. (amqtt 0.12, the one broker on PyPI that is well kept, needs compiled parts that no tablet has.)
"""

from __future__ import annotations

import contextlib
import hmac
import select
import socket
import struct
import time
from collections.abc import Callable, Mapping

from firmware_bridge.radio_link import GONE, MARK, MOST, RadioLink, split_name, stamped, wire_topic

GREET_S = 3.0  # seconds for a stranger who says nothing; more: he takes a place longer
PACKET = 4096  # bytes of the longest packet of a device; more: more memory for a stranger
OUT = 65_536  # bytes that wait for a device that does not listen: beyond, it is hung up on
STRANGERS = 16  # connections beside those of the devices
_AUTH, _OK = 5, 0  # answers to a greeting, MQTT 3.1.1 chapter 3.2


class _Caller:
    """One connection: who it is, once it said so, and what is on its way."""

    def __init__(self, sock: socket.socket, now_s: float) -> None:
        self.sock, self.way, self.node = sock, "", ""
        self.into, self.out = bytearray(), bytearray()
        self.until_s, self.patience_s = now_s + GREET_S, GREET_S
        self.topics: set[str] = set()
        self.is_over = False


class RadioServer:
    """Devices without a broker; ``passwords`` are those of the broker's names, as ``radio-tower-9f3a12c4``."""

    why = ""
    notices = None

    def __init__(
        self,
        address: str,
        port: int,
        passwords: Mapping[str, str],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.links: dict[str, RadioLink] = {}
        self.strange = self.refused = 0  # words on topics that are not the sender's; callers without a right password
        self.clock, self._passwords = clock, passwords
        self._server = socket.create_server((address, port), reuse_port=False)
        self._server.setblocking(False)
        self.port = int(self._server.getsockname()[1])
        self._callers: list[_Caller] = []

    def files(self) -> list[int]:
        """What ``select`` may wait for."""
        return [self._server.fileno(), *(one.sock.fileno() for one in self._callers)]

    def link_to(self, node: str) -> RadioLink:
        """The link to a device, whether it is there or not."""
        return self.links.setdefault(node, RadioLink(node, self))

    def step(self) -> None:
        """Hear whoever called since the last time, and hang up on those who are silent or strange."""
        now_s = self.clock()
        self._accept(now_s)
        for one in self._callers:
            self._receive(one, now_s)
            self._flush(one)
            if now_s >= one.until_s:
                one.is_over = True
        for one in [one for one in self._callers if one.is_over]:
            self._hang_up(one)

    def send(self, name: str, data: bytes) -> None:
        """Publish frames for a device, the clock in front."""
        way, node = split_name(name)
        for one in self._callers:
            if (one.way, one.node) == (way, node):
                self._publish(one, wire_topic(node, "down", way), stamped(data))

    def wait(self, timeout_s: float) -> None:
        """Wait until somebody said something, or until the time-out."""
        with contextlib.suppress(OSError, ValueError):
            select.select(self.files(), [], [], timeout_s)

    def close(self) -> None:
        """Hang up on everybody."""
        for one in list(self._callers):
            self._hang_up(one)
        for link in self.links.values():
            link.close()
        self._server.close()

    def _accept(self, now_s: float) -> None:
        while True:
            try:
                sock, _ = self._server.accept()
            except OSError:
                return
            if sum(not one.node for one in self._callers) >= STRANGERS:
                sock.close()
                continue
            sock.setblocking(False)
            with contextlib.suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._callers.append(_Caller(sock, now_s))

    def _receive(self, one: _Caller, now_s: float) -> None:
        try:
            data = one.sock.recv(65_536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        one.into += data
        is_strange = not one.node and bytes(one.into[:1]) not in (
            b"",
            b"\x10",
        )  # whatever it speaks, it is not a greeting
        one.is_over = one.is_over or not data or is_strange
        while not one.is_over and (found := _packet(one.into)) is not None:
            kind, body, size = found
            if size > PACKET:
                one.is_over = True
                return
            del one.into[:size]
            one.until_s = now_s + one.patience_s
            try:
                self._obey(one, kind, body)
            except (IndexError, ValueError, struct.error):  # no MQTT
                one.is_over = True

    def _obey(self, one: _Caller, kind: int, body: bytes) -> None:
        if not one.node:
            if kind >> 4 != 1 or not self._greet(one, body):
                one.is_over = True
        elif kind >> 4 == 3:
            topic, rest = _text(body)
            if kind & 6:  # QoS 1
                one.out += b"\x40\x02" + rest[:2]
                rest = rest[2:]
            self._heard(one, topic.decode(), rest)
        elif kind >> 4 == 8:
            answers, rest = b"", body[2:]
            while rest:
                topic, rest = _text(rest)
                name, rest = topic.decode(), rest[1:]
                mine = name in (wire_topic(one.node, leaf, one.way) for leaf in ("down", "here"))
                one.topics |= {name} if mine else set()
                answers += b"\0" if mine else b"\x80"
            one.out += bytes((0x90, 2 + len(answers))) + body[:2] + answers
        elif kind >> 4 == 12:
            one.out += b"\xd0\0"
        else:
            one.is_over = True

    def _greet(self, one: _Caller, body: bytes) -> bool:
        """Whether a device of ours said its name and its password; the older connection of that name ends."""
        protocol, rest = _text(body)
        level, flags, keepalive = struct.unpack(">BBH", rest[:4])
        _client, rest = _text(rest[4:])
        for _ in range(2 if flags & 4 else 0):
            _will, rest = _text(rest)
        user, rest = _text(rest) if flags & 128 else (b"", rest)
        secret, rest = _text(rest) if flags & 64 else (b"", rest)
        name = user.decode()
        way, node = split_name(name)
        wanted = self._passwords.get(name, "") if node else ""
        if protocol != b"MQTT" or level != 4 or not wanted or not hmac.compare_digest(secret, wanted.encode()):
            self.refused += 1
            with contextlib.suppress(OSError):
                one.sock.send(bytes((0x20, 2, 0, _AUTH)))
            return False
        if node not in self.links and len(self.links) >= MOST:
            return False
        for other in self._callers:
            if (other.way, other.node) == (way, node):
                other.node, other.is_over = "", True
        one.way, one.node, one.patience_s = way, node, keepalive * 1.5 or GREET_S
        one.until_s = self.clock() + one.patience_s
        one.out += bytes((0x20, 2, 0, _OK))
        return True

    def _heard(self, one: _Caller, topic: str, payload: bytes) -> None:
        link = self.link_to(one.node)
        if topic == wire_topic(one.node, "up", one.way):
            link.heard(one.way, payload)
        elif topic == wire_topic(one.node, "here", one.way) and len(payload) <= MARK:
            link.born(one.way, payload)
            self._publish(one, topic, payload)
        else:
            self.strange += 1

    def _publish(self, one: _Caller, topic: str, payload: bytes) -> None:
        if topic not in one.topics:
            return
        body = struct.pack(">H", len(topic)) + topic.encode() + payload
        length, size = bytearray(), len(body)
        while size > 127:
            length.append(size & 127 | 128)
            size >>= 7
        one.out += b"\x30" + length + bytes((size,)) + body
        self._flush(one)

    @staticmethod
    def _flush(one: _Caller) -> None:
        try:
            while one.out:
                del one.out[: one.sock.send(one.out)]
        except BlockingIOError:
            one.is_over = one.is_over or len(one.out) > OUT
        except OSError:
            one.is_over = True

    def _hang_up(self, one: _Caller) -> None:
        self._callers.remove(one)
        one.sock.close()
        if one.node:
            self.link_to(one.node).born(one.way, GONE)


def _text(data: bytes) -> tuple[bytes, bytes]:
    """A string with its length in front, and what follows it."""
    end = 2 + struct.unpack(">H", data[:2])[0]
    if len(data) < end:
        raise ValueError("cut short")
    return data[2:end], data[end:]


def _packet(data: bytearray) -> tuple[int, bytes, int] | None:
    """(first byte, body, size) of the first packet, ``None`` while it is not whole; too long: no body."""
    size = 0
    for at in range(1, 5):
        if at >= len(data):
            return None
        size |= (data[at] & 127) << 7 * (at - 1)
        if data[at] < 128:
            end = at + 1 + size
            if end > PACKET:
                return data[0], b"", end
            return None if len(data) < end else (data[0], bytes(data[at + 1 : end]), end)
    return data[0], b"", PACKET + 1
