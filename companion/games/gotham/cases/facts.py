"""Facts that a case may expect of figures, zones and numbers.

expect.pieces.A = { at = "b", wounds = 2, skills = { hack = 2 } }       expect.tokens.b = { flame = 2 }
expect.numbers.melee = { value = 3, dice = 2, terms = { martial_arts = 2, bind = -1 } }
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.casebook import Check, Moment, Opening
from companion.casebook.facts import compared, told_of
from companion.casebook.patterns import agrees, plain
from companion.documents import Node
from companion.games.gotham.content.settings import TOKENS
from companion.games.gotham.face.facts import FACTS, count_at, named_terms
from companion.games.gotham.face.view import levels_of
from companion.games.gotham.figures import PLACES
from companion.games.gotham.scenario.boards import read_pair

WORDS = {"has", "lacks"}
ROLLS = ("melee", "ranged", "manipulation", "thought", "defense")
NUMBERS = (*ROLLS, "left", "wounds", "extra_wounds", "cost", "points", "fall")
NUMBER_KEYS = {"value", "dice", "terms", "without", "piece"}


def as_mentioned(node: Node, wanted: Any, find: Callable[[Moment], Any]) -> Check:
    """A check that is content when tables agree as far as they are mentioned."""

    def look(moment: Moment) -> str | None:
        found = plain(find(moment))
        return None if agrees(found, wanted) else told_of(found)

    return Check(node.place, told_of(wanted), look)


def pieces(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of figures by name."""
    for name, entry in node.entries():
        if not opening.has(name):
            entry.refuse(f"a piece of the set-up ({', '.join(sorted(opening.pieces))}) as key", f"the key {name!r}")
        entry.table((), {*FACTS, *PLACES, *WORDS})
        for key, value in entry.entries():
            yield _piece(value, key, name)


def _piece(node: Node, key: str, name: str) -> Check:
    def found(moment: Moment) -> Any:
        figure = moment.state.find(name)
        if figure is None:
            return "nobody of that name"
        if key in FACTS:
            return FACTS[key](moment.state, figure)
        return count_at(moment.state, figure, key)

    if key in WORDS:
        return _owned(node, key, name)
    if isinstance(node.value, dict):
        none = dict.fromkeys(node.value, 0)
        return as_mentioned(node, node.value, lambda moment: none | _mapping(found(moment)))
    return compared(node, None if node.value is False and key in ("at", "commander") else node.value, found)


def _owned(node: Node, key: str, name: str) -> Check:
    wanted = [node.text()] if isinstance(node.value, str) else [entry.text() for entry in node.items()]

    def look(moment: Moment) -> str | None:
        figure = moment.state.find(name)
        own = dict(levels_of(moment.state, figure)) if figure else {}
        wrong = [skill for skill in wanted if (skill in own) != (key == "has")]
        return told_of(sorted(own)) if wrong else None

    return Check(node.place, told_of(wanted), look)


def tokens(node: Node, opening: Opening) -> Iterator[Check]:
    """The tokens of zones: ``{ flame = 2 }``, or a list of kinds, with their age where it matters; ``[]`` none."""
    zones = opening.extra.state.board.zones
    for zone, entry in node.entries():
        if zone not in zones:
            entry.refuse(f"a zone of the board: {', '.join(zones)}", f"the key {zone!r}")
        wanted: list[tuple[str, int | None]]
        if isinstance(entry.value, dict):
            counts = ((kind, count.number(0, 99)) for kind, count in entry.entries())
            wanted = [(kind, None) for kind, count in counts for _ in range(count)]
        else:
            wanted = [_token(token) for token in entry.items()]
        yield Check(entry.place, told_of(entry.value), _tokens_in(zone, wanted))


def _token(node: Node) -> tuple[str, int | None]:
    """The kind of a token, and its age in End Phases where one is expected."""
    if not isinstance(node.value, dict):
        return node.word(TOKENS), None
    node.table({"kind", "age"})
    return node["kind"].word(TOKENS), node["age"].number(0, 99)


def _tokens_in(zone: str, wanted: Sequence[tuple[str, int | None]]) -> Callable[[Moment], str | None]:
    """Look for these tokens and no others; those of an age first."""

    def look(moment: Moment) -> str | None:
        lying = [(token.kind, token.age) for token in moment.state.tokens if token.zone == zone]
        left = list(lying)
        for kind, age in sorted(wanted, key=lambda token: token[1] is None):
            fitting = next((one for one in left if one[0] == kind and age in (None, one[1])), None)
            if fitting is None:
                break
            left.remove(fitting)
        if len(lying) == len(wanted) and not left:
            return None
        is_aged = any(age is not None for _, age in wanted)
        aged = [{"kind": kind, "age": age} for kind, age in lying]
        return told_of(aged if is_aged else dict(Counter(kind for kind, _ in lying)))

    return look


def broken(node: Node, opening: Opening) -> Iterator[Check]:
    """All walls that are broken: ``["a|b"]``."""
    zones = opening.extra.state.board.zones
    wanted = sorted("|".join(read_pair(entry, zones)) for entry in node.items())
    yield compared(node, wanted, lambda moment: sorted("|".join(pair) for pair in moment.state.broken))


def numbers(node: Node, opening: Opening) -> Iterator[Check]:
    """The last numbers with their terms; a number alone is its value."""
    for what, entry in node.entries():
        if what not in NUMBERS:
            entry.refuse(f"one of {', '.join(NUMBERS)}", f"the key {what!r}")
        if not isinstance(entry.value, dict):
            yield compared(entry, entry.number(0, 999), _number(what, "value", opening))
            continue
        entry.table((), NUMBER_KEYS)
        for key, value in entry.entries():
            if key == "terms":
                yield from terms(value, _number(what, "terms", opening))
            elif key == "without":
                yield _absent(value, _number(what, "terms", opening))
            else:
                yield compared(value, value.value, _number(what, key, opening))


def terms(node: Node, find: Callable[[Moment], Any]) -> Iterator[Check]:
    """Terms by the rule or skill that says so, as far as they are mentioned."""
    node.entries()
    yield as_mentioned(node, node.value, lambda moment: {**dict.fromkeys(node.value, 0), **_mapping(find(moment))})


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _absent(node: Node, find: Callable[[Moment], Any]) -> Check:
    wanted = [node.text()] if isinstance(node.value, str) else [entry.text() for entry in node.items()]

    def look(moment: Moment) -> str | None:
        found = _mapping(find(moment))
        return told_of(sorted(found)) if any(found.get(word) for word in wanted) else None

    return Check(node.place, told_of(wanted), look)


def _number(what: str, key: str, opening: Opening) -> Callable[[Moment], Any]:
    def find(moment: Moment) -> Any:
        for name, piece, number in reversed(moment.state.shown):
            if name == what:
                return {
                    "value": number.value,
                    "dice": number.printed,
                    "piece": piece,
                    "terms": named_terms(moment.state, number.parts),
                }[key]
        return "no such number yet"

    return find


def flag_or(read: Callable[[Moment], Any]) -> Callable[[Node, Opening], Iterator[Check]]:
    """A key with one plain value; false for nothing."""

    def checks(node: Node, opening: Opening) -> Iterator[Check]:
        yield as_mentioned(node, node.value, lambda moment: read(moment) or False)

    return checks
