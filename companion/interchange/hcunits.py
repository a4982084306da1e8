"""HCUnits set files, JSON or XML, read as figures; both spellings of their fields.

    one array of units      unit_id or id; speed_type … damage_type or combat_symbols[4]
    a unit in bad order     is reported and left out, the rest is kept
    a patch file            {"updates": {id: …}, "additions": […], "deletions": […]} laid over the units first

Numbers may be written as text there. README.md tells which oddities are refused and which are only reported.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.core.ids import FigureId
from companion.documents import Node, describe
from companion.errors import InputError
from companion.games.heroclix.figures.figure import SLOTS, Click, Figure, SpecialPower, Symbols, Value
from companion.games.heroclix.figures.files import parse_power
from companion.games.heroclix.figures.team_names import team_names
from companion.interchange.printed import team_ids
from companion.interchange.remarks import Remark

KINDS = (
    "character",
    "bystander",
    "object",
    "equipment",
    "map",
    "attachment",
    "id_card",
    "tarot_card",
    "feat",
    "mystery_card",
    "battlefield_condition",
)
_KEPT = {
    "unit_id",
    "id",
    "set_id",
    "collector_number",
    "name",
    "type",
    "rarity",
    "dimensions",
    "point_values",
    "properties",
    "team_abilities",
    "keywords",
    "special_powers",
    "improved_movement",
    "improved_targeting",
    "unit_range",
    "targets",
    "combat_symbols",
    "dial_size",
    "dial",
    "real_name",
    *(f"{slot}_type" for slot in SLOTS),
}


@dataclass
class ImportedSet:
    """The contents of one file: its figures by set, how many entries it had, and remarks."""

    found: int = 0
    figures: list[Figure] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)


def parse_units(node: Node) -> ImportedSet:
    """The figures of an array of units; a unit in bad order becomes a remark."""
    result, seen, dropped = ImportedSet(), set[str](), set[str]()
    for unit in node.items():
        result.found += 1
        name = _name(unit)
        try:
            figure, remarks = _Unit(unit, name).read()
            if figure.id in seen:
                unit["unit_id" if "unit_id" in unit else "id"].refuse("an id of its own in this file")
        except InputError as wrong:
            message = f"found {wrong.found}, expected {wrong.expected}"
            result.remarks.append(Remark(node.file, name, wrong.place, message, is_skipped=True))
            continue
        seen.add(figure.id)
        dropped |= {key for key, value in unit.mapping.items() if key not in _KEPT and value not in (None, "", [])}
        result.figures.append(figure)
        result.remarks.extend(remarks)
    if dropped:
        message = f"fields that are not kept: {', '.join(sorted(dropped))}"
        result.remarks.append(Remark(node.file, None, "", message, is_note=True))
    return result


def _name(unit: Node) -> str | None:
    if isinstance(unit.value, dict):
        for key in ("unit_id", "id"):
            if isinstance(unit.mapping.get(key), str):
                return str(unit.value[key])
    return None


class _Unit:
    """One unit being read; remarks gather as it goes."""

    def __init__(self, node: Node, name: str | None) -> None:
        self.node, self.name = node, name
        self.remarks: list[Remark] = []

    def say(self, where: str, message: str, *, note: bool = True) -> None:
        self.remarks.append(Remark(self.node.file, self.name, where, message, is_note=note))

    def read(self) -> tuple[Figure, list[Remark]]:
        node = self.node
        if not isinstance(node.value, dict):
            node.refuse("a unit, which is an object")
        key = "unit_id" if "unit_id" in node else "id"
        unit_id = self.text(key)
        kind = node["type"].word(KINDS)
        points = tuple(_number(cost, 0, 9999) for cost in self.listed("point_values"))
        dial = tuple(self.read_click(click) for click in self.listed("dial"))
        numbers = [click.number for click in dial]
        if len(set(numbers)) != len(numbers):
            node["dial"].refuse("every click number once", f"the clicks {', '.join(map(str, numbers))}")
        if kind == "character" and not dial:
            node.refuse("a character with a dial", "no dial")
        figure = Figure(
            id=FigureId(unit_id),
            name=self.text("name"),
            set=self.text("set_id"),
            collector_number=self.text("collector_number"),
            kind=kind,
            rarity=node["rarity"].text() if node.mapping.get("rarity") else None,
            unique="unique" in [word.text() for word in self.listed("properties")],
            points=points,
            dial=dial,
            dial_size=self.number("dial_size", max(numbers, default=0), 99),
            range=self.number("unit_range", 0, 99),
            targets=self.number("targets", 1, 9),
            symbols=self.read_symbols(),
            dimensions=self.read_dimensions(),
            team_abilities=team_ids(word.text() for word in self.listed("team_abilities"))[0],
            keywords=tuple(word.text() for word in self.listed("keywords")),
            specials=tuple(_read_special(entry) for entry in self.listed("special_powers")),
            real_name=node["real_name"].text() if node.mapping.get("real_name") else None,
            improved_movement=tuple(word.text() for word in self.listed("improved_movement")),
            improved_targeting=tuple(word.text() for word in self.listed("improved_targeting")),
        )
        self.look_over(figure)
        return figure, self.remarks

    def text(self, key: str) -> str:
        if key not in self.node:
            self.node.refuse(f"the key {key!r}", "no such key")
        words = self.node[key].text()
        if not words:
            self.node[key].refuse("some text")
        return words

    def listed(self, key: str) -> Iterator[Node]:
        return self.node[key].items() if key in self.node else iter(())

    def number(self, key: str, default: int, most: int) -> int:
        return _number(self.node[key], 0, most) if self.node.mapping.get(key) is not None else default

    def read_symbols(self) -> Symbols:
        if "combat_symbols" in self.node:
            words = [word.text() for word in self.listed("combat_symbols")]
            if len(words) != len(SLOTS):
                self.node["combat_symbols"].refuse("four symbols: speed, attack, defense, damage")
            return Symbols(*words)
        typed = {slot: f"{slot}_type" for slot in SLOTS}
        return Symbols(**{slot: self.node[key].text() for slot, key in typed.items() if key in self.node})

    def read_dimensions(self) -> tuple[int, int]:
        if not self.node.mapping.get("dimensions"):
            return 1, 1
        columns, _, rows = self.node["dimensions"].text().partition("x")
        if not (columns.isdecimal() and rows.isdecimal() and 1 <= int(columns) <= 12 and 1 <= int(rows) <= 12):
            self.node["dimensions"].refuse("a base such as 1x2")
        return int(columns), int(rows)

    def read_click(self, node: Node) -> Click:
        if not isinstance(node.value, dict):
            node.refuse("a click, which is an object")
        if "alt_click_number" in node:
            self.say(node["alt_click_number"].place, "alt_click_number is not kept; click_number counts")
        speed, attack, defense, damage = (self.read_value(node, slot) for slot in SLOTS)
        line: str | None = None
        if "starting_line" in node and node["starting_line"].value is not False:
            line = "green" if node["starting_line"].value is True else node["starting_line"].text()
        return Click(_number(node["click_number"], 1, 99), speed, attack, defense, damage, line)

    def read_value(self, node: Node, slot: str) -> Value:
        key, power_key = f"{slot}_value", f"{slot}_power"
        power = parse_power(node[power_key], slot) if node.mapping.get(power_key) is not None else None
        if key not in node:
            node.refuse(f"the key {key!r}", "no such key")
        value = node[key].value
        if isinstance(value, str):
            is_number = value.isdecimal() and len(value) <= 2
            message = f"the value is the text {describe(value)}, not a number; kept as written"
            self.say(node[key].place, message, note=False)
            return Value(int(value) if is_number else None, power, value)
        return Value(node[key].number(-9, 99), power)

    def look_over(self, figure: Figure) -> None:
        """Says what is odd about a figure that can be read all the same."""
        lines = [click for click in figure.dial if click.starting_line]
        numbers = [click.number for click in figure.dial]
        if figure.kind == "character" and len(lines) > len(figure.points):
            extra = ", ".join(str(click.number) for click in lines[len(figure.points) :])
            self.say("dial", f"a starting line without a cost (click {extra}): reached only in play")
        if figure.kind == "character" and len(lines) < len(figure.points):
            self.say("point_values", f"{len(figure.points)} costs for {len(lines)} starting lines", note=False)
        if numbers != sorted(numbers):
            self.say("dial", "the clicks are not in order; kept in the order given", note=False)
        for team in figure.team_abilities:
            if team not in team_names().values():
                self.say("team_abilities", f"a team ability that no rule here knows: {team}", note=False)
        if numbers and max(numbers) > figure.dial_size:
            self.say("dial_size", f"click {max(numbers)} on a dial of {figure.dial_size}", note=False)
        gaps = [low for low, high in itertools.pairwise(numbers) if high > low + 1]
        if gaps:
            self.say("dial", f"the clicks skip after {', '.join(map(str, gaps))}: another section of the dial")


def _read_special(node: Node) -> SpecialPower:
    if not isinstance(node.value, dict):
        node.refuse("a special power, which is an object")
    given = {key: node[key].text() for key in ("type", "name", "description") if node.mapping.get(key) is not None}
    words = {"type": "card", "name": "", "description": "", **given}
    powers = tuple(power.text() for power in node["powers"].items()) if "powers" in node else ()
    return SpecialPower(words["type"], words["name"], words["description"], powers)


def _number(node: Node, least: int, most: int) -> int:
    """A whole number that may be written as text, as these files do."""
    value: Any = node.value
    if isinstance(value, str) and value.isdecimal() and len(value) <= 4 and least <= int(value) <= most:
        return int(value)
    return node.number(least, most)
