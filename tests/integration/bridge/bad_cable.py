"""A bad cable between the firmware and the bridge, which also knows the truth: every event the firmware ever sent.

    firmware ── pty ── [ notes the events ] ── drops, flips, doubles bytes ── pty behind a symlink ── bridge
                            └── asks for events: ARM orders of its own, between the bridge's bytes

``events`` is written down before any damage is done, ``done`` are the orders that the firmware said it obeyed.
"""

from __future__ import annotations

import contextlib
import os
import random
import threading
import time
import tty
from collections.abc import Iterable
from pathlib import Path

from firmware_bridge import formats
from firmware_bridge.protocol import Decoder, Message, encode

FIRST_ORDER = 0x90000000  # far from the numbers the bridge gives its own orders
Facts = tuple[int, int, int, bytes]  # boot, t_ms, kind, body


class BadCable:
    """The cable; ``damage`` is the share of bytes that are dropped, flipped or doubled, a third each."""

    def __init__(self, device_port: str, port: Path, *, seed: int, damage: float = 0.0, pace_s: float = 0.0) -> None:
        self.port, self.damage, self.pace_s = port, damage, pace_s
        self.events: dict[tuple[int, int], Facts] = {}  # (epoch, seq) -> what it was when it was first sent
        self.rewritten: list[tuple[int, int]] = []  # numbers that the firmware used for two things
        self.done: list[int] = []
        self.sent_at_s: dict[tuple[int, int], float] = {}
        self.damaged = self.asked = 0
        self._device_port, self._chance = device_port, random.Random(seed)
        self._decoder, self._epoch = Decoder(), 0
        self._device = self._master = -1
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._next_s = time.monotonic()
        self.plug()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def plug(self) -> None:
        """The bridge's end is there, a new terminal behind the old name."""
        with self._lock:
            if self._master < 0:
                self._master, slave = os.openpty()
                tty.setraw(slave)
                os.set_blocking(self._master, False)
                self.port.unlink(missing_ok=True)
                self.port.symlink_to(os.ttyname(slave))
                os.close(slave)

    def pull(self) -> None:
        """The bridge's end is gone with every byte on it."""
        with self._lock:
            if self._master >= 0:
                self.port.unlink(missing_ok=True)
                os.close(self._master)
                self._master = -1

    def close(self) -> None:
        """No cable any more."""
        self._stop.set()
        self._thread.join()
        self.pull()
        self._drop_device()

    def _run(self) -> None:
        while not self._stop.is_set():
            with self._lock:
                busy = self._round()
            if not busy:
                time.sleep(0.0005)

    def _round(self) -> bool:
        if self._device < 0:
            self._open_device()
        up = self._read(self._device)
        if up is None:
            self._drop_device()
        elif up:
            self.note(self._decoder.feed(up))
            self._write(self._master, self._hurt(up))
        down = self._read(self._master)
        if down:
            self._write(self._device, self._hurt(down))
        if self.pace_s and time.monotonic() >= self._next_s:
            self._next_s = max(self._next_s + self.pace_s, time.monotonic() - 0.1)
            self._write(self._device, self.next_order())
        return bool(up or down)

    def next_order(self) -> bytes:
        """The next ARM order, no two alike."""
        with self._lock:  # bad air asks from a thread of its own
            number = self.asked
            self.asked += 1
        body = formats.pack("command", "ARM", {"dice": number % 255 + 1})
        order = {"id": FIRST_ORDER + number, "ttl_ms": 2000, "kind": formats.KINDS["command"]["ARM"].number}
        return b"\0" + encode(Message("CMD", {**order, "body": body})) + b"\0"

    def note(self, messages: Iterable[Message]) -> None:
        """Write down what the firmware said, on whichever way."""
        for message in messages:
            if message.name == "HELLO":
                self._epoch = message.number("epoch")
            elif message.name == "EVENT":
                key = (self._epoch, message.number("seq"))
                facts = (message.number("boot"), message.number("t_ms"), message.number("kind"), message.raw("body"))
                if self.events.setdefault(key, facts) != facts:
                    self.rewritten.append(key)
                self.sent_at_s.setdefault(key, time.monotonic())
            elif message.name == "CMD_ACK" and message.number("id") >= FIRST_ORDER and not message.number("status"):
                self.done.append(message.number("id") - FIRST_ORDER)

    def _hurt(self, data: bytes) -> bytes:
        if not self.damage:
            return data
        out = bytearray()
        for byte in data:
            if self._chance.random() >= self.damage:
                out.append(byte)
                continue
            self.damaged += 1
            out += self._chance.choice((b"", bytes((byte ^ 1 << self._chance.randrange(8),)), bytes((byte,)) * 2))
        return bytes(out)

    def _read(self, file: int) -> bytes | None:
        """What came, empty for nothing, ``None`` when the other side is gone."""
        if file < 0:
            return b""
        try:
            return os.read(file, 4096) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def _write(self, file: int, data: bytes) -> None:
        if file >= 0:
            with contextlib.suppress(OSError):  # nobody reads: bytes fall off the end of the wire
                os.write(file, data)

    def _open_device(self) -> None:
        with contextlib.suppress(OSError):
            self._device = os.open(self._device_port, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
            tty.setraw(self._device)
            self._decoder = Decoder()

    def _drop_device(self) -> None:
        if self._device >= 0:
            with contextlib.suppress(OSError):
                os.close(self._device)
            self._device = -1
