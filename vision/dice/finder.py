"""Proposed places of dice, whatever they show: peaks of the finder network's heat map at several scales.

A picture of 80 px shows dice of 14 to 40 % of its longer side, each finer one dice half as wide. Those beyond
320 px are looked at only until dice much smaller than those found would have been seen: the dice of one throw are
about equally large. What was found is only promised: once dice are read, ``narrowest_px`` says how far down to look.

A peak that lies in a hotter, larger one is its pip, or a die in a round tray: it is kept, and marked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, median
from vision.dice.network import Pyramid, heat_of

Heat = NDArray[np.float32]
_LONG_PX = (80, 160, 320, 640, 1280)  # longer side of the picture looked at; each shows dice of 11 to 32 px
_ALWAYS_PX = 320  # up to here every scale is looked at: a heap of dice may look like one large die
_SURE = 0.5  # a peak this high is a die: finer scales are not needed
_NARROWEST_PX = 11.0  # of a die that a scale shows
_SMALLER = 0.6  # of the usual die: smaller ones are looked for on no finer picture
_LEAST = 0.2  # a lower peak is texture
_MOST = 150  # beyond, there is texture only: the coldest are left out
_OTHER_SIZE = 1.6  # times as wide: a rival reading of the same place, which is looked at as well
_SAME, _INSIDE = 0.5, 0.6  # of the side: nearer peaks are one die; finer peaks on a sure die are its pips


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a die may lie: middle and side in px of the picture given, ``heat`` 0 to 1.

    ``host``: the hotter and larger one in which it lies, the smallest of these. It is its pip, unless that is no die.
    """

    x: float
    y: float
    side_px: float
    heat: float
    host: Spot | None = None


@dataclass(frozen=True, slots=True)
class Spots:
    """The places of a picture, the surest first, none twice, those inside others last; and how far down was looked."""

    places: tuple[Spot, ...]
    narrowest_px: float

    def shows(self, side_px: float) -> bool:
        """Whether dice much smaller than one this wide would have been seen."""
        return self.narrowest_px < _SMALLER * side_px


def find_spots(pyramid: Pyramid, sides_px: Sequence[float] = ()) -> Spots:
    """Propose places of dice; ``sides_px``: the sides of dice already read, where these need
    a finer look than the first.
    """
    longer = max(pyramid.shape)
    spots: list[Spot] = []
    narrowest_px = float(longer)
    for long_px in _LONG_PX:
        if long_px > max(_LONG_PX[0], 1.5 * longer):
            break
        sure = min(sides_px) if sides_px else _usual([spot.side_px for spot in spots if spot.heat >= _SURE])
        if long_px > _ALWAYS_PX and narrowest_px < _SMALLER * sure:
            break
        spots += _at_scale(pyramid, min(2.0, long_px / longer))
        narrowest_px = _NARROWEST_PX * longer / long_px
    return Spots(tuple(_distinct(spots)), narrowest_px)


def finer_spots(pyramid: Pyramid, sides_px: Sequence[float]) -> list[Spot]:
    """Peaks of the next finer picture than dice so wide call for: of their pips mostly, or of far smaller dice."""
    longer = max(pyramid.shape)
    narrowest_px = find_spots(pyramid, sides_px).narrowest_px
    finer = [long_px for long_px in _LONG_PX if _NARROWEST_PX * longer / long_px < 0.9 * narrowest_px]
    return _at_scale(pyramid, min(2.0, finer[0] / longer)) if finer and finer[0] <= 1.5 * longer else []


def _usual(sides_px: Sequence[float]) -> float:
    return median(sides_px) if sides_px else 0.0


def _at_scale(pyramid: Pyramid, scale: float) -> list[Spot]:
    return pyramid.once(("spots", scale), lambda: _found_at(pyramid.picture, scale))


def heat_at(picture: Picture, scale: float, heat_of: Callable[[Picture], tuple[Heat, Heat]]) -> tuple[Heat, Heat]:
    """The heat of a picture brought to ``scale``, and how wide dice are there, on cells of 4 x 4 px."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), dtype=np.uint8)
    high, wide = small.shape[:2]
    pad = ((0, max(-high % 8, 32 - high, 0)), (0, max(-wide % 8, 32 - wide, 0)), (0, 0))
    return heat_of(np.pad(small, pad, mode="edge"))


def peaks_of(heat: Heat, least: float) -> list[tuple[int, int]]:
    """The cells (row, column) that are hotter than ``least`` and than all around them."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > least))
    return [(int(row), int(column)) for row, column in zip(rows, columns, strict=True)]


def _found_at(picture: Picture, scale: float) -> list[Spot]:
    heat, side = heat_at(picture, scale, heat_of)
    spots = []
    for row, column in peaks_of(heat, _LEAST):
        x, y = _between(heat, row, column)
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
    large = sorted((spot for spot in kept if spot.heat >= _SURE), key=lambda spot: spot.side_px)
    hosts = [next((other for other in large if _is_inside(spot, other)), None) for spot in kept]
    placed = [replace(spot, host=host) for spot, host in zip(kept, hosts, strict=True)]
    return sorted(placed[:_MOST], key=lambda spot: spot.host is not None)


def _is_same(one: Spot, two: Spot) -> bool:
    small, large = sorted((one.side_px, two.side_px))
    return _apart(one, two) < _SAME * small and large < _OTHER_SIZE * small


def _is_inside(small: Spot, large: Spot) -> bool:
    finer = small.side_px < 0.6 * large.side_px and small.heat < large.heat
    return finer and _apart(small, large) < _INSIDE * large.side_px


def _apart(one: Spot, two: Spot) -> float:
    return float(np.hypot(one.x - two.x, one.y - two.y))
