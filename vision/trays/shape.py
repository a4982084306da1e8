"""The shape of a camera's pixels, width to height: from many upper faces, whatever way they are turned.

A face that is turned at random is square on average. What many faces are too wide, beyond what their slant explains,
the pixels are too narrow: some webcams and clips give 640 x 480 of a wide sensor.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.table.observation import DiceSeen, DieSeen
from vision.arrays import Floats, Picture, median
from vision.dice.network import Pyramid
from vision.dice.pattern import fit_pattern

_FEWEST = 6  # faces
_SQUARE = 0.07  # of the logarithm: nearer to one is one, tilt and lens explain it
_TILTED = 0.45  # and more for each unit of slant: the network shortens it, so that it explains too little
_SPREAD = 0.10  # usual distance of the faces from their median; more is no camera's
_CORNERED = ("4", "5")  # the rows of a six are nearer on some dice


def face_shapes(picture: Picture, seen: DiceSeen) -> list[float]:
    """ln(width / height) of each upper face read whose pips lie in its corners, less what its slant explains."""
    pyramid = Pyramid(picture)
    return [shape for die in seen.dice if die.face in _CORNERED for shape in _shape(pyramid, die)]


def pixel_shape(shapes: Sequence[float], slant: float = 0.0) -> float:
    """A pixel's width over its height; 1.0 where these faces show nothing else.

    ``slant``: of the dice, mostly. The more they slant, the more of their shape is the camera's tilt.
    """
    if len(shapes) < _FEWEST:
        return 1.0
    usual = median(shapes)
    apart = median([abs(shape - usual) for shape in shapes])
    return float(np.exp(-usual)) if abs(usual) > _SQUARE + _TILTED * slant and apart < _SPREAD else 1.0


def with_square_pixels(picture: Picture, shape: float) -> Picture:
    """The picture as a camera with square pixels would give it; enlarged, so that it loses nothing."""
    wide, high = (shape, 1.0) if shape > 1.0 else (1.0, 1.0 / shape)
    if wide == high:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=wide, fy=high, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)


def _shape(pyramid: Pyramid, die: DieSeen) -> list[float]:
    fit = fit_pattern(pyramid, die.x, die.y, die.width)
    if fit is None or not fit.is_clear or str(fit.value) != die.face:
        return []
    slant = np.array([die.evidence["slant_x"], die.evidence["slant_y"]])
    return [_log_width(fit.halves.T @ fit.halves) - _explained(slant)]


def _log_width(tensor: Floats) -> float:
    squares, turns = np.linalg.eigh(tensor)
    return 0.5 * float((turns @ np.diag(np.log(np.maximum(squares, 1e-6))) @ turns.T)[0, 0])


def _explained(slant: Floats) -> float:
    squared = min(float(slant @ slant), 0.9)
    return (
        0.0 if squared < 1e-6 else 0.5 * float(np.log(1.0 - squared)) * float(slant[0] ** 2 - slant[1] ** 2) / squared
    )
