"""The map seen from straight above: one warp of a calibrated picture."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.plane.calibration import Calibration
from vision.plane.layout import Layout


def rectify(picture: Picture, calibration: Calibration, layout: Layout, square_px: int = 24) -> Picture:
    """The map at ``square_px`` pixels per square, shape (rows * square_px, columns * square_px[, 3]).

    24 px a square is enough to tell what changed; 64 px a square for crops that people look at.
    """
    where = _places(_Same(calibration), layout.columns, layout.rows, layout.square_mm, square_px)
    return np.asarray(cv2.remap(picture, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


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
