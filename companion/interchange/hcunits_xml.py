"""The XML form of HCUnits sets: the same units, every field as text, lists and dials as JSON inside.

<resultset> ── <row> ── <unit_id>  <name>  <dial>[{…}, …]</dial>
"""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from companion.documents import Node, parse_json
from companion.errors import InputError

_JSON = {
    "point_values",
    "properties",
    "team_abilities",
    "keywords",
    "special_powers",
    "improved_movement",
    "improved_targeting",
    "object_keyphrases",
    "dial",
    "combat_symbols",
}


def parse_xml(text: str, file: str) -> Node:
    """The units of an XML set file as the array of units its JSON form would hold."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError(file, "", "a document type declaration", "plain XML without entities")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as wrong:
        line, column = wrong.position
        raise InputError(file, f"line {line} column {column + 1}", "broken XML", "XML") from None
    if root.tag != "resultset":
        raise InputError(file, "", f"<{root.tag}>", "<resultset>")
    units: list[dict[str, Any]] = []
    for place, row in enumerate(root):
        unit: dict[str, Any] = {}
        for cell in row:
            words = cell.text or ""
            unit[cell.tag] = parse_json(words, f"{file}: [{place}].{cell.tag}").value if cell.tag in _JSON else words
        units.append(unit)
    return Node(file, "", units)
