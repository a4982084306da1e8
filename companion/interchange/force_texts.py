"""A force as text of any kind, told apart by content: our own file, a team as HCUnits gives it, a saved page, a list.

{"format": "tablewright/force@1", …}     ours: taken as it is
[{"unit_id": …, "point_value": 75}, …]   a team as HCUnits gives it; what is not here is told with its place
<div id="inHand">…                       a page as a browser saves it: its words, block by block
2x lq005 Harbour Watch 40                a list; ``written_list`` writes one that reads back as the same force
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

from companion.core.ids import FigureId
from companion.core.typed import tidied
from companion.documents import Node, parse_json
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.cards import Cards
from companion.games.heroclix.forces.force import Member
from companion.interchange.force_list import Document, ForceList
from companion.interchange.force_lists import read_list
from companion.interchange.roster import Roster

_IDS = ("unit_id", "id", "figure", "figure_id")
_COSTS = ("point_value", "points", "cost", "point_values")
_COUNTS = ("count", "quantity", "qty")


def read_force_text(text: str, roster: Roster, where: str, cards: Cards | None = None) -> ForceList:
    """The force in the text; raises ``InputError`` where nothing of it is understood."""
    start = text.strip("\ufeff \t\r\n")
    if start.startswith(("{", "[{", "[ {", "[\n", "[\r")):
        return force_in(parse_json(start, where), roster)
    if start.startswith("<") and "</" in start:
        text = _page_text(start)
    return read_list(text, roster, where, cards)


def force_in(node: Node, roster: Roster) -> ForceList:
    """The force in a document: ours, or a team of HCUnits; raises ``InputError`` for another."""
    if isinstance(node.value, dict) and "format" in node.value:
        return ForceList(given=node.value)
    return _team(node, roster)


def _team(node: Node, roster: Roster) -> ForceList:
    """A team of HCUnits: a list of units, alone or within an object that may name it."""
    units = next((found for found in _lists(node) if any(_unit_id(one, roster) for one in found.items())), None)
    if units is None:
        node.refuse("a force as it was shared")
    name = node.mapping.get("name") if isinstance(node.value, dict) else None
    lines = [_unit_line(unit, roster) or "?" for unit in units.items()]
    found = read_list("\n".join(lines), roster, node.file)
    found.name = name if isinstance(name, str) else ""
    return found


def _lists(node: Node) -> Iterator[Node]:
    """Every list of objects in the document, the outermost first."""
    waiting = [node]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one.value, list):
            if one.value and all(isinstance(entry, dict) for entry in one.value):
                yield one
        elif isinstance(one.value, dict):
            waiting += [inner for _, inner in one.entries()]


def _unit_id(unit: Node, roster: Roster) -> str:
    """The id of a unit: as the team has it, or of its set and number; empty where it has none."""
    inner = unit.mapping.get("unit")
    values: Document = {**unit.mapping, **(inner if isinstance(inner, dict) else {})}
    given = [values[key] for key in _IDS if isinstance(values.get(key), str)]
    known = next((one for one in given if roster.with_id(one)), "")
    set_, number = values.get("set_id"), values.get("collector_number")
    if not known and isinstance(set_, str) and isinstance(number, str):
        return f"{set_}{number}"
    return known or next(iter(given), "")


def _unit_line(unit: Node, roster: Roster) -> str:
    """A unit of a team as a line of a list."""
    inner = unit.mapping.get("unit")
    values: Document = {**(inner if isinstance(inner, dict) else {}), **unit.mapping}
    cost = next((values[key] for key in _COSTS if isinstance(values.get(key), int)), None)
    listed = values.get("point_values")
    if cost is None and isinstance(listed, list) and len(listed) == 1 and isinstance(listed[0], int):
        cost = listed[0]
    count = next((values[key] for key in _COUNTS if isinstance(values.get(key), int)), 1)
    name = values.get("name")
    parts = [f"{count}x" if count > 1 else "", _unit_id(unit, roster), name if isinstance(name, str) else ""]
    return tidied(" ".join([*filter(None, parts), f"({cost})" if cost is not None else ""]))


def written_list(document: Document, figures: Mapping[FigureId, Figure]) -> str:
    """The force as a list that a person can read, and that reads back as the same force."""
    lines = [f"# {document['name']}"] if document.get("name") else []
    total, is_whole = 0, True
    for entry in document.get("figures", []):
        figure = figures.get(FigureId(entry["figure"]))
        count = entry.get("count", 1)
        words = [f"{count}x"] if count > 1 else []
        words.append(entry["figure"])
        if figure is None:
            is_whole = False
            words += [f"({entry['points']})"] if "points" in entry else []
        else:
            cost = Member(figure, entry.get("points"), count).cost
            total += cost * count
            words += [figure.name, *([f"({cost})"] if figure.points else [])]
        words += [f"<{entry['as']}>"] if "as" in entry else []
        lines.append(" ".join(words))
    if document.get("theme"):
        lines.append(f"Theme: {document['theme']}")
    if document.get("objects"):
        lines.append(f"Objects: {', '.join(document['objects'])}")
    for key, title, card in (("feats", "Feat", "feat"), ("alternates", "Alternate", "card")):
        for entry in document.get(key, []):
            to = f" to {', '.join(entry['to'])}" if entry.get("to") else ""
            lines.append(f"{title}: {entry[card]}{to}")
    lines += [f"Condition: {condition}" for condition in document.get("conditions", [])]
    lines += [f"Event: {document['event']}"] if document.get("event") else []
    if is_whole and total and not any(document.get(key) for key in ("objects", "feats", "alternates")):
        lines.append(f"Total: {total}")
    return "\n".join(lines) + "\n"


class _Page(HTMLParser):
    """The words of a page, its blocks line by line."""

    _BLOCKS = ("div", "p", "br", "li", "tr", "table", "h1", "h2", "h3", "h4", "title", "ul", "ol", "body", "section")

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("script", "style")
        if tag in self._BLOCKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style") and self._hidden > 0
        if tag in self._BLOCKS:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words.append(re.sub(r"\s+", " ", data))


def _page_text(text: str) -> str:
    page = _Page()
    page.feed(text)
    return "".join(page.words)
