"""The durable store before the acknowledgement: SQLite, one row for each event a device ever handed over.

device ──EVENT──> keep_all() ──fsync──> ACK    UNIQUE(node, epoch, seq): a resend is known, never a second roll
                    │
                    └──> untaken() ──> the table, in order, never across a gap; taken() when it is through

The tables of a spool file; a file of an older edition is brought up to date, and keeps columns that are used no more.
Each row has a checksum, which is looked at when the file is opened: a damaged file is refused, and
``spool_rescue`` saves the rows that are whole.

event      one row for each event that came        taken: the table has had it
progress   how far a device's numbers run without a gap, in the order its stores were met
gap        numbers that will never come: their device no longer has them
"""

from __future__ import annotations

import sqlite3
import threading
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from filelock import FileLock

from companion.errors import InputError
from companion.files import claim, make_folder

_VERSION = 1  # of the tables, in PRAGMA user_version; 0 in files that were made before it was written there
_TABLES = """
CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY, node TEXT NOT NULL, epoch INTEGER NOT NULL,
  seq INTEGER NOT NULL, boot INTEGER NOT NULL, t_ms INTEGER NOT NULL, kind INTEGER NOT NULL, body BLOB NOT NULL,
  at_ms INTEGER NOT NULL, err_ms INTEGER NOT NULL, replayed INTEGER NOT NULL,
  taken INTEGER NOT NULL DEFAULT 0, UNIQUE (node, epoch, seq));
CREATE TABLE IF NOT EXISTS progress (node TEXT NOT NULL, epoch INTEGER NOT NULL, upto INTEGER NOT NULL,
  PRIMARY KEY (node, epoch));
CREATE TABLE IF NOT EXISTS gap (node TEXT NOT NULL, epoch INTEGER NOT NULL, first INTEGER NOT NULL,
  last INTEGER NOT NULL, PRIMARY KEY (node, epoch, first));
"""
# the finished rows are many and the others few: an index of only the others keeps every round short
_INDEXES = """
DROP INDEX IF EXISTS untaken;
DROP INDEX IF EXISTS unsent;
DROP INDEX IF EXISTS owed_sent;
CREATE INDEX IF NOT EXISTS owed_taken ON event (node, epoch, seq) WHERE taken = 0;
"""
COLUMNS = "node, epoch, seq, boot, t_ms, kind, body, at_ms, err_ms, replayed, sig"
# of which columns each table's checksum is made
SUMS = {"event": f"{COLUMNS}, taken", "progress": "node, epoch, upto", "gap": "node, epoch, first, last"}
_LOG_PAGES = 128  # the write-ahead log is carried over early and then written over: syncing is cheaper than growing it


def open_tables(path: str) -> sqlite3.Connection:
    """The open file, every commit durable before it returns; ``sqlite3.Error`` when it is none of ours."""
    made = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
    made.create_function("checksum", -1, checksum, deterministic=True)
    try:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("PRAGMA synchronous=FULL")
        made.execute(f"PRAGMA wal_autocheckpoint={_LOG_PAGES}")
        (version,) = made.execute("PRAGMA user_version").fetchone()
        if version > _VERSION:
            raise sqlite3.DatabaseError(f"a spool of version {version}, which a newer Tablewright made")
        if version < _VERSION:
            _renew(made)
        check_sums(made)
    except (sqlite3.Error, UnicodeDecodeError):
        made.close()
        raise
    return made


def _renew(db: sqlite3.Connection) -> None:
    """Make the tables, or bring those of an older edition up to date, in one commit."""
    db.execute("BEGIN IMMEDIATE")
    for statement in _TABLES.split(";"):
        db.execute(statement)
    _add_column(db, "event", "sig BLOB NOT NULL DEFAULT x''")
    for table, columns in SUMS.items():
        _add_column(db, table, "sum INTEGER")
        db.execute(f"UPDATE {table} SET sum = checksum({columns}) WHERE sum IS NULL")
    for statement in _INDEXES.split(";"):
        db.execute(statement)
    db.execute(f"PRAGMA user_version={_VERSION}")
    db.execute("COMMIT")


def checksum(*values: object) -> int:
    """The checksum of a row."""
    return zlib.crc32(repr(values).encode())


def _add_column(db: sqlite3.Connection, table: str, column: str) -> None:
    if column.split()[0] not in {row[1] for row in db.execute(f"PRAGMA table_info({table})")}:
        db.execute(f"ALTER TABLE {table} ADD COLUMN {column}")


def check_sums(db: sqlite3.Connection) -> None:
    """Raise ``sqlite3.DatabaseError`` when the file is damaged."""
    (said,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise sqlite3.DatabaseError(f"the file is damaged ({said})")
    for table, columns in SUMS.items():
        query = f"SELECT rowid FROM {table} WHERE sum IS NOT checksum({columns})"
        if (row := db.execute(query).fetchone()) is not None:
            raise sqlite3.DatabaseError(f"the file is damaged (row {row[0]} of {table})")


LIMIT = 100_000  # rows; when full, new events are refused visibly, never the oldest dropped; more: a larger file
_ROOM = 1_000  # finished rows kept for the curious; more: a larger file
_BATCH = 500  # events handed to the table at once; more: a longer round after an absence


class Kept(StrEnum):
    """What became of an event handed to the spool."""

    NEW = "new"
    KNOWN = "known"
    CONFLICT = "conflict"  # the key is known with another content: an alarm
    FULL = "full"  # no room, or the disk refuses: the sender keeps it


@dataclass(frozen=True, slots=True)
class SpooledEvent:
    """An event as it came; ``t_ms`` is the device's clock since its boot, ``at_ms`` the unix time it stands for."""

    node: str
    epoch: int
    seq: int
    boot: int
    t_ms: int
    kind: int
    body: bytes
    at_ms: int = 0
    err_ms: int = 0
    replayed: bool = False
    sig: bytes = b""  # the device's signature, empty when it does not sign

    @property
    def key(self) -> tuple[str, int, int]:
        """What makes it one event, however often it is sent."""
        return self.node, self.epoch, self.seq


class Spool:
    """A store of events on disk; may be used from several threads, and by one program at a time, so that no event is
    handed out twice. ``:memory:`` keeps nothing and is for tests.

    Events stay until the table has taken them. ``trouble`` is what the disk said when it last refused, empty while all
    is well. What a full disk cannot note as taken is remembered, so that nothing is handed out twice, and noted later.
    """

    def __init__(self, path: Path | str = ":memory:", *, limit: int = LIMIT) -> None:
        self.trouble = ""
        self._limit = limit
        self._lock = threading.Lock()
        self._place: FileLock | None = None
        self._owed: dict[tuple[str, int], int] = {}  # taken up to there, and not noted on the disk
        try:
            if str(path) != ":memory:":
                make_folder(Path(path).parent)
                self._place = claim(Path(path))
            self._db = open_tables(str(path))
            (self._rows,) = self._db.execute("SELECT count(*) FROM event").fetchone()
        except (sqlite3.Error, UnicodeDecodeError) as refused:  # SQLite cites a damaged file as it is
            self._leave()
            raise InputError(
                str(path), "", str(refused), "a spool (`companion rescue` saves a damaged one)"
            ) from refused

    def begin(self, node: str, epoch: int, oldest: int) -> int:
        """The highest seq held without a gap; a device whose oldest event is later than that starts there.

        What lies between the last number of a device we know and its oldest will never come: ``gaps`` tells.
        """
        with self._lock:
            upto, known = self._upto(node, epoch), self._is_known(node, epoch)
            if oldest - 1 <= upto and known:
                return upto
            try:
                with self._db:
                    self._db.execute("BEGIN IMMEDIATE")
                    if known:
                        self._note_gap(node, epoch, upto + 1, oldest - 1)
                    self._reach(node, epoch, oldest - 1)
                    return self._advance(node, epoch)
            except sqlite3.DatabaseError as refused:
                self.trouble = str(refused)
                return upto

    def gaps(self, node: str) -> tuple[tuple[int, int, int], ...]:
        """The numbers that never came, as (epoch, first, last)."""
        with self._lock:
            query = "SELECT epoch, first, last FROM gap WHERE node = ? ORDER BY rowid"
            return tuple(self._db.execute(query, (node,)))

    def keep(self, event: SpooledEvent) -> Kept:
        """What became of the event, once that is on disk."""
        return self.keep_all([event])[0]

    def keep_all(self, events: Sequence[SpooledEvent]) -> list[Kept]:
        """What became of each event, once all of that is on disk: one commit. A disk that refuses keeps none."""
        with self._lock:
            before = self._rows
            try:
                with self._db:
                    self._db.execute("BEGIN IMMEDIATE")
                    kept = [self._keep(event) for event in events]
                    for node, epoch in dict.fromkeys(event.key[:2] for event in events):
                        self._advance(node, epoch)
            except sqlite3.DatabaseError as refused:  # the disk is full or broken, or another program holds the file
                self._rows, self.trouble = before, str(refused)
                return [Kept.FULL] * len(events)
            self.trouble = ""
            self._note_taken()
            return kept

    def upto(self, node: str, epoch: int) -> int:
        """The highest seq held without a gap; 0 for a device never met."""
        with self._lock:
            return self._upto(node, epoch)

    def facts(self, node: str, epoch: int, seq: int) -> tuple[int, int] | None:
        """The boot and the milliseconds since it that the device stamped the event with; ``None`` if it is not here."""
        with self._lock:
            query = "SELECT boot, t_ms FROM event WHERE node = ? AND epoch = ? AND seq = ?"
            found: tuple[int, int] | None = self._db.execute(query, (node, epoch, seq)).fetchone()
            return found

    def held(self, node: str, epoch: int) -> tuple[int, ...]:
        """The seqs held above the first gap."""
        with self._lock:
            query = "SELECT seq FROM event WHERE node = ? AND epoch = ? AND seq > ? ORDER BY seq LIMIT 32"
            return tuple(seq for (seq,) in self._db.execute(query, (node, epoch, self._upto(node, epoch))))

    def untaken(self) -> tuple[SpooledEvent, ...]:
        """The events the table has not had: each device's in order, none from behind a gap."""
        query = f"SELECT {COLUMNS} FROM event WHERE taken = 0 AND node = ? AND epoch = ? AND seq > ? AND seq <= ?"
        rows: list[tuple[Any, ...]] = []
        with self._lock:
            self._note_taken()
            # the stores in the order they were met, not by number
            for node, epoch, upto in self._db.execute(
                "SELECT node, epoch, upto FROM progress ORDER BY rowid"
            ).fetchall():
                if len(rows) >= _BATCH:
                    break
                reach = (node, epoch, self._owed.get((node, epoch), 0), upto, _BATCH - len(rows))
                rows += self._db.execute(f"{query} ORDER BY seq LIMIT ?", reach).fetchall()
        return tuple(SpooledEvent(*(*row[:9], bool(row[9]), row[10])) for row in rows)

    def taken(self, event: SpooledEvent) -> None:
        """Mark everything of that device up to the event as given to the table.

        A power cut may forget it, so no sync: it is offered again, and known.
        """
        with self._lock:
            store = event.key[:2]
            self._owed[store] = max(event.seq, self._owed.get(store, 0))
            self._note_taken()

    @property
    def is_behind(self) -> bool:
        """Whether the disk does not take what the table has had."""
        return bool(self._owed)

    def _note_taken(self) -> None:
        if not self._owed:
            return
        sum_of = SUMS["event"].replace("taken", "1")
        try:
            self._db.execute("PRAGMA synchronous=NORMAL")
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                for store, seq in self._owed.items():
                    self._db.execute(
                        f"UPDATE event SET taken = 1, sum = checksum({sum_of})"
                        " WHERE node = ? AND epoch = ? AND seq <= ? AND taken = 0",
                        (*store, seq),
                    )
            self._owed.clear()
        except sqlite3.DatabaseError as refused:
            self.trouble = str(refused)
        finally:
            self._db.execute("PRAGMA synchronous=FULL")

    def close(self) -> None:
        """Close the file; may be called twice."""
        with self._lock:
            with suppress(sqlite3.ProgrammingError):  # it is closed
                self._note_taken()
            self._db.close()
            self._leave()

    def _leave(self) -> None:
        if self._place is not None:
            self._place.release()

    def _keep(self, event: SpooledEvent) -> Kept:
        row = self._db.execute(
            "SELECT boot, t_ms, kind, body FROM event WHERE node = ? AND epoch = ? AND seq = ?", event.key
        ).fetchone()
        if row is not None:
            return Kept.KNOWN if row == (event.boot, event.t_ms, event.kind, event.body) else Kept.CONFLICT
        if event.seq <= self._upto(event.node, event.epoch):
            return Kept.KNOWN  # finished and cleared away long ago
        if not self._has_room():
            return Kept.FULL
        facts = (event.boot, event.t_ms, event.kind, event.body, event.at_ms, event.err_ms, event.replayed, event.sig)
        self._db.execute(
            f"INSERT INTO event ({COLUMNS}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*event.key, *facts, checksum(*event.key, *facts[:6], int(event.replayed), event.sig, 0)),
        )
        self._rows += 1
        return Kept.NEW

    def _is_known(self, node: str, epoch: int) -> bool:
        query = "SELECT 1 FROM progress WHERE node = ? AND epoch = ?"
        return self._db.execute(query, (node, epoch)).fetchone() is not None

    def _upto(self, node: str, epoch: int) -> int:
        row = self._db.execute("SELECT upto FROM progress WHERE node = ? AND epoch = ?", (node, epoch)).fetchone()
        return int(row[0]) if row else 0

    def _advance(self, node: str, epoch: int) -> int:
        upto = before = self._upto(node, epoch)
        query = "SELECT seq FROM event WHERE node = ? AND epoch = ? AND seq > ? ORDER BY seq"
        for (seq,) in self._db.execute(query, (node, epoch, upto)):
            if seq != upto + 1:
                break
            upto = seq
        if upto != before:
            self._reach(node, epoch, upto)
        return upto

    def _reach(self, node: str, epoch: int, upto: int) -> None:
        self._db.execute(
            "INSERT INTO progress (node, epoch, upto, sum) VALUES (?1, ?2, ?3, checksum(?1, ?2, ?3)) ON CONFLICT DO"
            " UPDATE SET upto = excluded.upto, sum = excluded.sum WHERE excluded.upto > upto",
            (node, epoch, upto),
        )

    def _note_gap(self, node: str, epoch: int, first: int, last: int) -> None:
        query = "SELECT seq FROM event WHERE node = ? AND epoch = ? AND seq BETWEEN ? AND ? ORDER BY seq"
        for seq in [seq for (seq,) in self._db.execute(query, (node, epoch, first, last))] + [last + 1]:
            if seq > first:
                self._db.execute(
                    "INSERT OR IGNORE INTO gap (node, epoch, first, last, sum)"
                    " VALUES (?1, ?2, ?3, ?4, checksum(?1, ?2, ?3, ?4))",
                    (node, epoch, first, seq - 1),
                )
            first = seq + 1

    def _has_room(self) -> bool:
        if self._rows < self._limit:
            return True
        room = min(_ROOM, self._limit // 2)
        gone = self._db.execute("DELETE FROM event WHERE taken = 1 AND id <= (SELECT max(id) FROM event) - ?", (room,))
        self._rows -= gone.rowcount
        return gone.rowcount > 0
