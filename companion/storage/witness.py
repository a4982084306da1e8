"""The length and head seal of a record, kept in a second place (``<file>.head``).

A chain of seals cannot tell that its tail is gone. The witness can: it is written after every acknowledged append,
without a sync of its own, so it survives the death of the program, and it is never ahead of the record unless the
record lost something.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from companion.errors import BrokenSeal


class Witness:
    """The file beside a record that remembers how far it had come."""

    def __init__(self, record: Path) -> None:
        self._record, self.path = record, Path(f"{record}.head")
        self._fd = -1

    def note(self, length: int, seal: str) -> None:
        """Remember the length and the last seal; one write of fixed size, over the note before. The record is kept
        by then, so a disk that takes no note takes nothing back."""
        with suppress(OSError):
            if self._fd < 0:
                self._fd = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o644)
            os.pwrite(self._fd, f"{length:>12} {seal}\n".encode(), 0)

    def known(self) -> int:
        """Return how many lines the record once had. Ask before reading it: another program may be writing it."""
        try:
            return int(self.path.read_text(encoding="ascii").split()[0])
        except (OSError, ValueError, IndexError):
            return 0  # no note, or a damaged one: the chain itself still speaks

    def check(self, length: int, known: int) -> None:
        """Raise ``BrokenSeal`` when the record is shorter than it was ``known`` to be before it was read."""
        if length < known:
            raise BrokenSeal(str(self._record), length + 1, f"the record ends here but once had {known} lines")

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
