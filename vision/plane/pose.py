"""Where the camera hangs, worked out from one view of the map's plane: focal length, place, planes above the map."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.settings import CalibrationSettings


def through(plane: Floats, points: Floats) -> Floats:
    """Where a homography (3, 3) leads points (n, 2)."""
    spread = np.column_stack([np.asarray(points, dtype=np.float64).reshape(-1, 2), np.ones(np.size(points) // 2)])
    out = spread @ plane.T
    return np.asarray(out[:, :2] / out[:, 2:])


def find_focal_px(plane: Floats, size_px: tuple[int, int], settings: CalibrationSettings) -> float:
    """The focal length that makes the map's two directions perpendicular; a usual one when it looks straight down."""
    usual = size_px[0] / 2.0 / np.tan(np.radians(settings.usual_view_deg / 2.0))
    centred = _centring(size_px) @ plane
    one, two = centred[:, 0], centred[:, 1]
    if tilt_deg(plane, usual, size_px) < settings.tilt_for_focal_deg:
        return float(usual)
    # the two map directions are perpendicular and equally long in space (Zhang 2000); weighted mean of both equations
    top = np.array([one[0] * two[0] + one[1] * two[1], one[0] ** 2 + one[1] ** 2 - two[0] ** 2 - two[1] ** 2])
    low = np.array([one[2] * two[2], one[2] ** 2 - two[2] ** 2])
    square = -float(top @ low) / float(low @ low) if float(low @ low) > 0 else 0.0
    return float(np.clip(np.sqrt(square), 0.6 * usual, 2.5 * usual)) if square > 0 else float(usual)


def tilt_deg(plane: Floats, focal_px: float, size_px: tuple[int, int]) -> float:
    """How far the camera looks away from straight down, degrees."""
    inner = np.diag([1.0 / focal_px, 1.0 / focal_px, 1.0]) @ _centring(size_px) @ plane
    normal = np.cross(inner[:, 0], inner[:, 1])
    return float(np.degrees(np.arccos(min(1.0, abs(normal[2]) / float(np.linalg.norm(normal))))))


def find_pose(plane: Floats, focal_px: float, size_px: tuple[int, int]) -> tuple[Floats, tuple[float, float, float]]:
    """What a millimetre of height adds to the homography (3, 3), and the camera's place in the map frame."""
    centring = _centring(size_px)
    inner = np.diag([1.0 / focal_px, 1.0 / focal_px, 1.0]) @ centring @ plane
    scale = 2.0 / (np.linalg.norm(inner[:, 0]) + np.linalg.norm(inner[:, 1]))
    factor = scale * (1.0 if inner[2, 2] > 0 else -1.0)
    inner = inner * factor
    into_table = np.cross(inner[:, 0], inner[:, 1])  # x right, y down: the third axis points into the table
    turn, _, other = np.linalg.svd(np.column_stack([inner[:, 0], inner[:, 1], into_table]))
    turning = turn @ other
    camera = -turning.T @ inner[:, 2]
    lift = np.zeros((3, 3))
    lens = np.linalg.inv(centring) @ np.diag([focal_px, focal_px, 1.0])
    lift[:, 2] = lens @ -turning[:, 2] / factor
    return lift, (float(camera[0]), float(camera[1]), float(-camera[2]))


def _centring(size_px: tuple[int, int]) -> Floats:
    return np.array([[1.0, 0.0, -(size_px[0] - 1) / 2.0], [0.0, 1.0, -(size_px[1] - 1) / 2.0], [0.0, 0.0, 1.0]])
