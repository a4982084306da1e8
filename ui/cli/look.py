"""``companion look``: reads photographs of the table: which tag stands on which square."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.errors import InputError
from companion.text.faults import seen_words
from companion.text.wording import Wording
from ui.cli import front
from ui.cli.views import settings_of, view_options

if TYPE_CHECKING:
    from vision.pictures import Photo
    from vision.plane.layout import Layout
    from vision.settings import VisionSettings
    from vision.watch.tags import TableReading

_UNREADABLE = {"dark": "a dark picture", "flat": "a picture of one even colour", "blurred": "a blurred picture"}
_HELP = """Read the figures on photographs of the table; - is a picture from standard input.

The layout file names the map's size, its corner markers, and which tag stands for which piece. A map without markers
is found by its four --corners, or by a --view that was stored; either is made exact on the printed grid. The exit
status is 1 when a photograph cannot be measured, and 2 when it is blurred, dark, or does not show the map.

\b
Example:
  python -m vision.virtual table table.png layout.json
  companion look table.png --layout layout.json
  companion look table.png --layout layout.json --corners 464,190 1455,190 1549,955 370,955
"""


@front.command("look", help=_HELP)
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@click.option("--layout", "layout_file", required=True, metavar="LAYOUT.json", help="The table's layout.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line per image.")
@view_options
def command(
    images: Sequence[str],
    layout_file: str,
    as_json: bool,
    corners: tuple[str, ...] | None,
    view: str | None,
    lens: str | None,
) -> int:
    """The exit status: 0 when every photograph could be measured, 1 when one could not."""
    from vision.pictures import open_photo
    from vision.plane.calibration import CalibrationRefused
    from vision.plane.layout import read_layout
    from vision.wizard.advice import unreadable

    layout = read_layout(Path(layout_file))
    settings, given = settings_of(corners, view, lens)
    refused = False
    for image in _with_progress(images):
        photo = open_photo(image)
        reading = _read(photo, layout, settings, given, image)
        why = unreadable(photo.picture, settings.set_up)
        _see_to_it(photo, reading, layout, settings, image, why)
        if isinstance(reading, CalibrationRefused):
            refused = True
            document: dict[str, object] = {"image": image, "calibrated": False, "why": reading.why, "pieces": []}
            if reading.missing:
                document["missing_markers"] = list(reading.missing)
            wording = Wording()
            lines = [wording.say("cli.look.refused", image=image, why=seen_words(reading.why, wording))]
        else:
            document = _document(image, reading, layout)
            lines = _sentences(image, reading, layout, why == "blurred")
        for line in [json.dumps(document, ensure_ascii=False)] if as_json else lines:
            click.echo(line)
    return 1 if refused else 0


def _see_to_it(photo: Photo, reading: Any, layout: Layout, settings: VisionSettings, image: str, why: str) -> None:
    """Raise ``InputError`` for a picture on which nothing can be seen, and for one of something else."""
    from vision.plane.calibration import CalibrationRefused
    from vision.plane.markers import detect_markers

    is_lost = isinstance(reading, CalibrationRefused) and len(reading.missing) == len(layout.corners)
    if is_lost:  # a table whose corner markers are hidden still shows its tags
        is_lost = not detect_markers(photo.picture, set(layout.by_tag), settings.markers, layout.family)
    if not is_lost and (isinstance(reading, CalibrationRefused) or reading[1] or reading[2]):
        return
    if why or is_lost:
        raise InputError(
            image, "", _UNREADABLE.get(why, "") or "none of the markers and tags", "a picture that shows the map"
        )


def _read(photo: Photo, layout: Layout, settings: VisionSettings, given: Any, image: str) -> Any:
    """The reading of one photograph, or why there is none; corners are pixels of the file as given."""
    from vision.plane.calibration import CalibrationRefused
    from vision.plane.markers import detect_markers
    from vision.plane.project import place_tags
    from vision.plane.register import register

    size = (photo.picture.shape[1], photo.picture.shape[0])
    lens = settings.calibration.lens
    if lens is not None and not getattr(lens, "fits", lambda _: True)(size):
        raise InputError(
            image, "", f"{photo.size[0]} x {photo.size[1]} pixels", "a picture shaped like the lens file's"
        )
    stored = settings.calibration.view
    trusted = given is None and stored is not None
    if given is None and stored is not None:
        given = stored.corners_for(photo.size)
        if given is None:
            wanted = f"a picture shaped like the view's {stored.picture_px[0]} x {stored.picture_px[1]}"
            raise InputError(image, "", _pixels(photo), wanted)
        lens = lens or stored.lens
    corners = (
        None
        if given is None
        else tuple(((x + 0.5) / photo.scale - 0.5, (y + 0.5) / photo.scale - 0.5) for x, y in given)
    )
    fitted = register(photo.picture, layout, settings, corners_px=corners, lens=lens, trusted=trusted)  # type: ignore[arg-type]
    if isinstance(fitted, CalibrationRefused):
        return fitted
    found = detect_markers(photo.picture, set(layout.by_tag), settings.markers, layout.family)
    return (fitted, *place_tags(found, fitted, layout, settings))


def _pixels(photo: Photo) -> str:
    return f"{photo.size[0]} x {photo.size[1]} pixels"


def _with_progress(images: Sequence[str]) -> Iterable[str]:
    if len(images) < 2 or not sys.stderr.isatty():
        return images
    from rich.console import Console
    from rich.progress import track

    return track(images, description=Wording().say("cli.look.working"), console=Console(stderr=True), transient=True)


def _document(image: str, reading: TableReading, layout: Layout) -> dict[str, object]:
    calibration, pieces, doubts = reading
    return {
        "image": image,
        "calibrated": True,
        "residual_mm": round(calibration.residual_mm, 3) if calibration.is_measured else None,
        "registered_by": ("markers" if calibration.markers else "corners") + (", grid" if calibration.on_grid else ""),
        "missing_markers": sorted({corner.id for corner in layout.corners} - set(calibration.markers))
        if calibration.markers
        else [],
        "pieces": [
            {
                "tag": piece.tag,
                "piece": layout.by_tag[piece.tag].piece,
                "square": piece.space,
                "offset_mm": list(piece.offset_mm),
                "evidence": dict(piece.evidence),
            }
            for piece in pieces
        ],
        "unseen": _unseen(reading, layout),
        "doubtful": [{"tag": doubt.tag, "why": doubt.why} for doubt in doubts],
    }


def _sentences(image: str, reading: TableReading, layout: Layout, blurred: bool) -> list[str]:
    calibration, pieces, doubts = reading
    wording = Wording()
    say = partial(wording.say, image=image)
    names = {tag: base.piece for tag, base in layout.by_tag.items()}
    lines = [say("cli.look.piece", piece=names[one.tag], tag=one.tag, square=one.space) for one in pieces]
    lines += [say("cli.look.doubt", why=seen_words(doubt.why, wording)) for doubt in doubts]
    if unseen := _unseen(reading, layout):
        lines.append(say("cli.look.unseen", pieces=", ".join(names[tag] for tag in unseen)))
        if blurred:
            lines.append(say("cli.look.blurred"))
    if not calibration.is_measured:
        lines.append(say("cli.look.unmeasured"))
    return lines or [say("cli.look.empty")]


def _unseen(reading: TableReading, layout: Layout) -> list[int]:
    _, pieces, doubts = reading
    return sorted(set(layout.by_tag) - {piece.tag for piece in pieces} - {doubt.tag for doubt in doubts})
