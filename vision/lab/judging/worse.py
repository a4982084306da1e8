"""Photographs made worse on purpose: no wrong number may come of any of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.arrays import Picture
from vision.lab.judging.splits import Label


def _blurred(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.0), dtype=np.uint8)


def _noisy(picture: Picture) -> Picture:
    noise = np.random.default_rng(1).normal(0, 14, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def _half(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _overexposed(picture: Picture) -> Picture:
    return np.asarray(np.clip(picture.astype(np.float32) * 1.7, 0, 255), dtype=np.uint8)


def _dim(picture: Picture) -> Picture:
    dark = picture.astype(np.float32) * 0.3 + np.random.default_rng(2).normal(0, 3, picture.shape)
    return np.clip(dark, 0, 255).astype(np.uint8)


def _inverted(picture: Picture) -> Picture:
    return np.asarray(255 - picture.astype(np.int16), dtype=np.uint8)


def _squeezed(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=1.0, fy=0.75, interpolation=cv2.INTER_AREA), dtype=np.uint8)


WORSE: dict[str, Callable[[Picture], Picture]] = {
    "blurred": _blurred,
    "noisy": _noisy,
    "half size": _half,
    "overexposed": _overexposed,
    "dim": _dim,
    "inverted": _inverted,
    "squeezed": _squeezed,
}


def moved(labels: Sequence[Label], scale: tuple[float, float]) -> list[Label]:
    """The labels on a picture that was made so many times as wide and as high."""
    return [
        {**one, "cx": one["cx"] * scale[0], "cy": one["cy"] * scale[1], "size": one.get("size", 60) * min(scale)}
        for one in labels
    ]
