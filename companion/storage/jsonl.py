"""A recorder in a text file, one sealed line of JSON per event: the form that judges exchange (``*.record``).

    {"version":0,…,"event":{…},"seal":"…64 hex…"}
    {"version":3,…,"event":{…},"forgettable":{…},"seal":"…64 hex…"}

The seal is the last key, so that the line without it, and without what may be forgotten, is what was sealed, byte for
byte. A last line without its newline
was never acknowledged (the power went while it was written): it is set aside in ``<file>.torn``, not guessed at.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.core.ledger import Entry
from companion.errors import BrokenSeal, InputError, StaleVersion, StoreFault
from companion.files import in_use
from companion.storage.witness import Witness

_SEAL = re.compile(rb',"seal":"([0-9a-f]{64})"\}\n')
_SEAL_LENGTH = len(',"seal":""}\n') + 64
_ASIDE = b',"forgettable":'


def sealed_line(entry: Entry) -> bytes:
    """The entry as a line of a record file."""
    aside = _ASIDE + entry.aside if entry.aside else b""
    return entry.line[:-1] + aside + b',"seal":"' + entry.seal.encode() + b'"}\n'


def parse_sealed_line(line: bytes, version: int) -> Entry | None:
    """The line of that version, newline included; ``None`` when it has not the form of one."""
    sealed = _SEAL.fullmatch(line, len(line) - _SEAL_LENGTH)
    if sealed is None or not line.startswith(b"{"):
        return None
    text, mark, aside = line[:-_SEAL_LENGTH].partition(_ASIDE)
    if mark and not aside:
        return None
    return Entry(version, text + b"}", sealed[1].decode(), aside)


def read_sealed_lines(path: Path) -> Iterator[Entry]:
    """The entries of a record file, in order; raises ``BrokenSeal`` for a line that has not the form of one."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file):
                entry = parse_sealed_line(line, number)
                if entry is None:
                    raise BrokenSeal(str(path), number + 1, "not a complete sealed line of a game record")
                yield entry
    except OSError as wrong:
        raise InputError(str(path), "", wrong.strerror or str(wrong), "a readable game record") from wrong


def read_whole(path: Path) -> list[Entry]:
    """Every entry of a record that another program may be writing; ``BrokenSeal`` when lines once seen are gone."""
    witness = Witness(path)
    known = witness.known()
    entries = list(read_sealed_lines(path))
    witness.check(len(entries), known)
    return entries


class JsonlRecorder:
    """A record file that is appended to by one process at a time; a line is acknowledged after ``fdatasync``."""

    def __init__(self, path: Path) -> None:
        self.name, self._path = str(path), path
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as taken:
            os.close(self._fd)
            raise in_use(path) from taken
        self._witness = Witness(path)
        try:
            self._length = self._set_torn_tail_aside()
        except BaseException:
            self.close()
            raise

    def append(self, entries: Sequence[Entry], expected: int) -> None:
        """Put the lines on the disk before returning; raises ``StaleVersion`` when someone was first, ``StoreFault``
        when nothing can be kept now."""
        if expected != self._length:
            raise StaleVersion(expected, self._length)
        if not entries:
            return
        lines = b"".join(map(sealed_line, entries))
        end = os.lseek(self._fd, 0, os.SEEK_END)
        try:
            if os.write(self._fd, lines) != len(lines):
                raise OSError("the disk took only a part of the line")
            os.fdatasync(self._fd)
        except OSError as wrong:
            os.ftruncate(self._fd, end)  # all or none: a half-written batch must not be read back
            raise StoreFault(wrong.strerror or str(wrong)) from wrong
        self._length += len(entries)
        self._witness.note(self._length, entries[-1].seal)

    def read(self, start: int = 0) -> Iterator[Entry]:
        """The entries from version ``start`` on; at the end ``BrokenSeal`` when lines the witness saw are gone."""
        known = self._witness.known()
        for entry in read_sealed_lines(self._path):
            if entry.version >= start:
                yield entry
        self._witness.check(self._length, known)

    def length(self) -> int:
        return self._length

    def close(self) -> None:
        """Close the file and let others write."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
            self._witness.close()

    def _set_torn_tail_aside(self) -> int:
        """Move an unfinished last line into a file of its own; return the number of whole lines, whose seals are
        checked on reading.
        """
        data = self._path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            self._path.with_name(self._path.name + ".torn").write_bytes(data[whole:])
            os.ftruncate(self._fd, whole)
        return data.count(b"\n")
