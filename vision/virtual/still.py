"""Frames of a table at rest and of a hand over it: one rendering, fresh sensor noise for every frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.virtual.camera import Camera
from vision.virtual.hand import draw_hand
from vision.virtual.scene import Scene
from vision.virtual.sensor import GOOD, Sensor
from vision.virtual.table import render_table


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
    """Some fields of noise to go round: making one takes longer than reading a frame. They are small numbers."""
    cv2.setRNGSeed(20)
    fields = [np.empty(shape, np.int8) for _ in range(7)]
    return tuple(np.asarray(cv2.randn(one, (0, 0, 0), (noise_level,) * 3), dtype=np.int8) for one in fields)


def hand_over(still: Picture, camera: Camera, place_mm: tuple[float, float], seed: int) -> Picture:
    """The still picture with a hand that reaches for a point of the map; it moves, so it is drawn at half the size."""
    ends = np.array([[*place_mm, 30.0], [place_mm[0] + 80.0, place_mm[1], 30.0]])
    tip, side = camera.to_straight_px(ends) / 2.0
    high, wide = still.shape[:2]
    small = np.asarray(cv2.resize(still, (wide // 2, high // 2), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    small = draw_hand(small, (float(tip[0]), float(tip[1])), seed, size_px=float(np.linalg.norm(side - tip)))
    return np.asarray(cv2.resize(small, (wide, high)), dtype=np.uint8)
