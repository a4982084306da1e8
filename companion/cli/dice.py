"""``companion dice``: reads the dice on photographs; ``read`` only when every die is certain, otherwise ``ask``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence

import click

from companion.cli import front
from companion.table.observation import DiceSeen, DieSeen

__all__ = ["command"]

_WORDS = {
    "read": "{image}: {faces} = {total}",
    "ask": "{image}: please look ({why}); read so far: {faces}",
    "none": "nothing",
    "working": "Reading dice",
}
_HELP = """Read the pip dice on photographs; - is a picture from standard input.

Every die is read, or you are asked to look: a doubtful number is never given.

\b
Example:
  python -m vision.virtual dice 5 2 roll.png
  companion dice roll.png --expect 2
"""


@front.command("dice", help=_HELP)
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@click.option("--faces", type=click.Choice(["d6", "heroquest"]), default="d6", show_default=True, help="Kind of dice.")
@click.option("--expect", type=click.IntRange(min=1), help="How many dice were thrown; another number is asked about.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line per image.")
def command(images: Sequence[str], faces: str, expect: int | None, as_json: bool) -> int:
    """The exit status: 0 when every image was looked at (also when a person must look at one)."""
    from vision.dice.reading import read_dice
    from vision.pictures import in_file_px, open_photo

    for image in _with_progress(images):
        photo = open_photo(image)
        seen = in_file_px(read_dice(photo.picture, expect=expect, faces=faces, source=image), photo)
        click.echo(json.dumps(_document(image, seen), ensure_ascii=False) if as_json else _sentence(image, seen))
    return 0


def _with_progress(images: Sequence[str]) -> Iterable[str]:
    if len(images) < 2 or not sys.stderr.isatty():
        return images
    from rich.console import Console
    from rich.progress import track

    return track(images, description=_WORDS["working"], console=Console(stderr=True), transient=True)


def _total(seen: DiceSeen) -> int | None:
    return sum(int(die.face or 0) for die in seen.dice) if seen.verdict == "read" else None


def _document(image: str, seen: DiceSeen) -> dict[str, object]:
    document: dict[str, object] = {"image": image, "verdict": str(seen.verdict), "total": _total(seen)}
    if seen.why:
        document["why"] = seen.why
    document["dice"] = [_die(die) for die in seen.dice]
    return document


def _die(die: DieSeen) -> dict[str, object]:
    return {
        "face": die.face, "x": die.x, "y": die.y, "width": die.width, "height": die.height,
        "evidence": dict(die.evidence),
    }  # fmt: skip


def _sentence(image: str, seen: DiceSeen) -> str:
    faces = " + ".join(die.face or "?" for die in seen.dice) or _WORDS["none"]
    return _WORDS[str(seen.verdict)].format(image=image, faces=faces, total=_total(seen), why=seen.why)
