"""Corrections laid over figures by their id: what the text of a special power or trait grants, said by a reader.

format = "tablewright/corrections@1"
[[corrections]]
figure = "zz001"
slot = "attack"                                       or "trait"; with ``name`` where a figure has several
grants = ["quake", "team:mystics", "symbol:dolphin"]  instead of what the text sounds like
effects = [{verb = "modify_value", value = "attack", amount = 1}]
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.core.ids import FigureId
from companion.documents import Node
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.figures.reading import grants_of

__all__ = ["FORMAT", "correct"]

FORMAT = "tablewright/corrections@1"


def correct(figures: Mapping[FigureId, Figure], documents: Iterable[Node]) -> dict[FigureId, Figure]:
    """The figures after these corrections; one that fits no text of a figure at hand is refused with its place.

    A figure that is not at hand is passed over: a table need not have every set that is corrected.
    """
    found = dict(figures)
    for node in documents:
        node.of_format(FORMAT).table({"format", "corrections"})
        for entry in node["corrections"].items():
            entry.table({"figure", "slot"}, {"name", "grants", "effects"})
            id_ = FigureId(entry["figure"].text())
            if id_ in found:
                found[id_] = _corrected(found[id_], entry)
    return found


def _corrected(figure: Figure, entry: Node) -> Figure:
    slot, name = entry["slot"].text(), entry["name"].text() if "name" in entry else None
    places = [place for place, one in enumerate(figure.specials) if one.slot == slot and name in (None, one.name)]
    if len(places) != 1:
        entry["slot"].refuse("one text of that slot; name it", f"{len(places)} of them")
    special = figure.specials[places[0]]
    if "grants" in entry:
        special = replace(special, grants=grants_of(entry["grants"]))
    if "effects" in entry:
        rows = tuple(json.dumps(one.value, sort_keys=True) for one in entry["effects"].items())
        special = replace(special, effects=rows)
    specials = (*figure.specials[: places[0]], special, *figure.specials[places[0] + 1 :])
    return replace(figure, specials=specials)
