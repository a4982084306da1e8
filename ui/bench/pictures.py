"""The eyes: one photograph of dice, and one frame of the table, each from pixels to what it shows."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ui.bench.rows import Row, side_by_side
from ui.bench.start import seconds_of_a_call

INFERENCE_S = 0.049  # of the fixed inference on the machine the limits in seconds hold for, quiet
_FIXED = "64 crops through the reader's network"
TWO_DICE_S, MANY_DICE_S, CLUTTER_S, START_S = 0.08, 0.6, 0.8, 0.4
BESIDE_DETECTION = 1.2  # of the time that OpenCV takes to find the same markers


if TYPE_CHECKING:
    from vision.arrays import Picture


def measure(*, runs: int = 9) -> Iterator[Row]:
    """The median time to read dice in trays, from a cold start too, and a 1080p frame of a map with forty figures."""
    yield from _dice(runs)
    yield from _table(runs)


def _dice(runs: int) -> Iterator[Row]:
    """Measure two dice, 25, two among things that are none, beside 64 crops through the
    reader's network in the same rounds.
    """
    from companion.table.observation import ReadVerdict
    from vision.dice.network import Pyramid, look_at
    from vision.dice.reading import read_dice
    from vision.pictures import write_picture
    from vision.virtual.dice import DieLook, render_dice
    from vision.virtual.tray import TrayStage

    two = render_dice([3, 5], 1).picture
    small = DieLook(side_mm=10.0)
    many = render_dice([1 + n % 6 for n in range(25)], 2, looks=(small,), size_px=(1280, 960)).picture
    among = TrayStage(clutter=8).throw([3, 5], 1).picture
    assert read_dice(two, expect=2).verdict is ReadVerdict.READ

    def infer(number: int) -> object:
        crops = Pyramid(two)
        return [look_at(crops, 60.0 * n + 50, 300.0, 60.0) for n in range(8)]

    cases = (
        ("read a picture of two dice", two, 2, TWO_DICE_S),
        ("read a picture of 25 dice, 1280 x 960", many, 25, MANY_DICE_S),
        ("read a picture of two dice and eight other things", among, 2, CLUTTER_S),
    )
    for name, picture, count, limit_s in cases:

        def read(number: int, picture: Picture = picture, count: int = count) -> object:
            return read_dice(picture, expect=count)

        ours_s, infer_s = side_by_side([read, infer], runs, clock=time.process_time_ns)
        yield Row(name, ours_s * 1e3, "ms", infer_s * 1e3, _FIXED, _beside(limit_s))
    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as folder:
        write_picture(Path(folder) / "two.png", two)
        asked = ["-m", "companion", "dice", str(Path(folder) / "two.png")]
        ours_s = min(seconds_of_a_call(asked) for _ in range(max(3, runs // 3)))
    (infer_s,) = side_by_side([infer], runs, clock=time.process_time_ns)
    started = "companion dice, two dice, start included"
    yield Row(started, ours_s * 1e3, "ms", infer_s * 1e3, _FIXED, _beside(START_S))


def _beside(limit_s: float) -> float:
    """A limit in seconds as so many fixed inferences, to a tenth: nobody reads more of it."""
    return round(limit_s / INFERENCE_S, 1)


def _table(runs: int) -> Iterator[Row]:
    from companion.core.ids import PieceId
    from vision.arrays import grey
    from vision.plane.calibration import CalibrationRefused
    from vision.plane.layout import build_layout
    from vision.plane.markers import detect_markers
    from vision.settings import VisionSettings
    from vision.virtual.camera import camera_over
    from vision.virtual.scene import Base, Scene
    from vision.virtual.table import still_frames, still_picture
    from vision.watch.pipeline import read_table

    settings = VisionSettings()
    layout = build_layout(20, 14, {8 + n: PieceId(f"p{n}") for n in range(40)})
    bases = tuple(Base(8 + n, 2 * n % 20, n // 10 * 3) for n in range(40))
    camera = camera_over(layout.columns * layout.square_mm, layout.rows * layout.square_mm)
    frames = list(still_frames(still_picture(Scene(layout, bases=bases), camera), 5, seed=1))
    reading = read_table(frames[0], layout, settings)
    assert not isinstance(reading, CalibrationRefused)
    assert len(reading[1]) == len(bases)
    greys = [grey(frame) for frame in frames]
    known = {marker.id for marker in layout.corners} | layout.flat_tags
    ours_s, alone_s = side_by_side(
        [
            lambda n: read_table(frames[n % len(frames)], layout, settings),
            lambda n: detect_markers(greys[n % len(frames)], known, settings.markers, layout.family),
        ],
        2 * runs,
    )
    high, wide = frames[0].shape[:2]
    name = f"read a frame of the table, {len(bases)} tags, {wide} x {high}"
    yield Row(name, ours_s * 1e3, "ms", alone_s * 1e3, "finding its markers alone", BESIDE_DETECTION)
