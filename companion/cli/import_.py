"""``companion import figures`` and ``companion import maps``: files of other programs become ours."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.front import command as _command
from companion.cli.text import say

if TYPE_CHECKING:
    from companion.games.heroclix.figures.figure import Figure
    from companion.interchange.remarks import Remark

_FIGURES = """Import figures from files other programs wrote, told apart by content.

Reads HCUnits sets (JSON and XML; a patch file among them is laid over the others), forum code and colour JSON. With
--out, writes one file per set. What is odd is reported; what is wrong is reported and left out (exit 1).

Example:

\b
  printf '%s\\n' 'zz001 R [b]Example Hero[/b]' 'Points: [b]50[/b]' \\
    '[dial][header][icon]m-boot[/icon][icon]a-fist[/icon][icon]d-shield[/icon][icon]g-starburst[/icon][/header]' \\
    '[click][slot=green]8[/slot][slot=none]10[/slot][slot=orange]16[/slot][slot=none]3[/slot][/click][/dial]' \\
    | companion import figures - --out my-figures
"""

_MAPS = """Import maps: HCMaps files or our own, told apart by content. With --out, writes one file per map.

What is odd is reported; a map that cannot be read without guessing is reported and left out (exit 1).

Example:

\b
  echo '{"name": "Yard", "type": "outdoor", "width": 2, "height": 1,
         "rows": [{"tiles": [{}, {"terrain": "water"}]}]}' | companion import maps - --out my-maps
"""


class _Summary:
    """What an import did, in the shape that is printed."""

    def __init__(self) -> None:
        self.read = self.written = 0
        self.by_type: Counter[str] = Counter()
        self.remarks: list[Remark] = []

    def finish(self, as_json: bool) -> None:
        """Prints the summary and leaves with 1 when anything was skipped."""
        skipped = sum(remark.is_skipped for remark in self.remarks)
        problems = [remark for remark in self.remarks if not remark.is_note]
        notes = [remark for remark in self.remarks if remark.is_note]
        if as_json:
            summary = {
                "read": self.read,
                "written": self.written,
                "by_type": dict(sorted(self.by_type.items())),
                "problems": [{**_entry(remark), "skipped": remark.is_skipped} for remark in problems],
                "notes": [_entry(remark) for remark in notes],
            }
            print(json.dumps(summary, ensure_ascii=False))
        else:
            kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(self.by_type.items()))
            print(f"{say('import.read')} {self.read}, {say('import.written')} {self.written} ({kinds})")
            for remark in (*problems, *notes):
                mark = say("import.skipped") if remark.is_skipped else say("import.odd")
                mark = say("import.note") if remark.is_note else mark
                print("  " + ": ".join(filter(None, (mark, remark.file, remark.unit, remark.where, remark.message))))
        sys.exit(1 if skipped else 0)


@click.group("import", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Import figures and maps from the formats players exchange.

    Example: companion import maps --help
    """


@_command("figures", help=_FIGURES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--from",
    "kind",
    default="auto",
    help="The form of the files (default: told apart by content).",
    type=click.Choice(["auto", "hcunits-json", "hcunits-xml", "forum-code", "colour-json"]),
)
@click.option("--out", metavar="DIR", help="Write one file per set into this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON document.")
def figures(files: Sequence[str], kind: str, out: str | None, as_json: bool) -> None:
    from companion.errors import InputError
    from companion.games.heroclix.figures.files import format_figures
    from companion.interchange.figure_library import index_folder
    from companion.interchange.figures import by_set, load_figure_file, load_patch
    from companion.interchange.remarks import Remark

    summary, kept, brought = _Summary(), list["Figure"](), dict[str, str]()
    may_patch = kind in ("auto", "hcunits-json")
    patches = {file: load_patch(file) for file in files if file != "-" and may_patch}
    laid = [patch for patch in patches.values() if patch]
    for file in _watched([file for file in files if not patches.get(file)]):
        result = load_figure_file(file, kind, laid)
        summary.read += result.found
        summary.by_type.update(figure.kind for figure in result.figures)
        summary.remarks += result.remarks
        for figure in result.figures:
            if first := brought.get(figure.id):  # a folder with both could not be read again
                message = f"{first} brings a figure of this id too: the first one is kept"
                summary.remarks.append(Remark(file, figure.id, "id", message, is_skipped=True))
            else:
                brought[figure.id] = file
                kept.append(figure)
    if out is not None:
        groups = by_set(kept)
        _write(out, {f"{_safe(name)}.json": format_figures(name, group) for name, group in groups.items()})
        summary.written = len(kept)
        with suppress(InputError):  # figures of another import that clash are named when somebody looks for one
            index_folder(Path(out))
    summary.finish(as_json)


@_command("maps", help=_MAPS)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--out", metavar="DIR", help="Write one file per map into this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON document.")
def maps(files: Sequence[str], out: str | None, as_json: bool) -> None:
    from companion.board import format_map
    from companion.documents import load_document
    from companion.errors import InputError
    from companion.interchange.maps import kind_of_map, parse_any_map
    from companion.interchange.remarks import Remark

    summary, documents = _Summary(), dict[str, Any]()
    for file in _watched(files):
        node = load_document(file)
        kind_of_map(node)  # refuses what is no map at all
        summary.read += 1
        stem = "map" if file == "-" else Path(file).stem
        try:
            board, remarks = parse_any_map(node, stem)
        except InputError as wrong:
            message = f"found {wrong.found}, expected {wrong.expected}"
            name = node.value.get("name")
            unit = name if isinstance(name, str) else stem
            summary.remarks.append(Remark(file, unit, wrong.place, message, is_skipped=True))
            continue
        summary.remarks += remarks
        roofs = {tile.indoor for tile in board.tiles}
        summary.by_type["mixed" if len(roofs) == 2 else "indoor" if True in roofs else "outdoor"] += 1
        documents[_free_name(documents, file, stem)] = format_map(board)
    if out is not None:
        _write(out, documents)
        summary.written = len(documents)
    summary.finish(as_json)


command.add_command(figures)
command.add_command(maps)


def _free_name(taken: dict[str, Any], file: str, stem: str) -> str:
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


def _write(out: str, documents: dict[str, Any]) -> None:
    from companion.errors import InputError
    from companion.files import write_file

    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise InputError(out, "", wrong.strerror or "no folder", "a folder that can be made") from None
    for name, document in documents.items():
        write_file(folder / name, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode())


def _entry(remark: Remark) -> dict[str, Any]:
    return {"file": remark.file, "unit": remark.unit, "where": remark.where, "message": remark.message}


def _watched(files: Iterable[str]) -> Iterator[str]:
    """The files one by one, with a progress bar when somebody watches."""
    if not sys.stderr.isatty():
        yield from files
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(list(files), console=Console(stderr=True), description=say("import.reading"))
