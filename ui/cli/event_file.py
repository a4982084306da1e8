"""An event's file: begun, opened by one program at a time, and the players of a list."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.ledger import Ledger
from companion.core.naming import Names
from companion.core.session import Session
from companion.core.typed import tidied
from companion.documents import read_bytes
from companion.errors import InputError
from companion.files import write_file
from companion.interchange.entries import csv_entries, decoded
from companion.storage.jsonl import JsonlRecorder, sealed_line
from companion.storage.named import NamingCodec, NamingRecorder
from companion.system import WallClock

if TYPE_CHECKING:
    from companion.core.ledger import Recorder
    from companion.storage.sql import Database
    from companion.tournament import EventOpened, TournamentState


def begin(
    event: Path,
    name: str = "",
    points: int = 300,
    minutes: int = 50,
    seed: int | None = None,
    tiebreaks: tuple[str, ...] = (),
    *,
    open_forces: bool = False,
    advice: bool = False,
    way: str | None = None,
    side: int = 1,
) -> EventOpened:
    """The set-up of the event that was begun in that file."""
    from companion.tournament import EventOpened
    from companion.tournament.state import KNOWN_TIEBREAKS, TIEBREAKS, Way

    strange = [one for one in tiebreaks if one not in KNOWN_TIEBREAKS]
    if strange or len(set(tiebreaks)) < len(tiebreaks):
        raise InputError("--tiebreak", "", ", ".join(strange) or "one twice", f"some of {', '.join(KNOWN_TIEBREAKS)}")
    if event.exists():
        raise InputError(str(event), "", "a file that is there already", "a name that is free")
    if not event.absolute().parent.is_dir():
        raise InputError(str(event), "", "no such folder", "a place that can be written")
    lots = secrets.randbelow(1 << 31) if seed is None else seed
    order, chosen = tiebreaks or TIEBREAKS, Way(way or Way.RECORD)
    named = name or event.stem
    setup = EventOpened(named, points, minutes, lots, order, open_forces, advice=advice, way=chosen, side=side)
    with closing(JsonlRecorder(event)) as recorder:
        session_on(recorder, setup)
    return setup


def session_on(recorder: Recorder, setup: EventOpened | None = None) -> Session:
    """The event of that record; begun with the set-up, where there is none."""
    from companion.tournament import ORGANISER, Tournament
    from companion.tournament.event import names_in, texts_in
    from companion.tournament.state import EVENT

    first = next(recorder.read(), None)
    if setup is None and (first is None or f'"system":"{EVENT}"'.encode() not in first.line):
        raise InputError(recorder.name, "line 1", "no event", "an event that `companion event new` began")
    system, names = Tournament(), Names()
    ledger = Ledger(NamingRecorder(recorder, names), NamingCodec(system.event_types, names, names_in, texts_in))
    return Session(system, ledger, WallClock(), setup, seats=(ORGANISER,))


@contextmanager
def opened(event: Path) -> Iterator[Session]:
    """The event as a session; its file is the sealed record, held by one program at a time."""
    if not event.is_file():
        raise InputError(str(event), "", "no such file", "an event that `companion event new` began")
    with closing(JsonlRecorder(event)) as recorder:
        yield session_on(recorder)


@contextmanager
def opened_in(database: str | None, event: Path) -> Iterator[tuple[Session, Database | None]]:
    """The event of that file, or of that name in a database, and the database."""
    if database is None:
        with opened(event) as session:
            yield session, None
        return
    from companion.storage.sql import Database, SqlRecorder

    with closing(Database(database)) as kept:
        yield session_on(SqlRecorder(kept, str(event))), kept


def forget_in_file(event: Path) -> None:
    """Write the record anew without its names, and remove what lies beside it: reported lines, photographs."""
    with closing(JsonlRecorder(event)) as recorder:
        write_file(event, b"".join(sealed_line(replace(entry, aside=b"")) for entry in recorder.read()))
    for ending in ("torn", "tables", "tables-wal", "tables-shm", "security"):
        event.with_name(f"{event.name}.{ending}").unlink(missing_ok=True)


def check_free(event: Path, state: TournamentState, rows: list[tuple[str, int | None]]) -> None:
    """Refuse the whole list where one of its names cannot be: half a list helps nobody."""
    taken = {tidied(player.called).casefold() for player in state.players}
    for given, _ in rows:
        name = tidied(given)
        if name.casefold() in taken:
            raise InputError(str(event), name, "a player of that name", "another name (players are told apart by it)")
        taken.add(name.casefold())


def players_in(path: Path, named: Mapping[str, str]) -> list[tuple[str, int | None]]:
    """The names of a list in any of the codings that offices write, and their fixed tables."""
    return csv_entries(decoded(read_bytes(str(path)), str(path)), str(path), named)
