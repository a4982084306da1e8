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

import serial

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


class SerialLink:
    """A ``Link`` over a serial port that survives the cable; tries to open again every ``retry_s``.

    ``locate`` says where the port is now, ``None`` for nowhere: a device plugged in again may get another path.
    """

    def __init__(
        self,
        port: str,
        *,
        locate: Callable[[], str | None] | None = None,
        baud: int = 115200,
        retry_s: float = 0.25,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = port
        self._locate = locate or (lambda: port)
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

    def fileno(self) -> int | None:
        """What ``select`` may wait for, ``None`` while down."""
        try:
            return None if self._serial is None else int(self._serial.fileno())
        except _CLOSED:
            return None

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
        """Write; one that stalls for 0.2 s or fails loses the bytes, and a failure loses the cable."""
        if self._serial is None:
            return
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            return  # a device that does not listen: silence is noticed by the conversation
        except _PULLED:
            self._lose("cable")

    def wait(self, timeout_s: float) -> None:
        """Wait until bytes may be there, or until the time-out."""
        try:
            select.select([] if self._serial is None else [self._serial.fileno()], [], [], timeout_s)
        except io.UnsupportedOperation:  # a system whose ports select() does not know
            time.sleep(timeout_s)
        except _CLOSED:
            self._lose("cable")

    def close(self) -> None:
        """Let go of the port for good."""
        self._closed = True
        self._lose("cable")

    def _open(self) -> None:
        now_s = self._clock()
        if self._closed or now_s < self._next_try_s:
            return
        self._next_try_s = now_s + self._retry_s
        where = self._locate()
        if where is None:
            self._why = "cable"
            return
        port = serial.Serial()
        port.port = where
        port.baudrate = self._baud
        port.timeout = 0
        port.write_timeout = 0.2
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
