"""``companion camera``: watch what a camera sees, set one up, measure its lens.

watch      live, with what is seen drawn on top; or pictures, or JSON Lines      (camera_watch.py)
setup      says step by step what is wrong, then stores the view                 (camera_setup.py)
calibrate  photographs of the printed board -> the lens
tray       what is remembered of the dice tray under it                          (camera_tray.py)
learn      that memory tuned on throws the players told                          (camera_learn.py)
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.files import write_file
from companion.text.faults import seen_words
from companion.text.wording import Wording
from ui.cli import front
from ui.cli.camera_learn import learn
from ui.cli.camera_setup import setup
from ui.cli.camera_tray import tray
from ui.cli.camera_watch import watch


@click.group("camera", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Set a camera up, watch what it sees, measure its lens, see what it knows of the dice tray.

    A SOURCE is a camera's number, http://… or rtsp://… of a phone, a clip, a folder of pictures, a picture, or
    `virtual`, a table that exists only as numbers. Pictures stay on this machine.

    \b
    Example:
      companion camera setup virtual --out view.json
      companion camera watch virtual --seconds 3 --json
    """


command.add_command(watch)
command.add_command(setup)
command.add_command(tray)
command.add_command(learn)


_HELP = """Measure a lens on photographs of the board that `print-markers --what charuco` prints, or of another ChArUco
board: its columns, rows, sizes in mm and dictionary (4X4_50, APRILTAG_36h11) stand in a file like the one beside ours.

Take six or more, the board tilted to every side and into every corner of the picture, focus and zoom fixed. The exit
status is 1 when the photographs are not good enough; the bad ones are named.

\b
Example:
  python -m vision.virtual table table.png layout.json
  companion print-markers --layout layout.json --what charuco board.pdf

\b
Example, with photographs of that board:
  companion camera calibrate board-*.jpg --board board.json --out camera.json
"""


@front.command("calibrate", within=command, help=_HELP)
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURE...")
@click.option("--board", "board_file", required=True, metavar="BOARD.json", help="Written beside the printed board.")
@click.option("--out", required=True, metavar="CAMERA.json", help="Where the lens is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def calibrate(pictures: tuple[str, ...], board_file: str, out: str, as_json: bool) -> int:
    """The exit status: 0 when the lens is measured to half a pixel, 1 when it is not."""
    from vision.pictures import read_picture
    from vision.plane.intrinsics import LensRefused, camera_document, measure_lens, read_board

    wording, board = Wording(), read_board(Path(board_file))
    lens = measure_lens({name: read_picture(Path(name)) for name in pictures}, board)
    if isinstance(lens, LensRefused):
        if as_json:
            bad = [{"picture": name, "why": why} for name, why in lens.bad]
            click.echo(json.dumps({"calibrated": False, "why": lens.why, "bad": bad}))
            return 1
        click.echo(wording.say("camera.lens.refused", why=seen_words(lens.why, wording)))
        for name, why in lens.bad:
            click.echo(wording.pair(f"  {name}", seen_words(why, wording)))
        return 1
    document = camera_document(lens)
    write_file(out, (json.dumps(document, indent=2) + "\n").encode())
    if as_json:
        click.echo(json.dumps({"calibrated": True, "out": out, **document}))
    else:
        focal = round(float(lens.matrix[0, 0]))
        click.echo(wording.say("camera.lens.done", out=out, error=f"{lens.error_px:.2f}", focal=focal))
    return 0
