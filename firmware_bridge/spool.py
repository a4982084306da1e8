"""The durable store before the acknowledgement: SQLite, one row for each event a device ever handed over.

device ──EVENT──> keep() ──fsync──> ACK        UNIQUE(node, epoch, seq): a resend is known, never a second roll
                    │
                    ├──> untaken() ──> the table, in order, never across a gap; taken() when it is through
                    └──> unsent() ──> the broker; sent() when the core's acknowledgement says so
"""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.errors import InputError

__all__ = ["Kept", "Spool", "SpooledEvent"]

LIMIT = 100_000  # rows; when full, new events are refused visibly, never the oldest dropped
_ROOM = 1_000  # finished rows kept for the curious


class Kept(StrEnum):
    """What became of an event handed to the spool."""

    NEW = "new"
    KNOWN = "known"
    CONFLICT = "conflict"  # the key is known with another content: an alarm
    FULL = "full"


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

    @property
    def key(self) -> tuple[str, int, int]:
        """What makes it one event, however often it is sent."""
        return self.node, self.epoch, self.seq


_COLUMNS = "node, epoch, seq, boot, t_ms, kind, body, at_ms, err_ms, replayed"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY, node TEXT NOT NULL, epoch INTEGER NOT NULL,
  seq INTEGER NOT NULL, boot INTEGER NOT NULL, t_ms INTEGER NOT NULL, kind INTEGER NOT NULL, body BLOB NOT NULL,
  at_ms INTEGER NOT NULL, err_ms INTEGER NOT NULL, replayed INTEGER NOT NULL,
  taken INTEGER NOT NULL DEFAULT 0, sent INTEGER NOT NULL DEFAULT 0, UNIQUE (node, epoch, seq));
CREATE INDEX IF NOT EXISTS untaken ON event (taken, id);
CREATE INDEX IF NOT EXISTS unsent ON event (sent, id);
CREATE TABLE IF NOT EXISTS progress (node TEXT NOT NULL, epoch INTEGER NOT NULL, upto INTEGER NOT NULL,
  PRIMARY KEY (node, epoch));
"""


class Spool:
    """A store of events on disk; may be used from several threads. ``:memory:`` keeps nothing and is for tests.

    ``uplink`` says that a broker is to have the events too: then they stay until the core acknowledges them.
    """

    def __init__(self, path: Path | str = ":memory:", *, limit: int = LIMIT, uplink: bool = False) -> None:
        self._limit, self._uplink = limit, uplink
        self._lock = threading.Lock()
        try:
            if str(path) != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(_SCHEMA)
        except (sqlite3.Error, OSError) as refused:
            raise InputError(str(path), "", str(refused), "a file that can be written as a spool") from refused

    def begin(self, node: str, epoch: int, oldest: int) -> int:
        """The highest seq held without a gap; a device whose oldest event is later than that starts there."""
        with self._lock, self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._reach(node, epoch, oldest - 1)
            return self._advance(node, epoch)

    def keep(self, event: SpooledEvent) -> Kept:
        """What became of the event, once that is on disk."""
        with self._lock, self._db:
            self._db.execute("BEGIN IMMEDIATE")
            row = self._db.execute(
                "SELECT boot, t_ms, kind, body FROM event WHERE node = ? AND epoch = ? AND seq = ?", event.key
            ).fetchone()
            if row is not None:
                return Kept.KNOWN if row == (event.boot, event.t_ms, event.kind, event.body) else Kept.CONFLICT
            if event.seq <= self._upto(event.node, event.epoch):
                return Kept.KNOWN  # finished and cleared away long ago
            if not self._has_room():
                return Kept.FULL
            self._db.execute(
                f"INSERT INTO event ({_COLUMNS}, sent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *event.key,
                    event.boot,
                    event.t_ms,
                    event.kind,
                    event.body,
                    event.at_ms,
                    event.err_ms,
                    event.replayed,
                    not self._uplink,
                ),
            )
            self._advance(event.node, event.epoch)
            return Kept.NEW

    def upto(self, node: str, epoch: int) -> int:
        """The highest seq held without a gap; 0 for a device never met."""
        with self._lock:
            return self._upto(node, epoch)

    def held(self, node: str, epoch: int) -> tuple[int, ...]:
        """The seqs held above the first gap."""
        with self._lock:
            query = "SELECT seq FROM event WHERE node = ? AND epoch = ? AND seq > ? ORDER BY seq LIMIT 32"
            return tuple(seq for (seq,) in self._db.execute(query, (node, epoch, self._upto(node, epoch))))

    def untaken(self) -> tuple[SpooledEvent, ...]:
        """The events the table has not had, in order, none from behind a gap."""
        return self._owed("taken")

    def unsent(self) -> tuple[SpooledEvent, ...]:
        """The events the core has not acknowledged, in order, none from behind a gap."""
        return self._owed("sent")

    def taken(self, event: SpooledEvent) -> None:
        """Nothing: marks everything of that device up to the event as given to the table."""
        self._mark("taken", event.node, event.epoch, event.seq)

    def sent(self, node: str, epoch: int, upto: int) -> None:
        """Nothing: marks everything of that device up to ``upto`` as held by the core."""
        self._mark("sent", node, epoch, upto)

    def close(self) -> None:
        """Nothing: closes the file; may be called twice."""
        with self._lock:
            self._db.close()

    def _owed(self, column: str) -> tuple[SpooledEvent, ...]:
        query = (
            f"SELECT {_COLUMNS} FROM event JOIN progress USING (node, epoch) "
            f"WHERE {column} = 0 AND seq <= upto ORDER BY node, epoch, seq LIMIT 500"
        )
        with self._lock:
            rows = self._db.execute(query).fetchall()
        return tuple(SpooledEvent(*(*row[:9], bool(row[9]))) for row in rows)

    def _mark(self, column: str, node: str, epoch: int, upto: int) -> None:
        with self._lock:
            self._db.execute(
                f"UPDATE event SET {column} = 1 WHERE node = ? AND epoch = ? AND seq <= ? AND {column} = 0",
                (node, epoch, upto),
            )

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
            "INSERT INTO progress VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET upto = max(upto, excluded.upto)",
            (node, epoch, upto),
        )

    def _has_room(self) -> bool:
        (count,) = self._db.execute("SELECT count(*) FROM event").fetchone()
        if count < self._limit:
            return True
        room = min(_ROOM, self._limit // 2)
        gone = self._db.execute(
            "DELETE FROM event WHERE taken = 1 AND sent = 1 AND id <= (SELECT max(id) FROM event) - ?", (room,)
        )
        return gone.rowcount > 0
