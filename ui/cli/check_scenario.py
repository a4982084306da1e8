"""``companion check-scenario``: can these scenarios be played, with the cards and sheets that are shipped."""

from __future__ import annotations

import json
from collections.abc import Mapping

import click

from companion.documents import load_document
from companion.errors import InputError
from ui.cli.front import command as _command
from ui.cli.scenarios import reader_of, shipped_scenarios
from ui.cli.text import tell_refusals

_HELP = """Check scenario files: exit 0 when all can be played, 2 with the place of what is wrong.

Zones without spaces, lines that touch nothing, borders to nowhere, unknown places, articles nobody can win, two figures
on a space are named with their place. The file's format says which game it is of.

Example:

\b
  companion check-scenario --json      # without FILE: those that are shipped
"""


@_command("check-scenario", help=_HELP)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(files: tuple[str, ...], as_json: bool) -> int:
    paths = files or tuple(map(str, shipped_scenarios()))
    found = [(path, _checked(path)) for path in paths]
    refused = [wrong for _, wrong in found if isinstance(wrong, InputError)]
    if as_json:
        rows = [
            {"file": path, **({"problem": str(row)} if isinstance(row, InputError) else row)} for path, row in found
        ]
        print(json.dumps(rows, ensure_ascii=False))
    tell_refusals(refused, listed=not as_json)
    for path, row in found:
        if not isinstance(row, InputError) and not as_json:
            counts = (f"{key} {value}" for key, value in row.items() if isinstance(value, int))
            print(f"{path}: {row['name']} ({', '.join(counts)})")
    return 2 if refused else 0


def _checked(path: str) -> Mapping[str, object] | InputError:
    """Return the contents of one file, or what is wrong with it."""
    try:
        node = load_document(path)
        told: Mapping[str, object] = reader_of(node).told_of(node)
        return told
    except InputError as wrong:
        return wrong
