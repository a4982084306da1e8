"""A virtual projector: a camera turned round. What it shows falls as light on the rendered table.

picture of the table (display values) ──linear──> x (1 + light) ──> display values      light: the shown picture, warped
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.lens import straighten_px
from vision.virtual.camera import Camera

_GAMMA = 2.2


class Light:
    """The light of a projector, which stands where ``lamp`` says, on what a camera sees."""

    def __init__(self, camera: Camera, lamp: Camera, *, strength: float = 0.8) -> None:
        self.lamp, self.strength = lamp, strength  # strength: of full light, beside that of the room
        wide, high = camera.size_px
        grid = np.stack(np.meshgrid(np.arange(wide, dtype=np.float64), np.arange(high, dtype=np.float64)), axis=-1)
        straight = straighten_px(grid.reshape(-1, 2), camera.size_px, camera.lens_bend)
        mm = _through(np.asarray(np.linalg.inv(camera.plane(0.0)), dtype=np.float64), straight)
        self._where = _through(lamp.plane(0.0), mm).astype(np.float32).reshape(high, wide, 2)

    def on(self, still: Picture, shown: Picture) -> Picture:
        """The table in that light: ``still`` as the camera sees it without, ``shown`` of the projector's size."""
        light = cv2.remap(shown, self._where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        light = (cv2.GaussianBlur(light, (0, 0), 0.8).astype(np.float32) / 255.0) ** _GAMMA
        if light.ndim == 2:
            light = light[..., None]
        linear = (still.astype(np.float32) / 255.0) ** _GAMMA * (1.0 + self.strength * light)
        return np.asarray(np.clip(linear ** (1 / _GAMMA) * 255.0, 0, 255), dtype=np.uint8)


def _through(plane: Floats, points: Floats) -> Floats:
    out = np.column_stack([points, np.ones(len(points))]) @ plane.T
    return np.asarray(out[:, :2] / out[:, 2:])
