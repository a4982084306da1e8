"""A record as a page that plays itself: ``companion replay RECORD --theatre OUT.html``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion.errors import InputError
from companion.files import write_file
from ui.cli.records import open_record
from ui.cli.text import language, say
from ui.presenters.adapter import ONLOOKERS
from ui.web.theatre import Played, heard_of, sealed_as, sides_of, theatre_page


def write_theatre(record: Path, out: Path, side: str | None, pictures: Sequence[Path] = ()) -> None:
    """Write the page; raises ``InputError`` for a record that is none, or a side the game does not have."""
    game = open_record(record)
    setup: Any = game.records[0].event
    played = Played(game.system, game.records, tuple(setup.seats), game.head)
    sides = sides_of(played)
    if side is not None and side not in sides:
        raise InputError("--side", "", repr(side), f"one of {', '.join(sides)}")
    eyes = side or ONLOOKERS
    sealed = sealed_as(played, heard_of(played, eyes))
    named = {path.name: path for path in pictures}
    page = theatre_page(played, sealed, side=eyes, pictures=named, lang=language())
    write_file(out, page.encode())
    click.echo(say("theatre.written", file=out, steps=len(sealed)))
