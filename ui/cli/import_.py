"""``companion import figures`` and ``companion import maps``: files of other programs become ours."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.interchange.importing import bring_figures, bring_maps, put_figures
from ui.cli.front import command as _command
from ui.cli.text import say

if TYPE_CHECKING:
    from companion.interchange.importing import Brought
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
    brought = bring_figures(files, kind, _watched)
    if out is not None:
        put_figures(brought, Path(out))
    _finish(brought, as_json, is_written=out is not None)


@_command("maps", help=_MAPS)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--out", metavar="DIR", help="Write one file per map into this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON document.")
def maps(files: Sequence[str], out: str | None, as_json: bool) -> None:
    brought = bring_maps(files, _watched)
    if out is not None:
        brought.put(Path(out))
    _finish(brought, as_json, is_written=out is not None)


command.add_command(figures)
command.add_command(maps)


def _finish(brought: Brought, as_json: bool, *, is_written: bool) -> None:
    """Print the summary and leave with 1 when anything was left out."""
    problems = [remark for remark in brought.remarks if not remark.is_note]
    notes = [remark for remark in brought.remarks if remark.is_note]
    written = brought.kept if is_written else 0
    if as_json:
        summary = {
            "read": brought.read,
            "written": written,
            "by_type": dict(sorted(brought.by_type.items())),
            "problems": [{**_entry(remark), "skipped": remark.is_skipped} for remark in problems],
            "notes": [_entry(remark) for remark in notes],
        }
        print(json.dumps(summary, ensure_ascii=False))
    else:
        kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(brought.by_type.items()))
        print(f"{say('import.read')} {brought.read}, {say('import.written')} {written} ({kinds})")
        for remark in (*problems, *notes):
            mark = say("import.skipped") if remark.is_skipped else say("import.odd")
            mark = say("import.note") if remark.is_note else mark
            print("  " + ": ".join(filter(None, (mark, remark.file, remark.unit, remark.where, remark.message))))
    sys.exit(1 if any(remark.is_skipped for remark in brought.remarks) else 0)


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
