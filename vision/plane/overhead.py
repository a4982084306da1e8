"""A photograph of a table, seen from straight above: read, registered by its corner markers, warped.

photo ──markers──> calibration ──refused: why──> InputError
                        └──rectify──> the map alone, squares are squares, row 1 at the top

The map seen from straight above: one warp of a calibrated picture.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import InputError
from vision.arrays import Picture
from vision.pictures import read_picture
from vision.plane.calibration import Calibration, CalibrationRefused, calibrate
from vision.plane.layout import Layout
from vision.plane.markers import detect_markers
from vision.settings import VisionSettings


def rectify(picture: Picture, calibration: Calibration, layout: Layout, square_px: int = 24) -> Picture:
    """The map at ``square_px`` pixels per square, shape (rows * square_px, columns * square_px[, 3]).

    24 px a square is enough to tell what changed; 64 px a square for crops that people look at.
    """
    where = _places(_Same(calibration), layout.columns, layout.rows, layout.square_mm, square_px)
    return np.asarray(cv2.remap(picture, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def cut_out(flat: Picture, middle_px: tuple[float, float], side_px: int) -> Picture:
    """A square of a picture; at an edge its last pixels go on."""
    return np.asarray(cv2.getRectSubPix(flat, (side_px, side_px), middle_px))


def on_its_side(flat: Picture) -> Picture:
    """The map as it is drawn when it lies on its side: column A below, row 1 on the left."""
    return np.asarray(cv2.rotate(flat, cv2.ROTATE_90_COUNTERCLOCKWISE))


class _Same:
    """A calibration as a key: one and the same serves many frames."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration

    def __hash__(self) -> int:
        return id(self.calibration)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.calibration is other.calibration


@lru_cache(maxsize=2)
def _places(same: _Same, columns: int, rows: int, square_mm: float, square_px: int) -> NDArray[np.float32]:
    step = square_mm / square_px
    x_mm = (np.arange(columns * square_px) + 0.5) * step
    y_mm = (np.arange(rows * square_px) + 0.5) * step
    grid_mm = np.stack(np.meshgrid(x_mm, y_mm), axis=-1)
    return same.calibration.to_px(grid_mm.reshape(-1, 2)).astype(np.float32).reshape(grid_mm.shape)


def overhead(photo: Path, layout: Layout, square_px: int, settings: VisionSettings | None = None) -> Picture:
    """The map on the photograph, BGR, ``square_px`` pixels a square; ``InputError`` says why there is none."""
    chosen = settings or VisionSettings()
    picture = read_picture(photo)
    found = detect_markers(picture, {marker.id for marker in layout.corners}, chosen.markers, layout.family)
    size = (picture.shape[1], picture.shape[0])
    fitted = calibrate(found, layout, size, chosen.calibration, chosen.markers)
    if isinstance(fitted, CalibrationRefused):
        raise InputError(str(photo), "", fitted.why, "a photograph with the layout's corner markers")
    return rectify(picture, fitted, layout, square_px)
