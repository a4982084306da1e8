"""``companion show figure``: a figure's dial, click by click."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ui.cli.front import command as _command
from ui.cli.text import language, say

if TYPE_CHECKING:
    from companion.games.heroclix.figures.figure import Click, Figure, SpecialPower, Value

STOP = "stop"  # as figure files mark a click at which the dial stops

_HELP = """Show a figure's dial.

Example, with a figure that is shipped:

\b
  companion show figure lq001
"""

Colour = tuple[int, int, int]
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

# how a terminal shows the colour of a power's square: its ink and its paper
_STYLES: dict[str, tuple[Colour, Colour]] = {
    "red": (WHITE, (0xB0, 0x2A, 0x2A)),
    "orange": (BLACK, (0xF0, 0x90, 0x30)),
    "yellow": (BLACK, (0xF2, 0xD4, 0x40)),
    "lime": (BLACK, (0xA8, 0xD8, 0x4A)),
    "green": (WHITE, (0x2C, 0x7D, 0x3C)),
    "lightblue": (BLACK, (0x86, 0xC5, 0xEE)),
    "darkblue": (WHITE, (0x27, 0x4B, 0x9C)),
    "purple": (WHITE, (0x73, 0x38, 0x8C)),
    "pink": (BLACK, (0xF3, 0xA3, 0xC4)),
    "brown": (WHITE, (0x7C, 0x52, 0x32)),
    "black": (WHITE, (0x20, 0x20, 0x20)),
    "gray": (BLACK, (0xB4, 0xB4, 0xB4)),
    "special": (BLACK, WHITE),
}


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
    from companion.interchange.figure_library import FigureLibrary

    shown = FigureLibrary(data).figure(id_)
    if as_json:
        click.echo(json.dumps(_document(shown), ensure_ascii=False))
    else:
        _print(shown)


command.add_command(figure)


def _document(shown: Figure) -> dict[str, Any]:
    from companion.games.heroclix.figures.figure import SLOTS, ring_of, set_symbol_of

    return {
        "id": shown.id,
        "name": shown.name,
        "points": list(shown.points),
        "clicks": [_click_document(click) for click in shown.dial],
        "set": shown.set,
        "collector_number": shown.collector_number,
        "kind": shown.kind,
        "unique": shown.unique,
        "rarity": shown.rarity,
        "set_symbol": set_symbol_of(shown),
        "experience": shown.experience,
        "ring": ring_of(shown),
        "range": shown.range,
        "targets": shown.targets,
        "symbols": {slot: getattr(shown.symbols, slot) for slot in SLOTS},
        "dimensions": list(shown.dimensions),
        "team_abilities": list(shown.team_abilities),
        "keywords": list(shown.keywords),
        "special_powers": [{"slot": s.slot, "name": s.name, "text": s.text} for s in shown.specials],
        "granted": [{"slot": s.slot, "name": s.name, **_granted(shown, s)} for s in shown.specials],
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


def _print(shown: Figure) -> None:
    """Print base and card, and the dial with the colour of every power (HC-DIAL-10)."""
    from companion.games.heroclix.figures.figure import SLOTS, ring_of, set_symbol_of
    from companion.games.heroclix.figures.powers_table import name_of_power

    rings = say("show.unique") if shown.unique else shown.experience or shown.rarity or shown.kind
    costs = " / ".join(map(str, shown.points)) or "-"
    click.echo(f"{click.style(shown.name, bold=True)}  {shown.id} · {rings} · {costs} {say('show.points')}")
    colours = [
        (say("show.set_symbol"), set_symbol_of(shown)),
        (say("show.ring"), ring_of(shown)),
    ]
    painted = "".join(f" · {word}: {_colour(colour)}" for word, colour in colours if colour)
    click.echo(f"{shown.set} {shown.collector_number}{painted}")
    symbols = " ".join(getattr(shown.symbols, slot) for slot in SLOTS)
    size = f"   {shown.dimensions[0]}×{shown.dimensions[1]}" if shown.dimensions != (1, 1) else ""
    click.echo(f"{say('show.range')} {shown.range} {'⚡' * shown.targets}   {symbols}{size}")
    for words in (shown.team_abilities, shown.keywords):
        if words:
            click.echo(", ".join(words))
    _print_dial(shown)
    for special in shown.specials:
        click.echo(click.style(f"({special.slot}) {special.name}: ", bold=True) + special.text)
        for said, powers in zip(_words(), _granted(shown, special).values(), strict=True):
            if powers:
                is_change = said == say("show.in_force")
                names = powers if is_change else [name_of_power(power, language()) for power in powers]
                click.echo(f"    {said}: {', '.join(names)}")


def _print_dial(shown: Figure) -> None:
    """Print a column for every click, as many beside each other as the terminal is wide: value over power."""
    from shutil import get_terminal_size

    from companion.games.heroclix.figures.figure import SLOTS

    costs = {line.click: line.points for line in shown.starting_lines}
    titles = max(map(len, _slots()))
    columns = []
    for step in shown.dial:
        mark = f"▌{step.number}" if step.starting_line else str(step.number)
        mark += f" ({costs[step.number]})" if step.number in costs else ""
        mark += " ■ STOP" if _stops(step) else ""
        cells = [_cell(getattr(step, slot)) for slot in SLOTS]
        wide = max(len(mark), *(len(line) for lines, _ in cells for line in lines))
        top = click.style(mark.center(wide), fg="green" if step.starting_line else None, bold=bool(step.starting_line))
        columns.append(
            (wide, top, [[click.style(line.center(wide), **style) for line in lines] for lines, style in cells])
        )
    while columns:
        fit, room = 1, get_terminal_size().columns - titles - 4 - columns[0][0]
        while fit < len(columns) and (room := room - columns[fit][0] - 3) >= 0:
            fit += 1
        library, columns = columns[:fit], columns[fit:]
        rule = "├─" + "─" * titles + "".join(f"─┼─{'─' * wide}" for wide, _, _ in library) + "─┤"
        _print_row("", titles, [top for _, top, _ in library])
        for place, slot in enumerate(_slots()):
            click.echo(rule)
            for line, title in enumerate((slot, "")):
                _print_row(title, titles, [cells[place][line] for _, _, cells in library])
        click.echo()


def _print_row(title: str, wide: int, cells: list[str]) -> None:
    click.echo(f"│ {title.ljust(wide)}" + "".join(f" │ {cell}" for cell in cells) + " │")


def _colour(colour: str) -> str:
    """The word for the colour of a ring or a set symbol."""
    return say(f"colour.{colour}")


def _granted(shown: Figure, special: SpecialPower) -> dict[str, list[str]]:
    """Return the grants of a text, what holds only when the players say so, and the plain changes in force."""
    from companion.games.heroclix.figures.hand import effects_of, read_text

    reading = read_text(shown, special)
    given = (reading.named, *reading.uses, *reading.possesses, *(symbol for _, symbol in reading.symbols))
    changes = [_change(json.loads(row)) for row in effects_of(shown, special)]
    return {"grants": [one for one in given if one], "asked": list(reading.asked), "in_force": changes}


def _change(row: dict[str, Any]) -> str:
    """Format a row of a text: a value with its change and whose it is, or its verb with what it names."""
    if row["verb"] in ("modify_value", "modify_for"):
        keys = [key for key in ("attack", "whom", "within", "keywords", "tokens") if key in row]
        return " ".join((f"{row['value']} {row['amount']:+d}", *(_plain(row[key]) for key in keys)))
    return " ".join((row["verb"], *(_plain(value) for key, value in row.items() if key != "verb")))


def _plain(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, list) else str(value)


def _words() -> tuple[str, str, str]:
    return say("show.grants"), say("show.asked_for"), say("show.in_force")


def _stops(click: Click) -> bool:
    """Whether the dial stops at this click: the mark stands in the place of a power (HX-SEQ-09)."""
    return STOP in (click.speed.power, click.attack.power, click.defense.power, click.damage.power)


def _slots() -> list[str]:
    return [say("show.speed"), say("show.attack"), say("show.defense"), say("show.damage")]


def _cell(value: Value) -> tuple[tuple[str, str], dict[str, Any]]:
    """The two lines of a square of the dial, and how they are coloured."""
    from companion.games.heroclix.figures.powers_table import name_of_power, power_names

    number = value.raw or "-" if value.value is None else str(value.value)
    if value.power is None:
        return (number, ""), {}
    power = power_names().get(value.power)
    ink, paper = _STYLES[power.colour if power and power.colour in _STYLES else "special"]
    return (number, name_of_power(value.power, language())), {"fg": ink, "bg": paper}
