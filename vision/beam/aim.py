"""Aiming a projector at the map: dots found by the camera, a homography from the map to the projector's pixels.

    pairs of pictures ──differences──> spots ──signs──> numbered dots, px of the camera
    dots + the camera's calibration ──RANSAC──> Aim(map mm -> projector px, error)     or AimRefused(why)

The table is a plane, so four dots would do; all are used, and those that fall on a figure are left out by the fit
(Hartley and Zisserman, "Multiple View Geometry", 4.7). A projector's lens is taken for straight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.beam.lattice import Dot, Lattice
from vision.plane.calibration import Calibration, through
from vision.plane.layout import Layout

_FEWEST = 12  # dots; four would always fit
_LEAST_SHARE = 0.25  # of the map that the dots used must enclose: beyond it the fit only guesses
_WORST = 0.125  # of a square: root mean square of the dots used
_ASTRAY = 0.25  # of a square: a dot further off lies on a figure, or is none
_SLIGHTEST = 0.015  # the least a spot differs, as a share of the light there
_ALIKE = 0.5  # how weak a bit may be beside the spot's mean: a cable's shadow blinks in some pairs only

Grey = NDArray[np.float16]  # a picture with one channel, averaged over frames, shape (height, width)
Spots = Mapping[int, tuple[float, float]]  # number of a dot -> where the camera sees it, px


@dataclass(frozen=True, eq=False)
class Aim:
    """The aim of a projector: ``plane`` (3, 3) leads from the map (mm) to its pixels."""

    size_px: tuple[int, int]
    plane: Floats
    error_mm: float  # root mean square over the dots used
    dots: int

    def to_px(self, points_mm: Floats) -> Floats:
        """Return the pixels (n, 2) that light points (n, 2) of the map."""
        return through(self.plane, points_mm)

    def from_drawing(self, to_mm: Sequence[Sequence[float]]) -> list[list[float]]:
        """Map a drawing's plane to the projector's pixels, (3, 3); ``to_mm`` leads from the drawing to the map."""
        plane = self.plane @ np.asarray(to_mm)
        return [[float(value) for value in row] for row in plane / plane[2, 2]]

    def to_mm(self, points_px: Floats) -> Floats:
        """Return the points of the map (mm) that pixels (n, 2) light."""
        return through(np.asarray(np.linalg.inv(self.plane), dtype=np.float64), points_px)


@dataclass(frozen=True, slots=True)
class AimRefused:
    """Why nobody can say where the light falls, in plain words."""

    why: str
    code: str


def find_dots(pairs: Sequence[tuple[Grey, Grey]], lattice: Lattice) -> Spots:
    """The dots that are surely seen; ``pairs`` are the pictures of ``lattice.pair(0)``, ``pair(1)`` …, of one size."""
    bits = [_differs(first, second) for first, second in pairs]
    strength = np.mean([np.abs(bit) for bit in bits], axis=0)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(_bright(strength))
    spots: dict[int, tuple[float, float]] = {}
    doubled: set[int] = set()
    for label in range(1, count):
        left, top, wide, high, area = (int(part) for part in boxes[label])
        if area < 12 or area < 0.45 * wide * high or max(wide, high) > 3 * min(wide, high):
            continue  # noise, an edge that shook, a glint along something
        window = slice(top, top + high), slice(left, left + wide)
        inside = labels[window] == label
        means = np.array([float(bit[window][inside].mean()) for bit in bits])
        if np.abs(means).min() < _ALIKE * np.abs(means).mean():
            continue
        number = lattice.number_of(sum(1 << bit for bit, mean in enumerate(means) if mean > 0))
        if number is None:
            continue
        if number in spots:
            doubled.add(number)
        weight = np.where(inside, strength[window], 0.0)
        down, across = np.mgrid[0:high, 0:wide]
        middle = float((weight * across).sum() / weight.sum()), float((weight * down).sum() / weight.sum())
        spots[number] = left + middle[0], top + middle[1]
    return {number: spot for number, spot in spots.items() if number not in doubled}


def aim(spots: Spots, lattice: Lattice, calibration: Calibration, layout: Layout) -> Aim | AimRefused:
    """Return the projector's aim, from dots that the camera sees and its calibration; or why there is none."""
    if len(spots) < _FEWEST:
        why = f"only {len(spots)} of {len(lattice.dots)} dots of light are seen"
        return AimRefused(why, "few-dots")
    numbers = sorted(spots)
    seen_mm = calibration.to_mm(np.array([spots[number] for number in numbers]))
    shown_px = np.array([(lattice.dots[number - 1].x, lattice.dots[number - 1].y) for number in numbers])
    astray = _ASTRAY * layout.square_mm
    back, used = cv2.findHomography(shown_px, seen_mm, cv2.RANSAC, astray)
    inner = np.asarray(used, dtype=bool).reshape(-1) if used is not None else np.zeros(len(numbers), dtype=bool)
    if back is None or int(inner.sum()) < _FEWEST:
        return AimRefused(f"only {int(inner.sum())} dots of light lie on one plane", "few-dots")
    errors = np.linalg.norm(through(back, shown_px[inner]) - seen_mm[inner], axis=1)
    rms = float(np.sqrt(np.mean(errors**2)))
    if rms > _WORST * layout.square_mm:
        why = f"the dots of light are {rms:.1f} mm astray: the projector or the camera moved meanwhile"
        return AimRefused(why, "astray")
    area = layout.columns * layout.rows * layout.square_mm**2
    if float(cv2.contourArea(cv2.convexHull(seen_mm[inner].astype(np.float32)))) < _LEAST_SHARE * area:
        return AimRefused("the light falls on less than a quarter of the map", "small")
    plane = np.asarray(np.linalg.inv(back), dtype=np.float64)
    return Aim(lattice.size_px, plane / plane[2, 2], rms, int(inner.sum()))


def bumped(before: Grey, lit: Grey, few: Sequence[Dot], aimed: Aim, calibration: Calibration) -> float | None:
    """Return the median distance of a few dots from where they were aimed, mm; ``None``: too few are seen."""
    differs = np.abs(_differs(lit, before))
    where_px = calibration.to_px(aimed.to_mm(np.array([(dot.x, dot.y) for dot in few])))
    count, _, boxes, middles = cv2.connectedComponentsWithStats(_bright(differs))
    seen = [middles[label] for label in range(1, count) if boxes[label][cv2.CC_STAT_AREA] >= 12]
    if len(seen) < 3:
        return None
    seen_mm, meant_mm = calibration.to_mm(np.array(seen)), calibration.to_mm(where_px)
    off = np.linalg.norm(seen_mm[:, None] - meant_mm[None], axis=2).min(axis=1)
    return float(np.median(off))


def _bright(strength: Floats) -> Picture:
    """Return a mask of what stands out: 255 there, 0 elsewhere; little is left where nothing was lit."""
    full = max(float(np.percentile(strength, 99.8)), 1e-6)
    scaled = (np.clip(strength / full, 0.0, 1.0) * 255).astype(np.uint8)
    _, bright = cv2.threshold(scaled, 0, 255, cv2.THRESH_OTSU)
    bright[strength < _SLIGHTEST] = 0
    return np.asarray(bright, dtype=np.uint8)


def _differs(first: Grey, second: Grey) -> Floats:
    """Return how much brighter the first picture is, as a share of both, so that print counts as little as can be."""
    soft = first.shape[1] / 640  # grain is finer than any dot
    one, two = (cv2.GaussianBlur(picture.astype(np.float32), (0, 0), soft) for picture in (first, second))
    share = (one - two) / (one + two + 16.0)
    wide = first.shape[1] // 16 | 1  # a lamp that flickers, a cloud: changes broader than dots
    return np.asarray(share - cv2.blur(share, (wide, wide)), dtype=np.float64)
