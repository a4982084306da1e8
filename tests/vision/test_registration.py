"""The map found to a fraction of a millimetre, by markers and by corners dragged badly; and never a whole square off.

The truth is the renderer's camera. The full table is printed by ``python -m vision.lab.judging registration``.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.rendered import render_table
from vision.arrays import Picture
from vision.lab.judging.registration import drag_corners, grid_error_mm, table_of
from vision.lens import Four
from vision.plane.calibration import Calibration, CalibrationRefused, calibrate_by_corners, map_corners_mm
from vision.plane.refine import Refined
from vision.plane.register import register, register_with_reason
from vision.settings import VisionSettings
from vision.virtual.camera import Camera, camera_over
from vision.virtual.sensor import TYPICAL

pytestmark = pytest.mark.slow

SCENE, CHOSEN = table_of(4), VisionSettings()
LAYOUT = SCENE.layout
WIDE, HIGH = LAYOUT.columns * LAYOUT.square_mm, LAYOUT.rows * LAYOUT.square_mm


def camera(tilt_deg: float, bend: float) -> Camera:
    return camera_over(WIDE, HIGH, margin_mm=80, tilt_deg=tilt_deg, roll_deg=2, lens_bend=bend)


@pytest.fixture(scope="module")
def tilted() -> tuple[Camera, Picture]:
    over = camera(25, -0.08)
    return over, render_table(SCENE, over, 4, sensor=TYPICAL)


def shifted(over: Camera, *, right_mm: float = 0.0, down_mm: float = 0.0) -> Four:
    at = map_corners_mm(LAYOUT) + np.array([right_mm, down_mm])
    a, b, c, d = ((float(x), float(y)) for x, y in over.to_px(np.column_stack([at, np.zeros(4)])))
    return a, b, c, d


@pytest.mark.long
def test_by_markers_and_by_dragged_corners_at_25_degrees(tilted: tuple[Camera, Picture]) -> None:
    over, picture = tilted
    for corners in (None, drag_corners(over, LAYOUT, 1), drag_corners(over, LAYOUT, 2)):
        found = register(picture, LAYOUT, CHOSEN, corners_px=corners)
        assert isinstance(found, Calibration)
        errors = grid_error_mm(found, over, LAYOUT)
        assert errors.mean() <= 1.0, corners
        assert errors.max() <= 0.05 * LAYOUT.square_mm, corners
        assert found.on_grid


def test_markers_laid_askew_are_put_right_by_the_grid(tilted: tuple[Camera, Picture]) -> None:
    over, picture = tilted
    laid = tuple(replace(one, centre_mm=(one.centre_mm[0] + 2.0, one.centre_mm[1] - 1.5)) for one in LAYOUT.corners)
    told = replace(LAYOUT, corners=laid)  # all of them 2.5 mm from where the layout says
    found = register(picture, told, CHOSEN)
    assert isinstance(found, Calibration)
    assert found.on_grid
    assert grid_error_mm(found, over, LAYOUT).max() <= 0.05 * LAYOUT.square_mm


@pytest.mark.parametrize(("right", "down"), [(1, 0), (0, -1)])
def test_a_whole_square_off_is_refused_in_words(tilted: tuple[Camera, Picture], right: int, down: int) -> None:
    over, picture = tilted
    corners = shifted(over, right_mm=right * LAYOUT.square_mm, down_mm=down * LAYOUT.square_mm)
    found = register(picture, LAYOUT, CHOSEN, corners_px=corners)
    assert isinstance(found, CalibrationRefused)
    assert (found.code, "a square off" in found.why) == ("grid-shifted", True)


@pytest.mark.parametrize("off", [0.4, 0.55])
def test_about_half_a_square_off_is_never_called_good(tilted: tuple[Camera, Picture], off: float) -> None:
    over, picture = tilted
    corners = shifted(over, right_mm=off * LAYOUT.square_mm)
    found = register(picture, LAYOUT, CHOSEN, corners_px=corners)
    right = isinstance(found, Calibration) and found.on_grid
    if right:
        assert isinstance(found, Calibration)
        assert grid_error_mm(found, over, LAYOUT).max() <= 0.05 * LAYOUT.square_mm


def test_a_map_without_a_grid_keeps_what_the_markers_say(tilted: tuple[Camera, Picture]) -> None:
    over, picture = tilted
    blank = picture.copy()
    inside = over.to_px(np.column_stack([map_corners_mm(LAYOUT), np.zeros(4)]))
    mask = np.zeros(blank.shape[:2], np.uint8)
    cv2.fillPoly(mask, [inside.round().astype(np.int32)], 255)
    blank[mask > 0] = (190, 205, 214)
    done = register_with_reason(blank, LAYOUT, CHOSEN)
    assert isinstance(done, Refined)
    assert (done.code, done.calibration.on_grid) == ("grid-not-found", False)
    assert "lines are seen" in done.why
    assert grid_error_mm(done.calibration, over, LAYOUT).max() <= 0.05 * LAYOUT.square_mm


def test_given_corners_that_cannot_be_a_map() -> None:
    square: Four = ((100.0, 100.0), (900.0, 100.0), (900.0, 700.0), (100.0, 700.0))
    mirrored: Four = (square[1], square[0], square[3], square[2])
    crossed: Four = (square[0], square[2], square[1], square[3])
    tiny: Four = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))
    for corners in (mirrored, crossed, tiny):
        refused = calibrate_by_corners(corners, LAYOUT, (1920, 1080), CHOSEN.calibration)
        assert isinstance(refused, CalibrationRefused)
        assert refused.code == "corners"
    assert isinstance(calibrate_by_corners(square, LAYOUT, (1920, 1080), CHOSEN.calibration), Calibration)
