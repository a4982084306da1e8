"""The bending of a lens, by one number: the division model. And a view: where the map lies on its pictures.

    straight = bent / (1 + bend * r²)        r: distance of the bent point from the picture's centre,
                                             in half diagonals; bend < 0 for barrel lenses

Both directions are closed formulas, so pictures and points can be straightened and bent back exactly
(Fitzgibbon, "Simultaneous linear estimation of multiple view geometry and lens distortion", 2001).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vision.arrays import Floats

Four = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


class Lens(Protocol):
    """The bending of straight lines by a lens; ``size_px`` is (width, height) of the picture."""

    def straighten(self, points_px: Floats, size_px: tuple[int, int]) -> Floats:
        """Return the points (n, 2) as they would lie without the lens."""

    def bend(self, points_px: Floats, size_px: tuple[int, int]) -> Floats:
        """Return straight points (n, 2) as the lens shows them."""

    def focal_px(self, size_px: tuple[int, int]) -> float | None:
        """The focal length when it is known."""


@dataclass(frozen=True, slots=True)
class Bend:
    """A lens known by its bending alone."""

    amount: float = 0.0

    def straighten(self, points_px: Floats, size_px: tuple[int, int]) -> Floats:
        return straighten_px(points_px, size_px, self.amount)

    def bend(self, points_px: Floats, size_px: tuple[int, int]) -> Floats:
        return bend_px(points_px, size_px, self.amount)

    def focal_px(self, size_px: tuple[int, int]) -> float | None:
        """``None``: bending says nothing about it."""
        return None


@dataclass(frozen=True, eq=False)
class View:
    """The map's place on a camera's pictures of ``picture_px``, and the lens."""

    picture_px: tuple[int, int]
    corners_px: Four
    lens: Lens

    def corners_for(self, size_px: tuple[int, int]) -> Four | None:
        """The corners on a picture of that size; ``None`` when it has another shape: it is another camera."""
        wide, high = (size_px[axis] / self.picture_px[axis] for axis in (0, 1))
        if abs(wide / high - 1.0) > 0.01:
            return None
        a, b, c, d = (((x + 0.5) * wide - 0.5, (y + 0.5) * high - 0.5) for x, y in self.corners_px)
        return a, b, c, d


def straighten_px(points_px: Floats, size_px: tuple[int, int], bend: float) -> Floats:
    """Return the points (n, 2) as they would lie without the lens; ``size_px`` is (width, height)."""
    centre, half = _frame(size_px)
    offset = (np.asarray(points_px, dtype=np.float64) - centre) / half
    radius2 = offset[..., :1] ** 2 + offset[..., 1:] ** 2
    return np.asarray(centre + half * offset / (1.0 + bend * radius2))


def bend_px(points_px: Floats, size_px: tuple[int, int], bend: float) -> Floats:
    """Return straight points (n, 2) as the lens shows them: the inverse of ``straighten_px``."""
    if abs(bend) < 1e-9:
        return np.asarray(points_px, dtype=np.float64)
    centre, half = _frame(size_px)
    offset = (np.asarray(points_px, dtype=np.float64) - centre) / half
    radius2 = offset[..., :1] ** 2 + offset[..., 1:] ** 2
    root = np.sqrt(np.maximum(1.0 - 4.0 * bend * radius2, 0.0))
    return np.asarray(centre + half * offset * 2.0 / (1.0 + root))


def _frame(size_px: tuple[int, int]) -> tuple[Floats, float]:
    wide, high = size_px
    return np.array([(wide - 1) / 2.0, (high - 1) / 2.0]), float(np.hypot(wide, high) / 2.0)
