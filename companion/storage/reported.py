"""The records of many tables in one database, as their hosts report them: line by line, in order, each seal checked.

    host ──lines from n on──> keep ──one commit for all that came──> how many are kept
    what is kept already, sent again: harmless        a gap, a seal that does not fit: refused, nothing of it is kept

A device is the host of one game: it is at one table of one round, and a table is one device's; a device that broke is
let go, and its lines stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, Row, false, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from companion.core.ledger import Entry, seal_of
from companion.storage.sql import GAMES, LINES, Database, rows_in


@dataclass(frozen=True, slots=True)
class Report:
    """A report of a device about the game at a table: sealed lines that follow each other."""

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
    """The answer to a report: how many lines of that table's game are kept, and why those that were sent are not."""

    length: int
    round: int
    table: int
    fault: Fault | None = None


class ReportStore:
    """The lines reported by the tables of one event; used from any thread."""

    def __init__(self, database: Database, event: str = "") -> None:
        self._database, self._event = database, event
        self._games: dict[str, _Game] = {}  # by device, as they are kept: of a file that no other program writes to

    def keep(self, reports: Sequence[Report]) -> list[Kept]:
        """Keep the reports in one commit and return an answer to each; raises ``StoreFault`` and keeps none."""
        try:
            return self._kept(reports)
        except IntegrityError:  # another program let a device in at the same moment: who was second is told so
            return self._kept(reports)

    def _kept(self, reports: Sequence[Report]) -> list[Kept]:
        try:
            with self._database.writing() as db:
                known, self._games = self._games, {}
                batch = _Batch(db, self._event, reports, known)
                answers = [batch.kept(report) for report in reports]
                batch.write()
                self._games = {} if self._database.tells else batch.games  # before others may write: a device let go
        except Exception:
            self._games = {}
            raise
        return answers

    def length(self, round_: int, table: int) -> int:
        """Return how many lines of the table's game are kept."""
        with self._database.reading() as db:
            game = _at(db, self._event, round_, table)
        return game.length if game is not None else 0

    def read(self, round_: int, table: int, start: int = 0, most: int | None = None) -> list[Entry]:
        """The table's lines from version ``start`` on; no more than ``most``."""
        with self._database.reading() as db:
            game = _at(db, self._event, round_, table)
            if game is None:
                return []
            asked = select(LINES.c.version, LINES.c.line, LINES.c.seal)
            own = asked.where(LINES.c.game == game.id, LINES.c.version >= start).order_by(LINES.c.version)
            return [Entry(version, bytes(line), seal) for version, line, seal in db.execute(own.limit(most))]

    def tables(self, round_: int) -> dict[int, int]:
        """The tables that report in the round, with how many lines."""
        mine = (GAMES.c.event == self._event, GAMES.c.round == round_, GAMES.c.is_over == false())
        with self._database.reading() as db:
            found = db.execute(select(GAMES.c.place, GAMES.c.length).where(*mine).order_by(GAMES.c.place))
            return {row.place: row.length for row in found}

    def let_go(self, round_: int, table: int) -> None:
        """Let another device take the table; what this one sent is kept."""
        place = (GAMES.c.event == self._event, GAMES.c.round == round_, GAMES.c.place == table)
        with self._database.writing() as db:
            db.execute(update(GAMES).where(*place, GAMES.c.is_over == false()).values(is_over=True))
            self._games = {}


@dataclass(slots=True)
class _Game:
    """A game as far as it is kept, with what is to be added to it."""

    id: int
    round: int
    place: int
    length: int
    seal: str
    fresh: list[Entry] = field(default_factory=list)


def _game(row: Row[tuple[object, ...]]) -> _Game:
    return _Game(row.id, row.round, row.place, row.length, row.seal)


def _at(db: Connection, event: str, round_: int, table: int) -> _Game | None:
    mine = (GAMES.c.event == event, GAMES.c.round == round_, GAMES.c.place == table, GAMES.c.is_over == false())
    row = db.execute(select(GAMES).where(*mine)).one_or_none()
    return _game(row) if row is not None else None


class _Batch:
    """Reports that are kept together. The games they go on with are held meanwhile: no other program adds to them."""

    def __init__(self, db: Connection, event: str, reports: Sequence[Report], known: dict[str, _Game]) -> None:
        self._db, self.games = db, known
        mine = (GAMES.c.event == event, GAMES.c.is_over == false())
        devices = sorted({report.device for report in reports} - known.keys())
        if devices:
            own = select(GAMES).where(*mine, GAMES.c.device.in_(devices)).order_by(GAMES.c.id).with_for_update()
            self.games |= {row.device: _game(row) for row in db.execute(own)}
        self._places: dict[tuple[int, int], _Game] = {}
        fresh = [report for report in reports if report.device not in self.games]
        if fresh:
            self._let_in(event, fresh, mine)

    def _let_in(self, event: str, reports: Sequence[Report], mine: tuple[ColumnElement[bool], ...]) -> None:
        """Begin a game for each device that is new, where no other has the table: who was first, first."""
        places = sorted({(report.round, report.table) for report in reports})
        taken = select(GAMES).where(*mine, tuple_(GAMES.c.round, GAMES.c.place).in_(places))
        self._places = {(row.round, row.place): _game(row) for row in self._db.execute(taken)}
        begun: dict[str, tuple[int, int]] = {}
        for report in reports:
            place = report.round, report.table
            if report.device not in begun and place not in self._places and place not in begun.values():
                begun[report.device] = place
        values = [
            {"event": event, "round": round_, "place": table, "device": device}
            for device, (round_, table) in begun.items()
        ]
        if values:
            for row in self._db.execute(insert(GAMES).returning(GAMES), values):
                self.games[row.device] = self._places[row.round, row.place] = _game(row)

    def kept(self, report: Report) -> Kept:
        """Add the report's lines to the batch and return the answer to it."""
        game = self.games.get(report.device)
        if game is None:
            other = self._places[report.round, report.table]
            return Kept(other.length, report.round, report.table, Fault.OTHER_DEVICE)
        fault = self._added(game, report.entries) if game.place == report.table else Fault.TWO_TABLES
        return Kept(game.length, game.round, game.place, fault)

    def write(self) -> None:
        """Write down what was added."""
        grown = [game for game in self.games.values() if game.fresh]
        if not grown:
            return
        lines = [(game.id, entry.version, entry.line, entry.seal) for game in grown for entry in game.fresh]
        rows_in(self._db, _ADDS, lines)
        rows_in(self._db, _GROWS, [(game.id, game.length, game.seal) for game in grown])
        for game in grown:
            game.fresh = []

    def _added(self, game: _Game, entries: Sequence[Entry]) -> Fault | None:
        """Why the lines cannot be added to the game's; then none of them is."""
        length, seal, fresh = game.length, game.seal, list[Entry]()
        again = [entry for entry in entries if entry.version < length]
        kept = self._seals(game, again) if again else {}
        for entry in entries:
            if entry.version > length:
                return Fault.GAP
            is_next = entry.version == length
            if not (seal_of(seal, entry.line) == entry.seal if is_next else kept.get(entry.version) == entry.seal):
                return Fault.SEAL
            if is_next:
                fresh.append(entry)
                length, seal = length + 1, entry.seal
        game.fresh += fresh
        game.length, game.seal = length, seal
        return None

    def _seals(self, game: _Game, entries: Sequence[Entry]) -> dict[int, str]:
        """The seals that stand where these lines would."""
        versions = [entry.version for entry in entries]
        asked = select(LINES.c.version, LINES.c.seal).where(LINES.c.game == game.id)
        found = self._db.execute(asked.where(LINES.c.version.between(min(versions), max(versions))))
        return {row.version: row.seal for row in found} | {entry.version: entry.seal for entry in game.fresh}


_ADDS = f"INSERT INTO {LINES.name} {{rows}}"
_GROWS = f"UPDATE {GAMES.name} SET length = v.column2, seal = v.column3 FROM ({{rows}}) AS v WHERE id = v.column1"
