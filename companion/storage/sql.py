"""An event in a database of SQL: SQLite where none is named, PostgreSQL where many programs serve one event.

    records   event, version | line, seal      the sealed record: (event, version) is unique, and who is second reads on
    names     event, version | aside     the names beside a line, which may be forgotten
    doors     event | its secret, the hashes of its PINs, as JSON
    games     the tables that report: round, table, device, how many lines and the last seal
    lines     game, version | line, seal
    photographs   round, table, of what, at which line | the picture

The same tables and the same statements in both. On PostgreSQL what was written to a record is told to every program
that listens (NOTIFY), once it is committed; a call names the event alone, and the lines are read from the table.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import (
    URL,
    Boolean,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    false,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from companion.core.ledger import GENESIS, Entry
from companion.errors import InputError, StaleVersion, StoreFault

FORMAT = 0x5457_0003  # "TW", format 3: an event's database, told apart from one game's store
CHANNEL = "tablewright"  # where news are told
_WAITS_S = 3  # for a database that does not answer
_AT_ONCE = 1000  # rows in a statement: SQLite takes 32,766 values, PostgreSQL 65,535

TABLES = MetaData()
RECORDS = Table(
    "records",
    TABLES,
    Column("event", String, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),
    Column("seal", String(64), nullable=False),
)
NAMES = Table(
    "names",
    TABLES,
    Column("event", String, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("aside", LargeBinary, nullable=False),
)
DOORS = Table("doors", TABLES, Column("event", String, primary_key=True), Column("kept", Text, nullable=False))
GAMES = Table(
    "games",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("event", String, nullable=False),
    Column("round", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("device", String, nullable=False),
    Column("length", Integer, nullable=False, default=0),
    Column("seal", String(64), nullable=False, default=GENESIS),
    Column("is_over", Boolean, nullable=False, default=False),
)
_GOES_ON = GAMES.c.is_over == false()
Index(
    "one_device",
    GAMES.c.event,
    GAMES.c.round,
    GAMES.c.place,
    unique=True,
    sqlite_where=_GOES_ON,
    postgresql_where=_GOES_ON,
)
Index("one_table", GAMES.c.event, GAMES.c.device, unique=True, sqlite_where=_GOES_ON, postgresql_where=_GOES_ON)
LINES = Table(
    "lines",
    TABLES,
    Column("game", Integer, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),
    Column("seal", String(64), nullable=False),
    sqlite_with_rowid=False,
)
PHOTOGRAPHS = Table(
    "photographs",
    TABLES,
    Column("event", String, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("of", String, primary_key=True),
    Column("lines", Integer, primary_key=True),
    Column("picture", LargeBinary, nullable=False),
)
_FORMATS = Table("format", TABLES, Column("format", Integer, primary_key=True))


class Database:
    """The database of events; used from any thread."""

    def __init__(self, url: str | URL) -> None:
        """Open it, and make the tables where there are none; raises ``InputError``."""
        try:
            whole = make_url(url)
            self.name = whole.database or "" if whole.drivername == "sqlite" else whole.render_as_string()
            self._engine = _engine(whole)
        except (ArgumentError, NoSuchModuleError) as wrong:
            raise InputError("--database", "", repr(url), "postgresql://user@host/database") from wrong
        try:
            with self.writing() as db:
                if db.dialect.name == "postgresql":
                    db.execute(select(func.pg_advisory_xact_lock(FORMAT)))  # two may open a new one at once
                names = inspect(db).get_table_names()
                if not names:
                    TABLES.create_all(db)
                    db.execute(insert(_FORMATS).values(format=FORMAT))
                is_ours = not names or _FORMATS.name in names
                if not is_ours or db.execute(select(_FORMATS.c.format)).scalars().all() != [FORMAT]:
                    found = "another program's database, or a newer version's"
                    raise InputError(self.name, "", found, "an event's database")
                for late in (PHOTOGRAPHS, NAMES):  # which the first databases of this format had not
                    late.create(db, checkfirst=True)
        except StoreFault as wrong:
            raise InputError(self.name, "", str(wrong), "an event's database") from wrong

    @property
    def tells(self) -> bool:
        """Whether other programs may write to it, and their news are heard."""
        return self._engine.dialect.name == "postgresql"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A look at what is there; raises ``StoreFault`` when the database is away."""
        with _faults_said(), self._engine.connect() as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All of it durable at the end, or nothing: then ``StoreFault``."""
        with _faults_said(), self._engine.begin() as db:
            if db.dialect.name == "sqlite":
                db.exec_driver_sql("BEGIN IMMEDIATE")
            yield db

    def events(self) -> list[str]:
        """The names of the events in it."""
        with self.reading() as db:
            asked = select(RECORDS.c.event).where(RECORDS.c.version == 0).order_by(RECORDS.c.event)
            return list(db.execute(asked).scalars())

    def tell(self, db: Connection, name: str) -> None:
        """Let everybody who listens know, once this is committed, that there is news of that event."""
        if self.tells:
            db.execute(select(func.pg_notify(CHANNEL, name)))

    def news(self, within_s: float) -> Generator[str | None]:
        """The event there is news of, as it comes; ``None`` when that time was quiet. Raises ``StoreFault``."""
        with self.reading() as db:
            line = db.execution_options(isolation_level="AUTOCOMMIT")
            line.execute(text(f"LISTEN {CHANNEL}"))
            driver = line.connection.driver_connection
            assert driver is not None
            try:
                while True:
                    told = None
                    for told in driver.notifies(timeout=within_s, stop_after=1):
                        yield told.payload
                    if told is None:
                        yield None
            except line.dialect.loaded_dbapi.Error as wrong:  # the driver's own: no statement of ours runs just now
                raise StoreFault(_first_line(wrong)) from wrong
            finally:
                line.invalidate()  # it listens: nobody else takes it

    def close(self) -> None:
        """Let go of it."""
        self._engine.dispose()


def file_of(path: Path) -> Database:
    return Database(URL.create("sqlite", database=str(path)))


class SqlRecorder:
    """The sealed record of one event among those of a database."""

    def __init__(self, database: Database, event: str) -> None:
        self.name, self._database, self._event = f"{database.name}#{event}", database, event

    def append(self, entries: Sequence[Entry], expected: int) -> None:
        """Return after the commit; raise ``StaleVersion`` when another program was first."""
        try:
            with self._database.writing() as db:
                actual = _length(db, self._event)
                if actual != expected:
                    raise StaleVersion(expected, actual)
                at = [{"event": self._event, "version": entry.version} for entry in entries]
                lines = [place | {"line": one.line, "seal": one.seal} for place, one in zip(at, entries, strict=True)]
                beside = [place | {"aside": one.aside} for place, one in zip(at, entries, strict=True) if one.aside]
                for table, rows in ((RECORDS, lines), (NAMES, beside)):
                    if rows:
                        db.execute(insert(table), rows)
                if entries:
                    self._database.tell(db, self._event)
        except IntegrityError as taken:
            raise StaleVersion(expected, self.length()) from taken

    def read(self, start: int = 0) -> Iterator[Entry]:
        """The entries from version ``start`` on."""
        of_same = (NAMES.c.event == RECORDS.c.event) & (NAMES.c.version == RECORDS.c.version)
        asked = select(RECORDS.c.version, RECORDS.c.line, RECORDS.c.seal, NAMES.c.aside)
        mine = (RECORDS.c.event == self._event, RECORDS.c.version >= start)
        with self._database.reading() as db:
            rows = db.execute(asked.outerjoin_from(RECORDS, NAMES, of_same).where(*mine).order_by(RECORDS.c.version))
            kept = rows.all()
        for version, line, seal, aside in kept:
            yield Entry(version, bytes(line), seal, bytes(aside or b""))

    def length(self) -> int:
        with self._database.reading() as db:
            return _length(db, self._event)

    def close(self) -> None:
        """The database stays open: it holds more than this."""


class SqlSafe:
    """The doors of one event among those of a database."""

    def __init__(self, database: Database, event: str) -> None:
        self.name, self._database, self._event = f"{database.name}#{event}", database, event

    def read(self) -> str | None:
        with self._database.reading() as db:
            return db.execute(select(DOORS.c.kept).where(DOORS.c.event == self._event)).scalar()

    def begin(self, kept: str) -> bool:
        """Keep the first; ``False`` when another program did."""
        try:
            with self._database.writing() as db:
                db.execute(insert(DOORS).values(event=self._event, kept=kept))
        except IntegrityError:
            return False
        return True

    def write(self, kept: str) -> None:
        with self._database.writing() as db:
            db.execute(update(DOORS).where(DOORS.c.event == self._event).values(kept=kept))
            self._database.tell(db, self._event)


def rows_in(db: Connection, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Run the statement with all rows in the place of its ``{rows}``: ``VALUES (…), (…)``.

    One step of the database for a thousand rows. With one a row, each would have to wait for Python's lock, which pages
    that are written meanwhile hold a millisecond at a time.
    """
    mark = "?" if db.dialect.paramstyle == "qmark" else "%s"
    for first in range(0, len(rows), _AT_ONCE):
        part = rows[first : first + _AT_ONCE]
        values = ", ".join([f"({', '.join([mark] * len(part[0]))})"] * len(part))
        db.exec_driver_sql(statement.format(rows=f"VALUES {values}"), tuple(value for row in part for value in row))


def _length(db: Connection, event: str) -> int:
    found = db.execute(select(func.max(RECORDS.c.version)).where(RECORDS.c.event == event)).scalar()
    return 0 if found is None else int(found) + 1


@contextmanager
def _faults_said() -> Iterator[None]:
    """Turn faults of the database into ``StoreFault``, but for an ``IntegrityError``, which is the caller's."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, UnicodeDecodeError) as wrong:  # SQLite cites a damaged file as it is
        raise StoreFault(_first_line(getattr(wrong, "orig", None) or wrong)) from wrong


def _first_line(wrong: BaseException) -> str:
    return next(iter(str(wrong).strip().splitlines()), type(wrong).__name__)


def _engine(url: URL) -> Engine:
    if url.drivername == "sqlite":
        engine = create_engine(url, pool_size=2)
        event.listen(engine, "connect", _as_durable)
        return engine
    options = f"-c statement_timeout={_WAITS_S * 1000} -c idle_in_transaction_session_timeout={_WAITS_S * 1000}"
    given = {"connect_timeout": _WAITS_S, "options": options, "keepalives_idle": _WAITS_S}
    plain = url.set(drivername="postgresql+psycopg")
    return create_engine(plain, connect_args=given, pool_size=2, max_overflow=2, pool_pre_ping=True)


def _as_durable(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """A line is acknowledged when the disk has it; transactions begin when we say so."""
    setattr(connection, "isolation_level", None)  # noqa: B010 - sqlite3's own, which SQLAlchemy's type has not
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        connection.cursor().execute(f"PRAGMA {pragma}")
