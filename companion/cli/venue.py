"""``companion venue``: an event's pages, for a shop's own network."""

from __future__ import annotations

import time
from functools import partial
from itertools import count
from pathlib import Path

import click

from companion.cli.front import command as make_command
from companion.cli.text import say

_HELP = """Open an event's pages: for everybody, the big screen, players, judges, the organiser.

Without --event, or with a file that is not there yet, a new one is begun. The PINs are shown once, when the doors are
made; to have new ones, delete the file EVENT.doors. Stop it with Ctrl-C; started again, it goes on where it was, clock
included.

Example:

\b
  companion event new friday.event --name "Friday"
  companion venue --event friday.event
"""


@make_command("venue", help=_HELP)
@click.option("--event", type=click.Path(path_type=Path), help="The event: its sealed record.")
@click.option("--address", default="", metavar="[ADDRESS:PORT]", help="Where the pages are served.")
def command(event: Path | None, address: str) -> int:
    import uvicorn

    from companion.cli.event_file import begin, opened
    from companion.system import WallClock
    from ui.presenters.games import read_sheet
    from ui.shelf import Shelf
    from ui.venue.doors import open_doors
    from ui.venue.hall import Hall
    from ui.venue.reports import Watch
    from ui.venue.server import Venue
    from ui.venue.wire import Wire
    from ui.web.address import bound, parse_share

    path = event or _free_name()
    if not path.exists():
        begin(path)
    with opened(path) as session:
        doors, pins = open_doors(path)
        made = bound(parse_share(address))
        host, port = made.getsockname()[:2]
        url = f"http://{host}:{port}"
        click.echo(say("venue.open", url=url, event=path))
        for role, pin in pins.items():
            click.echo(say("venue.pin", role=say_seat(role), pin=pin))
        hall = Hall(session, WallClock().now_ms, partial(read_sheet, Shelf()))
        app = Venue(hall, doors, Watch(path), url, time.monotonic).app()
        config = uvicorn.Config(app, log_level="error", lifespan="off", server_header=False, http=Wire, loop="uvloop")
        uvicorn.Server(config).run(sockets=[made])
    return 0


def _free_name() -> Path:
    """A file for a new event, named after the day."""
    from datetime import datetime

    day = f"{datetime.now():%Y-%m-%d}"
    names = (Path(f"{day}-{number}.event") for number in count(1))
    return next(path for path in names if not path.exists())


def say_seat(role: str) -> str:
    """The role in words."""
    from companion.cli.text import language
    from companion.text.wording import Wording

    return Wording(language()).word("seat", role)
