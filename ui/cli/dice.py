"""``companion dice``: reads the dice on photographs; ``read`` only when every die is certain, otherwise ``ask``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError
from companion.table.observation import DiceSeen, DieSeen
from companion.text.faults import seen_words
from companion.text.wording import Wording
from ui.cli import front
from vision.numbers.kinds import KINDS

if TYPE_CHECKING:
    from vision.arrays import Picture

_HELP = """Read the dice on photographs; - is a picture from standard input.

Every die is read, or you are asked to look: a doubtful number is never given.

\b
Example:
  python -m vision.virtual dice 5 2 roll.png
  companion dice roll.png --expect 2

Dice of 8, 10, 12 and 20 sides are read by their printed numbers; a d10 says 0 to 9, or the tens 00 to 90. A 6 or a 9
without a line or a dot is asked about, but on a d8:

\b
  python -m vision.virtual numbers d12 11 4 throw.png
  companion dice throw.png --faces d12 --expect 2

Dice with symbols are read with --faces KIND once their faces were shown: see companion enrol-dice.
"""


@front.command("dice", help=_HELP)
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@click.option(
    "--faces",
    default="d6",
    show_default=True,
    help="Kind of dice: d6 by pips; d8, d10, d12, d20 by numbers; others by enrolled faces.",
)
@click.option("--album", metavar="FILE", help="The enrolled faces; default: a file of yours for this kind.")
@click.option(
    "--expect",
    type=click.IntRange(min=1),
    help="How many dice were thrown: clutter beside them is ignored, another number asked about.",
)
@click.option("--tray", metavar="FILE", help="What is remembered of the tray: see companion camera tray.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line per image.")
def command(
    images: Sequence[str], faces: str, album: str | None, expect: int | None, tray: str | None, as_json: bool
) -> int:
    """The exit status: 0 when every image was looked at (also when a person must look at one)."""
    from vision.pictures import in_file_px, open_photo

    read = _tray_reader(tray, expect) if tray and faces == "d6" else _reader(faces, album, expect)
    for image in _with_progress(images):
        photo = open_photo(image)
        seen = in_file_px(read(photo.picture), photo)
        click.echo(json.dumps(_document(image, seen), ensure_ascii=False) if as_json else _sentence(image, seen))
    return 0


def _reader(kind: str, album: str | None, expect: int | None) -> Callable[[Picture], DiceSeen]:
    """Return the reader for this kind of dice: by their pips, by the faces that were
    enrolled, or by their printed numbers.
    """
    from vision.dice.reading import FACES, read_dice

    if kind == "d6":
        return lambda picture: read_dice(picture, expect=expect)
    from vision.watch.readers import album_path

    path = album_path(kind, album)
    if kind in FACES and not album and not path.exists():
        return lambda picture: read_dice(picture, expect=expect, faces=kind)
    if kind in KINDS and not album and not path.exists():
        from vision.numbers.reading import read_numbers

        return lambda picture: read_numbers(picture, (kind,), expect=expect)
    if not path.exists():
        raise InputError(str(path), "", "no enrolled faces", f"companion enrol-dice FACE PHOTO… --faces {kind} first")
    from vision.symbols.album import read_album
    from vision.symbols.reading import read_symbols

    known = read_album(path)
    return lambda picture: read_symbols(picture, known, expect=expect)


def _tray_reader(file: str, expect: int | None) -> Callable[[Picture], DiceSeen]:
    """Return the reader of pips in a remembered tray; where a picture shows another tray, it says so
    and reads the picture alone.
    """
    from vision.trays.memory import check_fits, read_memory
    from vision.trays.reading import read_in_tray

    memory = read_memory(Path(file))

    def read(picture: Picture) -> DiceSeen:
        check_fits(memory, file, (picture.shape[1], picture.shape[0]))
        reading = read_in_tray(picture, memory, expect=expect, source="dice")
        if not reading.fits:
            click.echo(Wording().say("camera.tray.other", file=file), err=True)
        return reading.seen

    return read


def _with_progress(images: Sequence[str]) -> Iterable[str]:
    if len(images) < 2 or not sys.stderr.isatty():
        return images
    from rich.console import Console
    from rich.progress import track

    return track(images, description=Wording().say("cli.dice.working"), console=Console(stderr=True), transient=True)


def _total(seen: DiceSeen) -> int | None:
    faces = [die.face or "" for die in seen.dice]
    return sum(map(int, faces)) if seen.verdict == "read" and all(face.isdecimal() for face in faces) else None


def _document(image: str, seen: DiceSeen) -> dict[str, object]:
    document: dict[str, object] = {"image": image, "verdict": str(seen.verdict), "total": _total(seen)}
    if seen.why:
        document["why"] = seen.why
    document["dice"] = [_die(die) for die in seen.dice]
    return document


def _die(die: DieSeen) -> dict[str, object]:
    return {
        "face": die.face,
        "x": die.x,
        "y": die.y,
        "width": die.width,
        "height": die.height,
        "evidence": dict(die.evidence),
    }


def _sentence(image: str, seen: DiceSeen) -> str:
    wording = Wording()
    faces = " + ".join(die.face or "?" for die in seen.dice) or wording.say("cli.dice.none")
    total = _total(seen)
    words = "symbols" if seen.verdict == "read" and total is None else str(seen.verdict)
    return wording.say(
        f"cli.dice.{words}", image=image, faces=faces, total=total, why=seen_words(seen.why or "", wording)
    )
