"""``companion camera setup``: what keeps the camera from reading the table, step by step, until it can."""

from __future__ import annotations

import json
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.files import write_file
from companion.text.wording import Wording
from ui.cli import front
from ui.cli.views import settings_of, view_options
from ui.table.devices import advice_lines

if TYPE_CHECKING:
    from vision.arrays import Picture
    from vision.plane.layout import Layout
    from vision.sources.frames import FrameSource

_FRAMES, _APART_S = 5, 0.2  # frames of a live camera that are compared with each other
_HELP = """Say step by step what keeps a camera from reading the table; store the view when nothing does.

Without markers, give the map's four corners: top left of A1, then clockwise. The exit status is 1 while something is
wrong. --wait goes on looking until it is right.

\b
Example:
  companion camera setup virtual --out view.json

\b
Example, with a camera:
  companion camera setup 0 --layout layout.json --wait --out view.json
"""


@front.command("setup", help=_HELP)
@click.argument("source")
@click.option("--layout", "layout_file", metavar="LAYOUT.json", help="The table's layout (not needed for virtual).")
@click.option("--out", metavar="VIEW.json", help="Where the view is kept when all is well.")
@click.option("--picture", metavar="FILE", help="Where to write what is seen, with the grid drawn on it.")
@click.option("--wait", is_flag=True, help="Look again every two seconds until nothing is wrong.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one document, or one line per look with --wait.")
@view_options
def setup(
    source: str,
    layout_file: str | None,
    out: str | None,
    picture: str | None,
    wait: bool,
    as_json: bool,
    corners: tuple[str, ...] | None,
    view: str | None,
    lens: str | None,
) -> int:
    """The exit status: 0 when the camera can be used, 1 when something is wrong with its picture."""
    from vision.plane.view import format_view, view_of
    from vision.sources.opening import is_live
    from vision.wizard.advice import advise

    settings, given = settings_of(corners, view, lens)
    frames, layout = open_source(source, layout_file)
    try:
        while True:
            shots, lost = _look(frames, _FRAMES if is_live(source) else None)
            if given is None and settings.calibration.view is not None and shots:
                given = settings.calibration.view.corners_for((shots[-1].shape[1], shots[-1].shape[0]))
            advice = advise(shots, layout, settings, corners_px=given)
            lines = advice_lines(advice, lost, Wording())
            click.echo(json.dumps(_document(advice, lost)) if as_json else "\n".join(lines))
            if advice.is_good or not (wait and is_live(source)):
                break
            time.sleep(2.0)
    except KeyboardInterrupt:
        return 1
    finally:
        frames.close()
    if picture and shots:
        from vision.pictures import write_picture
        from vision.wizard.overlay import draw_seen

        write_picture(Path(picture), draw_seen(shots[-1], layout, advice.calibration))
    if out and advice.is_good and advice.calibration is not None:
        write_file(out, format_view(view_of(advice.calibration, layout)).encode())
        if not as_json:
            click.echo(Wording().say("camera.stored", out=out))
    return 0 if advice.is_good else 1


def open_source(source: str, layout_file: str | None) -> tuple[FrameSource, Layout]:
    """The frames of a source, and the layout; the virtual table brings its own when none is given."""
    from vision.plane.layout import read_layout
    from vision.sources.opening import open_frames

    if layout_file is None:
        if source != "virtual":
            raise click.UsageError("--layout is needed: the file that belongs to the printed markers")
        from vision.virtual.scene import example_scene

        return open_frames(source, time.monotonic), example_scene().layout
    layout = read_layout(Path(layout_file))
    return open_frames(source, time.monotonic, layout=layout), layout


def _look(frames: FrameSource, count: int | None) -> tuple[list[Picture], str]:
    """Take some frames (all of a clip or folder, at most the last few); return them, and why there are no more."""
    from vision.sources.frames import FramesLost

    shots: deque[Picture] = deque(maxlen=_FRAMES)
    taken = 0
    while count is None or taken < count:
        try:
            frame = frames.read()
        except FramesLost as lost:
            with suppress(FramesLost):
                frames.reopen()
            return list(shots), str(lost)
        if frame is not None:
            shots.append(frame.picture)
            taken += 1
            if count is None or taken == count:
                continue
        elif count is None:
            break
        time.sleep(_APART_S if frame is not None else 0.02)
    return list(shots), ""


def _document(advice: Any, lost: str) -> dict[str, object]:
    reasons = [{"code": reason.code, "stops": reason.stops, **reason.words} for reason in advice.reasons]
    document: dict[str, object] = {"good": advice.is_good, "reasons": reasons}
    if lost:
        document["lost"] = lost
    if advice.figures:
        seen = advice.figures
        document |= {
            "px_per_mm": seen.px_per_mm,
            "error_mm": seen.error_mm,
            "tilt_deg": seen.tilt_deg,
            "on_grid": seen.on_grid,
            "readable": dict(seen.readable),
        }
    return document
