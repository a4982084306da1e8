"""Files of other programs brought in: figures by their sets, maps one by one, each as a document of ours.

files ──told apart by content──> Brought: documents by file name, how many, and what is to be said of them
Brought ──put──> a folder; whoever looks there next finds them
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from companion.board import format_map
from companion.documents import Node, load_document
from companion.errors import InputError
from companion.files import make_folder, write_file
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.figures.files import format_figures
from companion.games.heroclix.figures.later_words import later_words
from companion.interchange.figure_library import index_folder
from companion.interchange.figures import by_set, load_figure_file, load_patch
from companion.interchange.maps import kind_of_map, parse_any_map
from companion.interchange.remarks import Remark

Each = Callable[[Iterable[str]], Iterator[str]]  # tells, or shows, how far one is
STANDARD_INPUT = "-"


@dataclass
class Brought:
    """The result of an import: ``read`` entries, of which ``kept`` stand in the documents."""

    read: int = 0
    kept: int = 0
    by_type: Counter[str] = field(default_factory=Counter)
    remarks: list[Remark] = field(default_factory=list)
    documents: dict[str, object] = field(default_factory=dict)

    def put(self, folder: Path) -> None:
        """Write the documents; raises ``InputError`` for a folder that cannot be made."""
        make_folder(folder)
        for name, document in self.documents.items():
            write_file(folder / name, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode())


def bring_figures(files: Sequence[str], kind: str = "auto", each: Each = iter) -> Brought:
    """The figures of the files, a file for each set; raises ``InputError`` for a file that holds none."""
    brought, kept, first_in = Brought(), list[Figure](), dict[str, str]()
    may_patch = kind in ("auto", "hcunits-json")
    patches = {file: load_patch(file) for file in files if file != STANDARD_INPUT and may_patch}
    laid = [patch for patch in patches.values() if patch]
    for file in each([file for file in files if not patches.get(file)]):
        result = load_figure_file(file, kind, laid)
        brought.read += result.found
        brought.by_type.update(figure.kind for figure in result.figures)
        brought.remarks += result.remarks
        for figure in result.figures:
            if first := first_in.get(figure.id):  # a folder with both could not be read again
                message = f"{first} brings a figure of this id too: the first one is kept"
                brought.remarks.append(Remark(file, figure.id, "id", message, is_skipped=True))
            else:
                first_in[figure.id] = file
                kept.append(figure)
    brought.kept = len(kept)
    if later := later_words(kept):
        words = f"words of later rules on cards, left to the players: {', '.join(later)}"
        brought.remarks.append(Remark(files[0], None, "", words, is_note=True))
    brought.documents = {f"{_safe(name)}.json": format_figures(name, group) for name, group in by_set(kept).items()}
    return brought


def put_figures(brought: Brought, folder: Path) -> None:
    """Write them, and make the index in which they are found."""
    brought.put(folder)
    with suppress(InputError):  # figures of another import that clash are named when somebody looks for one
        index_folder(folder)


def bring_maps(files: Iterable[str], each: Each = iter) -> Brought:
    """The maps in the files; raises ``InputError`` for a file that is no map at all."""
    brought = Brought()
    for file in each(files):
        node = load_document(file)
        kind_of_map(node)  # refuses what is no map at all
        brought.read += 1
        stem = "map" if file == STANDARD_INPUT else Path(file).stem
        try:
            board, remarks = parse_any_map(node, stem)
        except InputError as wrong:
            brought.remarks.append(_left_out(file, wrong, _name_in(node) or stem))
            continue
        brought.remarks += remarks
        roofs = {tile.indoor for tile in board.tiles}
        brought.by_type["mixed" if len(roofs) == 2 else "indoor" if True in roofs else "outdoor"] += 1
        brought.documents[_free_name(brought.documents, file, stem)] = format_map(board)
    brought.kept = len(brought.documents)
    return brought


def told_apart(files: Iterable[str], each: Each = iter) -> tuple[list[str], list[str], list[Remark]]:
    """Sort files into those of figures and those of maps, with remarks on those that hold neither."""
    figures, maps, neither = list[str](), list[str](), list[Remark]()
    for file in each(files):
        try:
            if _is_map(file):
                maps.append(file)
            elif load_patch(file) or load_figure_file(file).found:
                figures.append(file)
        except InputError as wrong:
            neither.append(_left_out(file, wrong, None))
    return figures, maps, neither


def _is_map(file: str) -> bool:
    if not file.endswith(".json"):
        return False
    node = load_document(file)
    return isinstance(node.value, dict) and ("rows" in node or "map" in str(node.mapping.get("format", "")))


def _left_out(file: str, wrong: InputError, unit: str | None) -> Remark:
    return Remark(file, unit, wrong.place, f"found {wrong.found}, expected {wrong.expected}", is_skipped=True)


def _name_in(node: Node) -> str:
    name = node.mapping.get("name")
    return name if isinstance(name, str) else ""


def _free_name(taken: dict[str, object], file: str, stem: str) -> str:
    """A file name of its own: the map's, with its folder before it when another map has that name."""
    name = _safe(stem)
    if f"{name}.json" in taken:
        name = _safe(f"{Path(file).parent.name}-{stem}")
    number, plain = 2, name
    while f"{name}.json" in taken:
        name, number = f"{plain}-{number}", number + 1
    return f"{name}.json"


def _safe(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name) or "unnamed"
