"""``companion print-markers``: what a table needs on paper, in true size, as a PDF."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.errors import InputError
from companion.files import write_file
from companion.text.wording import Wording
from ui.cli import front

_KINDS = ("corners", "tags", "collars", "charuco", "ruler")
_HELP = """Print what a layout names, to scale, with a ruler on every page.

By default the corner markers (as brackets that are laid against the map) and the flat tags. Collars are cards with a
code in their corners for round bases on 1.5 inch squares; charuco is a board to measure the lens with, and writes
its board.json beside the PDF.

\b
Example:
  python -m vision.virtual table table.png layout.json
  companion print-markers --layout layout.json markers.pdf
  companion print-markers --layout layout.json --what all --paper letter everything.pdf
"""


@front.command("print-markers", help=_HELP)
@click.argument("out", metavar="OUT.pdf")
@click.option("--layout", "layout_file", required=True, metavar="LAYOUT.json", help="The table's layout.")
@click.option("--what", "kinds", multiple=True, type=click.Choice([*_KINDS, "all"]), help="May be given again.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--collars", type=click.IntRange(1, 24), help="How many collars; default: the layout's, or 12.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(out: str, layout_file: str, kinds: tuple[str, ...], paper: str, collars: int | None, as_json: bool) -> int:
    """The exit status: 0 when the PDF is written."""
    from vision.plane.intrinsics import Board, format_board
    from vision.plane.layout import read_layout
    from vision.prints.markers import print_markers as draw

    wording, layout = Wording(), read_layout(Path(layout_file))
    wanted = _KINDS if "all" in kinds else tuple(one for one in _KINDS if one in kinds) or ("corners", "tags")
    done = draw(layout, wording.say, kinds=wanted, paper=paper, collars=collars, file=layout_file)
    board = Path(out).with_name("board.json") if "charuco" in done.counts else None
    if board is not None and Path(out) == board:
        raise InputError(out, "", "the name of the board's own file", "another name, like board.pdf")
    write_file(out, done.pdf)
    if board is not None:
        write_file(board, format_board(Board()).encode())
    left = [{"kind": kind, "why": wording.say(why)} for kind, why in done.left_out]
    if as_json:
        document = {"out": out, "pages": done.pages, "printed": done.counts, "left_out": [one["kind"] for one in left]}
        click.echo(json.dumps(document | ({"board": str(board)} if board else {})))
        return 0
    things = ", ".join(f"{count} {wording.say(f'print.kind.{kind}')}" for kind, count in done.counts.items())
    click.echo(wording.say("print.done", out=out, things=things, pages=done.pages))
    if board is not None:
        click.echo(wording.say("print.board", board=board))
    for one in left if kinds else ():
        click.echo(wording.say("print.left-out", kind=wording.say(f"print.kind.{one['kind']}"), why=one["why"]))
    return 0
