"""A recorder in memory: for rehearsals and for most tests. It sits the same examination as the real ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.ledger import Entry
from companion.errors import StaleVersion


class MemoryRecorder:
    """Keeps entries in a list."""

    def __init__(self, name: str = "memory") -> None:
        self.name = name
        self._entries: list[Entry] = []

    def append(self, entries: Sequence[Entry], expected: int) -> None:
        """Keep the entries; raises ``StaleVersion`` when the log is not at ``expected``."""
        if expected != len(self._entries):
            raise StaleVersion(expected, len(self._entries))
        self._entries.extend(entries)

    def read(self, start: int = 0) -> Iterator[Entry]:
        yield from self._entries[start:]

    def length(self) -> int:
        return len(self._entries)

    def close(self) -> None:
        """Do nothing: there is no file."""
