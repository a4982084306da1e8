"""Effects of light, lens and sensor on a clean picture: uneven light, vignette, blur, noise, JPEG. Seeded."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Picture
from vision.virtual.scene import Field


@dataclass(frozen=True, slots=True)
class Sensor:
    """The quality of camera and light."""

    blur_px: float = 0.7  # radius of the defocus, standard deviation
    motion_px: float = 0.0  # length of the motion blur
    noise_level: float = 3.0  # grey levels, standard deviation
    uneven: float = 0.15  # share of light that differs across the table
    vignette: float = 0.15  # share of light lost in the corners
    exposure: float = 1.0
    jpeg_quality: int | None = 90


GOOD = Sensor()
TYPICAL = Sensor(blur_px=1.0, noise_level=5.0, uneven=0.3, vignette=0.25, jpeg_quality=85)
HARD = Sensor(blur_px=1.5, motion_px=5.0, noise_level=8.0, uneven=0.4, vignette=0.3, jpeg_quality=75)


def expose(clean: Picture, sensor: Sensor, seed: int) -> Picture:
    """The picture as the sensor gives it: the same shape, the same bytes for the same seed."""
    draw = np.random.default_rng([seed, 3])
    high, wide = clean.shape[:2]
    x = np.linspace(-1, 1, wide, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, high, dtype=np.float32)[:, None]
    angle = draw.uniform(0, 2 * np.pi)
    light = 1.0 + sensor.uneven / 2 * (np.cos(angle) * x + np.sin(angle) * y)
    light = light * (1.0 - sensor.vignette * (x**2 + y**2) / 2) * sensor.exposure
    out = clean.astype(np.float32) * np.asarray(light, np.float32)[..., None]
    if sensor.blur_px > 0:
        out = cv2.GaussianBlur(out, (0, 0), sensor.blur_px)
    if sensor.motion_px > 1:
        out = cv2.filter2D(out, -1, _streak(sensor.motion_px, draw.uniform(0, 180)))
    if sensor.noise_level > 0:
        out = out + draw.normal(0, sensor.noise_level, (high, wide, 1)).astype(np.float32)
        out = out + draw.normal(0, 0.5 * sensor.noise_level, (high, wide, 3)).astype(np.float32)
    shot: Picture = np.asarray(np.clip(out, 0, 255), dtype=np.uint8)
    if sensor.jpeg_quality is None:
        return shot
    _, packed = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg_quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def soften(clean: Picture, sensor: Sensor, seed: int) -> Picture:
    """The picture with the sensor's defocus and motion blur alone."""
    out = cv2.GaussianBlur(clean, (0, 0), sensor.blur_px) if sensor.blur_px > 0 else clean
    if sensor.motion_px > 1:
        out = cv2.filter2D(out, -1, _streak(sensor.motion_px, np.random.default_rng([seed, 5]).uniform(0, 180)))
    return np.asarray(out, dtype=np.uint8)


def _streak(length_px: float, angle_deg: float) -> Field:
    size = int(length_px) | 1
    line = np.zeros((size, size), np.float32)
    line[size // 2, :] = 1.0
    turn = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), angle_deg, 1.0)
    turned = cv2.warpAffine(line, turn, (size, size))
    return np.asarray(turned / turned.sum(), dtype=np.float32)
