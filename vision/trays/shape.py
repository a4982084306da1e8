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
from vision.dice.outlines import Outlines, measure_outlines

_FEWEST = 6  # faces
_SQUARE = 0.07  # of the logarithm: nearer to one is one, tilt and lens explain it
_TILTED = 0.45  # and more for each unit of slant: the network shortens it, so that it explains too little
_SPREAD = 0.10  # usual distance of the faces from their median; more is no camera's
_NEAR = 0.35  # of the side: the outline's die is the die that was read


def face_shapes(picture: Picture, seen: DiceSeen) -> list[float]:
    """ln(width / height) of each upper face read whose outline is certain, less what its slant explains."""
    read = [die for die in seen.dice if die.face is not None]
    if not read:
        return []
    outlines = measure_outlines(picture, [die.width for die in read])
    return [shape for die in read for shape in _shape(die, outlines)]


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


def _shape(die: DieSeen, outlines: Outlines) -> list[float]:
    found = []
    for other in outlines.certain:
        x, y, side_px = outlines.in_picture(other)
        if str(other.face.value) == die.face and np.hypot(x - die.x, y - die.y) < _NEAR * side_px:
            slant = np.array([die.evidence["slant_x"], die.evidence["slant_y"]])
            found.append(_log_width(other.face.tensor) - _explained(slant))
    return found[:1]


def _log_width(tensor: Floats) -> float:
    sizes, turns = np.linalg.eigh(tensor)
    return float((turns @ np.diag(np.log(np.maximum(sizes, 1e-6))) @ turns.T)[0, 0])


def _explained(slant: Floats) -> float:
    squared = min(float(slant @ slant), 0.9)
    return (
        0.0 if squared < 1e-6 else 0.5 * float(np.log(1.0 - squared)) * float(slant[0] ** 2 - slant[1] ** 2) / squared
    )
