"""What a picture and a list of points are, for the whole room."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["Floats", "Picture", "grey"]

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]


def grey(picture: Picture) -> Picture:
    """The picture with one channel, shape (height, width)."""
    return picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
