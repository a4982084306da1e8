"""The records of many tables in one database, as their hosts report them: line by line, in order, each seal checked.

    host ──lines from n on──> keep ──one commit for all that came──> how many are kept
    what is kept already, sent again: harmless        a gap, a seal that does not fit: refused, nothing of it is kept

A device is the host of one game: it is at one table of one round, and a table is one device's; a device that broke is
let go, and its lines stay.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.core.ledger import GENESIS, Entry, seal_of
from companion.errors import InputError

_FORMAT = 0x5457_0002  # "TW", format 2: many records, told apart from one game's store
_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, round INTEGER NOT NULL, place INTEGER NOT NULL, device TEXT NOT NULL,
    is_over INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX IF NOT EXISTS one_device ON games (round, place) WHERE NOT is_over;
CREATE UNIQUE INDEX IF NOT EXISTS one_table ON games (device) WHERE NOT is_over;
CREATE TABLE IF NOT EXISTS lines (
    game INTEGER NOT NULL, version INTEGER NOT NULL, line BLOB NOT NULL, seal TEXT NOT NULL,
    PRIMARY KEY (game, version)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Report:
    """What a device sends of the game at a table: sealed lines that follow each other."""

    round: int  # that is played now; of a device that came before, its own counts
    table: int
    device: str
    entries: tuple[Entry, ...]


class Fault(StrEnum):
    """Why lines are not kept."""

    OTHER_DEVICE = "other_device"  # the table is another device's
    TWO_TABLES = "two_tables"  # the device is at another table
    GAP = "gap"  # lines before these are missing
    SEAL = "seal"  # a seal does not fit


@dataclass(frozen=True, slots=True)
class Kept:
    """How many lines of that table's game are kept, and why those that were sent are not."""

    length: int
    round: int
    table: int
    fault: Fault | None = None


class ReportStore:
    """A database file; used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            is_fresh = self._db.execute("PRAGMA schema_version").fetchone()[0] == 0
            if not is_fresh and self._db.execute("PRAGMA application_id").fetchone()[0] != _FORMAT:
                raise sqlite3.DatabaseError("another program's database, or a newer version's")
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(f"PRAGMA application_id={_FORMAT};{_TABLES}")
        except sqlite3.Error as wrong:
            raise InputError(self.name, "", str(wrong), "what an event's tables reported") from wrong
        self._heads: dict[int, tuple[int, str]] = {}  # game -> its length and last seal

    def keep(self, reports: Sequence[Report]) -> list[Kept]:
        """What became of each, after one commit for all; raises ``sqlite3.Error``, and nothing is kept of any."""
        with self._whole():
            return [self._kept(report) for report in reports]

    def length(self, round_: int, table: int) -> int:
        """How many lines of the table's game are kept."""
        game = self._game(round_, table)
        return self._head(game)[0] if game is not None else 0

    def read(self, round_: int, table: int, start: int = 0, most: int = -1) -> list[Entry]:
        """The table's lines from version ``start`` on; no more than ``most``, unless that is below nothing."""
        found = self._db.execute(
            "SELECT version, line, seal FROM lines WHERE game = ? AND version >= ? ORDER BY version LIMIT ?",
            (self._game(round_, table), start, most),
        )
        return [Entry(version, bytes(line), seal) for version, line, seal in found]

    def tables(self, round_: int) -> dict[int, int]:
        """The tables that report in the round, with how many lines."""
        found = self._db.execute("SELECT place, id FROM games WHERE round = ? AND NOT is_over", (round_,))
        return {table: self._head(game)[0] for table, game in sorted(found.fetchall())}

    def let_go(self, round_: int, table: int) -> None:
        """Let another device take the table; what this one sent is kept."""
        with self._whole():
            self._db.execute(
                "UPDATE games SET is_over = 1 WHERE round = ? AND place = ? AND NOT is_over", (round_, table)
            )

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """All of it or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            self._heads.clear()
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _kept(self, report: Report) -> Kept:
        own = self._db.execute(
            "SELECT id, round, place FROM games WHERE device = ? AND NOT is_over", (report.device,)
        ).fetchone()
        if own is None:
            round_, table = report.round, report.table
            other = self._game(round_, table)
            if other is not None:
                return Kept(self._head(other)[0], round_, table, Fault.OTHER_DEVICE)
            made = self._db.execute(
                "INSERT INTO games (round, place, device) VALUES (?, ?, ?)", (round_, table, report.device)
            )
            game = made.lastrowid or 0
        else:
            game, round_, table = own
        fault = self._added(game, report.entries) if table == report.table else Fault.TWO_TABLES
        return Kept(self._head(game)[0], round_, table, fault)

    def _added(self, game: int, entries: Sequence[Entry]) -> Fault | None:
        """Why the lines cannot be added to the game's; then none of them is."""
        length, seal = self._head(game)
        fresh = []
        for entry in entries:
            if entry.version > length:
                return Fault.GAP
            is_next = entry.version == length
            if not (seal_of(seal, entry.line) == entry.seal if is_next else self._is_kept(game, entry)):
                return Fault.SEAL
            if is_next:
                fresh.append((game, entry.version, entry.line, entry.seal))
                length, seal = length + 1, entry.seal
        self._db.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", fresh)
        self._heads[game] = length, seal
        return None

    def _is_kept(self, game: int, entry: Entry) -> bool:
        kept = self._db.execute("SELECT seal FROM lines WHERE game = ? AND version = ?", (game, entry.version))
        (seal,) = kept.fetchone()
        return bool(seal == entry.seal)

    def _game(self, round_: int, table: int) -> int | None:
        found = self._db.execute(
            "SELECT id FROM games WHERE round = ? AND place = ? AND NOT is_over", (round_, table)
        ).fetchone()
        return found[0] if found else None

    def _head(self, game: int) -> tuple[int, str]:
        if game not in self._heads:
            found = self._db.execute(
                "SELECT version + 1, seal FROM lines WHERE game = ? ORDER BY version DESC LIMIT 1", (game,)
            ).fetchone()
            self._heads[game] = (found[0], found[1]) if found else (0, GENESIS)
        return self._heads[game]
