"""What lens, sensor and file do to a training picture, by chance: blur, motion, noise, exposure, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture


def degrade(picture: Picture, draw: np.random.Generator) -> Picture:
    """The picture as a poor or a good camera gives it; the same shape."""
    out = picture.astype(np.float32)
    if draw.random() < 0.8:
        out = cv2.GaussianBlur(out, (0, 0), float(draw.uniform(0.3, 1.3)))
    if draw.random() < 0.2:
        length = int(draw.integers(2, 6))
        streak = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        way = float(draw.uniform(0, np.pi))
        reach = (int(length * np.cos(way)), int(length * np.sin(way)))
        cv2.line(
            streak,
            (length - reach[0] // 2, length - reach[1] // 2),
            (length + reach[0] // 2, length + reach[1] // 2),
            1,
        )
        out = cv2.filter2D(out, -1, streak / streak.sum())
    if draw.random() < 0.15:
        out = 255.0 * (out / 255.0) ** float(draw.uniform(0.5, 2.0))
    noise = float(np.abs(draw.normal(0, 5)))
    out += noise * draw.standard_normal((*out.shape[:2], 1), dtype=np.float32)
    out += 0.5 * noise * draw.standard_normal(out.shape, dtype=np.float32)
    shot = np.clip(out, 0, 255).astype(np.uint8)
    if draw.random() < 0.6:
        _, packed = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, int(draw.integers(45, 96))])
        shot = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return shot
