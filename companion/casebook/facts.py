"""The parts of expectations, in any game: a value compared with the one found, facts by name, questions.

compared    expect.turn = "red"                          facts_of    expect.pieces.A = { at = "C3", click = 2 }
answered    { distance = ["A", "B"], is = 5 }            questions   a list of such tables, each of one kind
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.casebook.language import Check, Checks, Moment, Opening
from companion.casebook.patterns import plain
from companion.documents import Node, describe

Find = Callable[[Moment], Any]
Read = Callable[[Node], Any]
HIDDEN = "hidden from that seat"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a thing with a name: how to read what is expected, and where to look."""

    read: Callable[[Node, Opening], Any]
    find: Callable[[Moment, str], Any]


def compared(node: Node, wanted: Any, find: Find, *, told: str | None = None) -> Check:
    """The check that what is found there is the wanted value; it is told as it is written."""

    def look(moment: Moment) -> str | None:
        found = plain(find(moment))
        if found == wanted:
            return None
        is_alone = isinstance(node.value, str) and isinstance(found, list) and len(found) == 1
        return told_of(found[0] if is_alone else found)

    is_text = isinstance(node.value, str | list) and isinstance(wanted, str | list)
    return Check(node.place, told or told_of(node.value if is_text else wanted), look)


def told_of(value: Any) -> str:
    """A value in short, a list with all its entries, a table as a case writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {told_of(part)}" for key, part in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(told_of, value)) + "]"
    return describe(value)


def facts_of(
    node: Node, opening: Opening, names: Collection[str], facts: Mapping[str, Fact], noun: str
) -> Iterator[Check]:
    """The checks of a table of things by name, each a table of facts."""
    for name, entry in node.entries():
        if name not in names:
            known = ", ".join(sorted(names)) or "it has none"
            entry.refuse(f"{noun} of the set-up ({known}) as key", f"the key {name!r}")
        if entry.value == HIDDEN:
            yield Check(entry.place, HIDDEN, _hiding(facts, name))
            continue
        entry.table((), facts)
        for key, value in entry.entries():
            yield compared(value, facts[key].read(value, opening), _finder(facts[key], name))


def _hiding(facts: Mapping[str, Fact], name: str) -> Callable[[Moment], str | None]:
    """Look whether nothing at all is known of that thing."""

    def look(moment: Moment) -> str | None:
        shown = [key for key, fact in facts.items() if fact.find(moment, name) != HIDDEN]
        return f"{', '.join(shown)} shown" if shown else None

    return look


def _finder(fact: Fact, name: str) -> Find:
    return lambda moment: fact.find(moment, name)


def questions(kinds: Mapping[str, Checks], node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of a list of questions, each a table of one kind with the answer that is expected."""
    for entry in node.items():
        if not isinstance(entry.value, dict):
            entry.refuse("a question, which is a table")
        asked = [kind for kind in kinds if kind in entry]
        if len(asked) != 1:
            entry.refuse(f"one of the keys {', '.join(sorted(kinds))}", f"{len(asked)} of them")
        checks = list(kinds[asked[0]](entry, opening))
        if not checks:
            entry.refuse("a question with the answer that is expected", "a question alone")
        yield from checks


def answered(node: Node, given: Collection[str], answers: Mapping[str, tuple[Read, Find]]) -> Iterator[Check]:
    """The checks of a question: the keys it is ``given`` (those ending in ``?`` may be left out) and its answers."""
    asked = {key for key in given if not key.endswith("?")}
    node.table(asked, {*(key.rstrip("?") for key in given), *answers})
    for key, (read, find) in answers.items():
        if key in node:
            yield compared(node[key], read(node[key]), find)


def number(least: int, most: int) -> Read:
    """A reader of whole numbers between two bounds."""
    return lambda node: node.number(least, most)


def texts(node: Node) -> list[str]:
    """The texts of a list, in alphabetical order, each once."""
    return sorted({entry.text() for entry in node.items()})


class Handed(dict[str, Any]):
    """A table of a case that is like another; ``taken``: the keys that it has from that one alone."""

    def __init__(self, table: Mapping[str, Any], taken: Collection[str]) -> None:
        super().__init__(table)
        self.taken = frozenset(taken)


def refuse_idle(node: Node, keys: Collection[str], of: str) -> None:
    """Refuse, with its place, a key of a set-up that means nothing of such a piece, or at such a time; not one that
    comes with the case that this one is like.
    """
    taken = node.value.taken if isinstance(node.value, Handed) else frozenset[str]()
    for key in node.mapping:
        if key in keys and key not in taken:
            node[key].refuse(f"no such key of {of}: it means nothing there", f"the key {key!r}")


def listed(node: Node, key: str) -> tuple[Node, ...]:
    """The entries of a list under a key; none where the key is missing."""
    return tuple(node[key].items()) if key in node else ()
