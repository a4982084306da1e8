"""How far the view moved, against the camera that the renderer moved: with markers, without, behind hands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.rendered import render_table
from tests.thinned import thinned
from tests.vision.scenes import COLUMNS, ROWS, seeded_scene
from vision.arrays import Picture
from vision.plane.calibration import Calibration, calibrate, map_corners_mm
from vision.plane.drift import drift, remember
from vision.plane.markers import detect_markers
from vision.settings import VisionSettings
from vision.virtual.camera import Camera, camera_over
from vision.virtual.sensor import GOOD

pytestmark = pytest.mark.slow

SQUARE = 38.1
SCENE = seeded_scene(5, 6)
OVER = camera_over(COLUMNS * SQUARE, ROWS * SQUARE, tilt_deg=12)
BARE = replace(SCENE, hidden_corners=frozenset(range(8)), bases=())


def calibrated(picture: Picture) -> Calibration:
    chosen = VisionSettings()
    found = detect_markers(picture, {one.id for one in SCENE.layout.corners}, chosen.markers, SCENE.layout.family)
    fitted = calibrate(found, SCENE.layout, OVER.size_px, chosen.calibration, chosen.markers)
    assert isinstance(fitted, Calibration)
    return fitted


@pytest.fixture(scope="module")
def start() -> Calibration:
    picture = render_table(SCENE, OVER, 3)
    return remember(calibrated(picture), picture, SCENE.layout)


def truth(after: Camera) -> float:
    """How far the map's worst corner moved, in the smallest squares of the first view."""
    corners = np.column_stack([map_corners_mm(SCENE.layout), np.zeros(4)])
    before = OVER.to_px(corners)
    away = np.linalg.norm(after.to_px(corners) - before, axis=1).max()
    steps = SQUARE * np.array([[1.0, 0, 0], [-1.0, 0, 0], [0, 1.0, 0], [0, -1.0, 0]])
    return float(away / min(np.linalg.norm(OVER.to_px(corners + step) - before, axis=1).min() for step in steps))


MOVES = {
    "nothing": OVER,
    "a knock": replace(OVER, aim_mm=(OVER.aim_mm[0] + 3.0, OVER.aim_mm[1] - 2.0)),
    "a turn": replace(OVER, roll_deg=0.5),
    "a push": replace(OVER, aim_mm=(OVER.aim_mm[0] + 30.0, OVER.aim_mm[1])),
    "lower": replace(OVER, height_mm=OVER.height_mm - 15.0),
}


@pytest.mark.parametrize("name", thinned([*MOVES], 4))
def test_drift_is_what_the_camera_moved(start: Calibration, name: str) -> None:
    seen = drift(start, render_table(SCENE, MOVES[name], 4, sensor=replace(GOOD, exposure=0.85)))
    assert seen is not None
    assert seen == pytest.approx(truth(MOVES[name]), rel=0.15, abs=0.02)


@pytest.mark.long
def test_without_markers_the_grid_and_the_print_will_do() -> None:
    fitted = calibrated(render_table(SCENE, OVER, 3))
    picture = render_table(BARE, OVER, 3)
    bare = remember(fitted, picture, SCENE.layout)
    moved = MOVES["a knock"]
    assert drift(bare, render_table(BARE, OVER, 5)) == pytest.approx(0.0, abs=0.02)
    assert drift(bare, render_table(BARE, moved, 5)) == pytest.approx(truth(moved), rel=0.15, abs=0.02)


def test_a_hand_and_figures_that_moved_are_no_drift(start: Calibration) -> None:
    walked = replace(SCENE, bases=tuple(replace(one, column=(one.column + 2) % COLUMNS) for one in SCENE.bases))
    seen = drift(start, render_table(walked, OVER, 6, hand_mm=(300.0, 200.0)))
    assert seen == pytest.approx(0.0, abs=0.03)


def test_a_picture_of_something_else_says_nothing(start: Calibration) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), dtype=np.uint8)
    assert drift(start, noise) is None
    assert drift(start, np.full((1080, 1920, 3), 90, np.uint8)) is None
    assert drift(start, np.full((480, 640, 3), 90, np.uint8)) is None


def test_a_calibration_without_a_picture_is_the_callers_mistake() -> None:
    picture = render_table(SCENE, OVER, 3)
    with pytest.raises(ValueError, match="remember"):
        drift(calibrated(picture), picture)
