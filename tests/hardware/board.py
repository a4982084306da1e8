"""A board on the bench: the shipped firmware in the MicroPython VM, on a wire of its own, started again after a reset,
and a host that speaks just enough to ask it questions."""

from __future__ import annotations

import binascii
import contextlib
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from firmware_bridge import formats
from firmware_bridge.protocol import Decoder, Message, encode
from tests.hardware.conftest import HARDWARE
from tests.patience import PATIENCE_S

FULL = 500  # events that an outbox holds
RESETS = (3, -signal.SIGALRM)  # how the VM ends: machine.reset in hardware/sim, or its watch-dog


def fill(log: Path) -> None:
    """Writes events 1 to 500 of an earlier boot, as the head of ``hardware/firmware/outbox.py`` describes."""
    records = b""
    for seq in range(1, FULL + 1):
        record = struct.pack("<IQIB", seq, seq * 10, 1, 3 + seq % 2) + bytes([2, 2, 2, seq % 256, seq // 256])
        records += struct.pack("<H", len(record)) + record + struct.pack("<I", binascii.crc32(record))
    log.write_bytes(records)


class Board:
    """``flash`` is what the board keeps; ``kind`` what it is. ``heard`` holds every message since power-on."""

    def __init__(self, vm: Path, flash: Path, kind: str, held: str = "", readers: str = "mmmm", air: str = "") -> None:
        self.vm = vm
        self.flash = flash
        self.resets = 0
        self._at = 0
        flash.mkdir(exist_ok=True)
        if not (flash / "main.py").exists():
            shutil.copytree(
                HARDWARE / "firmware", flash, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__")
            )
        (flash / "kind").write_text(kind + "\n")
        self.control = flash.parent / f"{flash.name}-control"
        if not self.control.exists():
            os.mkfifo(self.control)
        self._fifo = os.open(self.control, os.O_RDWR | os.O_NONBLOCK)
        self._settings = {
            "HELD_PINS": held,
            "MAT_READERS": readers,
            "MICROPYPATH": f"{HARDWARE / 'sim'}:{flash}:.frozen",
            "TOWER_CONTROL": str(self.control),
            "TOWER_ID": "9f3a12c4",
            "TOWER_RING": str(flash.parent / f"{flash.name}-ring"),
            "TOWER_WIFI": str(flash.parent / f"{flash.name}-air") if air else "",
        }
        self.air(air)
        self.heard: list[Message] = []
        self._lock = threading.Lock()
        self._start()

    def _start(self, *, reset: bool = False) -> None:
        self.wire, theirs = socket.socketpair()
        self.wire.setblocking(False)
        self._process = subprocess.Popen(
            [str(self.vm), "-X", "heapsize=192k", "main.py"],
            cwd=self.flash,
            env=os.environ | self._settings | {"TOWER_FD": str(theirs.fileno()), "TOWER_RESET": "1" if reset else ""},
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        theirs.close()
        self._decoder = Decoder()

    def restart_if_it_ended(self) -> None:
        """A reset ends the program, as a reset pin would."""
        with self._lock:  # a test may let a thread look after it as well
            if self._process.poll() is not None:
                assert self._process.returncode in RESETS, self._process.returncode
                self.resets += 1
                self.wire.close()
                self._start(reset=True)

    def _step(self) -> None:
        self.restart_if_it_ended()
        with contextlib.suppress(OSError):  # nothing there, or nobody any more
            self.heard += self._decoder.feed(self.wire.recv(4096))

    def until(self, found: Callable[[Message], bool], within_s: float = PATIENCE_S) -> Message:
        """The first message behind the last one found of which ``found`` holds."""
        end_s = time.monotonic() + within_s
        while time.monotonic() < end_s:
            self._step()
            while self._at < len(self.heard):
                self._at += 1
                if found(self.heard[self._at - 1]):
                    return self.heard[self._at - 1]
            time.sleep(0.002)
        raise AssertionError("not heard; heard so far:\n" + "\n".join(map(str, self.heard[-20:])))

    def hello(self, **wanted: Any) -> Message:
        """The next HELLO with these fields."""
        return self.until(lambda one: one.name == "HELLO" and all(one.fields[key] == wanted[key] for key in wanted))

    def say(self, name: str, **fields: formats.Value) -> None:
        """Sends a message."""
        with contextlib.suppress(BrokenPipeError):  # it restarts just now
            self.wire.sendall(encode(Message(name, fields)))

    def welcome(self, accepted: int = 0, session: int = 1) -> Message:
        """The telemetry that says that the session is open."""
        self.say("WELCOME", proto=2, session=session, accepted=accepted, unix_ms=0, config=0)
        return self.until(lambda one: one.name == "TELE")

    def event(self, name: str, **wanted: formats.Value) -> dict[str, formats.Value]:
        """The fields of the next event of that name with these fields; acknowledges everything up to it."""
        number = formats.KINDS["event"][name].number

        def found(one: Message) -> bool:
            if one.name != "EVENT" or one.number("kind") != number:
                return False
            fields = formats.unpack("event", name, one.raw("body"))
            return all(fields[key] == wanted[key] for key in wanted)

        return formats.unpack("event", name, self.until(found).raw("body"))

    def command(self, name: str, number: int = 1, **fields: formats.Value) -> int:
        """The status of an order."""
        kind = formats.KINDS["command"][name].number
        self.say("CMD", id=number, ttl_ms=2000, kind=kind, body=formats.pack("command", name, fields))
        return self.until(lambda one: one.name == "CMD_ACK" and one.number("id") == number).number("status")

    def order(self, line: str) -> None:
        """Something happens in the world around it."""
        os.write(self._fifo, line.encode() + b"\n")

    def air(self, network: str) -> None:
        """This network is in reach from now on: name, password, and `mute` if it gives no addresses."""
        path = self.flash.parent / f"{self.flash.name}-air"
        path.with_suffix(".new").write_text(network)
        path.with_suffix(".new").replace(path)

    def pull(self) -> None:
        """Power off, wherever it is."""
        self._process.kill()
        self._process.wait()
        self.wire.close()

    def plug(self) -> None:
        """Power on again, with the flash as it was left."""
        self._start()

    def link(self) -> BoardLink:
        """The board's wire as a ``Link`` of the bridge, for programs that want one."""
        return BoardLink(self)

    def close(self) -> None:
        """Everything is gone."""
        self.pull()
        os.close(self._fifo)


class BoardLink:
    """A cable that is always there; the board behind it starts again by itself."""

    name, is_up, why, opened = "bench", True, "", 1

    def __init__(self, board: Board) -> None:
        self._board = board
        self.damage: Callable[[bytes], bytes] = lambda data: data

    def read(self) -> bytes:
        self._board.restart_if_it_ended()
        with contextlib.suppress(OSError):
            return self._board.wire.recv(4096)
        return b""

    def write(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            self._board.wire.sendall(self.damage(data))

    def wait(self, timeout_s: float) -> None:
        select.select([self._board.wire], [], [], timeout_s)

    def close(self) -> None:
        """Nothing to let go of."""


@contextlib.contextmanager
def powered(vm: Path, folder: Path, kind: str, **settings: str) -> Iterator[Board]:
    """A board with power, for a while."""
    board = Board(vm, folder / "flash", kind, **settings)
    try:
        yield board
    finally:
        board.close()
