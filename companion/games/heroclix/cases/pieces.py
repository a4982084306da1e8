"""Pieces and figures written inline: values, powers, texts, a dial as short as the case allows, and effects.

{ attack = 10, powers = ["toughness"] }          six clicks alike, a starting line on the first
{ dial = [{ speed = [8, "charge"] }, {}] }       two clicks; what a click does not say is as in the figure
specials = [{ slot = "attack", text = "A can use Quake." }]      traits = ["A can use Stealth.", { grants = ["swim"] }]
effects = [{ verb = "reduce", amount = 2 }, { name = "volley", action = "power", verb = "attack_each", within = 3 }]
effects = [{ power = "super_senses" }]           a standard power that it can use, whatever its dial shows
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.core.ids import FigureId
from companion.documents import Node
from companion.games.heroclix.edition import Edition, PowerRule
from companion.games.heroclix.figures.figure import EXPERIENCE, SLOTS, Click, Figure, SpecialPower, Symbols, Value
from companion.games.heroclix.figures.files import parse_power
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.figures.reading import SYMBOLS, grants_of
from companion.games.heroclix.position.team_abilities import team_abilities
from companion.games.heroclix.powers.rows import parse_rule, rows_of

USUAL = {"speed": 8, "attack": 9, "defense": 16, "damage": 3}
CLICKS = 6  # of a figure whose case names none
STOP = "stop"  # as figure files mark it
ABILITIES = {"flight": ("speed", "wing"), "swim": ("speed", "dolphin"), "indomitable": ("defense", "indomitable")}
SYMBOLS_OF = {slot: {symbol for where, symbol in SYMBOLS.values() if where == slot} for slot in SLOTS}
POWERS_THAT_MOVE = ("leap_climb", "phasing_teleport")  # abilities of a position file that are powers on a dial
SIZES = ("colossal", "giant", "standard", "tiny")
TEXTS = {"name", "set", "number", "rarity", "experience", "kind"}
KEYS = {
    *(*SLOTS, *TEXTS, "powers", "abilities", "size", "symbols", "dial", "clicks", "starting_lines", "range", "targets"),
    *("points", "unique", "keywords", "team_abilities", "specials", "team", "traits", "effects", "stops"),
}


def read_figure(
    node: Node, name: str, dimensions: tuple[int, int] = (1, 1), effects: tuple[SpecialPower, ...] = ()
) -> Figure:
    """The figure a table describes, with its effects; keys that say nothing of a figure are passed over."""
    points = [node["points"]] if "points" in node and not isinstance(node["points"].value, list) else []
    points = points or (list(node["points"].items()) if "points" in node else [])
    return Figure(
        id=FigureId(f"case-{name}"),
        name=_text(node, "name", name),
        set=_text(node, "set", "case"),
        collector_number=_text(node, "number", name),
        kind=_text(node, "kind", "character"),
        rarity=node["rarity"].text() if "rarity" in node else None,
        experience=node["experience"].word(EXPERIENCE) if "experience" in node else None,
        unique=node["unique"].flag() if "unique" in node else False,
        points=tuple(cost.number(0, 9999) for cost in points) or (50,),
        dial=(dial := _dial(node)),
        dial_size=len(dial),
        range=node["range"].number(0, 99) if "range" in node else 6,
        targets=node["targets"].number(0, 9) if "targets" in node else 1,
        symbols=_symbols(node),
        dimensions=dimensions,
        team_abilities=(*_texts(node, "team_abilities"), *_texts(node, "team")),
        keywords=_texts(node, "keywords"),
        specials=(*read_specials(node), *effects),
    )


def _text(node: Node, key: str, otherwise: str) -> str:
    return node[key].text() if key in node else otherwise


def _texts(node: Node, key: str) -> tuple[str, ...]:
    return tuple(entry.text() for entry in node[key].items()) if key in node else ()


def _symbols(node: Node) -> Symbols:
    written = dict[str, str]()
    for entry in node["abilities"].items() if "abilities" in node else ():
        ability = entry.word({*ABILITIES, *POWERS_THAT_MOVE})
        if ability in ABILITIES:
            slot, symbol = ABILITIES[ability]
            if written.get(slot, symbol) != symbol:
                entry.refuse(f"one symbol in the {slot} slot; write 'symbols' for others")
            written[slot] = symbol
    if "size" in node and node["size"].word(SIZES) != "standard":
        written["damage"] = node["size"].text()
    if "symbols" in node:
        node["symbols"].table((), SLOTS)
        written |= {slot: one.word(SYMBOLS_OF[slot]) for slot, one in node["symbols"].entries()}
    return Symbols(**written)


def _dial(node: Node) -> tuple[Click, ...]:
    usual = _values(node, {slot: Value(number) for slot, number in USUAL.items()})
    moving = [one for one in node["abilities"].items() if one.value in POWERS_THAT_MOVE] if "abilities" in node else []
    for entry in moving:
        usual["speed"] = Value(usual["speed"].value, parse_power(entry, "speed"))
    if "dial" in node and "clicks" in node:
        node["clicks"].refuse("either 'dial' or 'clicks'", "both")
    if "dial" in node:
        entries = list(node["dial"].items())
        if not 1 <= len(entries) <= 99:
            node["dial"].refuse("at least one click")
        values = [_values(entry.table((), {*SLOTS, "powers", "stop", "starting_line"}), usual) for entry in entries]
    else:
        values = [usual] * (node["clicks"].number(1, 99) if "clicks" in node else CLICKS)
    lines, stops = _lines(node, len(values)), _stops(node, len(values))
    for number, marked in stops.items():
        values[number - 1] = _stopping(values[number - 1], marked)
    return tuple(Click(number, starting_line=lines.get(number), **one) for number, one in enumerate(values, start=1))


def _lines(node: Node, clicks: int) -> dict[int, str]:
    """The colour of each starting line: green, or the one that is written."""
    lines = {1: "green"}
    if "starting_lines" in node:
        lines = {}
        for line in node["starting_lines"].items():
            if isinstance(line.value, dict):
                line.table({"click", "colour"}, ())
                lines[line["click"].number(1, clicks)] = line["colour"].text()
            else:
                lines[line.number(1, clicks)] = "green"
    for number, entry in enumerate(node["dial"].items() if "dial" in node else (), start=1):
        if "starting_line" in entry:
            lines[number] = entry["starting_line"].text()
    return lines


def _stops(node: Node, clicks: int) -> dict[int, Node]:
    """The clicks at which the dial stops."""
    stops = {entry.number(1, clicks): entry for entry in (node["stops"].items() if "stops" in node else ())}
    for number, entry in enumerate(node["dial"].items() if "dial" in node else (), start=1):
        if "stop" in entry and entry["stop"].flag():
            stops[number] = entry
    return stops


def _stopping(values: Mapping[str, Any], marked: Node) -> dict[str, Any]:
    """The click with the mark of a stop, in the first slot without a power."""
    free = next((slot for slot in SLOTS if values[slot].power is None), None)
    if free is None:
        marked.refuse("a click with a slot free for the mark", "four powers")
    return {**values, str(free): Value(values[str(free)].value, STOP)}


def _values(node: Node, usual: Mapping[str, Value]) -> dict[str, Any]:
    """Each value as it is written here, or as it is otherwise; powers listed by name go to their slots."""
    found = dict(usual)
    for slot in SLOTS:
        if slot in node:
            found[slot] = _value(node[slot], slot, usual[slot])
    for entry in node["powers"].items() if "powers" in node else ():
        if not isinstance(entry.value, str) or entry.value not in power_names():
            entry.refuse("the id of a power, such as toughness (see powers.toml)")
        slot = power_names()[entry.text()].slot
        if found[slot].power not in (None, usual[slot].power):
            entry.refuse(f"one power in the {slot} slot", f"{entry.text()} beside {found[slot].power}")
        found[slot] = Value(found[slot].value, entry.text())
    return found


def _value(node: Node, slot: str, usual: Value) -> Value:
    if isinstance(node.value, list):
        if len(node.value) != 2:
            node.refuse("a number, or [number, power]")
        return Value(node[0].number(-9, 99), parse_power(node[1], slot))
    if isinstance(node.value, str):  # a power alone: the number stays
        return Value(usual.value, parse_power(node, slot))
    return Value(node.number(-9, 99))


_WORDS = {"name", "text", "powers", "grants", "effects"}


def read_specials(node: Node) -> Iterator[SpecialPower]:
    """The special powers and traits of a piece, in the order ``specials``, ``traits``."""
    for entry in node["specials"].items() if "specials" in node else ():
        entry.table({"slot"}, _WORDS)
        yield _special(entry, entry["slot"].word((*SLOTS, "trait")))
    for entry in node["traits"].items() if "traits" in node else ():
        if isinstance(entry.value, str):
            yield SpecialPower("trait", "", entry.value)
        else:
            yield _special(entry.table((), _WORDS), "trait")


def _special(entry: Node, slot: str) -> SpecialPower:
    def texts(key: str) -> tuple[str, ...]:
        return tuple(one.text() for one in entry[key].items()) if key in entry else ()

    said: dict[str, Any] = {key: entry[key].text() if key in entry else "" for key in ("name", "text")}
    rows = rows_of(entry["effects"]) if "effects" in entry else ()
    given = grants_of(entry["grants"]) if "grants" in entry else None
    if given is None and rows and not said["text"]:
        given = ()
    return SpecialPower(slot, powers=texts("powers"), grants=given, effects=rows, **said)


SUMMARY = "trait"  # the slot of the card on which they stand


class Effects:
    """The effects of one case by name; pieces may share one, when it is the same."""

    def __init__(self, powers: Mapping[str, PowerRule]) -> None:
        self._powers, self._rows = powers, dict[str, PowerRule]()
        self._taken = powers.keys() - team_abilities().keys()

    def read(self, node: Node) -> tuple[SpecialPower, ...]:
        """The traits that give a piece the effects under its key ``effects``."""
        names = map(self._name_of, _rows(node["effects"]) if "effects" in node else ())
        return tuple(SpecialPower(SUMMARY, name, "", (name,)) for name in names)

    def _name_of(self, row: Node) -> str:
        if not isinstance(row.value, dict):
            row.refuse("an effect, which is a table with 'verb' or 'power'")
        if "power" in row:
            row.table({"power"}, ())
            return row["power"].word(power_names())
        if "verb" not in row:
            row.refuse("the key 'verb' or 'power'", "neither")
        name = row["name"].text() if "name" in row else row["verb"].text()
        plain = Node(row.file, row.place, {key: value for key, value in row.mapping.items() if key != "name"})
        rule = parse_rule(name, plain)
        if name in self._taken or self._rows.setdefault(name, rule) != rule:
            row.refuse("a name of its own ('name')", repr(name))
        return name

    def over(self, edition: Edition) -> Edition:
        """The edition with these effects besides its powers."""
        return replace(edition, powers={**self._powers, **self._rows}) if self._rows else edition


def _rows(node: Node) -> Iterator[Node]:
    """The rows of a list, or of a table by their names."""
    if isinstance(node.value, dict) and not {"verb", "power"} & node.mapping.keys():
        for name, row in node.entries():
            yield Node(row.file, row.place, {**row.mapping, "name": name} if isinstance(row.value, dict) else row.value)
    else:
        yield from node.items()
