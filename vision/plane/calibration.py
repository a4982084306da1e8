"""From the corner markers on a picture to the map's plane, the camera's place, and how well they fit.

    corner markers ── 4 corners each ──> homography (map mm -> px) ──> residual in mm ──> Calibration
                                              │                              └ too large ─> CalibrationRefused
                                              └──> focal length, pose ──> planes above the map (tags on bases)

With six or more markers the bending of the lens is fitted too; four cannot tell it from perspective.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.plane.layout import Layout
from vision.plane.lens import bend_px, straighten_px
from vision.plane.markers import Marker
from vision.settings import CalibrationSettings, MarkerSettings

__all__ = ["Calibration", "CalibrationRefused", "calibrate"]


@dataclass(frozen=True, eq=False)
class Calibration:
    """A picture's relation to the map; frames: px of the picture, mm of the map (x right, y down)."""

    size_px: tuple[int, int]  # width, height
    lens_bend: float
    focal_px: float
    planes: tuple[Floats, Floats]  # homography of height h is planes[0] + h * planes[1]: map mm -> straight px
    camera_mm: tuple[float, float, float]  # x, y in the map frame, height above the map
    residual_mm: float  # root mean square over all marker corners
    worst_mm: float
    markers: tuple[int, ...]  # the ids used

    def to_px(self, points_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Where points (n, 2) of a plane ``height_mm`` above the map appear on the picture, px."""
        return bend_px(_through(self._plane(height_mm), points_mm), self.size_px, self.lens_bend)

    def to_mm(self, points_px: Floats, height_mm: float = 0.0) -> Floats:
        """Where picture points (n, 2) lie on the plane ``height_mm`` above the map, mm in the map frame."""
        straight = straighten_px(points_px, self.size_px, self.lens_bend)
        return _through(np.asarray(np.linalg.inv(self._plane(height_mm)), dtype=np.float64), straight)

    def _plane(self, height_mm: float) -> Floats:
        return np.asarray(self.planes[0] + height_mm * self.planes[1])


@dataclass(frozen=True, slots=True)
class CalibrationRefused:
    """Why this picture cannot be measured, in plain words."""

    why: str


def calibrate(
    found: Sequence[Marker],
    layout: Layout,
    size_px: tuple[int, int],
    settings: CalibrationSettings,
    marker_settings: MarkerSettings,
) -> Calibration | CalibrationRefused:
    """The calibration the corner markers give, or the reason why they give none; ``size_px`` is (width, height)."""
    wanted = {marker.id: marker for marker in layout.corners}
    seen = _without_clutter([marker for marker in found if marker.id in wanted], marker_settings)
    doubled = sorted({one.id for one in seen if sum(other.id == one.id for other in seen) > 1})
    if doubled:
        return CalibrationRefused(f"corner marker {doubled[0]} is seen twice")
    if len(seen) < settings.fewest_markers:
        missing = sorted(set(wanted) - {marker.id for marker in seen})
        names = ", ".join(str(number) for number in missing)
        return CalibrationRefused(f"only {len(seen)} corner markers are seen; missing: {names}")
    points_px = np.concatenate([marker.corners_px for marker in seen])
    points_mm = np.concatenate([_corners_mm(wanted[m.id].centre_mm, wanted[m.id].size_mm) for m in seen])
    bend = _fit_bend(points_px, points_mm, size_px) if len(seen) >= settings.lens_from_markers else 0.0
    plane, errors_mm = _fit(straighten_px(points_px, size_px, bend), points_mm)
    if plane is None:
        return CalibrationRefused("the corner markers lie on one line")
    worst = float(errors_mm.max())
    if worst > settings.worst_residual_squares * layout.square_mm:
        culprit = seen[int(errors_mm.argmax()) // 4].id
        return CalibrationRefused(f"corner marker {culprit} is {worst:.1f} mm from where the layout puts it")
    focal = _focal_px(plane, size_px, settings)
    lift, camera_mm = _pose(plane, focal, size_px)
    ids = tuple(marker.id for marker in seen)
    rms = float(np.sqrt(np.mean(errors_mm**2)))
    return Calibration(size_px, bend, focal, (plane, lift), camera_mm, rms, worst, ids)


def _corners_mm(centre_mm: tuple[float, float], size_mm: float) -> Floats:
    return np.asarray(centre_mm) + size_mm / 2.0 * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def _without_clutter(seen: list[Marker], settings: MarkerSettings) -> list[Marker]:
    if not seen:
        return seen
    usual = float(np.median([marker.side_px for marker in seen]))
    return [marker for marker in seen if marker.side_px >= settings.corner_size_spread * usual]


def _fit(points_px: Floats, points_mm: Floats) -> tuple[Floats | None, Floats]:
    plane, _ = cv2.findHomography(points_mm, points_px, 0)
    if plane is None or abs(np.linalg.det(plane)) < 1e-12:
        return None, np.full(len(points_mm), np.inf)
    back = _through(np.linalg.inv(plane), points_px)
    return np.asarray(plane, dtype=np.float64), np.asarray(np.linalg.norm(back - points_mm, axis=1))


def _fit_bend(points_px: Floats, points_mm: Floats, size_px: tuple[int, int]) -> float:
    def cost(bend: float) -> float:
        return float(np.mean(_fit(straighten_px(points_px, size_px, bend), points_mm)[1] ** 2))

    low, high = -0.30, 0.15  # from a strong wide-angle lens to a slight pincushion
    ratio = (np.sqrt(5.0) - 1.0) / 2.0
    for _ in range(22):  # golden section: narrows 0.45 to 0.00001
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, right) if cost(left) < cost(right) else (left, high)
    return float((low + high) / 2.0)


def _focal_px(plane: Floats, size_px: tuple[int, int], settings: CalibrationSettings) -> float:
    usual = size_px[0] / 2.0 / np.tan(np.radians(settings.usual_view_deg / 2.0))
    centred = _centring(size_px) @ plane
    one, two = centred[:, 0], centred[:, 1]
    if _tilt_deg(centred, usual) < settings.tilt_for_focal_deg:
        return float(usual)
    # the two map directions are perpendicular and equally long in space (Zhang 2000); weighted mean of both equations
    top = np.array([one[0] * two[0] + one[1] * two[1], one[0] ** 2 + one[1] ** 2 - two[0] ** 2 - two[1] ** 2])
    low = np.array([one[2] * two[2], one[2] ** 2 - two[2] ** 2])
    square = -float(top @ low) / float(low @ low) if float(low @ low) > 0 else 0.0
    return float(np.clip(np.sqrt(square), 0.6 * usual, 2.5 * usual)) if square > 0 else float(usual)


def _tilt_deg(centred: Floats, focal_px: float) -> float:
    inner = np.diag([1.0 / focal_px, 1.0 / focal_px, 1.0]) @ centred
    normal = np.cross(inner[:, 0], inner[:, 1])
    return float(np.degrees(np.arccos(min(1.0, abs(normal[2]) / float(np.linalg.norm(normal))))))


def _pose(plane: Floats, focal_px: float, size_px: tuple[int, int]) -> tuple[Floats, tuple[float, float, float]]:
    centring = _centring(size_px)
    inner = np.diag([1.0 / focal_px, 1.0 / focal_px, 1.0]) @ centring @ plane
    scale = 2.0 / (np.linalg.norm(inner[:, 0]) + np.linalg.norm(inner[:, 1]))
    inner = inner * scale * (1.0 if inner[2, 2] > 0 else -1.0)
    into_table = np.cross(inner[:, 0], inner[:, 1])  # x right, y down: the third axis points into the table
    turn, _, other = np.linalg.svd(np.column_stack([inner[:, 0], inner[:, 1], into_table]))
    turning = turn @ other
    camera = -turning.T @ inner[:, 2]
    lift = np.zeros((3, 3))
    lens = np.linalg.inv(centring) @ np.diag([focal_px, focal_px, 1.0])
    factor = scale * (1.0 if (np.diag([1.0 / focal_px, 1.0 / focal_px, 1.0]) @ centring @ plane)[2, 2] > 0 else -1.0)
    lift[:, 2] = lens @ -turning[:, 2] / factor
    return lift, (float(camera[0]), float(camera[1]), float(-camera[2]))


def _centring(size_px: tuple[int, int]) -> Floats:
    return np.array([[1.0, 0.0, -(size_px[0] - 1) / 2.0], [0.0, 1.0, -(size_px[1] - 1) / 2.0], [0.0, 0.0, 1.0]])


def _through(plane: Floats, points: Floats) -> Floats:
    spread = np.column_stack([np.asarray(points, dtype=np.float64).reshape(-1, 2), np.ones(np.size(points) // 2)])
    out = spread @ plane.T
    return np.asarray(out[:, :2] / out[:, 2:])
