"""A virtual camera: where it hangs, and where a point of space falls on its picture.

Frame: the map's (x right, y down, millimetres); heights are above the map. The camera stands on the player's side
(large y) when it tilts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from vision.arrays import Floats
from vision.lens import bend_px


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera ``height_mm`` above the map, looking at ``aim_mm``; ``lens_bend`` as in ``vision.lens``."""

    aim_mm: tuple[float, float]
    height_mm: float = 1000.0
    tilt_deg: float = 8.0  # away from straight down
    roll_deg: float = 0.0
    view_deg: float = 62.0  # horizontal
    size_px: tuple[int, int] = (1920, 1080)
    lens_bend: float = 0.0

    @property
    def place_mm(self) -> tuple[float, float, float]:
        """The camera's place: x, y in the map frame, height above the map."""
        return (
            self.aim_mm[0],
            self.aim_mm[1] + self.height_mm * float(np.tan(np.radians(self.tilt_deg))),
            self.height_mm,
        )

    @property
    def focal_px(self) -> float:
        """The focal length in pixels."""
        return self.size_px[0] / 2.0 / float(np.tan(np.radians(self.view_deg / 2.0)))

    def to_straight_px(self, points_mm: Floats) -> Floats:
        """Project points (n, 3) = (x, y, height), px (n, 2), before the lens bends them."""
        x, y, height = self.place_mm
        turning = self._turning()
        into = np.asarray(points_mm, dtype=np.float64) * [1.0, 1.0, -1.0] - [x, y, -height]
        seen = into @ turning.T
        centre = np.array([(self.size_px[0] - 1) / 2.0, (self.size_px[1] - 1) / 2.0])
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal_px + centre)

    def to_px(self, points_mm: Floats) -> Floats:
        """Project points (n, 3) = (x, y, height) on to the picture, px (n, 2)."""
        return bend_px(self.to_straight_px(points_mm), self.size_px, self.lens_bend)

    def plane(self, height_mm: float) -> Floats:
        """The homography (3, 3) from map mm at ``height_mm`` to straight px."""
        x, y, up = self.place_mm
        lens = np.array(
            [
                [self.focal_px, 0.0, (self.size_px[0] - 1) / 2.0],
                [0.0, self.focal_px, (self.size_px[1] - 1) / 2.0],
                [0.0, 0.0, 1.0],
            ]
        )
        turning = self._turning()
        shift = turning @ np.array([-x, -y, up - height_mm])
        return np.asarray(lens @ np.column_stack([turning[:, 0], turning[:, 1], shift]))

    def _turning(self) -> Floats:
        return _turning(self.tilt_deg, self.roll_deg)


@cache
def _turning(tilt_deg: float, roll_deg: float) -> Floats:
    """Right, down and ahead of a camera in the map's directions; every point of a picture goes through it."""
    tilt, roll = np.radians(tilt_deg), np.radians(roll_deg)
    right, down = np.array([1.0, 0.0, 0.0]), np.array([0.0, np.cos(tilt), np.sin(tilt)])
    ahead = np.array([0.0, -np.sin(tilt), np.cos(tilt)])
    return np.array([np.cos(roll) * right + np.sin(roll) * down, -np.sin(roll) * right + np.cos(roll) * down, ahead])


def camera_over(
    wide_mm: float,
    high_mm: float,
    *,
    margin_mm: float = 60.0,
    tilt_deg: float = 20.0,
    roll_deg: float = 0.0,
    view_deg: float = 62.0,
    size_px: tuple[int, int] = (1920, 1080),
    lens_bend: float = 0.0,
) -> Camera:
    """A camera that hangs just high enough to see a map of this size with its markers; tilts up to 40 degrees."""
    aim = (wide_mm / 2.0, high_mm / 2.0)
    corners = np.array(
        [
            [-margin_mm, -margin_mm, 0.0],
            [wide_mm + margin_mm, -margin_mm, 0.0],
            [wide_mm + margin_mm, high_mm + margin_mm, 0.0],
            [-margin_mm, high_mm + margin_mm, 0.0],
        ]
    )
    for height in np.arange(250.0, 6000.0, 10.0):
        camera = Camera(aim, float(height), tilt_deg, roll_deg, view_deg, size_px, lens_bend)
        seen = camera.to_px(corners)
        if np.all(seen >= 0.0) and np.all(seen <= np.array(size_px) - 1.0):
            return camera
    raise ValueError(f"no camera height shows a map of {wide_mm} x {high_mm} mm")
