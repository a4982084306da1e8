"""The serial cable: the only place that knows pyserial.

What the field taught (hardware notes 3.8): a pull shows as ``SerialException``, ``OSError``, ``termios.error`` or
``TypeError``, so all four mean "cable gone: close, forget, try again"; ``is_open`` stays true after a pull; two
programs on one port steal each other's bytes, so it is opened exclusively; ``dtr`` and ``rts`` are set before opening,
because many boards restart on them, and a pseudo-terminal has none.
"""

from __future__ import annotations

import errno
import io
import select
import time
from collections.abc import Callable
from dataclasses import dataclass

import serial
import serial.tools.list_ports

__all__ = ["PortFound", "SerialLink", "find_ports"]

try:
    import termios

    _PULLED: tuple[type[Exception], ...] = (serial.SerialException, OSError, TypeError, termios.error)
except ImportError:  # not a POSIX machine
    _PULLED = (serial.SerialException, OSError, TypeError)

_CLOSED: tuple[type[Exception], ...] = (ValueError, *_PULLED)  # select on a port closed under it
_REASONS = {
    errno.EACCES: "no-permission",
    errno.EPERM: "no-permission",
    errno.EBUSY: "port-busy",
    errno.EAGAIN: "port-busy",
}


@dataclass(frozen=True, slots=True)
class PortFound:
    """A serial port of this machine: where, what it calls itself, and its USB ids (``10c4:ea60 0001``) if any."""

    path: str
    what: str
    usb: str


def find_ports() -> tuple[PortFound, ...]:
    """The serial ports that are plugged in now, by path; pseudo-terminals are not among them."""
    found = sorted(serial.tools.list_ports.comports(), key=lambda port: str(port.device))
    return tuple(
        PortFound(
            str(port.device),
            "" if port.description in (None, "n/a") else str(port.description),
            "" if port.vid is None else f"{port.vid:04x}:{port.pid:04x} {port.serial_number or ''}".strip(),
        )
        for port in found
    )


class SerialLink:
    """A ``Link`` over a serial port that survives the cable; tries to open again every ``retry_s``."""

    def __init__(
        self, port: str, *, baud: int = 115200, retry_s: float = 0.25, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = port
        self._baud, self._retry_s, self._clock = baud, retry_s, clock
        self._serial: serial.Serial | None = None
        self._why, self._opened, self._closed = "cable", 0, False
        self._next_try_s = clock()

    @property
    def is_up(self) -> bool:
        """Whether the port is open and nothing said otherwise yet."""
        return self._serial is not None

    @property
    def why(self) -> str:
        """``cable``, ``port-busy`` or ``no-permission`` while down."""
        return "" if self._serial is not None else self._why

    @property
    def opened(self) -> int:
        """How many times the port was opened."""
        return self._opened

    def read(self) -> bytes:
        """The bytes that are there; opens the port again when it is time to."""
        if self._serial is None:
            self._open()
        if self._serial is None:
            return b""
        try:
            return bytes(self._serial.read(4096))
        except _PULLED:
            self._lose("cable")
            return b""

    def write(self, data: bytes) -> None:
        """Nothing: a write that stalls for 0.2 s or fails loses the bytes, and a failure loses the cable."""
        if self._serial is None:
            return
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            return  # a device that does not listen: silence is noticed by the conversation
        except _PULLED:
            self._lose("cable")

    def wait(self, timeout_s: float) -> None:
        """Nothing: returns when bytes may be there, or after the time-out."""
        try:
            select.select([] if self._serial is None else [self._serial.fileno()], [], [], timeout_s)
        except io.UnsupportedOperation:  # a system whose ports select() does not know
            time.sleep(timeout_s)
        except _CLOSED:
            self._lose("cable")

    def close(self) -> None:
        """Nothing: lets go of the port for good."""
        self._closed = True
        self._lose("cable")

    def _open(self) -> None:
        now_s = self._clock()
        if self._closed or now_s < self._next_try_s:
            return
        self._next_try_s = now_s + self._retry_s
        port = serial.Serial()
        port.port, port.baudrate, port.timeout, port.write_timeout = self.name, self._baud, 0, 0.2
        port.exclusive = True
        try:
            port.dtr = port.rts = False
            port.open()
        except _PULLED as refused:
            self._why = _REASONS.get(getattr(refused, "errno", None) or 0, "cable")
            return
        self._serial, self._opened = port, self._opened + 1

    def _lose(self, why: str) -> None:
        lost, self._serial = self._serial, None
        self._why = why
        if lost is not None:
            try:
                lost.close()
            except _PULLED:
                return
