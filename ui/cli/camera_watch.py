"""``companion camera watch``: what a camera sees, in a window, as pictures, or as JSON Lines."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.errors import InputError
from companion.table.observation import DiceSeen, Observation, PictureSeen
from ui.cli import front
from ui.cli.camera_setup import open_source
from ui.cli.ending import ending
from ui.cli.views import settings_of, view_options

if TYPE_CHECKING:
    from vision.arrays import Frame, Picture
    from vision.plane.layout import Layout
    from vision.settings import VisionSettings
    from vision.sources.frames import FrameSource
    from vision.watch.pipeline import TablePipeline
    from vision.watch.tray import TrayPipeline

_HELP = """Show what a camera sees: squares, tags with their pieces, doubts, whether something moves, dice.

In a window when there is a screen (Esc or q closes it); --out writes an annotated picture for every observation
instead, --json prints the observations as JSON Lines. A live source goes on until Ctrl-C or --seconds.

\b
Example:
  companion camera watch virtual --seconds 3 --json

\b
Example, with a camera:
  companion camera watch 0 --layout layout.json --out seen

\b
Example, with a camera over a dice tray:
  companion camera watch 1 --dice --json
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
@click.option("--layout", "layout_file", metavar="LAYOUT.json", help="The table's layout; virtual and dice need none.")
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
    from vision.sources.opening import is_live, open_frames
    from vision.watch.adapter import TableCamera
    from vision.watch.pipeline import TablePipeline, read_empty_map
    from vision.watch.tray import TrayPipeline

    settings, given = settings_of(corners, view, lens)
    drawn: Callable[[Frame, Sequence[Observation]], Picture]
    if dice and layout_file is None and source != "virtual":
        tap = _Tap(open_frames(source, time.monotonic))
        tray = TrayPipeline()
        camera, drawn = TableCamera(tap, tray, time.monotonic), partial(_tray_drawn, tray)
    else:
        frames, layout = open_source(source, layout_file)
        tap = _Tap(frames)
        settings = _with_corners(settings, given, tap) if given else settings
        pipeline = TablePipeline(layout, settings, empty=read_empty_map(empty, layout, settings) if empty else None)
        camera, drawn = TableCamera(tap, pipeline, time.monotonic), _Table(pipeline, layout, settings, dice).drawn
    window = None
    if not out and not as_json:
        from vision.wizard.overlay import Window

        window = Window("companion camera")
    until_s = time.monotonic() + seconds if seconds is not None else float("inf")
    count, shown, ended = 0, None, ending()
    try:
        while time.monotonic() < until_s and not ended():
            seen = camera.poll()
            for one in seen:
                if as_json:
                    print(json.dumps({"kind": type(one).__name__, **asdict(one)}, default=str), flush=True)
            if tap.last is not None and (seen or (window and tap.last is not shown)):
                shown = tap.last
                if out or window:
                    picture = drawn(shown, seen)
                    if out:
                        count += 1
                        _keep(out, count, picture)
                    if window and not window.show(picture):
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
        _keep(out, count, drawn(tap.last, ()))
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


class _Table:
    """Draws a table's squares and figures, as the last rest showed them, and dice."""

    def __init__(self, pipeline: TablePipeline, layout: Layout, settings: VisionSettings, with_dice: bool) -> None:
        self._pipeline, self._layout = pipeline, layout
        self._settings, self._with_dice = settings, with_dice
        self._rest: PictureSeen | None = None

    def drawn(self, frame: Frame, seen: Sequence[Observation]) -> Picture:
        from vision.dice.reading import read_dice
        from vision.plane.calibration import CalibrationRefused
        from vision.watch.pipeline import read_table
        from vision.wizard.overlay import draw_seen

        self._rest = next((one for one in reversed(seen) if isinstance(one, PictureSeen)), self._rest)
        lines, picture, layout = _lines(self._pipeline.phase, seen), frame.picture, self._layout
        thrown = read_dice(picture) if self._with_dice else None
        reading = read_table(picture, layout, self._settings)
        if isinstance(reading, CalibrationRefused):
            return draw_seen(picture, layout, None, dice=thrown, lines=[*lines, reading.why])
        calibration, pieces, doubts = reading
        told = [*lines, *(doubt.why for doubt in doubts)]
        return draw_seen(
            picture, layout, calibration, pieces=pieces, doubts=doubts, dice=thrown, rest=self._rest, lines=told
        )


def _tray_drawn(tray: TrayPipeline, frame: Frame, seen: Sequence[Observation]) -> Picture:
    from vision.dice.reading import read_dice
    from vision.wizard.overlay import draw_dice

    told = next((one for one in seen if isinstance(one, DiceSeen) and one.dice), None)
    return draw_dice(frame.picture, told or read_dice(frame.picture), _lines(tray.phase, seen))


def _lines(phase: StrEnum, seen: Sequence[Observation]) -> list[str]:
    return [str(phase), *filter(None, (getattr(one, "why", "") for one in seen))]


def _keep(folder: Path, number: int, drawn: Any) -> None:
    from vision.pictures import write_picture

    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_picture(folder / f"{number:04}.jpg", drawn)
    except OSError as wrong:
        raise InputError(str(folder), "", wrong.strerror or "a fault", "a folder for pictures") from wrong
