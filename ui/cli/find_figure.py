"""``companion find-figure``: the figures that have these words, this cost, this power."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ui.cli.front import command as _command
from ui.cli.text import say

if TYPE_CHECKING:
    from companion.interchange.figure_library import FigureLibrary

_HELP = """Find figures: all WORDS somewhere in name, set, number, keywords or team. Exit 1 when there is none.

Accents and capitals do not matter. A power is named by its id or as the card prints it, in English or French.

Example, with figures that are shipped:

\b
  companion find-figure lamplighters --points 40-80
"""


@_command("find-figure", help=_HELP)
@click.argument("words", nargs=-1)
@click.option("--points", metavar="A-B", help="A cost within these bounds; one number for just that.")
@click.option("--power", metavar="P", help="On any click of the dial.")
@click.option("--data", metavar="DIR", help="The folder an import wrote (default: the figures that are shipped).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(words: tuple[str, ...], points: str | None, power: str | None, data: str | None, as_json: bool) -> int:
    from companion.interchange.figure_library import FigureLibrary

    library = FigureLibrary(data)
    bounds = _bounds(points) if points is not None else None
    entries = library.find(words, bounds, _power(library, power) if power is not None else None)
    if as_json:
        print(json.dumps([asdict(entry) for entry in entries], ensure_ascii=False))
    else:
        for entry in entries:
            costs = "/".join(map(str, entry.points)) or "-"
            print(
                f"{entry.id:12} {entry.name}  {costs}  {', '.join((*entry.team_abilities, *entry.keywords))}".rstrip()
            )
        if not entries:
            print(say("find_figure.no_figure"))
    return 0 if entries else 1


def _bounds(points: str) -> tuple[int, int]:
    from companion.errors import InputError

    least, dash, most = points.partition("-")
    written = (least, most) if dash else (least,)
    if not all(one.isdecimal() and len(one) <= 6 for one in written) or (dash and int(most) < int(least)):
        raise InputError("--points", "", repr(points), "bounds such as 40-80, or one number")
    return int(least), int(most if dash else least)


def _power(library: FigureLibrary, name: str) -> str:
    """The id of the power that is called so."""
    from companion.core.typed import folded
    from companion.errors import InputError
    from companion.games.heroclix.figures.powers_table import power_names

    wanted = folded(name).replace(" ", "_")
    for power in power_names().values():
        called = (folded(text).replace(" ", "_") for text in (power.english, power.french))
        if wanted in (power.id, *called):
            return power.id
    if wanted in library.powers():
        return wanted
    raise InputError("--power", "", repr(name), f"one of {', '.join(power_names())}")
