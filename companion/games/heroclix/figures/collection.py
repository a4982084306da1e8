"""The figures at hand: those the project ships, or those an import left in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from companion.core.ids import FigureId
from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.heroclix.figures.corrections import FORMAT as CORRECTIONS
from companion.games.heroclix.figures.corrections import correct
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.figures.files import parse_figures

__all__ = ["DATA", "load_figures", "shipped_map"]

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
        if place.is_dir() and _is(node, CORRECTIONS):
            corrections.append(node)
        if place.is_dir() and not _holds_figures(node):
            continue  # a map, a force: other things may lie in the folder
        for figure in parse_figures(node):
            if figure.id in found:
                raise InputError(str(file), figure.id, "a figure that another file has too", "every id once")
            found[figure.id] = figure
    return correct(found, corrections)


def shipped_map(name: str) -> Path:
    """The file of a shipped map, ``harbour-market`` for example."""
    return DATA / "maps" / f"{name}.json"


def _holds_figures(node: Node) -> bool:
    return _is(node, "tablewright/figures@")


def _is(node: Node, kind: str) -> bool:
    return isinstance(node.value, dict) and str(node.value.get("format", "")).startswith(kind)


@lru_cache(maxsize=1)
def _shipped() -> Mapping[FigureId, Figure]:
    return load_figures(DATA / "figures")
