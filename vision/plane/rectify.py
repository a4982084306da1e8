"""The map seen from straight above: one warp of a calibrated picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture
from vision.plane.calibration import Calibration
from vision.plane.layout import Layout

__all__ = ["rectify"]


def rectify(picture: Picture, calibration: Calibration, layout: Layout, square_px: int = 24) -> Picture:
    """The map at ``square_px`` pixels per square, shape (rows * square_px, columns * square_px[, 3]).

    24 px a square is enough to tell what changed; 64 px a square for crops that people look at.
    """
    step = layout.square_mm / square_px
    x_mm = (np.arange(layout.columns * square_px) + 0.5) * step
    y_mm = (np.arange(layout.rows * square_px) + 0.5) * step
    grid_mm = np.stack(np.meshgrid(x_mm, y_mm), axis=-1)
    where = calibration.to_px(grid_mm.reshape(-1, 2)).astype(np.float32).reshape(*grid_mm.shape)
    return np.asarray(cv2.remap(picture, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
