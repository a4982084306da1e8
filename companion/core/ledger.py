"""The record of a game: an append-only list of sealed lines.

    Session ──events──> Ledger ──Codec──> Entry(line, seal) ──> Recorder     memory, JSON Lines, SQLite
                          seal n = SHA-256(seal n-1 + line n)        a recorder keeps lines, and interprets none

Changing one byte of any line breaks its seal and every later one. A recorder acknowledges (returns from ``append``)
only after its lines are durable.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn, Protocol

from companion.core.events import Recorded
from companion.core.naming import holds
from companion.errors import BrokenSeal

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Entry:
    """A line as it is kept: version from 0, the encoded envelope, its seal; and what may be forgotten of it."""

    version: int
    line: bytes
    seal: str
    aside: bytes = b""  # names beside the line, not sealed themselves: ``naming``


class Recorder(Protocol):
    """Keeps entries. ``append`` raises ``StaleVersion`` when the log is not at ``expected`` entries."""

    name: str

    def append(self, entries: Sequence[Entry], expected: int) -> None:
        """Make the entries durable before returning, all or none of them."""
        ...

    def read(self, start: int = 0) -> Iterator[Entry]:
        """The entries from version ``start`` on."""
        ...

    def length(self) -> int:
        """Return the number of entries."""
        ...

    def close(self) -> None:
        """Let go of the file; may be called twice."""
        ...


class Codec(Protocol):
    """Turns envelopes into lines and back; ``decode`` raises ``InputError`` for a line it cannot use."""

    def encode(self, recorded: Recorded) -> bytes:
        """Encode an entry as one line without its newline, the same bytes for the same envelope."""
        ...

    def decode(self, line: bytes, where: str) -> Recorded:
        """The envelope."""
        ...


def seal_of(previous: str, line: bytes) -> str:
    """The seal of a line after a line with the seal ``previous``: 64 hexadecimal digits."""
    return hashlib.sha256(previous.encode() + line).hexdigest()


def fits(entry: Entry, version: int, previous: str) -> bool:
    """Whether it is the entry of that version after a line with the seal ``previous``."""
    is_sealed = entry.version == version and entry.seal == seal_of(previous, entry.line)
    return is_sealed and holds(entry.line, entry.aside)


def check_chain(recorder: Recorder) -> tuple[int, str]:
    """The last version (-1 for none) and its seal; raises ``BrokenSeal`` at the first line that does not hold."""
    version, seal = -1, GENESIS
    for entry in recorder.read():
        if not fits(entry, version + 1, seal):
            raise BrokenSeal(recorder.name, version + 2, "the seal does not fit the line")
        version, seal = entry.version, entry.seal
    return version, seal


class Ledger:
    """A recorder with a codec and the chain of seals."""

    def __init__(self, recorder: Recorder, codec: Codec) -> None:
        self.recorder, self.codec = recorder, codec
        self.version, self._seal = check_chain(recorder)  # before anything is added to a chain that is broken

    @property
    def head(self) -> str:
        """The seal of the last line: two devices with the same head hold the same game."""
        return self._seal

    def append(self, recorded: Sequence[Recorded]) -> None:
        """Seal and keep the envelopes, whose versions follow the last one."""
        entries, seal = [], self._seal
        for one in recorded:
            line = self.codec.encode(one)
            seal = seal_of(seal, line)
            entries.append(Entry(one.version, line, seal))
        self.recorder.append(entries, expected=self.version + 1)
        self.version, self._seal = self.version + len(entries), seal

    def newer(self) -> list[Recorded]:
        """Return the entries that another process appended since the last look; raises ``BrokenSeal``."""
        batch = []
        for entry in self.recorder.read(self.version + 1):
            if not fits(entry, self.version + 1, self._seal):
                raise BrokenSeal(self.recorder.name, self.version + 2, "the seal does not fit the line")
            self.version, self._seal = entry.version, entry.seal
            batch.append(self.codec.decode(entry.line, f"{self.recorder.name}: line {entry.version + 1}"))
        return batch

    def read(self) -> Iterator[Recorded]:
        """Every envelope from the beginning; its line is the version plus one."""
        for entry in self.recorder.read():
            yield self.codec.decode(entry.line, f"{self.recorder.name}: line {entry.version + 1}")


class LineByLine:
    """A record that comes line by line and takes none: the ledger of a game that is only watched."""

    def __init__(self, records: Sequence[Recorded]) -> None:
        self._first, self._ahead = records[0], deque(records[1:])

    def extend(self, records: Iterable[Recorded]) -> None:
        """Add lines that were written meanwhile."""
        self._ahead.extend(records)

    def read(self) -> list[Recorded]:
        """Return the first line."""
        return [self._first]

    def newer(self) -> list[Recorded]:
        """Return the next line; none at the end."""
        return [self._ahead.popleft()] if self._ahead else []

    def append(self, recorded: Sequence[Recorded]) -> NoReturn:
        """Refuse: raises ``RuntimeError``."""
        raise RuntimeError("a game that is told again takes no commands")
