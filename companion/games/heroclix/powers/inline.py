"""Rows that cards and figures carry themselves: read once when the game is set up, under the id of their source.

special.attack of lq001 ──> lq001/special.attack     a feat ──> red-feat-1     a colour of the event dial ──> event.red
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.documents import Node
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.powers.files import parse_powers
from companion.games.heroclix.powers.rules import PowerRule
from companion.games.heroclix.tactics.bringing import event_key
from companion.games.heroclix.tactics.tactics import Tactics

__all__ = ["check_rows", "inline_rules", "rows_of"]


def inline_rules(figures: Iterable[Figure], tactics: Tactics) -> tuple[tuple[str, PowerRule], ...]:
    """The rules of everything in the game that brings rows of its own, by id."""
    found = dict[str, list[str]]()
    for id_, rows in _sources(figures, tactics):
        found.setdefault(id_, []).extend(rows)
    return tuple(sorted((id_, _rule(id_, rows)) for id_, rows in found.items() if rows))


def _sources(figures: Iterable[Figure], tactics: Tactics) -> Iterator[tuple[str, Sequence[str]]]:
    for figure in figures:
        traits = 0
        for special in figure.specials:
            traits += special.slot == "trait"
            key = f"trait.{traits}" if special.slot == "trait" else f"special.{special.slot}"
            yield f"{figure.id}/{key}", special.effects
    yield from ((feat.id, feat.effects) for feat in tactics.feats)
    yield from ((condition.id, condition.effects) for condition in tactics.conditions)
    for colour, row in tactics.event.effects if tactics.event else ():
        yield event_key(colour), (row,)


def rows_of(node: Node) -> tuple[str, ...]:
    """The rows of a document as texts; a row that names no verb, or strange parameters, is refused with its place."""
    rows = tuple(json.dumps(one.value, sort_keys=True) for one in node.items())
    for one in node.items():
        check_rows(one)
    return rows


def check_rows(node: Node) -> None:
    """Nothing: the row is one that names a verb, or it is refused with its place."""
    parse_powers(Node(node.file, node.place, {"row": node.value}))


def _rule(id_: str, rows: Sequence[str]) -> PowerRule:
    """One rule of several rows: the first says how it is used, the others add their verbs."""
    first, *rest = (json.loads(row) for row in rows)
    also: list[Any] = [*first.get("also", ()), *rest]
    row = {**first, "also": also} if also else first
    return parse_powers(Node("the record", id_, {id_: row}))[id_]
