"""Photographs of a printed hero screen with cubes on its boxes, drawn by a camera that looks as it likes.

The screen lies on a wooden table; a cube is 10 mm, its upper side in the light, the others darker, its shadow soft.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Picture
from vision.virtual.camera import Camera
from vision.virtual.printed import grain
from vision.virtual.sensor import GOOD, Sensor, expose

WIDE_MM, HIGH_MM, PX_PER_MM, CUBE_MM = 220.0, 150.0, 6.0, 10.0
NAMES = (
    "available",
    "movement",
    "melee",
    "ranged",
    "manipulation",
    "thought",
    "defense",
    "reroll",
    "fatigue",
    "wounds",
)
BOXES_MM = {  # left, top, width, height
    name: (8.0 + 42.0 * (number % 5), 32.0 + 60.0 * (number // 5), 36.0, 44.0) for number, name in enumerate(NAMES)
}
RED = (50, 45, 205)  # BGR


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube with its middle there, mm on the screen, turned; ``floor``: on how many others it stands."""

    x: float
    y: float
    turn_deg: float = 0.0
    floor: int = 0


def printed(seed: int = 7) -> Picture:
    """The empty screen from straight above: a tinted sheet, frames, words, marks of print."""
    draw = np.random.default_rng(seed)
    wide, high = round(WIDE_MM * PX_PER_MM), round(HIGH_MM * PX_PER_MM)
    sheet = np.full((high, wide, 3), (168, 190, 196), np.float32) + 7.0 * grain(high, wide, 50, draw)[..., None]
    for _ in range(260):
        x, y, r = draw.uniform(0, wide), draw.uniform(0, high), draw.uniform(2, 9)
        cv2.circle(sheet, (int(x), int(y)), int(r), (150 + draw.uniform(-26, 26),) * 3, -1)
    sheet = np.asarray(np.clip(sheet, 0, 255), dtype=np.uint8)
    cv2.putText(sheet, "LAMPLIGHT of the quay", (50, 110), cv2.FONT_HERSHEY_TRIPLEX, 2.2, (40, 44, 52), 3, cv2.LINE_AA)
    for number, (name, (left, top, across, down)) in enumerate(BOXES_MM.items()):
        corner = (round(left * PX_PER_MM), round(top * PX_PER_MM))
        end = (round((left + across) * PX_PER_MM), round((top + down) * PX_PER_MM))
        tint = (150 + 8 * (number % 4), 178, 170 + 6 * (number % 3))
        cv2.rectangle(sheet, corner, end, tint, -1)
        cv2.rectangle(sheet, corner, end, (48, 54, 60), 4, cv2.LINE_AA)
        cv2.putText(
            sheet, name, (corner[0] + 8, corner[1] - 8), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (36, 40, 44), 2, cv2.LINE_AA
        )
        cv2.putText(
            sheet,
            str(number + 2),
            (end[0] - 46, end[1] - 12),
            cv2.FONT_HERSHEY_DUPLEX,
            1.3,
            (110, 120, 128),
            2,
            cv2.LINE_AA,
        )
    return sheet


def photographed(
    cubes: Sequence[Cube],
    seed: int,
    *,
    tilt_deg: float = 12.0,
    roll_deg: float = 4.0,
    sensor: Sensor = GOOD,
    colour: tuple[int, int, int] = RED,
    worn: float = 0.0,
    aim: tuple[float, float] = (0.5, 0.5),
    away: float = 1.0,
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> Picture:
    """The screen with these cubes; ``worn``: how pale and spotty the cubes are, ``tint``: the colour of the light."""
    draw = np.random.default_rng([seed, 21])
    size = (1600, 1200)
    camera = Camera((WIDE_MM * aim[0], HIGH_MM * aim[1]), 300.0 * away, tilt_deg, roll_deg, 52.0, size)
    table = (
        np.full((size[1], size[0], 3), (62, 88, 120), np.float32) + 9.0 * grain(size[1], size[0], 30, draw)[..., None]
    )
    onto = camera.plane(0.0) @ np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1.0])
    sheet = cv2.warpPerspective(printed(), onto, size, flags=cv2.INTER_AREA).astype(np.float32)
    lies = cv2.warpPerspective(
        np.ones((round(HIGH_MM * PX_PER_MM), round(WIDE_MM * PX_PER_MM)), np.float32), onto, size
    )
    picture = table * (1 - lies[..., None]) + sheet * lies[..., None]
    dark = np.zeros(picture.shape[:2], np.float32)
    for cube in cubes:
        low, high = cube.floor * CUBE_MM, (cube.floor + 1) * CUBE_MM
        foot = _corners(cube)
        shadow = np.vstack([foot + np.array([0.45, 0.3]) * height for height in (low, high)])
        _fill(dark, camera, cv2.convexHull(shadow.astype(np.float32))[:, 0, :], 0.0, 1.0)
    picture *= 1.0 - 0.42 * cv2.GaussianBlur(dark, (0, 0), 4.0)[..., None]
    x, y, _ = camera.place_mm
    body = np.array(colour, np.float32) * (1 - 0.35 * worn) + 0.35 * worn * np.array([170.0, 175.0, 180.0])
    for cube in sorted(cubes, key=lambda one: (one.floor, -np.hypot(one.x - x, one.y - y))):
        low, high = cube.floor * CUBE_MM, (cube.floor + 1) * CUBE_MM
        corners, shade = _corners(cube), draw.uniform(0.94, 1.06)
        for side in range(4):
            ends = corners[[side, (side + 1) % 4]]
            out = ends.mean(axis=0) - (cube.x, cube.y)
            if out @ (np.array([x, y]) - ends.mean(axis=0)) > 0:
                wall = np.vstack([np.column_stack([ends, [low, low]]), np.column_stack([ends[::-1], [high, high]])])
                lit = 0.62 + 0.16 * float(out @ np.array([-0.7, -0.5])) / CUBE_MM
                _fill(picture, camera, wall, None, tuple(body * lit * shade))
        _fill(picture, camera, corners, high, tuple(np.minimum(body * 1.12 * shade, 255)))
        for _ in range(round(5 * worn)):
            spot = np.array([cube.x, cube.y]) + draw.uniform(-4, 4, 2)
            chip = spot + draw.uniform(0.3, 0.9) * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            _fill(picture, camera, chip, high, (190.0, 195.0, 200.0))
    picture = picture * np.array(tint, np.float32)
    return expose(np.asarray(np.clip(picture, 0, 255), dtype=np.uint8), sensor, seed)


def spread(counts: Mapping[str, int], seed: int, *, apart_mm: float = 14.5) -> list[Cube]:
    """So many cubes on each box, thrown there without touching."""
    draw, cubes = np.random.default_rng([seed, 22]), list[Cube]()
    for name, count in counts.items():
        left, top, wide, high = BOXES_MM[name]
        here: list[Cube] = []
        for _ in range(4000):
            if len(here) == count:
                break
            if len(here) < count and draw.uniform() < 0.004:
                here.clear()
            x, y = draw.uniform(left + 7, left + wide - 7), draw.uniform(top + 7, top + high - 7)
            if all(np.hypot(x - one.x, y - one.y) >= apart_mm for one in here):
                here.append(Cube(float(x), float(y), float(draw.uniform(0, 90))))
        assert len(here) == count, (name, count)
        cubes += here
    return cubes


def in_rows(counts: Mapping[str, int], seed: int) -> list[Cube]:
    """So many cubes on each box, side by side in rows that touch."""
    draw, cubes = np.random.default_rng([seed, 23]), list[Cube]()
    for name, count in counts.items():
        left, top, _, _ = BOXES_MM[name]
        x, y, across = left + draw.uniform(7, 9), top + draw.uniform(8, 12), 2 if draw.uniform() < 0.5 else 3
        for number in range(count):
            cubes.append(Cube(x + number % across * 10.2, y + number // across * 10.2, 0.0))
    return cubes


def boxes_px() -> dict[str, tuple[int, int, int, int]]:
    """The boxes as somebody marks them on the picture of the empty screen."""
    return {name: tuple(round(part * PX_PER_MM) for part in box) for name, box in BOXES_MM.items()}  # type: ignore[misc]


def _corners(cube: Cube) -> np.ndarray:
    turn, half = np.radians(cube.turn_deg), CUBE_MM / 2
    ways = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.asarray(ways @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (cube.x, cube.y))


def _fill(picture: np.ndarray, camera: Camera, points: np.ndarray, height: float | None, colour: object) -> None:
    solid = points if height is None else np.column_stack([points, np.full(len(points), height)])
    flat = np.round(camera.to_straight_px(solid) * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, flat, colour, cv2.LINE_8, 4)
