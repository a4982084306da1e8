"""Where dice may lie, whatever they show: peaks of the finder network's heat map at several scales.

A picture of 80 px shows dice of 14 to 40 % of its longer side, each finer one dice half as wide. Those beyond
320 px are looked at only until dice much smaller than those found would have been seen: the dice of one throw are
about equally large.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Picture
from vision.dice.network import heat_of

_LONG_PX = (80, 160, 320, 640, 1280)  # longer side of the picture looked at; each shows dice of 11 to 32 px
_ALWAYS_PX = 320  # up to here every scale is looked at: a heap of dice may look like one large die
_SURE = 0.5  # a peak this high is a die: finer scales are not needed
_NARROWEST_PX = 11.0  # of a die that a scale shows
_SMALLER = 0.6  # of the usual die: smaller ones are looked for on no finer picture
_LEAST = 0.2  # a lower peak is texture
_MOST = 60
_OTHER_SIZE = 1.6  # times as wide: a rival reading of the same place, which is looked at as well
_SAME, _INSIDE = 0.5, 0.6  # of the side: nearer peaks are one die; finer peaks on a sure die are its pips


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a die may lie: middle and side in px of the picture given, ``heat`` 0 to 1."""

    x: float
    y: float
    side_px: float
    heat: float


def find_spots(picture: Picture) -> list[Spot]:
    """The places, the surest first, none twice."""
    longer = max(picture.shape[:2])
    spots: list[Spot] = []
    for coarser, long_px in zip((None, *_LONG_PX), _LONG_PX, strict=False):
        if long_px > 1.5 * longer and coarser is not None:
            break
        sure = [spot.side_px for spot in spots if spot.heat >= _SURE]
        if (
            long_px > _ALWAYS_PX
            and coarser is not None
            and sure
            and _NARROWEST_PX * longer / coarser < _SMALLER * float(np.median(sure))
        ):
            break
        spots += _at_scale(picture, min(2.0, long_px / longer))
    return _distinct(spots)


def _at_scale(picture: Picture, scale: float) -> list[Spot]:
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), dtype=np.uint8)
    high, wide = small.shape[:2]
    pad = ((0, max(-high % 8, 32 - high, 0)), (0, max(-wide % 8, 32 - wide, 0)), (0, 0))
    heat, side = heat_of(np.pad(small, pad, mode="edge"))
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > _LEAST))
    spots = []
    for row, column in zip(rows, columns, strict=True):
        x, y = _between(heat, int(row), int(column))
        x, y = ((4.0 * part + 2.0) / scale - 0.5 for part in (x, y))
        spots.append(Spot(x, y, float(side[row, column]) / scale, float(heat[row, column])))
    return spots


def _between(heat: np.ndarray[tuple[int, ...], np.dtype[np.float32]], row: int, column: int) -> tuple[float, float]:
    """The heat's own middle round a cell, (column, row) with parts."""
    top, left = max(0, row - 1), max(0, column - 1)
    part = heat[top : row + 2, left : column + 2].astype(np.float64) ** 2
    rows, columns = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    return float((part * columns).sum() / part.sum()), float((part * rows).sum() / part.sum())


def _distinct(spots: list[Spot]) -> list[Spot]:
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda one: -one.heat):
        if not any(_is_same(spot, other) for other in kept):
            kept.append(spot)
    large = [spot for spot in kept if spot.heat >= _SURE]
    return [spot for spot in kept if not any(_is_inside(spot, other) for other in large)][:_MOST]


def _is_same(one: Spot, two: Spot) -> bool:
    small, large = sorted((one.side_px, two.side_px))
    return _apart(one, two) < _SAME * small and large < _OTHER_SIZE * small


def _is_inside(small: Spot, large: Spot) -> bool:
    finer = small.side_px < 0.6 * large.side_px and small.heat < large.heat
    return finer and _apart(small, large) < _INSIDE * large.side_px


def _apart(one: Spot, two: Spot) -> float:
    return float(np.hypot(one.x - two.x, one.y - two.y))
