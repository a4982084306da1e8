"""``companion print-markers``: the corner markers and base tags of a layout, to scale, as a PDF."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import front

__all__ = ["command"]

_WORDS = {"done": "{out}: {markers} markers on {pages} page(s); print at 100 % and check the ruler"}
_HELP = """Print the corner markers and base tags that a layout names, to scale, with a ruler on the page.

\b
Example:
  python -m vision.virtual table table.png layout.json
  companion print-markers --layout layout.json markers.pdf
"""


@front.command("print-markers", help=_HELP)
@click.argument("out", metavar="OUT.pdf")
@click.option("--layout", "layout_file", required=True, metavar="LAYOUT.json", help="The table's layout.")
def command(out: str, layout_file: str) -> int:
    """The exit status: 0 when the PDF is written."""
    from vision.plane.layout import read_layout
    from vision.prints.markers import print_markers as draw

    layout = read_layout(Path(layout_file))
    pages = draw(layout, Path(out), file=layout_file)
    click.echo(_WORDS["done"].format(out=out, markers=len(layout.corners) + len(layout.bases), pages=pages))
    return 0
