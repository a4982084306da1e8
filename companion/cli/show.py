"""``companion show figure``: a figure's dial, click by click."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from companion.cli.front import command as _command
from companion.cli.text import language, say

if TYPE_CHECKING:
    from companion.core.ids import FigureId
    from companion.games.heroclix.figures.figure import Click, Figure, SpecialPower, Value

__all__ = ["command"]

STOP = "stop"  # as figure files mark a click at which the dial stops

_HELP = """Show a figure's dial.

Example, with a figure that is shipped:

\b
  companion show figure lq001
"""

# how a terminal shows the colour of a power's square
_STYLES = {
    "red": "white on #b02a2a", "orange": "black on #f09030", "yellow": "black on #f2d440", "lime": "black on #a8d84a",
    "green": "white on #2c7d3c", "lightblue": "black on #86c5ee", "darkblue": "white on #274b9c",
    "purple": "white on #73388c", "pink": "black on #f3a3c4", "brown": "white on #7c5232", "black": "white on #202020",
    "gray": "black on #b4b4b4", "special": "black on #ffffff",
}  # fmt: skip


@click.group("show", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Show what the project knows.

    Example: companion show figure lq001
    """


@_command("figure", help=_HELP)
@click.argument("id_", metavar="ID")
@click.option("--data", metavar="DIR", help="The folder an import wrote (default: the figures that are shipped).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def figure(id_: str, data: str | None, as_json: bool) -> None:
    from companion.core.ids import FigureId
    from companion.errors import InputError
    from companion.games.heroclix.figures.collection import load_figures

    figures = load_figures(data)
    if id_ not in figures:
        raise InputError(data or "the shipped figures", "", json.dumps(id_), f"one of {_sample(list(figures))}")
    found = figures[FigureId(id_)]
    if as_json:
        print(json.dumps(_document(found), ensure_ascii=False))
    else:
        _print(found)


command.add_command(figure)


def _sample(ids: list[FigureId]) -> str:
    return ", ".join(ids[:12]) + (f" … ({len(ids)} in all)" if len(ids) > 12 else "") or "none, it holds no figures"


def _document(found: Figure) -> dict[str, Any]:
    from companion.games.heroclix.figures.base import ring_of, set_symbol_of
    from companion.games.heroclix.figures.figure import SLOTS

    return {
        "id": found.id,
        "name": found.name,
        "points": list(found.points),
        "clicks": [_click_document(click) for click in found.dial],
        "set": found.set,
        "collector_number": found.collector_number,
        "kind": found.kind,
        "unique": found.unique,
        "rarity": found.rarity,
        "set_symbol": set_symbol_of(found),
        "experience": found.experience,
        "ring": ring_of(found),
        "range": found.range,
        "targets": found.targets,
        "symbols": {slot: getattr(found.symbols, slot) for slot in SLOTS},
        "dimensions": list(found.dimensions),
        "team_abilities": list(found.team_abilities),
        "keywords": list(found.keywords),
        "special_powers": [{"slot": s.slot, "name": s.name, "text": s.text} for s in found.specials],
        "granted": [{"slot": s.slot, "name": s.name, **_granted(s)} for s in found.specials],
    }


def _click_document(click: Click) -> dict[str, Any]:
    from companion.games.heroclix.figures.figure import SLOTS

    document: dict[str, Any] = {"click": click.number, "starting_line": click.starting_line is not None}
    if _stops(click):
        document["stop"] = True
    if click.starting_line:
        document["line_colour"] = click.starting_line
    for slot in SLOTS:
        value: Value = getattr(click, slot)
        document[slot] = {"value": value.value, "power": value.power}
        if value.raw is not None:
            document[slot]["raw"] = value.raw
    return document


def _print(found: Figure) -> None:
    """Nothing: base and card are printed, and the dial with the colour of every power (HC-DIAL-10)."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from companion.games.heroclix.figures.base import ring_of, set_symbol_of
    from companion.games.heroclix.figures.figure import SLOTS
    from companion.games.heroclix.figures.powers_table import name_of_power

    console = Console(highlight=False)
    lines = {line.click: line.points for line in found.starting_lines}
    costs = " / ".join(map(str, found.points)) or "-"
    rings = say("unique", "unique") if found.unique else found.experience or found.rarity or found.kind
    console.print(Text(found.name, style="bold"), Text(f"  {found.id} · {rings} · {costs} {say('points', 'points')}"))
    colours = [
        (say("set symbol", "symbole d'extension"), set_symbol_of(found)),
        (say("ring", "anneau"), ring_of(found)),
    ]
    console.print(
        f"{found.set} {found.collector_number}" + "".join(f" · {word}: {_colour(one)}" for word, one in colours if one)
    )
    symbols = " ".join(getattr(found.symbols, slot) for slot in SLOTS)
    base = f"{say('range', 'portée')} {found.range} {'⚡' * found.targets}   {symbols}"
    console.print(base + (f"   {found.dimensions[0]}×{found.dimensions[1]}" if found.dimensions != (1, 1) else ""))
    for words in (found.team_abilities, found.keywords):
        if words:
            console.print(", ".join(words))
    fit = max(1, (console.width - 12) // 18)
    for first in range(0, len(found.dial), fit):
        table = Table(show_lines=True, expand=False)
        table.add_column("")
        clicks = found.dial[first : first + fit]
        for step in clicks:
            cost = lines.get(step.number)
            mark = f"▌{step.number}" if step.starting_line else str(step.number)
            mark += "" if cost is None else f" ({cost})"
            mark += " ■ STOP" if _stops(step) else ""
            table.add_column(Text(mark, style="bold green" if step.starting_line else ""), justify="center")
        for slot, word in zip(SLOTS, _slots(), strict=True):
            table.add_row(word, *(_cell(getattr(step, slot)) for step in clicks))
        console.print(table)
    for special in found.specials:
        console.print(Text(f"({special.slot}) {special.name}: ", style="bold") + Text(special.text, style="not bold"))
        for said, granted in zip(_words(), _granted(special).values(), strict=True):
            if granted:
                names = ", ".join(name_of_power(one, language()) for one in granted)
                console.print(Text(f"    {said}: {names}", style="not bold"))


def _colour(colour: str) -> str:
    """The word for the colour of a ring or a set symbol."""
    french = {
        "white": "blanc", "green": "vert", "silver": "argent", "gold": "or", "bronze": "bronze",
        "yellow": "jaune", "blue": "bleu", "red": "rouge",
    }  # fmt: skip
    return say(colour, french[colour])


def _granted(special: SpecialPower) -> dict[str, list[str]]:
    """What the text grants, and what only when the players say so."""
    from companion.games.heroclix.figures.reading import read_special

    reading = read_special(special)
    given = (reading.named, *reading.uses, *reading.possesses, *(symbol for _, symbol in reading.symbols))
    return {"grants": [one for one in given if one], "asked": list(reading.asked)}


def _words() -> tuple[str, str]:
    return say("grants", "donne"), say("asked for", "sur demande")


def _stops(click: Click) -> bool:
    """Whether the dial stops at this click: the mark stands in the place of a power (HX-SEQ-09)."""
    return STOP in (click.speed.power, click.attack.power, click.defense.power, click.damage.power)


def _slots() -> list[str]:
    return [say("speed", "vitesse"), say("attack", "attaque"), say("defense", "défense"), say("damage", "dégâts")]


def _cell(value: Value) -> Any:
    from rich.text import Text

    from companion.games.heroclix.figures.powers_table import name_of_power, power_names

    number = value.raw or "-" if value.value is None else str(value.value)
    if value.power is None:
        return Text(number, justify="center")
    known = power_names().get(value.power)
    style = _STYLES.get(known.colour if known else "special", "")
    return Text(f"{number}\n{name_of_power(value.power, language())}", style=style, justify="center")
