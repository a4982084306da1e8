"""``companion camera``: watch what a camera sees, set one up, measure its lens.

watch      live, with what is seen drawn on top; or pictures, or JSON Lines      (camera_watch.py)
setup      says step by step what is wrong, then stores the view                 (camera_setup.py)
calibrate  photographs of the printed board -> the lens                          (camera_lens.py)
"""

from __future__ import annotations

import click

from companion.cli.camera_lens import calibrate
from companion.cli.camera_setup import setup
from companion.cli.camera_watch import watch


@click.group("camera", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Set a camera up, watch what it sees, measure its lens.

    A SOURCE is a camera's number, http://… or rtsp://… of a phone, a clip, a folder of pictures, a picture, or
    `virtual`, a table that exists only as numbers. Pictures stay on this machine.

    \b
    Example:
      companion camera setup virtual --out view.json
      companion camera watch virtual --seconds 3 --json
    """


command.add_command(watch)
command.add_command(setup)
command.add_command(calibrate)
