"""The log of what concerns security: who came in, who was refused, what was changed at the doors. It holds no secret.

    {"at":"2026-11-28T09:14:03Z","what":"pin_wrong","from":"192.168.1.77","role":"judge"}

A line is one event. Of what somebody can do a thousand times a second, as many lines are written a minute as a person
reads; the next one says how many were left out. The file is begun anew, and the one before kept, when it is full.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

A_MINUTE = 20  # lines of one kind; more are counted
MOST_BYTES = 4 << 20  # some 30,000 lines: a week under attack


class Log(Protocol):
    """The place where events of security are noted."""

    def note(self, what: str, address: str = "", **more: object) -> None:
        """Note one."""


class SecurityLog:
    """A file that its owner alone reads, or, without one, the standard error, which a service's journal keeps."""

    def __init__(self, path: Path | None, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._path, self._now = path, now
        self._minute = ""
        self._counts: dict[str, int] = {}
        self._left_out: dict[str, int] = {}

    def note(self, what: str, address: str = "", **more: object) -> None:
        """Note one; a disk that is full stops nobody."""
        at = self._now().strftime("%Y-%m-%dT%H:%M:%SZ")
        if at[:16] != self._minute:
            self._minute, self._counts = at[:16], {}
        self._counts[what] = self._counts.get(what, 0) + 1
        if self._counts[what] > A_MINUTE:
            self._left_out[what] = self._left_out.get(what, 0) + 1
            return
        left = self._left_out.pop(what, 0)
        told = {"at": at, "what": what, "from": address, **more} | ({"left_out": left} if left else {})
        line = json.dumps({key: value for key, value in told.items() if value != ""}, ensure_ascii=True)
        with suppress(OSError):
            self._write(line)

    def _write(self, line: str) -> None:
        if self._path is None:
            sys.stderr.write(f"security {line}\n")
            return
        with os.fdopen(os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a", encoding="ascii") as to:
            to.write(f"{line}\n")
            is_full = to.tell() > MOST_BYTES
        if is_full:
            self._path.replace(f"{self._path}.1")


class NoLog:
    """Notes nothing: for what is open on one machine for a moment."""

    def note(self, what: str, address: str = "", **more: object) -> None:
        """Forget it."""
