"""The types of a picture, a frame and a list of points, for the whole room."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


def grey(picture: Picture) -> Picture:
    """The picture with one channel, shape (height, width)."""
    return picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def median(values: ArrayLike) -> float:
    """The median of all values. NumPy's own loads its masked arrays first, which takes longer than a die to read."""
    return float(medians(np.ravel(values)))


def medians(values: ArrayLike, axis: int = 0) -> Floats:
    """The medians along an axis."""
    ordered = np.sort(np.asarray(values, dtype=np.float64), axis=axis)
    count = ordered.shape[axis]
    low, high = (ordered.take(place, axis=axis) for place in ((count - 1) // 2, count // 2))
    return np.asarray((low + high) / 2.0)


def lengths(vectors: NDArray[np.floating]) -> Floats:
    """The lengths of vectors (…, 2 or 3). NumPy's ``norm`` sums so short an axis six times as slowly."""
    squares = sum(vectors[..., part] ** 2 for part in range(vectors.shape[-1]))
    return np.asarray(np.sqrt(squares), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture (BGR ``uint8``) and the monotonic second it was taken."""

    picture: Picture
    at_s: float
    name: str = ""
