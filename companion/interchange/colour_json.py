"""Colour-based JSON: an array of figures whose powers are named by colour.

    {"id", "name", "team": [], "points", "range", "bolts", "dial_header_data": [4 icons],
     "dial_data": [{"speed": {"power": "green", "value": 8}, …}, … KO], "special_abilities": {name: text}}

Neither set nor starting lines are given: the set is the id without its number, the only line is on click 1.
"""

from __future__ import annotations

import re

from companion.core.ids import FigureId
from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.figures.figure import SLOTS, Click, Figure, SpecialPower, Symbols, Value
from companion.interchange.colours import power_of_colour
from companion.interchange.hcunits import ImportedSet
from companion.interchange.printed import improved_ids, slot_of, team_ids
from companion.interchange.remarks import Remark

_FIELDS = {"id", "name", "points", "range", "bolts", "dial_header_data", "dial_data"}


def parse_colour_json(node: Node) -> ImportedSet:
    """The figures of an array in this form; an entry in bad order becomes a remark."""
    result = ImportedSet()
    for entry in node.items():
        result.found += 1
        name = entry.mapping.get("id") if isinstance(entry.value, dict) else None
        try:
            figure, remarks = _read(entry)
            result.figures.append(figure)
            result.remarks += remarks
        except InputError as wrong:
            message = f"found {wrong.found}, expected {wrong.expected}"
            result.remarks.append(Remark(node.file, name, wrong.place, message, is_skipped=True))
    return result


def split_id(text: str) -> tuple[str, str]:
    """The set and the collector number in an id: a set is letters and digits that end where the last number starts.

    A collector number has three digits and perhaps a letter before or behind: ``av60001`` is 001 of av60.
    """
    match = re.fullmatch(r"(.*?)([A-Z]?[0-9]{3}[a-zA-Z]*)", text)
    return (match[1], match[2]) if match and match[1] else (text, text)


def _read(node: Node) -> tuple[Figure, list[Remark]]:
    node.table(_FIELDS, {"team", "keywords", "special_abilities"})
    icons = [
        (icon.text().partition("-")[2] or icon.text()).replace("-", "_") for icon in node["dial_header_data"].items()
    ]
    if len(icons) != len(SLOTS):
        node["dial_header_data"].refuse("four icons: speed, attack, defense, damage")
    set_id, number = split_id(node["id"].text())
    dial = tuple(click for place, entry in enumerate(node["dial_data"].items()) if (click := _click(entry, place + 1)))
    if not dial:
        node["dial_data"].refuse("a click with values")
    id_ = node["id"].text()
    printed = [word.text() for word in node["team"].items()] if "team" in node else []
    teams, strange = team_ids(name for one in printed for name in re.split(r"[|,]", one))
    remarks = [Remark(node.file, id_, "team", f"a team ability that no rule here knows: {name}") for name in strange]
    improved: dict[str, tuple[str, ...]] = {}
    specials = []
    for title, text in node["special_abilities"].entries() if "special_abilities" in node else ():
        if named := re.fullmatch(r"Improved (Movement|Targeting)", title.strip(), re.IGNORECASE):
            ids, unknown = improved_ids(text.text())
            improved[named[1].lower()] = ids
            remarks += [Remark(node.file, id_, title, f"nothing known is ignored: {words}") for words in unknown]
        else:
            found = re.fullmatch(r"(.*?)\s*(?:\((\w+)\))?", title.strip())
            name, slot = (found[1], found[2] or "") if found else (title, "")
            specials.append(SpecialPower(slot_of(slot), name, text.text()))
    figure = Figure(
        id=FigureId(id_),
        name=node["name"].text(),
        set=set_id,
        collector_number=number,
        points=(node["points"].number(0, 9999),),
        dial=dial,
        dial_size=len(node["dial_data"].value),
        range=node["range"].number(0, 99),
        targets=node["bolts"].number(0, 9),
        symbols=Symbols(*icons),
        team_abilities=teams,
        keywords=tuple(word.text() for word in node["keywords"].items()) if "keywords" in node else (),
        specials=tuple(specials),
        improved_movement=improved.get("movement", ()),
        improved_targeting=improved.get("targeting", ()),
    )
    return figure, remarks


def _click(node: Node, number: int) -> Click | None:
    """The click, or ``None`` for a KO click: the dial ends there (HC-DIAL-14)."""
    node.table(SLOTS)
    if all(node[slot].table({"power", "value"})["power"].value == "ko" for slot in SLOTS):
        return None
    speed, attack, defense, damage = (_value(node[slot], slot) for slot in SLOTS)
    return Click(number, speed, attack, defense, damage, "green" if number == 1 else None)


def _value(node: Node, slot: str) -> Value:
    try:
        power = power_of_colour(slot, node["power"].text())
    except KeyError:
        node["power"].refuse(f"a colour of the {slot} slot")
    return Value(node["value"].number(-9, 99), power)
