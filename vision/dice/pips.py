"""Pip-like spots: small filled ellipses that stand out from an even ground, darker, lighter or of another colour.

    lightness, green-red, blue-yellow ──local thresholds, three widths, both signs──> patches ──moments──> ellipses
         └── inside colour against the ring around it: contrast; evenness of the ring ──> ``Pip``

A patch is kept only when it fills its ellipse, its ring is one colour, and it differs clearly from that ring.
Coordinates are pixels of the working picture (longer side about 1280); colours are Lab with L, a, b in 8-bit steps.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, lengths, median, medians
from vision.dice.patches import find_ellipses

NARROW_PX, WIDE_PX = (23, 57), (141,)  # windows of the thresholds: each finds spots up to about half its width
_STEP_LIGHT, _STEP_COLOUR = 8, 5  # how far a spot must leave its surroundings, in 8-bit steps
_SMALLEST_PX, _LARGEST_PX = 5.0, 90.0  # diameter; below five pixels roundness cannot be measured
_NARROWEST_PX = 3.0  # across a pip; narrower is grain
_FILL = (0.86, 1.04)  # area over the area of the ellipse with the same moments: 1 for an ellipse, 0.95 for a square
_FLATTEST = 0.30  # short over long axis; flatter spots lie on faces seen nearly edge-on
_CONTRAST = 18.0  # Lab steps between a pip and its die: just readable for a person
HUE = np.array([1.0, 1.4, 1.4])
_ANGLES = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)


@dataclass(frozen=True, eq=False)
class Pip:
    """A spot: centre, long and short diameter, angle of the long axis, its colour and its ground's, and evidence."""

    x: float
    y: float
    long_px: float
    short_px: float
    angle: float
    ink: Floats  # Lab (3,)
    ground: Floats  # Lab (3,)
    contrast: float  # Lab distance of ink and ground
    evenness: float  # share of the ring that has the ground's colour
    fill: float
    noise: float  # median Lab distance of the ring from the ground: texture, sensor noise

    @property
    def roundness(self) -> float:
        """Short over long axis: 1 on a face seen straight on."""
        return self.short_px / self.long_px

    @property
    def size_px(self) -> float:
        """Diameter of the circle with the same area."""
        return float(np.sqrt(self.long_px * self.short_px))


def sample(lab: Picture, x: Floats, y: Floats) -> Floats:
    """The Lab colours nearest to the points (any shape), with one axis of length 3 added."""
    high, wide = lab.shape[:2]
    columns, rows = np.clip(np.rint(x), 0, wide - 1), np.clip(np.rint(y), 0, high - 1)
    places = (rows * wide + columns).astype(np.intp)
    return np.asarray(lab.reshape(-1, 3).take(places, axis=0), dtype=np.float64)  # by one index: twice as quick


def off_tones(colours: Floats, tones: Sequence[Floats]) -> Floats:
    """Return the distance of Lab colours (…, 3) from the nearest of the tones (3,), in Lab
    steps; hue weighs more than shade.
    """
    squares = [sum(((colours[..., part] - tone[part]) * HUE[part]) ** 2 for part in range(3)) for tone in tones]
    return np.asarray(np.sqrt(reduce(np.minimum, squares)), dtype=np.float64)


def find_pips(
    lab: Picture, windows: Sequence[int] = (*NARROW_PX, *WIDE_PX), known: Sequence[Pip] = ()
) -> Sequence[Pip]:
    """Every pip-like spot of a Lab picture, best first, none twice; those ``known`` were found with other windows.

    ``known`` itself comes back when there is no other.
    """
    ellipses: list[Floats] = []
    for channel in range(3):
        plane = np.ascontiguousarray(lab[..., channel])
        step = _STEP_LIGHT if channel == 0 else _STEP_COLOUR
        for window in windows:
            if channel and window == NARROW_PX[0]:
                continue
            around = cv2.blur(plane, (window, window))
            for mask in (cv2.subtract(around, plane) > step, cv2.subtract(plane, around) > step):
                longest_px = min(_LARGEST_PX, 0.75 * window)
                ellipses.append(find_ellipses(mask.view(np.uint8), _SMALLEST_PX, longest_px))
    rough = np.concatenate(ellipses)
    rough = rough[_is_pip_like(rough)]
    if not len(rough):
        return known
    pips = _distinct([*known, *_measure(lab, rough)])
    return known if len(pips) == len(known) and all(map(operator.is_, pips, known)) else pips


def _is_pip_like(ellipses: Floats) -> NDArray[np.bool_]:
    """Return which of the ellipses (n, 6) are filled, not too flat and not too small."""
    _x, _y, major, minor, _angle, fill = ellipses.T
    is_round = (minor >= _FLATTEST * major) & (minor >= _NARROWEST_PX) & (major >= _SMALLEST_PX)
    return np.asarray(is_round & (fill >= _FILL[0]) & (fill <= _FILL[1]))


def _measure(lab: Picture, rough: Floats) -> list[Pip]:
    x, y, major, minor, angle, _fill = (rough[:, index, None] for index in range(6))

    def ring(stretch: float, add_px: float) -> Floats:
        a, b = major / 2 * stretch + add_px, minor / 2 * stretch + add_px
        u, v = a * np.cos(_ANGLES), b * np.sin(_ANGLES)
        return sample(lab, x + u * np.cos(angle) - v * np.sin(angle), y + u * np.sin(angle) + v * np.cos(angle))

    inside = np.concatenate([ring(0.25, 0.0), ring(0.6, 0.0)], axis=1)
    outside = np.concatenate([ring(1.25, 1.5), ring(1.45, 2.0)], axis=1)
    ink, ground = medians(inside, axis=1), medians(outside, axis=1)
    contrast = lengths(ink - ground)
    off = lengths(outside - ground[:, None])
    evenness = np.mean(off < np.maximum(0.4 * contrast, 8.0)[:, None], axis=1)
    filled = np.mean(lengths(inside - ink[:, None]) < 0.5 * contrast[:, None], axis=1)
    keep = (contrast >= _CONTRAST) & (evenness >= 0.70) & (filled >= 0.6)
    return [
        Pip(
            x=float(rough[i, 0]),
            y=float(rough[i, 1]),
            long_px=float(rough[i, 2]),
            short_px=float(rough[i, 3]),
            angle=float(rough[i, 4]),
            ink=ink[i],
            ground=ground[i],
            contrast=float(contrast[i]),
            evenness=float(evenness[i]),
            fill=float(rough[i, 5]),
            noise=median(off[i]),
        )
        for i in np.flatnonzero(keep)
    ]


def _distinct(pips: list[Pip]) -> list[Pip]:
    pips.sort(key=lambda pip: -(pip.contrast * pip.evenness**2 * (1 - 4 * abs(1 - pip.fill))))
    kept: list[Pip] = []
    spots = np.empty((0, 3))
    for pip in pips:
        near = np.hypot(spots[:, 0] - pip.x, spots[:, 1] - pip.y) < 0.5 * np.maximum(spots[:, 2], pip.size_px)
        if not near.any():
            kept.append(pip)
            spots = np.vstack([spots, [pip.x, pip.y, pip.size_px]])
    return kept
