"""Square crops of a picture at any place, size and turn, without aliasing: halved pictures are kept."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture


class Pyramid:
    """A picture with its halves, quarters …, from which crops of every size are cut quickly."""

    def __init__(self, picture: Picture) -> None:
        self._levels: list[Picture] = [picture]

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the picture."""
        high, wide = self._levels[0].shape[:2]
        return high, wide

    def crop(self, x: float, y: float, across_px: float, size: int, turn: float = 0.0) -> Picture:
        """The square ``across_px`` wide round (x, y), turned by ``turn`` radians, as (size, size, 3)."""
        level = max(0, int(np.floor(np.log2(max(across_px, 1.0) / (1.3 * size)))))
        picture, shrunk = self._level(level)
        across_px = max(across_px, 1.0)
        zoom = size / (across_px * shrunk)
        cos, sin = zoom * np.cos(turn), zoom * np.sin(turn)
        px, py = (x + 0.5) * shrunk - 0.5, (y + 0.5) * shrunk - 0.5
        middle = (size - 1) / 2
        matrix = np.array([[cos, -sin, middle - cos * px + sin * py], [sin, cos, middle - sin * px - cos * py]])
        way = cv2.INTER_CUBIC if zoom > 1.2 else cv2.INTER_LINEAR
        crop = cv2.warpAffine(picture, matrix, (size, size), flags=way, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(crop, dtype=np.uint8)

    def _level(self, level: int) -> tuple[Picture, float]:
        while len(self._levels) <= level and min(self._levels[-1].shape[:2]) >= 4:
            half = cv2.resize(self._levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, dtype=np.uint8))
        level = min(level, len(self._levels) - 1)
        return self._levels[level], self._levels[level].shape[1] / self._levels[0].shape[1]
