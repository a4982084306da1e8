"""Facts that may be expected of figures, sides and places, by name.

expect.pieces.A = { damage = 1, at = "plaza.2", hand = ["roar"] }     expect.sides.red = { score = 3 }
expect.sites.machine = { failures = { mental = 1 }, passed = false }
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.casebook import Check, Moment, Opening
from companion.casebook.facts import HIDDEN, Fact, facts_of
from companion.casebook.patterns import plain
from companion.documents import Node
from companion.games.guardians.face.facts import FIGURE, SECRET, SIDE, SORTED
from companion.games.guardians.face.hearing import knows
from companion.games.guardians.state import State


def _figure(key: str) -> Fact:
    def find(moment: Moment, name: str) -> Any:
        who = moment.state.find(name)
        if who is None:
            return "nobody of that name"
        if key in SECRET and moment.viewer is not None and not knows(moment.state, moment.viewer.seat, who.side):
            return HIDDEN
        return _tidy(key, plain(FIGURE[key](moment.state, who)))

    def read(node: Node, opening: Opening) -> Any:
        value = False if key == "at" and node.value in ([], "") else node.value
        return None if value is False and key == "at" else _tidy(key, value)

    return Fact(read, find)


def _tidy(key: str, value: Any) -> Any:
    if key == "plus" and isinstance(value, list):  # one entry a token, as a set-up writes them
        return dict(Counter(map(str, value)))
    return sorted(value, key=str) if key in SORTED and isinstance(value, list) else value


def pieces(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of figures by name; those that came into play have the name of their sheet and a number."""
    names = {name for name, _ in node.entries() if opening.has(name)}
    return facts_of(node, opening, names | opening.pieces, {key: _figure(key) for key in FIGURE}, "a piece")


def sides(node: Node, opening: Opening) -> Iterator[Check]:
    def fact(key: str) -> Fact:
        def find(moment: Moment, name: str) -> Any:
            hides = key == "stack" and moment.viewer is not None
            if hides and not knows(moment.state, moment.viewer.seat if moment.viewer else None, name):
                return HIDDEN
            return SIDE[key](moment.state, name)

        def read(entry: Node, opening: Opening) -> Any:
            is_pile = key in ("articles", "page") and isinstance(entry.value, list)
            return sorted(entry.value, key=str) if is_pile else entry.value

        return Fact(read, find)

    return facts_of(
        node, opening, {side for side, _ in opening.setup.sides}, {key: fact(key) for key in SIDE}, "a side"
    )


def sites(node: Node, opening: Opening) -> Iterator[Check]:
    looks: Mapping[str, Callable[[State, str], Any]] = {
        "failures": lambda state, site: {name: count for name, count in state.site(site).failures if count},
        "passed": lambda state, site: state.site(site).passed,
        "tokens": lambda state, site: dict(state.site(site).tokens),
    }
    facts = {
        key: Fact(lambda entry, opening: entry.value, lambda moment, name, look=look: look(moment.state, name))  # type: ignore[misc]
        for key, look in looks.items()
    }
    return facts_of(node, opening, set(opening.extra.scenario.sites), facts, "a place")
