"""A hand that reaches over the table: sleeve, palm and four fingers, skin with its own shading."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.virtual.scene import Field


def draw_hand(picture: Picture, tip_px: tuple[float, float], seed: int, *, size_px: float = 200.0) -> Picture:
    """A copy of the picture with a hand whose fingertips point at ``tip_px``, coming in from the nearest side edge."""
    draw = np.random.default_rng([seed, 7])
    high, wide = picture.shape[:2]
    tip = np.array(tip_px, dtype=np.float64)
    from_left = tip[0] < wide / 2
    root = np.array([-0.3 * wide if from_left else 1.3 * wide, tip[1] + draw.normal(0.25, 0.1) * high])
    along = (tip - root) / np.linalg.norm(tip - root)
    across = np.array([-along[1], along[0]])
    mask = np.zeros((high, wide), np.float32)
    palm = tip - along * size_px * 1.0
    wrist = tip - along * size_px * 1.7
    for finger, reach in zip((-0.36, -0.12, 0.12, 0.34), (0.84, 1.0, 0.96, 0.78), strict=True):
        start, end = palm + across * finger * size_px * 0.8, palm + along * reach * size_px + across * finger * size_px
        _limb(mask, start, end, 0.10 * size_px)
    _limb(mask, palm + across * 0.30 * size_px, palm + along * 0.45 * size_px + across * 0.72 * size_px, 0.12 * size_px)
    _limb(mask, palm, wrist, 0.40 * size_px)
    _limb(mask, wrist, root, 0.34 * size_px)
    sleeve = np.zeros((high, wide), np.float32)
    _limb(sleeve, tip - along * size_px * 2.3, root, 0.44 * size_px)
    out = picture.astype(np.float32)
    shadow = cv2.GaussianBlur(np.maximum(mask, sleeve), (0, 0), 0.09 * size_px)
    shadow = cv2.warpAffine(
        shadow, np.array([[1, 0, 0.16 * size_px], [0, 1, 0.12 * size_px]], np.float32), (wide, high)
    )
    out *= 1.0 - 0.42 * shadow[..., None]
    round_off = np.clip(cv2.GaussianBlur(mask, (0, 0), 0.07 * size_px) * 1.5 - 0.5, 0, 1)
    skin = np.array([118.0, 150.0, 205.0], np.float32) * (0.62 + 0.4 * round_off[..., None])
    edge = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None]
    out = out * (1 - edge) + skin * edge
    cloth = (
        np.array([92.0, 66.0, 52.0], np.float32)
        * (0.6 + 0.5 * cv2.GaussianBlur(sleeve, (0, 0), 0.1 * size_px))[..., None]
    )
    edge = cv2.GaussianBlur(sleeve, (0, 0), 1.0)[..., None]
    return np.asarray(np.clip(out * (1 - edge) + cloth * edge, 0, 255), dtype=np.uint8)


def _limb(mask: Field, start: Floats, end: Floats, radius: float) -> None:
    one = (round(float(start[0])), round(float(start[1])))
    two = (round(float(end[0])), round(float(end[1])))
    cv2.line(mask, one, two, 1.0, max(1, round(2 * radius)), cv2.LINE_8)
    for spot in (one, two):
        cv2.circle(mask, spot, max(1, round(radius)), 1.0, -1, cv2.LINE_8)
