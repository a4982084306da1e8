"""``companion camera watch``: what a camera sees, in a window, as pictures, or as JSON Lines."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.errors import InputError
from companion.table.observation import PictureSeen
from ui.cli import front
from ui.cli.camera_setup import open_source
from ui.cli.ending import ending
from ui.cli.views import settings_of, view_options

if TYPE_CHECKING:
    from vision.arrays import Frame
    from vision.sources.frames import FrameSource

_HELP = """Show what a camera sees: squares, tags with their pieces, doubts, whether something moves, dice.

In a window when there is a screen (Esc or q closes it); --out writes an annotated picture for every observation
instead, --json prints the observations as JSON Lines. A live source goes on until Ctrl-C or --seconds.

\b
Example:
  companion camera watch virtual --seconds 3 --json

\b
Example, with a camera:
  companion camera watch 0 --layout layout.json --out seen
"""


class _Tap:
    """Frames on their way, one per poll; the last one stays at hand."""

    def __init__(self, frames: FrameSource) -> None:
        self._frames, self._given = frames, False
        self.last: Frame | None = None
        self.is_over = False

    def read(self) -> Frame | None:
        self._given = not self._given
        if not self._given:
            return None
        frame = self._frames.read()
        self.is_over = frame is None
        self._given = frame is not None
        self.last = frame or self.last
        return frame

    def reopen(self) -> None:
        self._frames.reopen()

    def close(self) -> None:
        self._frames.close()


@front.command("watch", help=_HELP)
@click.argument("source")
@click.option("--layout", "layout_file", metavar="LAYOUT.json", help="The table's layout (not needed for virtual).")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write annotated pictures here.")
@click.option("--json", "as_json", is_flag=True, help="Print observations as JSON Lines.")
@click.option("--empty", metavar="PHOTO", help="A photo of the empty map: figures without a tag are shown too.")
@click.option("--dice", is_flag=True, help="Read dice too, on every picture that is shown.")
@click.option("--seconds", type=click.FloatRange(0), help="Stop after so long.")
@view_options
def watch(
    source: str,
    layout_file: str | None,
    out: Path | None,
    as_json: bool,
    empty: str | None,
    dice: bool,
    seconds: float | None,
    corners: tuple[str, ...] | None,
    view: str | None,
    lens: str | None,
) -> int:
    """The exit status: 0 when something was seen, 1 when the source gave no picture."""
    from vision.sources.opening import is_live
    from vision.watch.adapter import TableCamera
    from vision.watch.pipeline import TablePipeline, read_empty_map

    settings, given = settings_of(corners, view, lens)
    frames, layout = open_source(source, layout_file)
    tap = _Tap(frames)
    settings = _with_corners(settings, given, tap) if given else settings
    pipeline = TablePipeline(layout, settings, empty=read_empty_map(empty, layout, settings) if empty else None)
    camera = TableCamera(tap, pipeline, time.monotonic)
    window = None
    if not out and not as_json:
        from vision.wizard.overlay import Window

        window = Window("companion camera")
    until_s = time.monotonic() + seconds if seconds is not None else float("inf")
    count, shown, rest, ended = 0, None, None, ending()
    try:
        while time.monotonic() < until_s and not ended():
            seen = camera.poll()
            for one in seen:
                rest = one if isinstance(one, PictureSeen) else rest
                if as_json:
                    print(json.dumps({"kind": type(one).__name__, **asdict(one)}, default=str), flush=True)
            if tap.last is not None and (seen or (window and tap.last is not shown)):
                shown = tap.last
                if out or window:
                    drawn = _drawn(shown.picture, layout, settings, str(pipeline.phase), seen, dice, rest)
                    if out:
                        count += 1
                        _keep(out, count, drawn)
                    if window and not window.show(drawn):
                        break
            if tap.is_over:
                if not is_live(source):
                    break
                time.sleep(0.01)
    finally:
        camera.close()
        if window:
            window.close()
    if tap.last is None:
        from companion.text.wording import Wording

        print(Wording().say("camera.reason.no-picture"), file=sys.stderr)
        return 1
    if out and not count:  # nothing settled: the last frame, as it is
        count += 1
        _keep(out, count, _drawn(tap.last.picture, layout, settings, str(pipeline.phase), (), dice, rest))
    return 0


def _with_corners(settings: Any, given: Any, tap: _Tap) -> Any:
    """The settings with a view made of given corners, for pictures of the first frame's size."""
    from vision.lens import Bend, View

    first = None
    until_s = time.monotonic() + 15.0
    while first is None and time.monotonic() < until_s:
        first = tap.read()
    if first is None:
        return settings
    lens = settings.calibration.lens or Bend(0.0)
    size = (first.picture.shape[1], first.picture.shape[0])
    return replace(settings, calibration=replace(settings.calibration, view=View(size, given, lens)))


def _drawn(picture: Any, layout: Any, settings: Any, phase: str, seen: Any, dice: bool, rest: Any) -> Any:
    from vision.dice.reading import read_dice
    from vision.plane.calibration import CalibrationRefused
    from vision.watch.pipeline import read_table
    from vision.wizard.overlay import draw_seen

    lines = [phase, *(str(one.why) for one in seen if getattr(one, "why", ""))]
    thrown = read_dice(picture) if dice else None
    reading = read_table(picture, layout, settings)
    if isinstance(reading, CalibrationRefused):
        return draw_seen(picture, layout, None, dice=thrown, lines=[*lines, reading.why])
    calibration, pieces, doubts = reading
    told = [*lines, *(doubt.why for doubt in doubts)]
    return draw_seen(picture, layout, calibration, pieces=pieces, doubts=doubts, dice=thrown, rest=rest, lines=told)


def _keep(folder: Path, number: int, drawn: Any) -> None:
    from vision.pictures import write_picture

    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_picture(folder / f"{number:04}.jpg", drawn)
    except OSError as wrong:
        raise InputError(str(folder), "", wrong.strerror or "a fault", "a folder for pictures") from wrong
