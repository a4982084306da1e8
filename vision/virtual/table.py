"""A picture of the virtual table, as a real camera above a real table would give it.

scene ── printed map ── camera plane ──> shadows ──> bases, far ones first ──> lens ──> sensor ──> BGR picture

Frames of a table at rest and of a hand over it: one rendering, fresh sensor noise for every frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.lens import straighten_px
from vision.virtual.camera import Camera, camera_over
from vision.virtual.figures import draw_base, draw_hand, draw_shadow
from vision.virtual.printed import BORDER_MM, draw_map
from vision.virtual.scene import Scene
from vision.virtual.sensor import GOOD, Sensor, expose

_FINE = 2  # everything is drawn this many times larger and averaged down


def render_table(
    scene: Scene,
    camera: Camera | None = None,
    seed: int = 0,
    *,
    sensor: Sensor = GOOD,
    hand_mm: tuple[float, float] | None = None,
) -> Picture:
    """The table as the camera sees it: BGR ``uint8`` (height, width, 3), byte for byte the same for the same seed.

    ``camera`` None hangs one over the map that sees it all. ``hand_mm`` lets a hand reach for that point of the map.
    """
    layout = scene.layout
    if camera is None:
        camera = camera_over(layout.columns * layout.square_mm, layout.rows * layout.square_mm)
    wide, high = camera.size_px
    fine = Camera(
        camera.aim_mm, camera.height_mm, camera.tilt_deg, camera.roll_deg, camera.view_deg, (wide * _FINE, high * _FINE)
    )
    picture = _look_at_map(scene, fine, seed)
    mask = np.zeros(picture.shape[:2], np.float32)
    for base in scene.bases:
        draw_shadow(mask, base, layout, fine)
    light = np.asarray(cv2.GaussianBlur(mask, (0, 0), 2.2 * _FINE * wide / 1920))
    light *= -0.5
    light += 1.0
    for channel in range(3):  # one by one: all three at once would take the most memory of all the drawing
        picture[..., channel] = picture[..., channel] * light
    x, y, _ = camera.place_mm
    square = layout.square_mm
    for base in sorted(scene.bases, key=lambda b: -np.hypot((b.column + 0.5) * square - x, (b.row + 0.5) * square - y)):
        draw_base(picture, base, layout, fine)
    if hand_mm is not None:
        tip = fine.to_straight_px(np.array([[*hand_mm, 30.0]]))[0]
        reach = float(
            np.linalg.norm(
                np.diff(fine.to_straight_px(np.array([[*hand_mm, 0.0], [hand_mm[0] + 80, hand_mm[1], 0.0]])), axis=0)
            )
        )
        picture = draw_hand(picture, (float(tip[0]), float(tip[1])), seed, size_px=reach)
    picture = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    if camera.lens_bend:
        picture = _bend(picture, camera)
    return expose(picture, sensor, seed)


def map_picture(scene: Scene, camera: Camera, seed: int) -> Picture:
    """The printed map with nothing on it as a straight camera sees it, before light, lens and sensor."""
    wide, high = camera.size_px
    picture = _look_at_map(scene, replace(camera, size_px=(wide * _FINE, high * _FINE)), seed)
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _look_at_map(scene: Scene, camera: Camera, seed: int) -> Picture:
    middle = np.array([[camera.aim_mm[0], camera.aim_mm[1], 0.0], [camera.aim_mm[0] + 10.0, camera.aim_mm[1], 0.0]])
    px_per_mm = float(np.linalg.norm(np.diff(camera.to_straight_px(middle), axis=0))) / 10.0
    flat = _printed(_Key(scene), round(px_per_mm, 2), seed)
    scale = round(px_per_mm, 2)
    to_map = np.array(
        [[1 / scale, 0, (0.5 / scale) - BORDER_MM], [0, 1 / scale, (0.5 / scale) - BORDER_MM], [0, 0, 1.0]]
    )
    warp = camera.plane(0.0) @ to_map
    picture = cv2.warpPerspective(flat, warp, camera.size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(picture, dtype=np.uint8)


class _Key:
    """A scene as far as the printed map cares: the same map is printed once, not for every frame."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        layout = scene.layout
        terrain = tuple(sorted((kind, tuple(sorted(squares))) for kind, squares in scene.terrain.items()))
        self._parts = (
            layout.columns,
            layout.rows,
            layout.square_mm,
            layout.corners,
            layout.board,
            terrain,
            scene.walls,
            scene.hidden_corners,
            scene.title,
        )

    def __hash__(self) -> int:
        return hash(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._parts == other._parts


@lru_cache(maxsize=3)
def _printed(key: _Key, px_per_mm: float, seed: int) -> Picture:
    return draw_map(key.scene, px_per_mm, seed)


def _bend(picture: Picture, camera: Camera) -> Picture:
    wide, high = camera.size_px
    grid = np.stack(np.meshgrid(np.arange(wide, dtype=np.float64), np.arange(high, dtype=np.float64)), axis=-1)
    where = straighten_px(grid.reshape(-1, 2), camera.size_px, camera.lens_bend).astype(np.float32)
    return np.asarray(
        cv2.remap(picture, where.reshape(high, wide, 2), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    )


def still_picture(scene: Scene, camera: Camera, *, sensor: Sensor = GOOD) -> Picture:
    """The table with the light of a calm evening and no noise yet: BGR ``uint8``."""
    return render_table(scene, camera, seed=1, sensor=replace(sensor, noise_level=0.0, jpeg_quality=None))


def still_frames(still: Picture, count: int, seed: int, *, noise_level: float = GOOD.noise_level) -> Iterator[Picture]:
    """``count`` frames of a still picture, each with other noise than the one before; the same for the same seed."""
    grains = _grains(still.shape, noise_level)
    for number in range(count):
        yield np.asarray(cv2.add(still, grains[(seed + number) % len(grains)], dtype=cv2.CV_8U), dtype=np.uint8)


@lru_cache(maxsize=2)
def _grains(shape: tuple[int, ...], noise_level: float) -> tuple[NDArray[np.int8], ...]:
    """Make some fields of noise to go round: making one takes longer than reading a frame. They are small numbers."""
    cv2.setRNGSeed(20)
    fields = [np.empty(shape, np.int8) for _ in range(7)]
    return tuple(np.asarray(cv2.randn(field, (0, 0, 0), (noise_level,) * 3), dtype=np.int8) for field in fields)


def hand_over(still: Picture, camera: Camera, place_mm: tuple[float, float], seed: int) -> Picture:
    """The still picture with a hand that reaches for a point of the map; it moves, so it is drawn at half the size."""
    ends = np.array([[*place_mm, 30.0], [place_mm[0] + 80.0, place_mm[1], 30.0]])
    tip, side = camera.to_straight_px(ends) / 2.0
    high, wide = still.shape[:2]
    small = np.asarray(cv2.resize(still, (wide // 2, high // 2), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    small = draw_hand(small, (float(tip[0]), float(tip[1])), seed, size_px=float(np.linalg.norm(side - tip)))
    return np.asarray(cv2.resize(small, (wide, high)), dtype=np.uint8)
