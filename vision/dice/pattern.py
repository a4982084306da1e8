"""The pattern fit: which of the six faces' layouts lies at a place, at any turn, width and slant, and how clearly.

    crop, the die 48 px wide ──spot filters──> how much each pixel is a pip ──peaks──> layouts that peaks make ──> best

Unlike ``faces`` it needs no clean outline of a pip: a place is judged by its mean colour against the ring around it,
along the one colour direction in which the face varies most. A layout is as clear as its weakest pip stands above the
strongest spot elsewhere on the face. It knows nothing of networks, and nothing of bodies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.dice.network import Pyramid

Field = NDArray[np.float32]
_SIDE, _SIZE = 48.0, 88  # the die and the crop, px: pips are 6 to 11 px wide then, upscaled where need be
_RADII = (2.8, 3.7, 4.8, 6.0)  # of pips, px: 12 to 25 % of the side
_WEAKEST = 2.5  # Lab steps of a pip against its ring; less is noise
_PEAKS = 22  # spots that are combined; a face with side faces shows no more
_REACH = (0.17, 0.33)  # of the side: how far from the middle a corner pip lies along each side, slant included
_MIDDLE = 0.07  # of the side: how far middles of pairs may differ
_DIAGONALS, _SQUARE_DEG = 0.6, 38.0  # shortest over longest diagonal; how far they may leave the right angle
_FACE, _FACE_LEAST, _FACE_MOST = 1.5, 0.41, 0.46  # of the corner pips' distance, of the side: here the face ends
_COUNTER = 0.7  # how much a spot of the opposite sign counts: what lies between pips looks like one, but weaker
_CORE = 0.31  # of the side: nearer to the supposed middle nothing is a neighbour's
_OFF = 0.24  # of the side: how far the face's middle may lie from where it was looked for


@dataclass(frozen=True, eq=False)
class PatternFit:
    """The clearest layout at a place; ``clear`` is 1 when nothing else on the face is like a pip, 0 when a spot is."""

    value: int
    clear: float
    margin: float  # over the clearest layout of another value
    contrast: float  # Lab steps between the weakest pip and the ring around it
    alike: float  # the weakest pip's contrast over the strongest's
    x: float
    y: float
    halves: Floats  # (2, 2) half diagonals in px; for 1, 2 and 3 the missing ones are guessed square


@dataclass(frozen=True, eq=False)
class _Layout:
    value: int
    members: tuple[int, ...]
    middle: Floats
    halves: Floats
    is_dark: bool = True  # which of the two signs along the main colour


def fit_pattern(pyramid: Pyramid, x: float, y: float, side_px: float) -> PatternFit | None:
    """The layout that fits best round (x, y) for a die about ``side_px`` wide, or ``None`` where nothing stands out."""
    crop = pyramid.crop(x, y, side_px * _SIZE / _SIDE, _SIZE)
    lab = cv2.cvtColor(crop.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB)
    spots = [cv2.filter2D(lab, -1, _filter(radius), borderType=cv2.BORDER_REPLICATE) for radius in _RADII]
    along = _main_colour(spots)
    fits: list[tuple[float, float, float, _Layout]] = []
    dark, light = (
        _peaks(np.max([spot @ sign for spot in spots], axis=0).astype(np.float32)) for sign in (along, -along)
    )
    for (places, strength), (other, counter) in ((dark, light), (light, dark)):
        everything = np.concatenate([places, other])
        strengths = np.concatenate([strength, _COUNTER * counter])
        for layout in (replace(layout, is_dark=places is dark[0]) for layout in _layouts(places)):
            fits.append((*_judge(layout, everything, strengths), layout))
    if not fits:
        return None
    clear, contrast, alike, best = max(fits, key=lambda fit: (round(fit[0], 2), fit[3].value, fit[1]))
    rival = max((fit[0] for fit in fits if _is_rival(fit[3], best)), default=-1.0)
    scale = side_px / _SIDE
    spot = np.array([x, y]) + (best.middle - (_SIZE - 1) / 2) * scale
    return PatternFit(
        best.value, clear, clear - rival, contrast, alike, float(spot[0]), float(spot[1]), best.halves * scale
    )


def _is_rival(other: _Layout, best: _Layout) -> bool:
    """Whether the other layout tells another story; some of the best one's own pips do not."""
    return other.value != best.value and (other.is_dark != best.is_dark or not set(other.members) <= set(best.members))


@lru_cache(maxsize=8)
def _filter(radius: float) -> Field:
    """What a spot of ``radius`` is measured with: the disc's mean less the mean of the ring around it."""
    reach = int(np.ceil(radius * 1.8))
    x, y = np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1))
    away = np.hypot(x, y)
    disc = np.clip(radius * 0.8 - away + 0.5, 0, 1)
    ring = np.clip(away - radius * 1.15 + 0.5, 0, 1) * np.clip(radius * 1.7 - away + 0.5, 0, 1)
    return np.asarray(disc / disc.sum() - ring / ring.sum(), dtype=np.float32)


def _main_colour(spots: list[Field]) -> Field:
    inner = np.asarray(spots[1], dtype=np.float64)[_away() < 0.42 * _SIDE]
    _, ways = np.linalg.eigh(inner.T @ inner)
    return np.asarray(ways[:, -1], dtype=np.float32)


@lru_cache(maxsize=1)
def _away() -> Floats:
    line = np.arange(_SIZE) - (_SIZE - 1) / 2
    return np.asarray(np.hypot(line[None, :], line[:, None]))


def _peaks(likeness: Field) -> tuple[Floats, Floats]:
    top = cv2.dilate(likeness, np.ones((5, 5), np.uint8))
    rows, columns = np.nonzero((likeness >= top) & (likeness > _WEAKEST) & (_away() < 0.62 * _SIDE))
    order = np.argsort(-likeness[rows, columns])[:_PEAKS]
    rows, columns = rows[order], columns[order]
    return np.column_stack([columns, rows]).astype(np.float64), likeness[rows, columns].astype(np.float64)


def _layouts(places: Floats) -> Iterator[_Layout]:
    middle = np.array([(_SIZE - 1) / 2] * 2)
    for index in np.flatnonzero(np.linalg.norm(places - middle, axis=1) < 0.8 * _OFF * _SIDE):
        half = 0.25 * _SIDE
        yield _Layout(1, (int(index),), places[index], np.array([[half, half], [-half, half]]))
    if len(places) < 2:
        return
    one, two = np.triu_indices(len(places), 1)
    halves = (places[two] - places[one]) / 2.0
    middles = (places[two] + places[one]) / 2.0
    lengths = np.linalg.norm(halves, axis=1) / (np.sqrt(2.0) * _SIDE)
    good = (lengths > 0.6 * _REACH[0]) & (lengths < _REACH[1])
    good &= np.linalg.norm(middles - middle, axis=1) < _OFF * _SIDE
    one, two, halves, middles, lengths = (part[good] for part in (one, two, halves, middles, lengths))
    for first in np.flatnonzero(lengths > _REACH[0]):
        yield from _from_diagonal(int(first), one, two, halves, middles, lengths, places)


def _from_diagonal(
    first: int, one: Floats, two: Floats, halves: Floats, middles: Floats, lengths: Floats, places: Floats
) -> Iterator[_Layout]:
    own, middle, half = (int(one[first]), int(two[first])), middles[first], halves[first]
    long = hypot(*half)
    centre = [int(i) for i in np.flatnonzero(np.linalg.norm(places - middle, axis=1) < _MIDDLE * _SIDE)]
    square = np.stack([half, [-half[1], half[0]]])
    yield _Layout(2, own, middle, square)
    for spot in centre:
        yield _Layout(3, (*own, spot), middle, square)
    alike = np.flatnonzero(np.linalg.norm(middles - middle, axis=1) < _MIDDLE * _SIDE)
    pairs = [(int(one[i]), int(two[i]), halves[i]) for i in alike if not {int(one[i]), int(two[i])} & set(own)]
    for left, right, cross in pairs:
        size = hypot(*cross)
        if not _DIAGONALS * long <= size <= long * 1.001:
            continue
        cosine = abs(float(half @ cross)) / (size * long)
        if cosine > np.sin(np.radians(_SQUARE_DEG)):
            continue
        four, both = (*own, left, right), np.stack([half, cross])
        yield _Layout(4, four, middle, both)
        for spot in centre:
            yield _Layout(5, (*four, spot), middle, both)
        for third, fourth, reach in pairs:
            if {third, fourth} & set(four):
                continue
            for sign in (1.0, -1.0):
                place = (half + sign * cross) / 2.0
                if min(hypot(*(reach - place)), hypot(*(reach + place))) < _MIDDLE * _SIDE:
                    yield _Layout(6, (*four, third, fourth), middle, both)


def _judge(layout: _Layout, places: Floats, strength: Floats) -> tuple[float, float, float]:
    """How clear the layout is, its weakest pip's strength, and that over its strongest's."""
    own = list(layout.members)
    weakest, strongest = float(strength[own].min()), float(strength[own].max())
    along = np.stack([(layout.halves[0] + layout.halves[1]) / 2.0, (layout.halves[0] - layout.halves[1]) / 2.0])
    local = (places - layout.middle) @ np.linalg.inv(along)  # corner pips lie at 1 along each side
    spacing = np.linalg.norm(along, axis=1)
    on_face = (np.abs(local) * spacing < np.clip(_FACE * spacing, _FACE_LEAST * _SIDE, _FACE_MOST * _SIDE)).all(axis=1)
    on_face |= np.linalg.norm(places - (_SIZE - 1) / 2, axis=1) < _CORE * _SIDE
    on_face[own] = False
    for member in own:  # a spot's own second peak: a glint, a hollow pip
        on_face &= np.linalg.norm(places - places[member], axis=1) > 0.1 * _SIDE
    other = float(strength[on_face].max(initial=0.0))
    alike = weakest / strongest
    return min(1.0 - other / weakest, 1.5 * alike), weakest, alike
