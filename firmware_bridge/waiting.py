"""Waiting for whichever comes first: bytes on a cable, a message from the broker, the end of the time.

serial ports ─fileno─┐
MQTT threads ─wake()─┴─> select ──> step      without it every hop would cost half a polling interval
"""

from __future__ import annotations

import contextlib
import os
import select
from collections.abc import Iterable


class Waiter:
    """A wait that other threads can end with ``wake``."""

    def __init__(self) -> None:
        self._out, self._in = os.pipe()
        os.set_blocking(self._out, False)
        os.set_blocking(self._in, False)
        self._closed = False

    def wake(self) -> None:
        """End the wait under way, or else the next one, at once. Any thread may call it."""
        with contextlib.suppress(OSError):  # the pipe is full of earlier calls, or closed
            if not self._closed:
                os.write(self._in, b"\0")

    def wait(self, files: Iterable[int], timeout_s: float) -> None:
        """Wait until one of the files can be read, until woken, or until the time-out."""
        try:
            ready, _, _ = select.select([self._out, *files], [], [], timeout_s)
        except (OSError, ValueError):
            return  # a cable went away under it: the next step finds out
        if self._out in ready:
            with contextlib.suppress(OSError):
                os.read(self._out, 4096)

    def close(self) -> None:
        """Wake nobody any more; may be called twice."""
        if not self._closed:
            self._closed = True
            os.close(self._out)
            os.close(self._in)
