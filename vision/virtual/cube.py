"""One die, traced ray by ray (signed distance, 40 steps), with pips sunk into its faces, or symbols on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Floats
from vision.virtual.scene import Colour, Field
from vision.virtual.shapes import CUBE, Shape

_Flags = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
_FINE = 2  # rays per pixel and direction
_STEPS = 40


@dataclass(frozen=True, eq=False)
class Cube:
    """A die in space: ``turning`` (3, 3) carries die directions to the tray's; z is up; ``centre_mm`` (3,)."""

    centre_mm: Floats
    turning: Floats
    side_mm: float
    body: Colour
    pips: Colour
    pip_share: float
    art: Mapping[int, Field] = field(default_factory=dict)  # ink on a face instead of its pips, (size, size), 0 to 1
    opaque: float = 1.0  # what a translucent body lets through is the table's colour
    shape: Shape = CUBE


def pip_spots(face: int) -> Floats:
    """Return the places of a face's pips, (n, 2), in shares of the side from the face's centre."""
    corner, low = 0.25, -0.25
    spots = {
        1: [(0, 0)],
        2: [(low, low), (corner, corner)],
        3: [(low, low), (0, 0), (corner, corner)],
        4: [(low, low), (low, corner), (corner, low), (corner, corner)],
        5: [(low, low), (low, corner), (corner, low), (corner, corner), (0, 0)],
        6: [(low, low), (low, 0), (low, corner), (corner, low), (corner, 0), (corner, corner)],
    }
    return np.array(spots[face], dtype=np.float64)


def trace_cube(picture: Field, cube: Cube, focal_px: float, camera_mm: float) -> None:
    """Draw the die on a float picture seen by a camera straight above the middle, ``camera_mm`` high."""
    high, wide = picture.shape[:2]
    middle = cube.centre_mm[:2] * focal_px / (camera_mm - cube.centre_mm[2]) + [(wide - 1) / 2, (high - 1) / 2]
    reach = 0.95 * cube.side_mm * focal_px / (camera_mm - 2 * cube.centre_mm[2])
    left, top = (max(0, int(part - reach)) for part in middle)
    right, low = min(wide, int(middle[0] + reach) + 2), min(high, int(middle[1] + reach) + 2)
    if right <= left or low <= top:
        return
    x = (np.arange((right - left) * _FINE) + 0.5) / _FINE - 0.5 + left - (wide - 1) / 2
    y = (np.arange((low - top) * _FINE) + 0.5) / _FINE - 0.5 + top - (high - 1) / 2
    rays = np.stack([*np.meshgrid(x, y), np.full((len(y), len(x)), -focal_px)], axis=-1).reshape(-1, 3)
    rays = (rays / np.linalg.norm(rays, axis=1, keepdims=True)).astype(np.float32)
    colour, hit, ink = _march(rays, cube, camera_mm)
    size = (right - left, low - top)
    cover = hit * np.where(ink, 1.0, cube.opaque)
    solid = cover.reshape(len(y), len(x)).astype(np.float32)
    paint = (colour * cover[:, None]).reshape(len(y), len(x), 3).astype(np.float32)
    alpha = cv2.resize(solid, size, interpolation=cv2.INTER_AREA)[..., None]
    patch = cv2.resize(paint, size, interpolation=cv2.INTER_AREA)
    region = picture[top:low, left:right]
    region[:] = region * (1.0 - alpha) + patch


def _march(rays: Field, cube: Cube, camera_mm: float) -> tuple[Field, _Flags, _Flags]:
    """Each ray's colour, whether it meets the die, and whether it meets ink."""
    turning = cube.turning.astype(np.float32)
    start = ((np.array([0, 0, camera_mm]) - cube.centre_mm) @ cube.turning).astype(np.float32)
    ahead = rays @ turning  # in the die's own frame
    side, distance = np.float32(cube.side_mm), cube.shape.distance
    near = cube.shape.enter(start / side, ahead) * side
    passed = start @ start - (ahead @ start) ** 2  # the square of how near each ray comes to the die's middle
    met = np.flatnonzero(passed < (side * np.float32(cube.shape.reach)) ** 2)
    live, depth = met, near.astype(np.float32)
    for _ in range(_STEPS):
        point = start + depth[live, None] * ahead[live]
        gap = distance(point / side) * side
        depth[live] += gap
        live = live[(gap > 0.004) & (depth[live] < near[live] + 2 * side)]
        if not len(live):
            break
    point = start + depth[met, None] * ahead[met]
    is_hit = distance(point / side) * side < 0.06
    colour, hit, ink = (
        np.zeros((len(rays), 3), np.float32),
        np.zeros(len(rays), np.bool_),
        np.zeros(len(rays), np.bool_),
    )
    if is_hit.any():
        struck = met[is_hit]
        hit[struck] = True
        colour[struck], ink[struck] = _shade(point[is_hit], cube, side)
    return colour, hit, ink


def _shade(point: Field, cube: Cube, side: np.float32) -> tuple[Field, _Flags]:
    normal = cube.shape.normal(point / side)
    colour = np.broadcast_to(np.array(cube.body, np.float32), point.shape).copy()
    pip_radius = cube.pip_share * cube.side_mm / 2
    ink = np.zeros(len(point), np.bool_)
    for face, (out, across, along) in cube.shape.frames.items():
        on_face = point @ out.astype(np.float32) > side * np.float32(0.9 * cube.shape.inner)
        if face in cube.art:
            half = side * np.float32(cube.shape.art)
            down = point @ along.astype(np.float32) - side * np.float32(cube.shape.drop)
            share = _ink(cube.art[face], point @ across.astype(np.float32), down, half)
            colour += (on_face * share)[:, None] * (np.array(cube.pips, np.float32) - colour)
            ink |= on_face & (share > 0.5)
            continue
        for spot in pip_spots(face) * cube.side_mm:
            dx = point @ across.astype(np.float32) - np.float32(spot[0])
            dy = point @ along.astype(np.float32) - np.float32(spot[1])
            away = np.sqrt(dx**2 + dy**2)
            inside = on_face & (away < pip_radius)
            dent = (dx[inside, None] * across + dy[inside, None] * along) / pip_radius
            normal[inside] = (normal[inside] - 0.75 * dent).astype(np.float32)
            colour[inside] = cube.pips
            ink |= inside
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
    up = normal @ cube.turning.T.astype(np.float32)
    key = np.array([-0.25, -0.3, 1.0], np.float32) / np.float32(np.linalg.norm([-0.25, -0.3, 1.0]))
    ring = np.clip(up[:, 2], 0, 1)  # the ring lights from above, the walls send a little back from the sides
    light = 0.26 + 0.46 * ring + 0.34 * np.clip(up @ key, 0, 1)
    below = ((point @ cube.turning.T.astype(np.float32))[:, 2] + cube.centre_mm[2]) / cube.side_mm
    light *= np.clip(0.55 + 0.6 * below, 0.55, 1.0)  # darker near the felt
    glint = np.clip(up @ key, 0, 1) ** 60 * 26
    return np.asarray(colour * light[:, None] + glint[:, None], np.float32), ink


def _ink(art: Field, across: Field, along: Field, half: np.float32) -> Field:
    size = art.shape[0]
    columns = np.clip((across / half + 1) / 2 * size, 0, size - 1).astype(np.intp)
    rows = np.clip((along / half + 1) / 2 * size, 0, size - 1).astype(np.intp)
    return np.asarray(art[rows, columns], np.float32)
