"""Whether the camera still sees what it was set up for: dark, flat, blurred, bumped.

every frame    dark? flat?                       ──> said at once
every second   corner markers where they were?   ──> bumped: reading pauses, the next rest registers anew
               as sharp as it was?               ──> blurred, twice in a row: nothing is read
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture, grey
from vision.plane.calibration import Calibration
from vision.plane.drift import drift, remember
from vision.plane.layout import Layout
from vision.plane.markers import detect_markers
from vision.settings import DarkSettings, VisionSettings


def darkness(picture: Picture, settings: DarkSettings) -> str:
    """Why the picture shows nothing, or an empty text."""
    level, spread = cv2.meanStdDev(grey(picture[::8, ::8]))
    if float(level.reshape(-1)[0]) < settings.mean_level:
        return "picture-dark: the camera sees nothing; is its lens covered or the light off?"
    if float(spread.reshape(-1)[0]) < settings.spread_level:
        return "picture-flat: the camera sees one even colour; is its lens covered?"
    return ""


def shift_squares(before: Calibration, after: Calibration, layout: Layout) -> float:
    """Return the distance of the map's corners under two calibrations of one camera, in squares: the worst of four."""
    wide, high = layout.columns * layout.square_mm, layout.rows * layout.square_mm
    corners = np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]])
    away = np.linalg.norm(before.to_mm(after.to_px(corners)) - corners, axis=1)
    return float(away.max()) / layout.square_mm


class Guard:
    """Watches one camera; it keeps the greatest sharpness so far, and when it last looked."""

    def __init__(self, layout: Layout, settings: VisionSettings) -> None:
        self._layout, self._settings = layout, settings
        self._looked_s = -1e9
        self._judged_s = -1e9
        self._sharpest, self._soft = 0.0, 0
        self._first: Calibration | None = None  # a stored view, with what it showed when it was first used

    def bumped(self, picture: Picture, calibration: Calibration, at_s: float) -> str:
        """Why the calibration no longer holds, or an empty text; it looks once a second, near the markers only."""
        if at_s - self._looked_s < self._settings.moved.every_s:
            return ""
        self._looked_s = at_s
        away = self._away_squares(grey(picture), calibration)
        if len(away) < self._settings.moved.fewest_markers or np.median(away) < self._settings.moved.squares:
            return ""
        return f"camera-moved: the corner markers lie {np.median(away):.2f} squares from their places; reading again"

    def strayed(self, picture: Picture, calibration: Calibration) -> str:
        """Why a stored view does not hold for this picture at rest, or an empty text.

        Without markers nothing else would tell: the picture is compared with the first one that the view was used for.
        """
        if calibration.markers:
            return ""
        if self._first is None or self._first.size_px != calibration.size_px:
            self._first = remember(calibration, picture, self._layout)
            return ""
        away = drift(self._first, picture)
        if away is not None and away < self._settings.moved.squares:
            return ""
        far = "cannot be recognised" if away is None else f"lies {away:.2f} squares from its place"
        return f"camera-moved: the stored view {far}; put the camera back, or set it up again"

    def blurred(self, picture: Picture, at_s: float) -> str:
        """Why the picture is too soft to read, or an empty text; looked at once a second, and two looks must agree."""
        if at_s - self._judged_s >= self._settings.moved.every_s:
            self._judged_s = at_s
            soft = cv2.GaussianBlur(grey(picture), (0, 0), 1.0)  # noise is no sharpness
            edges = cv2.Laplacian(soft, cv2.CV_32F)
            sharp = float(np.percentile(np.abs(edges[::2, ::2]), 99.5)) / max(float(soft.std()), 1.0)
            self._sharpest = max(self._sharpest, sharp)
            self._soft = self._soft + 1 if sharp < self._settings.moved.sharp_share * self._sharpest else 0
        if self._soft < 2:
            return ""
        return "picture-blurred: the picture has lost its sharpness; is the lens clean and in focus?"

    def _away_squares(self, shot: Picture, calibration: Calibration) -> list[float]:
        found: list[float] = []
        high, wide = shot.shape
        for corner in self._layout.corners:
            half = corner.size_mm * (0.5 + self._settings.moved.search)
            ends = np.array([[-half, -half], [half, half], [-half, half], [half, -half]]) + corner.centre_mm
            spots = calibration.to_px(ends)
            left, top = np.maximum(np.floor(spots.min(axis=0)).astype(int), 0)
            right, low = np.minimum(np.ceil(spots.max(axis=0)).astype(int), [wide, high])
            if right - left < 12 or low - top < 12:
                continue
            for marker in detect_markers(
                shot[top:low, left:right], {corner.id}, self._settings.markers, self._layout.family
            ):
                place = np.array([[marker.centre_px[0] + left, marker.centre_px[1] + top]])
                away = float(np.linalg.norm(calibration.to_mm(place)[0] - corner.centre_mm))
                found.append(away / self._layout.square_mm)
        return found
