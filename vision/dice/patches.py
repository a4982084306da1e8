"""Patches of a mask as ellipses: each of its parts that hangs together, holes filled, by area and second moments.

    mask ──4-connected──> parts ──runs of pixels along rows──> area, box, moments, number of holes ──> ellipses

A row's run counts as one, however long it is: with sums over runs a mask takes less than a third of the time that sums
over its pixels took, part by part.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Ints, Picture

_LEAST_PX, _NARROWEST_PX = 14, 3  # area, shorter side of the box: less has no shape
_FLATTEST, _EMPTIEST = 0.25, 0.30  # shorter over longer side of the box, area over the box's


class _Runs(NamedTuple):
    """Unbroken pixels of rows, in the order of the picture: from ``start`` to before ``stop``, flat; each (n,)."""

    start: Ints
    stop: Ints
    part: Ints

    def at(self, places: NDArray[np.bool_] | Ints) -> _Runs:
        return _Runs(self.start[places], self.stop[places], self.part[places])


def find_ellipses(mask: Picture, shortest_px: float, longest_px: float) -> Floats:
    """The ellipses with the moments of the mask's parts, (n, 6): x, y, axes (px), the long one's angle, fill.

    *Fill* is the part's area over its ellipse's. ``mask`` is ``uint8``, 0 or 1. Parts whose box is not between the two
    lengths, and those at the rim, are left out.
    """
    high, wide = mask.shape
    count, labels = cv2.connectedComponents(mask, connectivity=4)
    runs = _runs(mask, np.asarray(labels))
    area = np.bincount(runs.part, runs.stop - runs.start, count)
    runs = runs.at(((area >= _LEAST_PX) & (area <= longest_px**2))[runs.part])
    if not len(runs.part):
        return np.empty((0, 6))
    holes = _holes(runs, count, wide)
    runs = runs.at(np.argsort(runs.part, kind="stable"))
    first = np.flatnonzero(np.diff(runs.part, prepend=-1))
    part, pixels = runs.part[first], runs.stop - runs.start
    row, column = np.divmod(runs.start, wide)
    top, left = row[first], np.minimum.reduceat(column, first)
    down, across = np.maximum.reduceat(row, first) + 1 - top, np.maximum.reduceat(column + pixels, first) - left
    longer, shorter = np.maximum(across, down), np.minimum(across, down)
    good = (
        (longer >= shortest_px - 1)
        & (longer <= longest_px)
        & (shorter >= np.maximum(_NARROWEST_PX, _FLATTEST * longer))
    )
    good &= (area[part] >= _EMPTIEST * across * down) & (left > 1) & (top > 1)
    good &= (left + across < wide - 1) & (top + down < high - 1)
    own = np.repeat(np.arange(len(part)), np.diff(first, append=len(row)))
    y, x = row - top[own], column - left[own]
    sum_x = pixels * x + pixels * (pixels - 1) // 2
    sum_xx = pixels * x**2 + x * pixels * (pixels - 1) + (pixels - 1) * pixels * (2 * pixels - 1) // 6
    sums = [np.add.reduceat(one, first) for one in (pixels, sum_x, pixels * y, sum_xx, y * sum_x, pixels * y**2)]
    raw = np.array(sums, dtype=np.float64)
    for index in np.flatnonzero(good & (holes[part] > 0)):
        box = labels[top[index] : top[index] + down[index], left[index] : left[index] + across[index]]
        raw[:, index] = _filled(box == part[index])
    return _ellipses(raw[:, good], left[good], top[good])


def _runs(mask: Picture, labels: NDArray[np.int32]) -> _Runs:
    inner = mask.copy()
    inner[:, 0] = 0  # so that no run goes on into the next row; what lies there is left out anyway
    flat = inner.ravel()
    edges = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    if len(edges) % 2:
        edges = np.append(edges, flat.size)
    return _Runs(edges[::2], edges[1::2], labels.ravel()[edges[::2]].astype(np.intp))


def _holes(runs: _Runs, count: int, wide: int) -> Ints:
    """Count the holes of each part: Euler's number is its runs less the places where runs of two rows touch."""
    low = np.searchsorted(runs.stop, runs.start + wide)
    high = np.searchsorted(runs.start, runs.stop + wide, side="right")
    touching = high - low
    first, last = (runs.part[np.minimum(index, len(runs.part) - 1)] != runs.part for index in (low, high - 1))
    strange = first.astype(np.intp) + (last & (touching > 1))  # parts that touch at a corner are two
    contacts = np.where(touching > 0, touching - strange, 0)
    return np.asarray(1 - np.bincount(runs.part, 1 - contacts, count), dtype=np.intp)


def _filled(part: NDArray[np.bool_]) -> tuple[float, ...]:
    """The raw moments of a part with its holes filled: a glint leaves one."""
    patch = part.astype(np.uint8)
    outline, _ = cv2.findContours(patch, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(patch, outline, -1, 1, -1)
    moments = cv2.moments(patch, binaryImage=True)
    return tuple(float(moments[name]) for name in ("m00", "m10", "m01", "m20", "m11", "m02"))


def _ellipses(raw: Floats, left: Ints, top: Ints) -> Floats:
    mass, x, y = raw[0], raw[1] / raw[0], raw[2] / raw[0]
    xx, xy, yy = raw[3] / mass - x**2 + 1 / 12, raw[4] / mass - x * y, raw[5] / mass - y**2 + 1 / 12
    middle, spread = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    major, minor = 4 * np.sqrt(middle + spread), 4 * np.sqrt(np.maximum(middle - spread, 1e-6))
    angle, fill = 0.5 * np.arctan2(2 * xy, xx - yy), mass / (np.pi / 4 * major * minor)
    return np.column_stack([left + x, top + y, major, minor, angle, fill])
