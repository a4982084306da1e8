"""``companion enrol-dice``: shows the companion the faces of dice with symbols, so that it can read them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli import front
from companion.cli.text import say
from companion.files import write_file

_HELP = """Learn one face of a kind of dice from photographs that show it.

Lay one or more dice with that face up, apart, on a plain ground that differs from them; photograph them from above.
Once every face was shown, read throws with: companion dice --faces KIND.

\b
Example:
  python -m vision.virtual symbols skull skull skull skull.png
  companion enrol-dice skull skull.png --faces heroquest --album combat.json
"""


@front.command("enrol-dice", help=_HELP)
@click.argument("face")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--faces", "kind", default="heroquest", show_default=True, help="The kind of dice.")
@click.option("--album", metavar="FILE", help="Where the faces are kept; default: a file of yours for this kind.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def command(face: str, photos: Sequence[str], kind: str, album: str | None, as_json: bool) -> int:
    """The exit status: 0 when the face was learnt from every photo; nothing is kept when one cannot be used."""
    from vision.pictures import read_picture
    from vision.symbols.album import Album, enrol, format_album, read_album
    from vision.symbols.readers import album_path

    path = album_path(kind, album)
    known = read_album(path) if path.exists() else Album(kind)
    learnt = 0
    for photo in photos:
        known, dice = enrol(known, face, read_picture(Path(photo)), photo)
        learnt += dice
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, format_album(known).encode())
    told = {"face": face, "dice": learnt, "album": str(path), "faces": sorted(known.faces)}
    names = ", ".join(sorted(known.faces))
    words = say(
        "enrol_dice.dice_learnt_from_photo", face=face, learnt=learnt, count=len(photos), path=path, names=names
    )
    click.echo(json.dumps(told, ensure_ascii=False) if as_json else words)
    return 0
