"""What light, lens and sensor do to a picture, measured: level, spread, glare, edges, flicker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Picture, grey


@dataclass(frozen=True, slots=True)
class Light:
    """``level`` and ``spread`` in grey levels, ``glare`` as share of the picture, ``edge_px`` from dark to light."""

    level: float
    spread: float
    glare: float
    edge_px: float
    flicker: float  # how much the level goes up and down between frames, as share of it


def measure_light(pictures: Sequence[Picture]) -> Light:
    """The light of some frames of one view; the last one is measured closely."""
    shots = [grey(one) for one in pictures]
    last = shots[-1]
    levels = [float(one[::4, ::4].mean()) for one in shots]
    flicker = float(np.std(levels)) / max(float(np.mean(levels)), 1.0)
    return Light(levels[-1], float(last[::4, ::4].std()), float((last >= _WHITE).mean()), _edge_px(last), flicker)


def glaring_squares(flat: Picture, square_px: int, share: float) -> list[tuple[int, int]]:
    """Squares (column, row) of the map seen from above of which more than a share is washed out."""
    burnt = (grey(flat) >= _WHITE).astype(np.float32)
    rows, columns = flat.shape[0] // square_px, flat.shape[1] // square_px
    part = cv2.resize(burnt, (columns, rows), interpolation=cv2.INTER_AREA)
    return [(int(column), int(row)) for row, column in np.argwhere(np.asarray(part).reshape(rows, columns) > share)]


_WHITE = 252  # of 255: a sensor that is full


def _edge_px(shot: Picture) -> float:
    """How many pixels the sharpest edges take from dark to light: 2.5 times the blur's radius."""
    calm = cv2.GaussianBlur(shot, (0, 0), 0.6)
    across, down = (cv2.Sobel(calm, cv2.CV_32F, dx, dy, ksize=3, scale=0.125) for dx, dy in ((1, 0), (0, 1)))
    steep = float(np.percentile(cv2.magnitude(across, down), 99.9))
    low, high = np.percentile(calm, [1.0, 99.0])
    return float((high - low) / max(steep, 0.1))
