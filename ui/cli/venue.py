"""``companion venue``: an event's pages, for a shop's own network."""

from __future__ import annotations

import gc
import os
import re
import socket
import ssl
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from companion.documents import read_bytes
from companion.errors import InputError
from companion.system import EventClock
from companion.text.wording import Wording
from ui.cli.ending import ending
from ui.cli.front import command as make_command
from ui.cli.season import played
from ui.cli.share_options import tell_ways
from ui.cli.text import language, say
from ui.cli.venue_files import FILES, file_of
from ui.cli.venue_store import Held, free_name, in_database, in_file
from ui.library import Library
from ui.presenters.games import read_sheet
from ui.presenters.rules import rule_words
from ui.table.photographs import host_eyes, small_picture
from ui.web.address import Doorstep, Share, parse_share
from ui.web.authority import certified, lasts

if TYPE_CHECKING:
    import uvicorn

    from companion.tournament.season import Earlier
    from ui.venue.photographs import Lenses

PATH = click.Path(path_type=Path)
SWITCH_S = 0.001  # a page that is written aside lets the tables' lines in this often; less costs more than it brings
_HELP = """Open an event's pages: for everybody, the big screen, players, judges, the organiser.

Without --event, or with a file that is not there yet, a new one is begun. The PINs are shown once, when the doors are
made; --renew ROLE gives a role a new one. Stop it with Ctrl-C; started again, it goes on where it was, clock included.

In a shop where everybody is known plain pages do. --https seals them: a page, shown as a QR code, leads phones to
trust this event, and this network, and nothing else.

With --database the event is in PostgreSQL, and any number of these commands serve it, behind a balancer; what one
writes the others show within a second. --event is its name there, and may be left out where there is one.

Example, until Ctrl-C:

\b
  companion venue --event friday.event

Example, with a database; the file holds its URL, with the password, and is its owner's alone:

\b
  companion venue --database-file hub.url --event friday --url http://10.0.0.1
"""


@make_command("venue", help=_HELP)
@click.option("--event", help="The event: its sealed record; with --database, its name there.")
@click.option(
    "--database",
    metavar="URL",
    envvar="TABLEWRIGHT_DATABASE",
    help="Keep it in PostgreSQL: postgresql://user@host/database; a password better stands in the next.",
)
@click.option("--database-file", metavar="FILE", help="A file, its owner's alone, whose first line is that URL.")
@click.option("--address", default="", metavar="[ADDRESS:PORT]", help="Where the pages are served.")
@click.option("--url", default="", help="Where people reach them, when that is a balancer's place.")
@click.option("--https", is_flag=True, help="Serve them by HTTPS, and lead phones to trust this event.")
@click.option("--certificate", default="", help="A certificate of your own, PEM: the pages by HTTPS.")
@click.option("--key", default="", help="The certificate's key, PEM.")
@click.option("--renew", type=click.Choice(["organiser", "head-judge", "judge"]), help="Give that role a new PIN.")
@click.option("--print", "printed", type=click.Choice(FILES), help="Print a file for a bigger event, and end.")
@click.option("--copy", metavar="FOLDER", help="Keep a copy there, seconds behind: a second laptop goes on from it.")
@click.option(
    "--season", multiple=True, type=PATH, metavar="EVENT", help="An event played before, for the season's page."
)
@click.option("--best", type=click.IntRange(1), metavar="N", help="Of each player so many events count in the season.")
@click.option("--layout", default="", metavar="FILE", help="The markers printed on the maps: lines on photographs.")
def command(
    event: str | None,
    database: str | None,
    database_file: str | None,
    address: str,
    url: str,
    certificate: str,
    key: str,
    renew: str | None,
    printed: str | None,
    copy: str | None,
    season: tuple[Path, ...],
    best: int | None,
    layout: str,
    *,
    https: bool,
) -> int:
    if printed:
        click.echo(file_of(printed), nl=False)
        return 0
    os.umask(0o077)  # the event's files are their owner's alone
    if bool(certificate) != bool(key):
        raise click.UsageError("--certificate and --key belong together")
    if copy and (database or database_file):
        raise click.UsageError("--copy is for an event in a file: a database has its own")
    if https and (certificate or database or database_file):
        raise click.UsageError("--https is for one host with a file: a balancer, or --certificate, has its own")
    given, earlier = _database(database, database_file), _earlier(season, event, best)
    with in_database(given, event) if given else in_file(Path(event) if event else free_name()) as held:
        share = replace(parse_share(address, "--address"), certificate=certificate, key=key)
        return _serve(held, share, url, layout, renew, copy, earlier, https=https)


def _database(url: str | None, file: str | None) -> str | None:
    """The URL of the database, which an option, a file or the environment gives."""
    if file is not None:
        path = Path(file)
        lines = read_bytes(file).decode("utf-8", "replace").split()
        if not lines:
            raise InputError(file, "", "nothing", "postgresql://user:password@host/database")
        if path.stat().st_mode & 0o077:
            raise InputError(file, "", "a file that others read", f"its owner's alone: chmod 600 {file}")
        return lines[0]
    if url and "TABLEWRIGHT_DATABASE" not in os.environ and re.match(r"[^:]+://[^/@]*:[^/@]+@", url):
        click.echo(say("venue.password_seen"), err=True)
    return url


def _earlier(events: tuple[Path, ...], now: str | None, best: int | None) -> Earlier:
    """Return what was played before in the season: not the event that is served."""
    from companion.tournament.season import Earlier

    if now is not None and Path(now).resolve() in {path.resolve() for path in events}:
        raise click.UsageError("--season names the events before; --event is counted when it is over")
    return Earlier(tuple(played(events)), best)


def _serve(
    held: Held,
    share: Share,
    url: str,
    layout: str,
    renew: str | None,
    copy: str | None,
    season: Earlier,
    *,
    https: bool,
) -> int:
    """Serve the event until somebody ends it."""
    import uvicorn

    from companion.storage.photographs import PhotoStore
    from companion.storage.reported import ReportStore
    from ui.venue.copying import Copying
    from ui.venue.doors import open_doors
    from ui.venue.following import Following
    from ui.venue.hall import Hall
    from ui.venue.photographs import Photographs
    from ui.venue.server import Venue
    from ui.venue.trust import served_beside, trust_app
    from ui.venue.wire import Wire
    from ui.web.limits import IDLE_S
    from ui.web.security import SecurityLog
    from ui.web.waiting import Connections

    doors, pins = open_doors(held.safe)
    ended, log = ending(), SecurityLog(held.log)
    with ExitStack() as ends:
        if https:
            share = replace(share, certificate="(own)")  # the address is known before who vouches for it
        made = Doorstep(share, "--address")
        shown, trust, mark = url.rstrip("/") or made.urls[0], "", ""
        if https:
            hosts = [urlsplit(one).hostname or "" for one in dict.fromkeys((shown, *made.urls))]
            own = certified(Path(f"{held.name}.https"), held.session.state.setup.name, hosts)
            share = replace(share, certificate=str(own.certificate), key=str(own.key))
            beside = Doorstep(replace(parse_share(share.address), port=share.port and share.port + 1), "--address")
            trust, mark = beside.urls[0], own.fingerprint
            ends.callback(served_beside(trust_app(own, shown, held.session.state.setup.name, log), beside, log))
        clock = EventClock(held.session.records[-1].at)
        hall = Hall(held.session, clock.now_ms, partial(read_sheet, Library()), season)
        store = ReportStore(held.database, held.key)
        photographs = Photographs(PhotoStore(held.database, held.key), _lenses(layout))
        following = Following(held.database, held.key, hall, doors) if held.database.tells else None
        venue = Venue(hall, doors, store, shown, time.monotonic, photographs, following, log, (trust, mark))
        config = uvicorn.Config(
            venue.app(),
            log_level="error",
            lifespan="on" if following else "off",
            server_header=False,
            http=partial(Wire, Connections(log)),  # type: ignore[arg-type]  # called like a class
            loop="ui.venue.wire:Loop",
            ssl_certfile=share.certificate or None,
            ssl_keyfile=share.key or None,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=IDLE_S,
        )
        try:
            config.load()
        except (OSError, ssl.SSLError) as wrong:
            found = "no certificate with its key" if isinstance(wrong, ssl.SSLError) else wrong.strerror or str(wrong)
            raise InputError(share.certificate, "", found, "a certificate and its key, PEM") from wrong
        if share.certificate and not lasts(Path(share.certificate)):
            raise InputError(share.certificate, "", "a certificate that ran out", "one that is good today")
        click.echo(say("venue.open", url=shown, event=held.name))
        for role, pin in pins.items():
            click.echo(say("venue.pin", role=say_seat(role), pin=pin))
        if renew:
            click.echo(say("venue.renewed", role=say_seat(renew), pin=doors.new_pin(renew)))
        tell_ways("" if url else shown, made)
        if copy:
            ends.callback(Copying(Path(held.name), Path(copy), log).close)
        if https:
            _tell_trust(trust, mark)
        rule_words("", "en")  # read now, not while the first table waits
        store.keep(())
        sys.setswitchinterval(SWITCH_S)
        gc.collect()
        gc.freeze()  # what is loaded stays: looking through it again would hold every table up
        log.note("served", url=shown, https=bool(share.certificate))
        if not ended():  # the server ends at the same signals, and hands them on: they find these deaf
            _server(config, venue.close).run(sockets=list(made.sockets))
    return 0


def _tell_trust(url: str, fingerprint: str) -> None:
    """Say where phones learn to trust the event: in words, and as a QR code on a terminal."""
    import segno

    click.echo(say("venue.trust", url=url, fingerprint=fingerprint))
    if sys.stdout.isatty():
        segno.make(url).terminal(compact=True)


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


def say_seat(role: str) -> str:
    """The role in words."""
    return Wording(language()).word("seat", role)
