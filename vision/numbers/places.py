"""Proposed places of dice: peaks of the places network's heat at several scales, each place and size once.

A picture of 96 px shows dice of 14 to 42 % of its longer side, each finer one dice half as wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.dice.network import Pyramid
from vision.numbers.network import heat_of

Heat = NDArray[np.float32]
_LONG_PX = (96, 192, 384, 768)  # longer side of the picture looked at
_WIDEST_PX = 44.0  # of a die that a scale shows
_LEAST = 0.25  # a lower peak is texture
_MOST = 60  # places of one scale, the hottest; more are clutter
_SAME, _OTHER_SIZE = 0.35, 1.6  # of the width: nearer peaks of a like width are one


@dataclass(frozen=True, slots=True)
class Place:
    """A place where a die's upper face may have its middle, and the outline's width, px; ``heat`` 0 to 1."""

    x: float
    y: float
    wide_px: float
    heat: float


def scales_of(pyramid: Pyramid) -> Iterator[tuple[float, list[Place]]]:
    """The places that each scale shows, coarse ones first, the hottest first; with the widest die it shows, px."""
    longer = max(pyramid.shape)
    for long_px in _LONG_PX:
        if long_px <= max(_LONG_PX[0], 1.3 * longer):
            scale = min(2.0, long_px / longer)
            yield _WIDEST_PX / scale, distinct(_at_scale(pyramid.picture, scale))[:_MOST]


def _at_scale(picture: Picture, scale: float) -> list[Place]:
    heat, across = _heat_at(picture, scale)
    return [
        Place(
            float((4.0 * column + 2.0) / scale - 0.5),
            float((4.0 * row + 2.0) / scale - 0.5),
            float(across[row, column]) / scale,
            float(heat[row, column]),
        )
        for row, column in _peaks_of(heat, _LEAST)
    ]


def _heat_at(picture: Picture, scale: float) -> tuple[Heat, Heat]:
    """The heat of a picture brought to ``scale``, and how wide dice are there, on cells of 4 x 4 px."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), dtype=np.uint8)
    high, wide = small.shape[:2]
    pad = ((0, max(-high % 8, 32 - high, 0)), (0, max(-wide % 8, 32 - wide, 0)), (0, 0))
    return heat_of(np.pad(small, pad, mode="edge"))


def _peaks_of(heat: Heat, least: float) -> list[tuple[int, int]]:
    """The cells (row, column) that are hotter than ``least`` and than all around them."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > least))
    return [(int(row), int(column)) for row, column in zip(rows, columns, strict=True)]


def distinct(places: Sequence[Place]) -> list[Place]:
    """The places, each once, the hottest first."""
    kept: list[Place] = []
    for place in sorted(places, key=lambda one: -one.heat):
        if not any(is_same(place, other) for other in kept):
            kept.append(place)
    return kept


def is_same(one: Place, two: Place) -> bool:
    """Whether both name one place and size."""
    small, large = sorted((one.wide_px, two.wide_px))
    return float(np.hypot(one.x - two.x, one.y - two.y)) < _SAME * small and large < _OTHER_SIZE * small
