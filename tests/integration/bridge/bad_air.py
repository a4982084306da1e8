"""Bad air between the firmware's radio and the broker, which also knows the truth: every event the firmware ever sent.

    firmware ── TCP ── [ notes the events ] ── late, stalled, cut ── TCP ── broker
                            └── asks for events: orders of its own, between the broker's packets

A line that is cut loses what was on it, on both sides; one that stalls loses nothing and brings it late, as a network
does. What the host sent before a reconnect may so come after what it sent behind it.
"""

from __future__ import annotations

import contextlib
import select
import socket
import struct
import threading
import time
from collections import deque

from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.protocol import Decoder
from firmware_bridge.radio_link import GONE, stamped, wire_topic

from .bad_cable import BadCable


def packet(message: MqttMessage) -> bytes:
    """A PUBLISH of MQTT 3.1.1 with QoS 0."""
    topic = message.topic.encode()
    body = struct.pack(">H", len(topic)) + topic + message.payload
    length, size = b"", len(body)
    while size > 127:
        length, size = length + bytes((size & 127 | 128,)), size >> 7
    return b"\x30" + length + bytes((size,)) + body


class Packets:
    """Cuts a stream into whole packets."""

    def __init__(self) -> None:
        self._part = b""

    def feed(self, data: bytes) -> list[bytes]:
        self._part += data
        found: list[bytes] = []
        while True:
            size, at = 0, 1
            while at < len(self._part) and at < 5 and self._part[at] & 128:
                size |= (self._part[at] & 127) << 7 * (at - 1)
                at += 1
            if at >= len(self._part):
                return found
            end = at + 1 + (size | self._part[at] << 7 * (at - 1))
            if len(self._part) < end:
                return found
            found.append(self._part[:end])
            self._part = self._part[end:]


class _Line:
    """One connection of the device, and ours to the broker."""

    def __init__(self, device: socket.socket, broker: socket.socket) -> None:
        self.device, self.broker = device, broker
        self.up, self.down, self.decoder = Packets(), Packets(), Decoder()
        self.queue: deque[tuple[float, socket.socket, bytes]] = deque()
        self.is_ready = False  # its birth came back: it listens to orders
        for one in (device, broker):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class BadAir:
    """A port that leads to the broker; ``truth`` writes down what the firmware says here as on its cable."""

    def __init__(
        self, truth: BadCable, node: str, broker_port: int, *, delay_s: float = 0.0, pace_s: float = 0.0
    ) -> None:
        self.truth, self.delay_s, self.pace_s = truth, delay_s, pace_s
        self.events = self.lines = 0
        self._up, self._down = wire_topic(node, "up").encode(), wire_topic(node, "down")
        self._here = wire_topic(node, "here").encode()
        self._broker_port, self._line = broker_port, None  # type: tuple[int, _Line | None]
        self._away_until_s = self._stalled_until_s = self._next_s = time.monotonic()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._lock, self._stop = threading.RLock(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut(self, away_s: float) -> None:
        """The network is gone for so long, with all that was on its way."""
        with self._lock:
            self._away_until_s = time.monotonic() + away_s
            self._drop()

    def stall(self, for_s: float) -> None:
        """Nothing gets through for so long; then all of it does."""
        self._stalled_until_s = time.monotonic() + for_s

    def close(self) -> None:
        """No network any more."""
        self._stop.set()
        self._thread.join()
        self._drop()
        self._server.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            with self._lock:
                line = self._line
                watched = [self._server] if line is None else [self._server, line.device, line.broker]
            with contextlib.suppress(OSError, ValueError):
                ready, _, _ = select.select(watched, [], [], 0.001)
                with self._lock:
                    self._round(ready)

    def _round(self, ready: list[socket.socket]) -> None:
        if self._server in ready:
            self._accept()
        line, now_s = self._line, time.monotonic()
        if line is None:
            return
        for one in (line.device, line.broker):
            if one in ready:
                data = self._received(one)
                if not data:
                    self._drop()
                    return
                self._sort(line, one, data, now_s + self.delay_s)
        if self.pace_s and line.is_ready and now_s >= self._next_s:
            self._next_s = max(self._next_s + self.pace_s, now_s - 0.1)
            order = stamped(self.truth.next_order())
            line.queue.append((now_s + self.delay_s, line.device, packet(MqttMessage(self._down, order))))
        while line.queue and line.queue[0][0] <= now_s and now_s >= self._stalled_until_s:
            _, to, data = line.queue.popleft()
            to.sendall(data)

    def _accept(self) -> None:
        device, _ = self._server.accept()
        self._drop()
        if time.monotonic() < self._away_until_s:
            device.close()
            return
        try:
            self._line = _Line(device, socket.create_connection(("127.0.0.1", self._broker_port), timeout=2))
            self.lines += 1
        except OSError:  # no broker
            device.close()

    def _sort(self, line: _Line, source: socket.socket, data: bytes, due_s: float) -> None:
        if source is line.device:
            for one in line.up.feed(data):
                if self._up in one[:60]:
                    self.truth.note(line.decoder.feed(one[one.index(self._up) + len(self._up) :]))
                line.queue.append((due_s, line.broker, one))
            return
        for one in line.down.feed(data):
            line.is_ready = line.is_ready or (self._here in one and not one.endswith(GONE))
            line.queue.append((due_s, line.device, one))

    @staticmethod
    def _received(one: socket.socket) -> bytes:
        try:
            return one.recv(4096)
        except OSError:
            return b""

    def _drop(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.device.close()
            line.broker.close()
