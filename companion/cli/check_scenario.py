"""``companion check-scenario``: can these scenarios be played, with the cards and sheets that are shipped."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from importlib import import_module

import click

from companion.cli.front import command as _command
from companion.documents import Node, load_document
from companion.errors import InputError

_HELP = """Check scenario files: exit 0 when all can be played, 2 with the place of what is wrong.

Zones without spaces, lines that touch nothing, borders to nowhere, unknown places, articles nobody can win, two figures
on a space are named with their place. The file's format says which game it is of.

Example:

\b
  companion check-scenario --json      # without FILE: those that are shipped
"""

# format of the file -> a game's module with ``SCENARIOS``, a folder, and ``told_of``, which checks a document
_GAMES: Mapping[str, str] = {
    "tablewright/guardians-scenario@1": "companion.games.guardians.samples",
    "tablewright/gotham@1": "companion.games.gotham.opening",
}


@_command("check-scenario", help=_HELP)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(files: tuple[str, ...], as_json: bool) -> int:
    folders = (import_module(module).SCENARIOS for module in dict.fromkeys(_GAMES.values()))
    shipped = (str(path) for folder in folders for path in sorted(folder.iterdir()))
    rows = [_checked(path) for path in files or shipped]
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
    for row in rows:
        if "problem" in row:
            print(row["problem"], file=sys.stderr)
        elif not as_json:
            counts = (f"{key} {value}" for key, value in row.items() if isinstance(value, int))
            print(f"{row['file']}: {row['name']} ({', '.join(counts)})")
    return 2 if any("problem" in row for row in rows) else 0


def _checked(path: str) -> dict[str, object]:
    """What one file holds, or what is wrong with it."""
    try:
        node = load_document(path)
        return {"file": path, **_check_of(node)(node)}
    except InputError as wrong:
        return {"file": path, "problem": str(wrong)}


def _check_of(node: Node) -> Callable[[Node], dict[str, object]]:
    """The check of the game that the document's format names."""
    if not isinstance(node.value, dict) or "format" not in node:
        node.refuse(f"a scenario with the format {' or '.join(_GAMES)}")
    check: Callable[[Node], dict[str, object]] = import_module(_GAMES[node["format"].word(_GAMES)]).told_of
    return check
