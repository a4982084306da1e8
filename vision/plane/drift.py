"""Drift of the view since it was calibrated: cheap enough for every second frame.

    picture then ──small, even light──> landmarks ──followed into the picture now──> one motion most agree on
                                                                                       └──> squares, at the worst corner

Landmarks are whatever is sharp in the picture (markers, the printed grid, art), so it works with markers and without.
Hands and figures that moved are outvoted. ``None``: too little of the picture can be recognised to say.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Picture, grey
from vision.plane.calibration import Anchor, Calibration, map_corners_mm
from vision.plane.layout import Layout

_WIDTH = 480  # pictures are compared at this width: a fiftieth of a square is still 0.3 px
_MOST, _FEWEST = 64, 10  # landmarks
_FEWEST_SHARE = 0.25  # of the landmarks must agree: hands and figures may cover the rest
_BACK_PX = 0.7  # followed there and back, a landmark must come home this near


def remember(calibration: Calibration, picture: Picture, layout: Layout) -> Calibration:
    """The same calibration, with what its picture looks like: ``drift`` needs it."""
    small, factor = _even(picture)
    points = cv2.goodFeaturesToTrack(small, _MOST, 0.05, 12, blockSize=5)
    found = np.zeros((0, 2)) if points is None else np.asarray(points, dtype=np.float64).reshape(-1, 2)
    corners = calibration.to_px(map_corners_mm(layout)) * factor
    square = calibration.px_per_mm(layout) * layout.square_mm * factor
    return replace(calibration, anchor=Anchor(small, found, np.asarray(corners), square))


def drift(calibration: Calibration, picture: Picture) -> float | None:
    """Return how far the map's worst corner has moved since ``remember``, in squares; ``None`` when it cannot be said.

    Raises ``ValueError`` for a calibration that remembers no picture: the caller is wrong.
    """
    anchor = calibration.anchor
    if anchor is None:
        raise ValueError("this calibration remembers no picture: call remember first")
    now, _ = _even(picture)
    if now.shape != anchor.small.shape or len(anchor.landmarks) < _FEWEST:
        return None
    moved = _motion(anchor, now, np.zeros(2))
    if moved is None:  # too far to be followed step by step: guess the shift of the whole first
        shift, _ = cv2.phaseCorrelate(_quarter(anchor.small), _quarter(now))
        moved = _motion(anchor, now, np.asarray(shift, dtype=np.float64) * 4.0)
    if moved is None:
        return None
    there = anchor.corners @ moved[:, :2].T + moved[:, 2]
    return float(np.linalg.norm(there - anchor.corners, axis=1).max() / anchor.square)


def _motion(anchor: Anchor, now: Picture, guess: Floats) -> Floats | None:
    """The turn, scale and shift (2, 3) that most landmarks made, or ``None``."""
    start = anchor.landmarks.astype(np.float32).reshape(-1, 1, 2)
    first = (anchor.landmarks + guess).astype(np.float32).reshape(-1, 1, 2)
    how: dict[str, Any] = {"winSize": (13, 13), "maxLevel": 2, "flags": cv2.OPTFLOW_USE_INITIAL_FLOW}
    ahead, seen, _ = cv2.calcOpticalFlowPyrLK(anchor.small, now, start, first.copy(), **how)
    home = (np.asarray(ahead).reshape(-1, 2) - guess).astype(np.float32).reshape(-1, 1, 2)
    back, again, _ = cv2.calcOpticalFlowPyrLK(now, anchor.small, ahead, home, **how)
    gap = np.linalg.norm(np.asarray(back).reshape(-1, 2) - start.reshape(-1, 2), axis=1)
    kept = (np.asarray(seen).reshape(-1) == 1) & (np.asarray(again).reshape(-1) == 1) & (gap < _BACK_PX)
    needed = max(_FEWEST, round(_FEWEST_SHARE * len(start)))
    if int(kept.sum()) < needed:
        return None
    cv2.setRNGSeed(1)  # the same pictures give the same answer
    motion, agreed = cv2.estimateAffinePartial2D(
        start.reshape(-1, 2)[kept], np.asarray(ahead).reshape(-1, 2)[kept], ransacReprojThreshold=1.0, maxIters=200
    )
    if motion is None or int(np.asarray(agreed).sum()) < needed:
        return None
    return np.asarray(motion, dtype=np.float64).reshape(2, 3)


def _even(picture: Picture) -> tuple[Picture, float]:
    """The picture small and grey, local light taken out, and the factor from its pixels to the small ones."""
    factor = _WIDTH / picture.shape[1]
    size = (_WIDTH, max(16, round(picture.shape[0] * factor)))
    small = np.asarray(cv2.resize(grey(picture), size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    ground = cv2.blur(small, (25, 25))
    return np.asarray(cv2.addWeighted(small, 1.0, ground, -1.0, 128.0), dtype=np.uint8), factor


def _quarter(small: Picture) -> Floats:
    size = (small.shape[1] // 4, small.shape[0] // 4)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.float32))
