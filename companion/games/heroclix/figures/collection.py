"""The figures at hand: those the project ships, or those an import left in a folder; corrections laid over them by id.

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
from functools import lru_cache
from pathlib import Path

from companion.core.ids import FigureId
from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.figures.files import parse_figures
from companion.games.heroclix.figures.reading import grants_of

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
            id_ = id_at_hand(entry["figure"].text(), found)
            if id_ is not None:
                found[id_] = _corrected(found[id_], entry)
    return found


def id_at_hand(text: str, figures: Mapping[FigureId, Figure]) -> FigureId | None:
    """The id as its set spells it: people write it in capitals, or without any; ``None`` for none or several."""
    if FigureId(text) in figures:
        return FigureId(text)
    same = [one for one in figures if one.casefold() == text.casefold()]
    return same[0] if len(same) == 1 else None


def _corrected(figure: Figure, entry: Node) -> Figure:
    slot, name = entry["slot"].text(), entry["name"].text() if "name" in entry else None
    places = [place for place, one in enumerate(figure.specials) if one.slot == slot and name in (None, one.name)]
    if len(places) != 1:
        entry["slot"].refuse("one text of that slot; name it", f"{len(places)} of them")
    special = figure.specials[places[0]]
    if "grants" in entry:
        special = replace(special, grants=grants_of(entry["grants"]))
    if "effects" in entry:
        rows = tuple(json.dumps(effect.value, sort_keys=True) for effect in entry["effects"].items())
        special = replace(special, effects=rows)
    specials = (*figure.specials[: places[0]], special, *figure.specials[places[0] + 1 :])
    return replace(figure, specials=specials)


DATA = Path(__file__).parent.parent / "data"


def load_figures(path: str | Path | None = None) -> Mapping[FigureId, Figure]:
    """All figures by id, of the files in a folder or of one file; of the shipped data when no path is given.

    Corrections that lie in the folder are laid over them.
    """
    if path is None:
        return _shipped()
    place = Path(path)
    if not place.exists():
        raise InputError(str(place), "", "nothing there", "a folder with figures, such as an import writes")
    files = sorted(f for f in place.iterdir() if f.suffix in (".json", ".toml")) if place.is_dir() else [place]
    found: dict[FigureId, Figure] = {}
    corrections: list[Node] = []
    for file in files:
        node = load_document(str(file))
        if place.is_dir() and _is(node, FORMAT):
            corrections.append(node)
        if place.is_dir() and not _holds_figures(node):
            continue  # a map, a force: other things may lie in the folder
        for figure in parse_figures(node):
            if figure.id in found:
                raise InputError(str(file), figure.id, "a figure that another file has too", "every id once")
            found[figure.id] = figure
    return correct(found, corrections)


def is_corrections(file: Path) -> bool:
    """Whether the file holds corrections."""
    return _is(load_document(str(file)), FORMAT)


def shipped_map(name: str) -> Path:
    """The file of a shipped map, ``harbour-market`` for example."""
    return DATA / "maps" / f"{name}.json"


def _holds_figures(node: Node) -> bool:
    return _is(node, "tablewright/figures@")


def _is(node: Node, kind: str) -> bool:
    return isinstance(node.value, dict) and str(node.mapping.get("format", "")).startswith(kind)


@lru_cache(maxsize=1)
def _shipped() -> Mapping[FigureId, Figure]:
    return load_figures(DATA / "figures")
