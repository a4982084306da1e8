"""Printed markers on a picture: which id, and where its four corners are.

Evidence for the tuning: two adaptive windows (7 and 23 px) recall as much as four and take half the time; ids that
are not registered, or that have not the size their place on the table gives them, are clutter and are dropped.
Pictures are BGR or grey ``uint8`` arrays of shape (height, width[, 3]); corners run clockwise from the marker's own
top left, in pixels.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Picture, grey, lengths
from vision.settings import MarkerSettings

FAMILIES = {"4X4_50": 6, "APRILTAG_36h11": 8}  # OpenCV's name -> cells of a side, the black border among them


@dataclass(frozen=True, eq=False)
class Marker:
    """A marker as it was found: ``corners_px`` has the shape (4, 2)."""

    id: int
    corners_px: Floats

    @property
    def centre_px(self) -> tuple[float, float]:
        """The crossing of the diagonals, which perspective keeps."""
        (a, b, c, d) = self.corners_px
        one, two = c - a, d - b
        cross = one[0] * two[1] - one[1] * two[0]
        along = ((b - a)[0] * two[1] - (b - a)[1] * two[0]) / cross if abs(cross) > 1e-9 else 0.5
        centre = a + along * one
        return float(centre[0]), float(centre[1])

    @property
    def side_px(self) -> float:
        """The mean length of the four sides."""
        return float(lengths(self.corners_px - self.corners_px[[3, 0, 1, 2]]).mean())


def detect_markers(
    picture: Picture, registered: Collection[int], settings: MarkerSettings, family: str
) -> list[Marker]:
    """Every marker of the family with a registered id, by id; the same id may come twice, for the caller to judge."""
    corners, ids, _ = _detector(settings, family).detectMarkers(grey(picture))
    if ids is None or len(ids) == 0:
        return []
    found = [
        Marker(int(number), np.asarray(quad, dtype=np.float64).reshape(4, 2))
        for quad, number in zip(corners, np.asarray(ids).reshape(-1), strict=True)
        if int(number) in registered
    ]
    return sorted(found, key=lambda marker: (marker.id, marker.corners_px[0].tolist()))


def draw_tag(number: int, side_px: int, family: str) -> Picture:
    """The black square of tag ``number`` with all its cells, shape (side_px, side_px), without quiet zone."""
    return np.asarray(cv2.aruco.generateImageMarker(_dictionary(family), number, side_px), dtype=np.uint8)


@lru_cache(maxsize=2)
def _dictionary(family: str) -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))


@lru_cache(maxsize=4)
def _detector(settings: MarkerSettings, family: str) -> cv2.aruco.ArucoDetector:
    wanted = cv2.aruco.DetectorParameters()
    wanted.adaptiveThreshWinSizeMin = settings.window_small_px
    wanted.adaptiveThreshWinSizeMax = settings.window_large_px
    wanted.adaptiveThreshWinSizeStep = settings.window_large_px - settings.window_small_px
    wanted.minMarkerPerimeterRate = settings.smallest_perimeter
    wanted.perspectiveRemovePixelPerCell = settings.cell_px
    wanted.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    if hasattr(wanted, "validBitIdThreshold"):  # OpenCV 5
        wanted.validBitIdThreshold = settings.bit_threshold
    return cv2.aruco.ArucoDetector(_dictionary(family), wanted)
