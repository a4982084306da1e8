"""``companion enrol-dice``: shows the companion the faces of dice with symbols, so that it can read them."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.files import write_file
from ui.cli import front
from ui.cli.text import say

if TYPE_CHECKING:
    from vision.symbols.album import Album

_HELP = """Learn one face of a kind of dice from photographs or a film that show it.

Lay one or more dice with that face up, apart, on a plain ground that differs from them; photograph them from above.
Or film one die from above while you turn it slowly on the table: a clip, or a folder of its frames. On a film that
shows several faces one after the other, name them in that order: skull,shield. Once every face was shown, read throws
with: companion dice --faces KIND.

\b
Example:
  python -m vision.virtual symbols skull skull skull skull.png
  companion enrol-dice skull skull.png --faces heroquest --album combat.json
"""


@front.command("enrol-dice", help=_HELP)
@click.argument("face")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO|FILM...")
@click.option("--faces", "kind", default="heroquest", show_default=True, help="The kind of dice.")
@click.option("--album", metavar="FILE", help="Where the faces are kept; default: a file of yours for this kind.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def command(face: str, photos: Sequence[str], kind: str, album: str | None, as_json: bool) -> int:
    """The exit status: 0 when the face was learnt from every photo or film; nothing is kept when one is not usable."""
    from vision.pictures import PICTURE_ENDINGS, read_picture
    from vision.symbols.album import Album, enrol, format_album, read_album
    from vision.watch.readers import album_path

    path = album_path(kind, album)
    known = read_album(path) if path.exists() else Album(kind)
    films = [one for one in photos if _is_film(Path(one), PICTURE_ENDINGS)]
    dice = frames = 0
    for photo in photos:
        if photo in films:
            known, learnt = _from_film(known, face, photo)
            frames += learnt
        else:
            known, learnt = enrol(known, face, read_picture(Path(photo)), photo)
            dice += learnt
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, format_album(known).encode())
    if as_json:
        told = {"face": face, "dice": dice, "frames": frames, "album": str(path), "faces": sorted(known.faces)}
        click.echo(json.dumps(told, ensure_ascii=False))
        return 0
    names, count = ", ".join(sorted(known.faces)), len(photos) - len(films)
    if count:
        words = say("enrol_dice.dice_learnt_from_photo", face=face, learnt=dice, count=count, path=path, names=names)
        click.echo(words)
    if films:
        told_of = {"face": face, "learnt": frames, "count": len(films), "path": path, "names": names}
        click.echo(say("enrol_dice.frames_learnt_from_film", **told_of))
    return 0


def _is_film(path: Path, pictures: Collection[str]) -> bool:
    return path.is_dir() or (path.exists() and path.suffix.lower() not in pictures)


def _from_film(known: Album, face: str, film: str) -> tuple[Album, int]:
    """The album with the film's faces, and how many of its frames were learnt from."""
    from vision.sources.opening import open_frames
    from vision.symbols.film import enrol_film

    faces = [name.strip() for name in face.split(",") if name.strip()]
    source = open_frames(film, lambda: 0.0, place="FILM")
    try:
        return enrol_film(known, faces, iter(source.read, None), film)
    finally:
        source.close()
