"""Our own figure format, ``tablewright/figures@1``: one set, its figures and their dials; JSON or TOML.

    [[figures]]
    id = "lq001"
    dial = [ {click = 1, starting_line = "green", speed = [8, "charge"], attack = 10, ...}, ... ]

A value is a number, [number, power], or {value, power, raw} when the source gives no number there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from companion.core.ids import FigureId
from companion.documents import Node
from companion.games.heroclix.figures.figure import EXPERIENCE, SLOTS, Click, Figure, SpecialPower, Symbols, Value
from companion.games.heroclix.figures.powers_table import WHITE, power_names
from companion.games.heroclix.figures.reading import grants_of

FORMAT = "tablewright/figures@1"
_OPTIONAL = {
    "kind",
    "rarity",
    "experience",
    "unique",
    "points",
    "dial",
    "dial_size",
    "range",
    "targets",
    "symbols",
    "dimensions",
    "team_abilities",
    "keywords",
    "specials",
    "real_name",
    "improved_movement",
    "improved_targeting",
}


def parse_figures(node: Node) -> tuple[Figure, ...]:
    """The figures of a set document; a refusal names the place."""
    node.of_format(FORMAT).table({"format", "set", "figures"}, {"name"})
    set_id = node["set"].text()
    figures = tuple(_parse_figure(entry, set_id) for entry in node["figures"].items())
    seen: set[str] = set()
    for place, figure in enumerate(figures):
        if figure.id in seen:
            node["figures"][place]["id"].refuse("an id of its own")
        seen.add(figure.id)
    return figures


def format_figures(set_id: str, figures: Iterable[Figure]) -> dict[str, Any]:
    """The set document of these figures: ``parse_figures`` gives them back."""
    return {"format": FORMAT, "set": set_id, "figures": [format_figure(figure) for figure in figures]}


def format_figure(figure: Figure) -> dict[str, Any]:
    """Format a figure as an entry of a set document; empty fields are left out."""
    entry: dict[str, Any] = {
        "id": figure.id,
        "name": figure.name,
        "collector_number": figure.collector_number,
        "kind": figure.kind,
        "rarity": figure.rarity,
        "experience": figure.experience,
        "real_name": figure.real_name,
        "unique": figure.unique,
        "points": list(figure.points),
        "team_abilities": list(figure.team_abilities),
        "keywords": list(figure.keywords),
        "improved_movement": list(figure.improved_movement),
        "improved_targeting": list(figure.improved_targeting),
        "specials": [_format_special(special) for special in figure.specials],
    }
    entry = {key: value for key, value in entry.items() if value not in (None, [], False)}
    if figure.dial:
        entry |= {
            "range": figure.range,
            "targets": figure.targets,
            "symbols": {slot: getattr(figure.symbols, slot) for slot in SLOTS},
            "dimensions": list(figure.dimensions),
            "dial_size": figure.dial_size,
            "dial": [_format_click(click) for click in figure.dial],
        }
    return entry


def _format_special(special: SpecialPower) -> dict[str, Any]:
    entry: dict[str, Any] = {"slot": special.slot, "name": special.name, "text": special.text}
    if special.powers:
        entry["powers"] = list(special.powers)
    if special.grants is not None:
        entry["grants"] = list(special.grants)
    if special.effects:
        entry["effects"] = [json.loads(row) for row in special.effects]
    return entry


def _format_click(click: Click) -> dict[str, Any]:
    entry: dict[str, Any] = {"click": click.number}
    if click.starting_line:
        entry["starting_line"] = click.starting_line
    for slot in SLOTS:
        value: Value = getattr(click, slot)
        if value.value is None or value.raw is not None:
            full = {"value": value.value, "power": value.power, "raw": value.raw}
            entry[slot] = {key: part for key, part in full.items() if part is not None}
        else:
            entry[slot] = value.value if value.power is None else [value.value, value.power]
    return entry


def _parse_figure(node: Node, set_id: str) -> Figure:
    node.table({"id", "name", "collector_number"}, _OPTIONAL)
    dial = tuple(_parse_click(entry) for entry in node["dial"].items()) if "dial" in node else ()
    numbers = [click.number for click in dial]
    if len(set(numbers)) != len(numbers):
        node["dial"].refuse("every click number once")
    kind = node["kind"].text() if "kind" in node else "character"
    if kind == "character" and not dial:
        node.refuse("a character with a dial", "no dial")
    sides = [side.number(1, 12) for side in node["dimensions"].items()] if "dimensions" in node else [1, 1]
    if len(sides) != 2:
        node["dimensions"].refuse("two numbers, columns and rows")
    return Figure(
        id=FigureId(node["id"].text()),
        name=node["name"].text(),
        set=set_id,
        collector_number=node["collector_number"].text(),
        kind=kind,
        rarity=node["rarity"].text() if "rarity" in node else None,
        experience=node["experience"].word(EXPERIENCE) if "experience" in node else None,
        unique=node["unique"].flag() if "unique" in node else False,
        points=tuple(cost.number(0, 9999) for cost in node["points"].items()) if "points" in node else (),
        dial=dial,
        dial_size=node["dial_size"].number(0, 99) if "dial_size" in node else max(numbers, default=0),
        range=node["range"].number(0, 99) if "range" in node else 0,
        targets=node["targets"].number(0, 9) if "targets" in node else 1,
        symbols=_parse_symbols(node["symbols"]) if "symbols" in node else Symbols(),
        dimensions=(sides[0], sides[1]),
        team_abilities=_texts(node, "team_abilities"),
        keywords=_texts(node, "keywords"),
        specials=tuple(_parse_special(entry) for entry in node["specials"].items()) if "specials" in node else (),
        real_name=node["real_name"].text() if "real_name" in node else None,
        improved_movement=_texts(node, "improved_movement"),
        improved_targeting=_texts(node, "improved_targeting"),
    )


def _texts(node: Node, key: str) -> tuple[str, ...]:
    return tuple(entry.text() for entry in node[key].items()) if key in node else ()


def _parse_symbols(node: Node) -> Symbols:
    node.table((), SLOTS)
    return Symbols(**{slot: node[slot].text() for slot in SLOTS if slot in node})


def _parse_special(node: Node) -> SpecialPower:
    node.table({"slot", "name", "text"}, {"powers", "grants", "effects"})
    grants = grants_of(node["grants"]) if "grants" in node else None
    effects = (
        tuple(json.dumps(effect.value, sort_keys=True) for effect in node["effects"].items())
        if "effects" in node
        else ()
    )
    words = node["slot"].text(), node["name"].text(), node["text"].text()
    return SpecialPower(*words, _texts(node, "powers"), grants, effects)


def _parse_click(node: Node) -> Click:
    node.table({"click", *SLOTS}, {"starting_line"})
    speed, attack, defense, damage = (_parse_value(node[slot], slot) for slot in SLOTS)
    line = node["starting_line"].text() if "starting_line" in node else None
    return Click(node["click"].number(1, 99), speed, attack, defense, damage, line)


def _parse_value(node: Node, slot: str) -> Value:
    if isinstance(node.value, dict):
        node.table((), {"value", "power", "raw"})
        return Value(
            node["value"].number(-9, 99) if "value" in node else None,
            parse_power(node["power"], slot) if "power" in node else None,
            node["raw"].text() if "raw" in node else None,
        )
    if isinstance(node.value, list):
        if len(node.value) != 2:
            node.refuse("[number, power]")
        return Value(node[0].number(-9, 99), parse_power(node[1], slot))
    return Value(node.number(-9, 99))


def parse_power(node: Node, slot: str) -> str:
    """The power id in the node, which must be known and belong to the slot (HC-DIAL-07)."""
    known = {power.id for power in power_names().values() if power.slot == slot} | WHITE
    if not isinstance(node.value, str) or node.value not in known:
        node.refuse(f"a power of the {slot} slot")
    return node.value
