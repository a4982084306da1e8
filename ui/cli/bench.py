"""``companion bench``: every performance claim, measured now, beside its peer or its limit."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ui.bench import AREAS, rows_of
from ui.cli.front import command as make_command
from ui.cli.front import example
from ui.cli.text import say

if TYPE_CHECKING:
    from ui.bench.rows import Row


@make_command("bench", epilog=example("companion bench storage"))
@click.argument("area", required=False, type=click.Choice(sorted(AREAS)))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document: a list of rows.")
def command(area: str | None, as_json: bool) -> int:
    """Measure every performance claim against its peer or limit: exit 0 when all goals are met, 1 when one is missed.

    Without AREA everything is measured, which takes some minutes.
    """
    rows = list(_measured([area] if area else list(AREAS)))
    if as_json:
        print(json.dumps([row.as_json() for row in rows], ensure_ascii=False))
    else:
        _print_table(rows)
    return 0 if all(row.met for row in rows) else 1


def _measured(areas: Sequence[str]) -> Iterator[Row]:
    """The rows of the areas, with a progress bar on a terminal and none in a pipe."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=sum(AREAS[area][1] for area in areas))
        for area in areas:
            progress.update(task, description=area)
            for row in rows_of(area):
                progress.advance(task)
                yield row


def _print_table(rows: Sequence[Row]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for title in (say("bench.measured"), say("bench.against")):
        table.add_column(title, overflow="fold")
    for title in (
        say("bench.ours"),
        say("bench.theirs"),
        say("bench.unit"),
        say("bench.ratio"),
        say("bench.goal"),
        say("bench.met"),
    ):
        table.add_column(title, justify="right")
    for row in rows:
        shown = row.as_json()
        verdict = say("bench.yes") if row.met else say("bench.no")
        table.add_row(
            row.name,
            row.peer_name,
            *(str(shown[key]) for key in ("ours", "peer", "unit", "ratio", "goal")),
            verdict,
            style="" if row.met else "bold red",
        )
    Console(highlight=False).print(table)
