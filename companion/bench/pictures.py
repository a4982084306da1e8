"""The eyes: one photograph of dice, and one frame of the table, each from pixels to what it shows."""

from __future__ import annotations

from collections.abc import Iterator

from companion.bench.rows import Row, limited, side_by_side

DICE_S, MANY_DICE_S = 0.3, 1.5
BESIDE_DETECTION = 1.2  # of the time that OpenCV takes to find the same markers


def measure(*, runs: int = 9) -> Iterator[Row]:
    """The median time to read two dice, 25 dice, and a 1080p frame of a map with forty figures."""
    from companion.core.ids import PieceId
    from companion.table.observation import ReadVerdict
    from vision.arrays import grey
    from vision.dice.reading import read_dice
    from vision.plane.calibration import CalibrationRefused
    from vision.plane.layout import build_layout
    from vision.plane.markers import detect_markers
    from vision.settings import VisionSettings
    from vision.virtual.camera import camera_over
    from vision.virtual.dice import DieLook, render_dice
    from vision.virtual.scene import Base, Scene
    from vision.virtual.table import still_frames, still_picture
    from vision.watch.pipeline import read_table

    dice = render_dice([3, 5], 1).picture
    assert read_dice(dice, expect=2).verdict is ReadVerdict.READ
    (dice_s,) = side_by_side([lambda n: read_dice(dice, expect=2)], runs)
    yield limited("read a picture of two dice", dice_s * 1e3, "ms", DICE_S * 1e3)

    small = DieLook(side_mm=10.0)
    many = render_dice([1 + n % 6 for n in range(25)], 2, looks=(small,), size_px=(1280, 960)).picture
    (many_s,) = side_by_side([lambda n: read_dice(many, expect=25)], max(3, runs // 3))
    yield limited("read a picture of 25 dice, 1280 x 960", many_s * 1e3, "ms", MANY_DICE_S * 1e3)

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
