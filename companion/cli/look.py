"""``companion look``: reads photographs of the table: which tag stands on which square."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import front

if TYPE_CHECKING:
    from vision.plane.layout import Layout
    from vision.watch.pipeline import TableReading

__all__ = ["command"]

_WORDS = {
    "piece": "{image}: {piece} (tag {tag}) on {square}",
    "doubt": "{image}: please look: {why}",
    "refused": "{image}: the table cannot be measured: {why}",
    "empty": "{image}: no figure is seen",
    "working": "Looking at the table",
}
_HELP = """Read the figures on photographs of the table; - is a picture from standard input.

The layout file names the map's size, its corner markers, and which tag stands for which piece. The exit status is 1
when a photograph cannot be measured.

\b
Example:
  python -m vision.virtual table table.png layout.json
  companion look table.png --layout layout.json
"""


@front.command("look", help=_HELP)
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@click.option("--layout", "layout_file", required=True, metavar="LAYOUT.json", help="The table's layout.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line per image.")
def command(images: Sequence[str], layout_file: str, as_json: bool) -> int:
    """The exit status: 0 when every photograph could be measured, 1 when one could not."""
    from vision.pictures import decode_picture, read_picture
    from vision.plane.calibration import CalibrationRefused
    from vision.plane.layout import read_layout
    from vision.settings import VisionSettings
    from vision.watch.pipeline import read_table

    layout = read_layout(Path(layout_file))
    refused = False
    for image in _with_progress(images):
        picture = decode_picture(sys.stdin.buffer.read(), "-") if image == "-" else read_picture(Path(image))
        reading = read_table(picture, layout, VisionSettings())
        if isinstance(reading, CalibrationRefused):
            refused = True
            document: dict[str, object] = {"image": image, "calibrated": False, "why": reading.why, "pieces": []}
            lines = [_WORDS["refused"].format(image=image, why=reading.why)]
        else:
            document, lines = _document(image, reading, layout), _sentences(image, reading, layout)
        for line in [json.dumps(document, ensure_ascii=False)] if as_json else lines:
            click.echo(line)
    return 1 if refused else 0


def _with_progress(images: Sequence[str]) -> Iterable[str]:
    if len(images) < 2 or not sys.stderr.isatty():
        return images
    from rich.console import Console
    from rich.progress import track

    return track(images, description=_WORDS["working"], console=Console(stderr=True), transient=True)


def _document(image: str, reading: TableReading, layout: Layout) -> dict[str, object]:
    calibration, pieces, doubts = reading
    return {
        "image": image,
        "calibrated": True,
        "residual_mm": round(calibration.residual_mm, 3),
        "pieces": [
            {
                "tag": piece.tag, "piece": layout.by_tag[piece.tag].piece, "square": piece.space,
                "offset_mm": list(piece.offset_mm), "evidence": dict(piece.evidence),
            }
            for piece in pieces
        ],
        "doubtful": [{"tag": doubt.tag, "why": doubt.why} for doubt in doubts],
    }  # fmt: skip


def _sentences(image: str, reading: TableReading, layout: Layout) -> list[str]:
    _, pieces, doubts = reading
    lines = [
        _WORDS["piece"].format(image=image, piece=layout.by_tag[piece.tag].piece, tag=piece.tag, square=piece.space)
        for piece in pieces
    ]
    lines += [_WORDS["doubt"].format(image=image, why=doubt.why) for doubt in doubts]
    return lines or [_WORDS["empty"].format(image=image)]
