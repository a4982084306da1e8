"""The pose of a photographed screen: found again by its print, its light evened, a cube's outline foreseen.

photo ──print that both have──> homography ──> seen as the empty screen was ──light fitted──> colours that compare
                                     └──> pose ──> the outline that a cube has there: its top, and the sides one sees
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.cubes.shown import ShownScreen, prints_of

Mask = NDArray[np.bool_]

_PHOTO_PX = 1600  # of the photograph's longer side, when print is looked for
_ALIKE, _NEAR_PX = 0.75, 3.0  # of two prints; how far one may fall from its place
_FEWEST, _WIDEST = 40, 0.25  # prints in their places; the share of the screen they spread over
_FOCAL = 1.15  # of the longer side: a phone's; what is off by a third changes an outline by a few hundredths
_STEEPEST_DEG = 42.0  # degrees from straight above; a photograph from further aside is refused: cubes hide each other


@dataclass(frozen=True, eq=False)
class LyingScreen:
    """The photograph laid over the empty screen."""

    flat: Picture  # in the light of the empty screen
    is_seen: Mask  # which of its pixels are on the photograph
    steep_deg: float  # how far the camera looks from straight above
    view: Floats  # (3, 4), from the screen's x, y and height to the photograph, all in px
    back: Floats  # (3, 3), from the photograph to the screen

    def seen_at(self, points: Floats) -> Floats:
        """Project points (n, 3) in the air on to the screen, (n, 2)."""
        there = np.column_stack([points, np.ones(len(points))]) @ self.view.T
        flat = there / there[:, 2:] @ self.back.T
        return np.asarray(flat[:, :2] / flat[:, 2:])

    def cube_at(self, x: float, y: float, side_px: float) -> tuple[float, float, Floats]:
        """Return the areas of a cube's top and visible sides there, px², and where its middle falls."""
        tops, outlines = [], []
        for turn in np.radians((0.0, 22.5, 45.0, 67.5)):
            way = np.array([np.cos(turn), np.sin(turn)]) * side_px / 2
            across = np.array([-way[1], way[0]])
            ways = np.array([way + across, way - across, -way - across, across - way])
            square = ways + np.array([x, y])
            top = self.seen_at(np.column_stack([square, np.full(4, side_px)])).astype(np.float32)
            tops.append(cv2.contourArea(top))
            outlines.append(cv2.contourArea(cv2.convexHull(np.vstack([top, square.astype(np.float32)]))))
        middle = self.seen_at(np.array([[x, y, side_px / 2]]))[0]
        return float(np.mean(tops)), float(np.mean(outlines) - np.mean(tops)), middle


def lay(photo: Picture, screen: ShownScreen) -> LyingScreen | str:
    """The screen as it lies on the photograph, or why it cannot be found."""
    found = _homography(photo, screen)
    if isinstance(found, str):
        return found
    high, wide = screen.picture.shape[:2]
    view, steep = _view(found, photo.shape[:2], (wide / 2.0, high / 2.0))
    if steep > _STEEPEST_DEG:
        return f"the photograph is taken from the side ({steep:.0f} degrees): take it from above"
    back = np.asarray(np.linalg.inv(found), dtype=np.float64)
    flat = cv2.warpPerspective(photo, back, (wide, high), flags=cv2.INTER_AREA)
    seen = cv2.warpPerspective(np.full(photo.shape[:2], 255, np.uint8), back, (wide, high)) > 250
    return LyingScreen(_evened(np.asarray(flat, np.uint8), screen.picture, seen), seen, steep, view, back)


def _homography(photo: Picture, screen: ShownScreen) -> Floats | str:
    """Fit the homography from pixels of the empty screen to those of the photograph; or say why there is none."""
    shrink = min(1.0, _PHOTO_PX / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    (there, its), (here, own) = prints_of(small), screen.prints
    if its is None or own is None or len(its) < 2:
        return "the screen is not found on the photograph"
    pairs = cv2.BFMatcher().knnMatch(own, its, k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < _ALIKE * pair[1].distance]
    if len(good) < _FEWEST:
        return "the screen is not found on the photograph"
    start = here[[one.queryIdx for one in good]]
    end = there[[one.trainIdx for one in good]] / shrink
    matrix, fits = cv2.findHomography(start, end, cv2.RANSAC, _NEAR_PX / shrink)
    if matrix is None or int(fits.sum()) < _FEWEST:
        return "the screen is not found on the photograph"
    spread = cv2.contourArea(cv2.convexHull(start[fits[:, 0] > 0].astype(np.float32)))
    if spread < _WIDEST * screen.picture.shape[0] * screen.picture.shape[1] or np.linalg.det(matrix[:2, :2]) <= 0:
        return "too little of the screen is seen on the photograph"
    return np.asarray(matrix)


def _view(matrix: Floats, size: tuple[int, int], middle: tuple[float, float]) -> tuple[Floats, float]:
    """The camera as the homography has it, (3, 4), and how steeply it looks at the middle, degrees."""
    high, wide = size
    focal = _FOCAL * max(size)
    lens = np.array([[focal, 0, (wide - 1) / 2], [0, focal, (high - 1) / 2], [0, 0, 1]])
    ways = np.linalg.inv(lens) @ matrix
    right, down, place = (ways * 2.0 / (np.linalg.norm(ways[:, 0]) + np.linalg.norm(ways[:, 1]))).T
    if place[2] < 0:
        right, down, place = -right, -down, -place
    up = -np.cross(right, down)  # towards the camera
    look = right * middle[0] + down * middle[1] + place
    steep = np.degrees(np.arccos(np.clip(-(look @ up) / np.linalg.norm(look) / np.linalg.norm(up), -1, 1)))
    return np.asarray(lens @ np.column_stack([right, down, up / np.linalg.norm(up), place])), float(steep)


def _evened(flat: Picture, empty: Picture, seen: Mask) -> Picture:
    """The photograph in the light of the empty screen: each channel's ratio, a tilted plane, without outliers."""
    high, wide = seen.shape
    step = max(4, round(max(high, wide) / 90))
    soft, own = (cv2.GaussianBlur(one, (0, 0), step / 2.0).astype(np.float64) for one in (flat, empty))
    rows, columns = np.mgrid[step // 2 : high : step, step // 2 : wide : step]
    is_used = seen[rows, columns] & (own[rows, columns].min(axis=2) > 25) & (soft[rows, columns].max(axis=2) < 250)
    y, x = rows[is_used], columns[is_used]
    spots = np.column_stack([np.ones(len(x)), x / wide - 0.5, y / high - 0.5])
    ratios = np.log(np.maximum(soft[y, x], 2.0) / own[y, x])
    keep = np.ones(len(x), bool)
    for _ in range(6):
        planes, *_ = np.linalg.lstsq(spots[keep], ratios[keep], rcond=None)
        off = np.abs(ratios - spots @ planes).max(axis=1)
        keep = off <= max(0.05, 2.5 * float(np.median(off[keep])))
    down, across = np.mgrid[0:high, 0:wide]
    light = np.exp(
        planes[0] + (across / wide - 0.5)[..., None] * planes[1] + (down / high - 0.5)[..., None] * planes[2]
    )
    return np.asarray(np.clip(flat / light, 0, 255), dtype=np.uint8)
