"""Frames of a table at rest and of a hand over it: one rendering, fresh sensor noise for every frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.markers import Picture
from vision.virtual.camera import Camera
from vision.virtual.hand import draw_hand
from vision.virtual.scene import Scene
from vision.virtual.sensor import GOOD, Sensor
from vision.virtual.table import render_table

__all__ = ["hand_over", "still_frames", "still_picture"]


def still_picture(scene: Scene, camera: Camera, *, sensor: Sensor = GOOD) -> Picture:
    """The table with the light of a calm evening and no noise yet: BGR ``uint8``."""
    return render_table(scene, camera, seed=1, sensor=replace(sensor, noise_level=0.0, jpeg_quality=None))


def still_frames(still: Picture, count: int, seed: int, *, noise_level: float = GOOD.noise_level) -> Iterator[Picture]:
    """``count`` frames of a still picture, each with its own noise; the same bytes for the same seed."""
    for number in range(count):
        cv2.setRNGSeed(seed * 1009 + number)
        noise = np.empty(still.shape, np.int16)
        cv2.randn(noise, (0, 0, 0), (noise_level, noise_level, noise_level))
        yield np.asarray(cv2.add(still, noise, dtype=cv2.CV_8U), dtype=np.uint8)


def hand_over(still: Picture, camera: Camera, place_mm: tuple[float, float], seed: int) -> Picture:
    """The still picture with a hand that reaches for a point of the map."""
    ends = np.array([[*place_mm, 30.0], [place_mm[0] + 80.0, place_mm[1], 30.0]])
    tip, side = camera.to_straight_px(ends)
    return draw_hand(still, (float(tip[0]), float(tip[1])), seed, size_px=float(np.linalg.norm(side - tip)))
