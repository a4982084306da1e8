"""A table of untagged figures, drawn fast: the still map is kept, only what changed is drawn again.

map ──camera──> kept ─┐
figures, shadows ─────┴─> light, lens, JPEG: kept per state ──> hand, noise ──> frame
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Picture
from vision.virtual.camera import Camera
from vision.virtual.minis import Mini, draw_mini, draw_mini_shadow
from vision.virtual.scene import Field, Scene
from vision.virtual.sensor import GOOD, HARD, TYPICAL, Sensor, expose, soften
from vision.virtual.table import hand_over, map_picture, still_frames


@dataclass(frozen=True, slots=True)
class Preset:
    """A camera and its place: the three steps in which tags, figures and games are measured."""

    sensor: Sensor
    tilt_deg: float


PRESETS = {"good": Preset(GOOD, 10.0), "typical": Preset(TYPICAL, 25.0), "hard": Preset(HARD, 40.0)}


@dataclass(frozen=True, slots=True)
class Light:
    """The light at a moment: brightness, and how warm (red up, blue down)."""

    exposure: float = 1.0
    warmth: float = 0.0
    shadow_per_mm: tuple[float, float] = (0.34, 0.22)
    shadow_depth: float = 0.45


class Stage:
    """Draws one table; ``camera`` may be replaced (somebody bumped it)."""

    def __init__(self, scene: Scene, camera: Camera, sensor: Sensor = GOOD, seed: int = 0) -> None:
        self.scene = scene
        self.camera = camera
        self.sensor = sensor
        self.seed = seed
        self._ground: tuple[Camera, Picture] | None = None
        self._kept: tuple[object, Picture] | None = None
        self._lamps: Field | None = None  # light and lens, drawn once

    def clean(self, minis: tuple[Mini, ...], light: Light) -> Picture:
        """The table without noise: BGR ``uint8``, the same for the same arguments."""
        key = (self.camera, minis, light)
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, self._draw(minis, light))
        return self._kept[1]

    def frame(
        self, minis: tuple[Mini, ...], light: Light, number: int, hand_mm: tuple[float, float] | None = None
    ) -> Picture:
        """Frame ``number`` of the table, with fresh noise, and a hand over a point of the map when there is one."""
        picture = self.clean(minis, light)
        if hand_mm is not None:
            picture = hand_over(picture, self.camera, hand_mm, self.seed)
        (noisy,) = still_frames(picture, 1, number, noise_level=self.sensor.noise_level)
        return noisy

    def _draw(self, minis: tuple[Mini, ...], light: Light) -> Picture:
        if self._ground is None or self._ground[0] != self.camera:
            self._ground = (self.camera, map_picture(self.scene, self.camera, self.seed))
        picture = self._ground[1].copy()
        mask: Field = np.zeros((picture.shape[0] // 2, picture.shape[1] // 2), np.float32)
        wide, high = self.camera.size_px
        half = replace(self.camera, size_px=(wide // 2, high // 2))
        for mini in minis:
            draw_mini_shadow(mask, mini, half, light.shadow_per_mm)
        soft = 1.0 - light.shadow_depth * cv2.GaussianBlur(mask, (0, 0), 1.2 * wide / 1920)
        shade = cv2.resize(np.asarray(soft), (wide, high), interpolation=cv2.INTER_LINEAR)
        picture = cv2.multiply(picture, cv2.merge([shade] * 3), dtype=cv2.CV_8U)
        x, y, _ = self.camera.place_mm
        for mini in sorted(minis, key=lambda one: -np.hypot(one.at_mm[0] - x, one.at_mm[1] - y)):
            draw_mini(picture, mini, self.camera)
        if self._lamps is None:
            even = np.full(picture.shape, 128, np.uint8)
            bare = replace(self.sensor, blur_px=0.0, motion_px=0.0, noise_level=0.0, jpeg_quality=None)
            self._lamps = expose(even, bare, self.seed).astype(np.float32) / 128.0
        gains = light.exposure * np.array([1.0 - light.warmth, 1.0, 1.0 + light.warmth])
        field = np.asarray(cv2.multiply(self._lamps, (*gains.tolist(), 1.0)), dtype=np.float32)
        lit = np.asarray(cv2.multiply(picture, field, dtype=cv2.CV_8U), dtype=np.uint8)
        soft = soften(lit, self.sensor, self.seed)
        if self.sensor.jpeg_quality is None:
            return soft
        _, packed = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, self.sensor.jpeg_quality])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
