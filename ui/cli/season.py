"""``companion season``: points by place over many events, of each player the best so many."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError
from ui.cli.event_file import opened
from ui.cli.front import command as _command
from ui.cli.text import say

if TYPE_CHECKING:
    from companion.tournament.season import Places

_HELP = """Count a season: points by place over many event files, of each player the best so many.

Players are told apart by their names, however these are coded. Points of the first places are 10 8 6 5 4 3 2 1, or
those that are given; who has more first places, then more second ones, is ahead among equals.

Example:

\b
  companion event new march.event --seed 7
  companion event register march.event --player Ada --player Ben
  companion event pair march.event
  companion event publish march.event
  companion event result march.event --table 1 --winner Ada
  companion season march.event --best 5
"""


@_command("season", help=_HELP)
@click.argument("events", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="EVENT…")
@click.option("--best", type=click.IntRange(1), metavar="N", help="Of each player so many events count (default: all).")
@click.option("--points", metavar="A,B,…", help="Points of the first places.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(events: tuple[Path, ...], best: int | None, points: str | None, as_json: bool) -> None:
    from companion.tournament.season import POINTS, season

    lines = season([places for _, places in played(events)], best, _points(points) if points else POINTS)
    if as_json:
        print(json.dumps([line.plain() for line in lines], ensure_ascii=False))
        return
    for line in lines:
        print(say("season.line", place=line.place, player=line.player, points=line.points, count=line.events))


def played(events: Sequence[Path]) -> list[tuple[str, Places]]:
    """Return the name and the final places of each of these events; raises ``InputError`` for one that goes on."""
    from companion.tournament.season import places_of

    if len({path.resolve() for path in events}) < len(events):
        raise InputError("EVENT", "", "one event twice", "each event once")
    told = []
    for path in events:
        with opened(path) as session:
            state = session.state
        if (places := places_of(state)) is None:
            raise InputError(str(path), "", "an event that is not played to its end", "results at every table")
        told.append((state.setup.name, places))
    return told


def _points(text: str) -> tuple[int, ...]:
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isascii() and part.isdecimal() and len(part) < 7 for part in parts):
        raise InputError("--points", "", text, "numbers such as 10,8,6,5,4,3,2,1")
    return tuple(map(int, parts))
