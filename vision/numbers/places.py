"""Proposed places of dice: peaks of the places network's heat at several scales, each place and size once.

A picture of 96 px shows dice of 14 to 42 % of its longer side, each finer one dice half as wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Picture
from vision.dice.finder import heat_at, peaks_of
from vision.dice.network import Pyramid
from vision.numbers.network import heat_of

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
    heat, across = heat_at(picture, scale, heat_of)
    return [
        Place(
            float((4.0 * column + 2.0) / scale - 0.5),
            float((4.0 * row + 2.0) / scale - 0.5),
            float(across[row, column]) / scale,
            float(heat[row, column]),
        )
        for row, column in peaks_of(heat, _LEAST)
    ]


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
