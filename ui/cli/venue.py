"""``companion venue``: an event's pages, for a shop's own network."""

from __future__ import annotations

import gc
import os
import secrets
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError, StaleVersion
from companion.system import EventClock
from companion.text.wording import Wording
from ui.cli.ending import ending
from ui.cli.event_file import begin, opened, session_on
from ui.cli.front import command as make_command
from ui.cli.share_options import tell_ways
from ui.cli.text import language, say
from ui.library import Library
from ui.presenters.games import read_sheet
from ui.presenters.rules import rule_words
from ui.table.photographs import host_eyes, small_picture
from ui.web.address import bound, parse_share

if TYPE_CHECKING:
    import uvicorn

    from companion.core.session import Session
    from companion.storage.sql import Database
    from ui.venue.doors import Safe
    from ui.venue.photographs import Lenses

_HELP = """Open an event's pages: for everybody, the big screen, players, judges, the organiser.

Without --event, or with a file that is not there yet, a new one is begun. The PINs are shown once, when the doors are
made; to have new ones, delete the file EVENT.doors. Stop it with Ctrl-C; started again, it goes on where it was, clock
included.

With --database the event is in PostgreSQL, and any number of these commands serve it, behind a balancer; what one
writes the others show within a second. --event is its name there, and may be left out where there is one.

Example, until Ctrl-C:

\b
  companion venue --event friday.event

Example, with a database:

\b
  companion venue --database postgresql://hub@db.local/venue --event friday --url http://10.0.0.1
"""


@dataclass(frozen=True, slots=True)
class _Held:
    """An event that is open, and where all of it is kept."""

    name: str
    session: Session
    safe: Safe
    database: Database
    key: str = ""  # its name in a database of many
    log: Path | None = None  # of what concerns security; of an event in a database each host has its own: the journal


@make_command("venue", help=_HELP)
@click.option("--event", help="The event: its sealed record; with --database, its name there.")
@click.option("--database", metavar="URL", help="Keep it in PostgreSQL: postgresql://user@host/database.")
@click.option("--address", default="", metavar="[ADDRESS:PORT]", help="Where the pages are served.")
@click.option("--url", default="", help="Where people reach them, when that is a balancer's place.")
@click.option("--certificate", default="", help="The event's own certificate, PEM: the pages by HTTPS.")
@click.option("--key", default="", help="The certificate's key, PEM.")
@click.option("--layout", default="", metavar="FILE", help="The markers printed on the maps: lines on photographs.")
def command(
    event: str | None, database: str | None, address: str, url: str, certificate: str, key: str, layout: str
) -> int:
    import uvicorn

    from companion.storage.photographs import PhotoStore
    from companion.storage.reported import ReportStore
    from ui.venue.doors import open_doors
    from ui.venue.following import Following
    from ui.venue.hall import Hall
    from ui.venue.photographs import Photographs
    from ui.venue.server import Venue
    from ui.venue.wire import wires
    from ui.web.limits import IDLE_S
    from ui.web.security import SecurityLog
    from ui.web.waiting import Connections

    os.umask(0o077)  # the event's files are their owner's alone
    if bool(certificate) != bool(key):
        raise click.UsageError("--certificate and --key belong together")
    lenses = _lenses(layout)
    with _in_database(database, event) if database else _in_file(Path(event) if event else _free_name()) as held:
        doors, pins = open_doors(held.safe)
        share = replace(parse_share(address), certificate=certificate, key=key)
        made = bound(share)
        shown = url.rstrip("/") or made.urls[0]
        log = SecurityLog(held.log)
        clock = EventClock(held.session.records[-1].at)
        hall = Hall(held.session, clock.now_ms, partial(read_sheet, Library()))
        store = ReportStore(held.database, held.key)
        photographs = Photographs(PhotoStore(held.database, held.key), lenses)
        following = Following(held.database, held.key, hall, doors) if held.database.tells else None
        venue = Venue(hall, doors, store, shown, time.monotonic, photographs, following, log)
        config = uvicorn.Config(
            venue.app(),
            log_level="error",
            lifespan="on" if following else "off",
            server_header=False,
            http=wires(Connections(log)),  # type: ignore[arg-type]  # called like a class
            loop="uvloop",
            ssl_certfile=certificate or None,
            ssl_keyfile=key or None,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=IDLE_S,
        )
        try:
            config.load()
        except (OSError, ssl.SSLError) as wrong:
            raise InputError(certificate, "", str(wrong), "a certificate and its key, PEM") from wrong
        ended = ending()
        click.echo(say("venue.open", url=shown, event=held.name))
        for role, pin in pins.items():
            click.echo(say("venue.pin", role=say_seat(role), pin=pin))
        tell_ways("" if url else shown, made)
        rule_words("", "en")  # read now, not while the first table waits
        store.keep(())
        gc.collect()
        gc.freeze()  # what is loaded stays: looking through it again would hold every table up
        if not ended():  # the server ends at the same signals, and hands them on: they find these deaf
            _server(config, venue.close).run(sockets=list(made.sockets))
    return 0


def _server(config: uvicorn.Config, ending: Callable[[], None]) -> uvicorn.Server:
    """Return a server that says first that it ends: whoever waits for news is let go."""
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            ending()
            await super().shutdown(sockets)

    return Server(config)


def _lenses(layout: str) -> Lenses | None:
    """Return the readers of judges' photographs; ``None`` where the camera's parts are not installed."""
    from ui.venue.photographs import Lenses

    eyes = host_eyes(layout)
    if eyes is None:
        return None
    if eyes.table is None:
        return Lenses(small_picture)
    read = eyes.table

    def flat(packed: bytes) -> bytes | str:
        look = read(packed, "phone")
        return look if isinstance(look, str) else look.flat

    return Lenses(small_picture, flat)


@contextmanager
def _in_file(path: Path) -> Iterator[_Held]:
    """The event of a record file; what its tables report and its doors lie beside it."""
    from companion.storage.sql import file_of
    from ui.venue.doors import SafeFile

    if not path.exists():
        begin(path)
    with opened(path) as session, closing(file_of(path.with_name(f"{path.name}.tables"))) as tables:
        log = path.with_name(f"{path.name}.security")
        yield _Held(str(path), session, SafeFile(path), tables, log=log)


@contextmanager
def _in_database(url: str, name: str | None) -> Iterator[_Held]:
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
        yield _Held(f"{database.name} {name}", session, SqlSafe(database, name), database, name)


def _today() -> str:
    return f"{datetime.now():%Y-%m-%d}"


def _free_name() -> Path:
    """A file for a new event, named after the day."""
    names = (Path(f"{_today()}-{number}.event") for number in count(1))
    return next(path for path in names if not path.exists())


def say_seat(role: str) -> str:
    """The role in words."""
    return Wording(language()).word("seat", role)
