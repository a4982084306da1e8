"""What a picture, a frame and a list of points are, for the whole room."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]


def grey(picture: Picture) -> Picture:
    """The picture with one channel, shape (height, width)."""
    return picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture (BGR ``uint8``) and the monotonic second it was taken."""

    picture: Picture
    at_s: float
    name: str = ""
