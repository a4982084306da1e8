"""A recorder in SQLite: WAL, synchronous FULL, acknowledged after the commit. The default store of a table.

``NORMAL`` would be faster and may lose a commit it acknowledged when the power goes; a game record may not.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.core.ledger import Entry
from companion.errors import BrokenSeal, GameTaken, InputError, StaleVersion, StoreFault
from companion.files import claim
from companion.storage.witness import Witness

_FORMAT = 0x5457_0001  # "TW", store format 1: told apart from other programs' files by PRAGMA application_id
_VERSION = 1  # of the format, in PRAGMA user_version; 0 in stores that were made before it was written there
DAMAGED = "the file is damaged"
# faults of the disk, or of another program that holds the file: the next try may succeed, and nothing is damaged
_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
}

# The log is carried into the database after so many pages and then written over from its beginning. While it still
# grows, every sync must also save the file's new size: with SQLite's usual 1000 pages an append took 1.8 times as long
# as the bare write of its line, with a short log 1.1 times (`companion bench storage`). It is as durable.
_LOG_PAGES = 128


class SqliteRecorder:
    """A database file with one game. Any number of processes may read it; the one that plays it is its ``host``, and
    there is one: a second one raises ``InputError``. The system frees the place of a host that was killed."""

    def __init__(self, path: Path, *, host: bool = False) -> None:
        self.name = str(path)
        self._place = claim(path, GameTaken) if host else None
        try:
            self._db = sqlite3.connect(path, isolation_level=None)
            fresh = self._db.execute("PRAGMA schema_version").fetchone()[0] == 0
            if not fresh and self._db.execute("PRAGMA application_id").fetchone()[0] != _FORMAT:
                self._db.close()
                raise InputError(str(path), "", "another program's database", "a game store")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version > _VERSION:
                self._db.close()
                found = f"a store of version {version}, which a newer Tablewright made"
                raise InputError(str(path), "", found, f"one of version {_VERSION} or before; update this Tablewright")
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute(f"PRAGMA wal_autocheckpoint={_LOG_PAGES}")
            if fresh:
                self._db.execute(f"PRAGMA application_id={_FORMAT}")
                self._db.execute(f"PRAGMA user_version={_VERSION}")
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS entries"
                " (version INTEGER PRIMARY KEY, line BLOB NOT NULL, seal TEXT NOT NULL)"
            )
        except (sqlite3.Error, UnicodeDecodeError, InputError) as wrong:
            self._leave()
            if isinstance(wrong, InputError):
                raise
            raise InputError(
                str(path), "", str(wrong), "a game store (`companion rescue` saves a damaged one)"
            ) from wrong
        self._witness = Witness(path)

    def append(self, entries: Sequence[Entry], expected: int) -> None:
        """Return after the commit; raise ``StaleVersion`` when the log is not at ``expected``, ``StoreFault`` when
        nothing can be kept now."""
        try:
            self._put(entries, expected)
        except sqlite3.Error as wrong:
            raise StoreFault(str(wrong)) from wrong
        if entries:
            self._witness.note(expected + len(entries), entries[-1].seal)

    def _put(self, entries: Sequence[Entry], expected: int) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            actual = self._count()
            if actual != expected:
                raise StaleVersion(expected, actual)
            self._db.executemany(
                "INSERT INTO entries VALUES (?, ?, ?)", [(one.version, one.line, one.seal) for one in entries]
            )
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def read(self, start: int = 0) -> Iterator[Entry]:
        """The entries from version ``start`` on; ``BrokenSeal`` where the file is damaged, and at the end when lines
        the witness saw are gone."""
        known, version = self._witness.known(), start - 1
        asked = "SELECT version, line, seal FROM entries WHERE version >= ? ORDER BY version"
        try:
            for version, line, seal in self._db.execute(asked, (start,)):
                if not (isinstance(line, bytes) and isinstance(seal, str)):
                    raise BrokenSeal(self.name, version + 1, DAMAGED)
                yield Entry(version, line, seal)
            length = self._count()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as wrong:  # SQLite cites a damaged file as it is
            if getattr(wrong, "sqlite_errorcode", 0) & 0xFF in _PASSING:
                raise StoreFault(str(wrong)) from wrong
            raise BrokenSeal(self.name, version + 2, f"{DAMAGED} ({wrong})") from wrong
        self._witness.check(length, known)

    def length(self) -> int:
        """Return the number of entries; raises ``StoreFault`` when it cannot be read."""
        try:
            return self._count()
        except sqlite3.Error as wrong:
            raise StoreFault(str(wrong)) from wrong

    def _count(self) -> int:
        (count,) = self._db.execute("SELECT COALESCE(MAX(version) + 1, 0) FROM entries").fetchone()
        return int(count)

    def close(self) -> None:
        """Close the database, and let another host in."""
        self._db.close()
        self._witness.close()
        self._leave()

    def _leave(self) -> None:
        if self._place is not None:
            self._place.release()
