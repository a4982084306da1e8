"""Where ``companion venue`` keeps an event: a record's file with what lies beside it, or a database of many hosts."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import InputError, StaleVersion
from ui.cli.event_file import begin, opened, session_on

if TYPE_CHECKING:
    from companion.core.session import Session
    from companion.storage.sql import Database
    from ui.venue.doors import Safe


@dataclass(frozen=True, slots=True)
class Held:
    """An event that is open, and where all of it is kept."""

    name: str
    session: Session
    safe: Safe
    database: Database
    key: str = ""  # its name in a database of many
    log: Path | None = None  # of what concerns security; of an event in a database each host has its own: the journal


@contextmanager
def in_file(path: Path) -> Iterator[Held]:
    """The event of a record file; what its tables report and its doors lie beside it."""
    from companion.storage.sql import file_of
    from ui.venue.doors import SafeFile

    if not path.exists():
        begin(path)
    _owners_alone(path)
    with opened(path) as session, closing(file_of(path.with_name(f"{path.name}.tables"))) as tables:
        log = path.with_name(f"{path.name}.security")
        yield Held(str(path), session, SafeFile(path), tables, log=log)


@contextmanager
def in_database(url: str, name: str | None) -> Iterator[Held]:
    """The event of that name in a database, begun where there is none; without a name, the only one."""
    from companion.storage.sql import Database, SqlRecorder, SqlSafe
    from companion.tournament import EventOpened

    with closing(Database(url)) as database:
        events = database.events()
        if name is None and len(events) > 1:
            raise InputError("--event", "", "nothing", f"one of {', '.join(events)}")
        name = name or (events[0] if events else _today())
        recorder = SqlRecorder(database, name)
        setup = None if name in events else EventOpened(name, seed=secrets.randbelow(1 << 31))
        try:
            session = session_on(recorder, setup)
        except StaleVersion:  # another host began it at the same moment
            session = session_on(recorder)
        yield Held(f"{database.name} {name}", session, SqlSafe(database, name), database, name)


def _today() -> str:
    return f"{datetime.now():%Y-%m-%d}"


def free_name() -> Path:
    """A file for a new event, named after the day."""
    names = (Path(f"{_today()}-{number}.event") for number in count(1))
    return next(path for path in names if not path.exists())


def _owners_alone(path: Path) -> None:
    """Let nobody else on this machine read the event; one from before was everybody's."""
    for file in (path, *path.parent.glob(f"{path.name}.*")):
        with suppress(OSError):  # another one's: it is said when it is opened
            file.chmod(0o700 if file.is_dir() else 0o600)
