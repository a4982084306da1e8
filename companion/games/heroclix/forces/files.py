"""Force files, read step by step: every name must be one at hand, and a refusal names the place.

    {"format": "tablewright/force@1", "name": …, "theme": "Lamplighters",
     "figures": [{"figure": "lq001", "points": 75, "count": 2, "as": "first"}, …],
     "objects": ["light", "heavy", "…"], "feats": [{"feat": …, "to": ["first"]}],
     "alternates": [{"card": …, "to": ["lq002"]}], "conditions": […], "event": …}

``points`` chooses the starting line by its cost; without it a figure starts on its first, dearest line. ``to`` names
entries by their ``as``, or by the figure's id where the force has one such figure.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.ids import FigureId
from companion.documents import Node
from companion.games.heroclix.figures.collection import id_at_hand
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.cards import Cards, ObjectCard, load_cards
from companion.games.heroclix.forces.force import AlternateChoice, FeatChoice, Force, Member

FORMAT = "tablewright/force@1"
_OPTIONAL = {"name", "theme", "objects", "feats", "alternates", "conditions", "event"}


def parse_force(node: Node, figures: Mapping[FigureId, Figure], cards: Cards | None = None) -> Force:
    """The force in a document; an unknown figure or card is refused with its place."""
    cards = load_cards() if cards is None else cards
    node.of_format(FORMAT).table({"format", "figures"}, _OPTIONAL)
    members = _members(node, figures)
    feats = [
        FeatChoice(cards.feats[_known(entry["feat"], cards.feats, "feat")], _to(entry, members))
        for entry in _listed(node, "feats", "feat")
    ]
    alternates = [
        AlternateChoice(cards.alternates[_known(entry["card"], cards.alternates, "alternate")], _to(entry, members))
        for entry in _listed(node, "alternates", "card")
    ]
    conditions = node["conditions"].items() if "conditions" in node else ()
    return Force(
        members,
        node["name"].text() if "name" in node else None,
        _theme(node["theme"]) if "theme" in node else None,
        _objects(node, cards),
        tuple(feats),
        tuple(alternates),
        tuple(cards.conditions[_known(condition, cards.conditions, "condition")] for condition in conditions),
        cards.events[_known(node["event"], cards.events, "event dial")] if "event" in node else None,
    )


def _members(node: Node, figures: Mapping[FigureId, Figure]) -> tuple[Member, ...]:
    members, names = [], set[str]()
    for entry in node["figures"].items():
        entry.table({"figure"}, {"points", "count", "as"})
        figure = id_at_hand(entry["figure"].text(), figures)
        if figure is None:
            entry["figure"].refuse("the id of a figure at hand")
        points = entry["points"].number(0, 9999) if "points" in entry else None
        count = entry["count"].number(1, 99) if "count" in entry else 1
        name = entry["as"].text() if "as" in entry else None
        if name is not None:
            if name in names or not name:
                entry["as"].refuse("a name of its own in this force")
            if count > 1:
                entry["count"].refuse("1, because the entry has a name")
            names.add(name)
        members.append(Member(figures[figure], points, count, name))
    return tuple(members)


def _objects(node: Node, cards: Cards) -> tuple[ObjectCard, ...]:
    """The objects by weight, or by the id of a special one."""
    entries = node["objects"].items() if "objects" in node else ()
    return tuple(cards.objects[_known(one, cards.objects, "object")] for one in entries)


def _theme(node: Node) -> str:
    return node.text().strip() or node.refuse("a keyword")


def _listed(node: Node, key: str, card: str) -> list[Node]:
    return [entry.table({card}, {"to"}) for entry in node[key].items()] if key in node else []


def _known(node: Node, cards: Mapping[str, object], kind: str) -> str:
    if node.text() not in cards:
        node.refuse(f"the id of a {kind} at hand ({', '.join(sorted(cards)) or 'there is none'})")
    return node.text()


def _to(entry: Node, members: tuple[Member, ...]) -> tuple[int, ...]:
    """The entries of the force that ``to`` names, by their places."""
    places = []
    for name in entry["to"].items() if "to" in entry else ():
        word = name.text()
        found = [n for n, one in enumerate(members) if one.name == word]
        found = found or [n for n, one in enumerate(members) if one.figure.id == word and one.stands]
        if not found:
            name.refuse("the name or the id of a figure of this force")
        if len(found) > 1 or members[found[0]].count > 1:
            name.refuse("one figure: give its entry a name with 'as'")
        if found[0] in places:
            name.refuse("every figure once")
        places.append(found[0])
    return tuple(places)
