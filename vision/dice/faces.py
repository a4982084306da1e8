"""Faces made of pips: subsets that fit the standard layout of a face, and nothing else on that face.

      2        3        4        5        6        every face but the one is built of pairs that share a middle:
    o . .    o . .    o . o    o . o    o . o        2 one pair            3 one pair, a pip in the middle
    . . .    . o .    . . .    . o .    o . o        4 two pairs           5 two pairs, a pip in the middle
    . . o    . . o    o . o    o . o    o . o        6 three pairs, the third half-way between the corners

A face seen within about 40 degrees keeps its two diagonals nearly equal and nearly square to each other, and its
pips nearly round; faces that lean more are side faces (or a leaning die) and never count as read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from vision.arrays import Floats, lengths, median, medians
from vision.dice.pips import Pip

_MOST = 240  # pips that are combined; more spots are texture
_SPAN = (2.2, 7.2)  # corner-to-corner distance of a face's pips, in pip diameters (pips are 0.12 to 0.28 of the side)
_MIDDLE = 0.11  # how far two pairs' middles may differ, in shares of the shorter pair's length
_DIAGONALS = 0.66  # shortest over longest diagonal: 45 degrees of tilt, a little lens
_SQUARE_DEG = 25.0  # how far the diagonals may leave the right angle at that tilt
_SIX_DEG = 38.0  # and those of a six, whose rows stand closer on many dice
_ALIKE_SIZE, _ALIKE_INK = 1.5, 67.0  # pips of one face: diameter ratio, Lab distance of their colours
_SHADE = 0.4  # how far the ground may change across a face (a glint, a shadow), in shares of the pips' contrast


@dataclass(frozen=True, eq=False)
class Face:
    """A face: its value, its pips, its centre, half its diagonals as vectors (2, 2), and how badly the layout fits."""

    value: int
    pips: tuple[Pip, ...]
    x: float
    y: float
    halves: Floats  # the two half diagonals, px; for 1, 2 and 3 the second is guessed square to the first
    misfit: float  # largest distance of a pip from its place, in shares of the diagonal

    @property
    def side_px(self) -> float:
        """About the side of the die: pips lie a quarter of the side from the middle (0.72 = 2 x 0.25 x sqrt(2))."""
        return float(2.0 * np.sqrt(np.linalg.norm(self.halves[0]) * np.linalg.norm(self.halves[1])) / 0.74)

    @property
    def tensor(self) -> Floats:
        """Return the squeeze of the face's plane in the picture: (2, 2), determinant 1, whatever way the die is turned.

        Dice that lie flat on one table share it; a die that leans does not.
        """
        if self.value in (4, 5):  # the rows of a six stand closer on many dice: its pips' own shape is used
            squeeze = sum((np.outer(half, half) for half in self.halves), np.zeros((2, 2)))
        else:
            squeeze = medians([_ellipse(pip) / pip.size_px**2 for pip in self.pips], axis=0)
        return np.asarray(squeeze / np.sqrt(max(float(np.linalg.det(squeeze)), 1e-9)))

    @cached_property
    def roundness(self) -> float:
        """The median roundness of its pips."""
        return median([pip.roundness for pip in self.pips])

    @cached_property
    def pip_px(self) -> float:
        """The median diameter of its pips."""
        return median([pip.size_px for pip in self.pips])


def find_faces(pips: Sequence[Pip]) -> list[Face]:
    """Every subset of pips that makes a face of 2 to 6, largest value first, then best fit; subsets may overlap.

    Only the first ``_MOST`` pips are combined: more spots than that are texture.
    """
    pips = pips[:_MOST]
    if len(pips) < 2:
        return []
    spots = np.array([[pip.x, pip.y] for pip in pips])
    pairs = _pairs(pips, spots)
    if not len(pairs):
        return []
    middles = (spots[pairs[:, 0]] + spots[pairs[:, 1]]) / 2.0
    spans = lengths(spots[pairs[:, 0]] - spots[pairs[:, 1]])
    faces: list[Face] = []
    for first in range(len(pairs)):
        faces += _around(first, pairs, middles, spans, pips, spots)
    faces.sort(key=lambda face: (-face.value, face.misfit))
    return faces


def _ellipse(pip: Pip) -> Floats:
    along = np.array([np.cos(pip.angle), np.sin(pip.angle)])
    across = np.array([-along[1], along[0]])
    return np.asarray(pip.long_px**2 * np.outer(along, along) + pip.short_px**2 * np.outer(across, across))


def _pairs(pips: Sequence[Pip], spots: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.intp]]:
    sizes = np.array([pip.size_px for pip in pips])
    inks, grounds = np.array([pip.ink for pip in pips]), np.array([pip.ground for pip in pips])
    one, two = np.triu_indices(len(pips), 1)
    apart = lengths(spots[one] - spots[two])
    usual = np.sqrt(sizes[one] * sizes[two])
    good = (apart < _SPAN[1] * usual) & (apart > 1.0 * usual)
    good &= np.maximum(sizes[one], sizes[two]) < _ALIKE_SIZE * np.minimum(sizes[one], sizes[two])
    good &= lengths(inks[one] - inks[two]) < _ALIKE_INK
    shades = np.array([_shade_limit(pip) for pip in pips])
    good &= lengths(grounds[one] - grounds[two]) < np.minimum(shades[one], shades[two])
    return np.column_stack([one[good], two[good]])


def _around(
    first: int,
    pairs: np.ndarray[tuple[int, ...], np.dtype[np.intp]],
    middles: Floats,
    spans: Floats,
    pips: Sequence[Pip],
    spots: Floats,
) -> list[Face]:
    one, two = (int(part) for part in pairs[first])
    usual = float(np.sqrt(pips[one].size_px * pips[two].size_px))
    if spans[first] < _SPAN[0] * usual:
        return []
    middle, half = middles[first], (spots[two] - spots[one]) / 2.0
    tolerance = _MIDDLE * spans[first]
    centre = [int(i) for i in np.flatnonzero(lengths(spots - middle) < tolerance) if i not in (one, two)]
    alike = [i for i in centre if _is_alike(pips[i], pips[one])]
    others = [
        int(i)
        for i in np.flatnonzero((lengths(middles - middle) < tolerance) & (spans <= spans[first] * 1.001))
        if i != first and not {one, two} & {int(part) for part in pairs[i]}
    ]
    square = np.array([-half[1], half[0]])
    faces = [_face(2, [one, two], pips, middle, np.stack([half, square]), 0.0)]
    if alike:
        off = float(np.linalg.norm(spots[alike[0]] - middle)) / spans[first]
        faces.append(_face(3, [one, two, alike[0]], pips, middle, np.stack([half, square]), off))
    for other in others:
        cross = (spots[pairs[other][1]] - spots[pairs[other][0]]) / 2.0
        square_deg = _off_square_deg(half, cross)
        if square_deg > _SIX_DEG or spans[other] < _SPAN[0] * 0.8 * usual:
            continue
        four = [one, two, *(int(part) for part in pairs[other])]
        off = float(np.linalg.norm(middles[other] - middle)) / spans[first]
        halves = np.stack([half, cross])
        faces += _sixes(four, halves, middle, others, pairs, pips, spots, spans[first], off)
        if square_deg > _SQUARE_DEG:
            continue
        faces.append(_face(4, four, pips, middle, halves, off))
        if alike:
            more = max(off, float(np.linalg.norm(spots[alike[0]] - middle)) / spans[first])
            faces.append(_face(5, [*four, alike[0]], pips, middle, halves, more))
    return faces


def _sixes(
    four: list[int],
    halves: Floats,
    middle: Floats,
    others: list[int],
    pairs: np.ndarray[tuple[int, ...], np.dtype[np.intp]],
    pips: Sequence[Pip],
    spots: Floats,
    length: float,
    off: float,
) -> list[Face]:
    faces: list[Face] = []
    for third in others:
        ends = [int(part) for part in pairs[third]]
        if set(ends) & set(four):
            continue
        reach = spots[ends[1]] - middle
        for sign in (1.0, -1.0):  # half-way between two neighbouring corners, on either side
            place = (halves[0] + sign * halves[1]) / 2.0
            miss = min(float(np.linalg.norm(reach - place)), float(np.linalg.norm(reach + place))) / length
            if miss < _MIDDLE:
                faces.append(_face(6, [*four, *ends], pips, middle, halves, max(miss, off)))
    return faces


def _off_square_deg(half: Floats, cross: Floats) -> float:
    one, two = float(np.linalg.norm(half)), float(np.linalg.norm(cross))
    if min(one, two) < _DIAGONALS * max(one, two):
        return 90.0
    return float(90.0 - np.degrees(np.arccos(np.clip(abs(float(half @ cross)) / (one * two), 0.0, 1.0))))


def _shade_limit(pip: Pip) -> float:
    return float(np.clip(_SHADE * pip.contrast, 25.0, 80.0))


def _is_alike(one: Pip, two: Pip) -> bool:
    return bool(
        max(one.size_px, two.size_px) < _ALIKE_SIZE * min(one.size_px, two.size_px)
        and np.linalg.norm(one.ink - two.ink) < _ALIKE_INK
        and np.linalg.norm(one.ground - two.ground) < min(_shade_limit(one), _shade_limit(two))
    )


def _face(value: int, members: list[int], pips: Sequence[Pip], middle: Floats, halves: Floats, off: float) -> Face:
    chosen = tuple(pips[i] for i in members)
    sizes = [pip.size_px for pip in chosen]
    ragged = all(_is_alike(one, two) for one, two in combinations(chosen, 2))
    misfit = off + 0.02 * (max(sizes) / min(sizes) - 1.0) + (0.0 if ragged else 1.0)
    return Face(value, chosen, float(middle[0]), float(middle[1]), np.asarray(halves), float(misfit))
