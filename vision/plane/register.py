"""One door to a calibration: whatever is known of the view, made better on the printed grid.

view given (its corners, its lens) ─┐
else corner markers ────────────────┴─> Calibration ──> refined on the grid ──> remembered for ``drift``
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Picture
from vision.lens import Bend, Four, Lens
from vision.plane.calibration import Calibration, CalibrationRefused, calibrate, calibrate_by_corners
from vision.plane.drift import remember
from vision.plane.layout import Layout
from vision.plane.markers import detect_markers
from vision.plane.refine import Refined, guess_bend, refine
from vision.settings import VisionSettings


def register(
    picture: Picture,
    layout: Layout,
    settings: VisionSettings,
    *,
    corners_px: Four | None = None,
    lens: Lens | None = None,
    trusted: bool = False,
) -> Calibration | CalibrationRefused:
    """The best calibration of this picture, or why there is none.

    ``corners_px``: the map's outer corners on the picture, clockwise from the top left of A1; without them the corner
    markers are looked for. ``lens``: when it was measured. ``trusted``: the corners are a stored view's.
    ``on_grid`` of the answer says whether the grid was seen.
    """
    done = register_with_reason(picture, layout, settings, corners_px=corners_px, lens=lens, trusted=trusted)
    return done.calibration if isinstance(done, Refined) else done


def register_with_reason(
    picture: Picture,
    layout: Layout,
    settings: VisionSettings,
    *,
    corners_px: Four | None = None,
    lens: Lens | None = None,
    trusted: bool = False,
) -> Refined | CalibrationRefused:
    """Like ``register``, and why the grid did not help when it did not."""
    size = (picture.shape[1], picture.shape[0])
    lens = lens or settings.calibration.lens
    fitted: Calibration | CalibrationRefused
    if corners_px is None:
        found = detect_markers(picture, {marker.id for marker in layout.corners}, settings.markers, layout.family)
        fitted = calibrate(found, layout, size, settings.calibration, settings.markers, lens)
    else:
        fitted = calibrate_by_corners(corners_px, layout, size, settings.calibration, lens)
        if isinstance(fitted, Calibration) and lens is None:
            bend = guess_bend(np.asarray(corners_px, dtype=np.float64), picture, layout, settings.calibration)
            fitted = calibrate_by_corners(corners_px, layout, size, settings.calibration, Bend(bend))
    if isinstance(fitted, CalibrationRefused):
        return fitted
    done = refine(fitted, picture, layout, settings.calibration, settings.grid, trusted=trusted)
    if isinstance(done, CalibrationRefused):
        return done
    return Refined(remember(done.calibration, picture, layout), done.why, done.code)
