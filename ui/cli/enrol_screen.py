"""``companion enrol-screen``: shows the companion a player's screen and its boxes, so that it can count cubes there."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.errors import InputError
from companion.files import write_file
from ui.cli import front
from ui.cli.text import say

_HELP = """Learn the boxes of a player's screen from two photographs from above: empty, and with one cube on each box.

Boxes are told as NAME=LEFT,TOP,WIDTH,HEIGHT in pixels of the empty photograph, named as the game names them. SEAT is
whose screen it is. Once it is shown, a phone may photograph it, and its cubes are counted.

\b
Example, with two photographs:
  companion enrol-screen lamplight empty.jpg cubes.jpg --box available=48,192,216,264 --box movement=300,192,216,264
"""


@front.command("enrol-screen", help=_HELP)
@click.argument("seat")
@click.argument("empty", metavar="EMPTY")
@click.argument("cubes", metavar="CUBES")
@click.option("--box", "boxes", multiple=True, required=True, metavar="NAME=L,T,W,H", help="A box; once for each.")
@click.option("--out", metavar="FILE", help="Where it is kept; default: a file of yours for this seat.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def command(seat: str, empty: str, cubes: str, boxes: tuple[str, ...], out: str | None, as_json: bool) -> int:
    """The exit status: 0 when every box was learnt; nothing is kept when one cannot be used."""
    from vision.cubes.counting import show_screen
    from vision.cubes.shown import format_screen, screen_path
    from vision.pictures import read_picture

    rects = dict(_box(told) for told in boxes)
    screen = show_screen(seat, read_picture(Path(empty)), read_picture(Path(cubes)), rects, cubes)
    path = screen_path(seat, out)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, format_screen(screen).encode())
    told = {"seat": seat, "boxes": sorted(rects), "cube_px": round(screen.cube_px, 1), "file": str(path)}
    words = say("enrol_screen.kept", boxes=len(rects), name=seat, path=path, side=round(screen.cube_px))
    click.echo(json.dumps(told) if as_json else words)
    return 0


def _box(told: str) -> tuple[str, tuple[int, int, int, int]]:
    """A box's name, and its left, top, width and height."""
    name, _, numbers = told.partition("=")
    parts = numbers.split(",")
    if not name or len(parts) != 4 or not all(part.strip().isdecimal() for part in parts):
        raise InputError("--box", "", repr(told), "NAME=LEFT,TOP,WIDTH,HEIGHT in pixels")
    left, top, wide, high = (int(part) for part in parts)
    return name, (left, top, wide, high)
