"""The pattern fit: which of the six faces' layouts lies at a place, at any turn, width and slant, and how clearly.

    crop, the die 48 px wide ──spot filters──> how much each pixel is a pip ──peaks──> layouts that peaks make ──> best

Unlike ``faces`` it needs no clean outline of a pip: a place is judged by its mean colour against the ring around it,
along the one colour direction in which the face varies most. A layout is as clear as its weakest pip stands above the
strongest spot elsewhere on the face. It knows nothing of networks, and nothing of bodies.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Ints, lengths
from vision.dice.network import Pyramid

Field = NDArray[np.float32]
_SIDE, _SIZE = 48.0, 88  # the die and the crop, px: pips are 6 to 11 px wide then, upscaled where need be
_RADII = (2.8, 3.7, 4.8, 6.0)  # of pips, px: 12 to 25 % of the side
_WEAKEST = 2.5  # Lab steps of a pip against its ring; less is noise
_PEAKS = 22  # spots that are combined; a face with side faces shows no more
_REACH = (0.17, 0.33)  # of the side: how far from the middle a corner pip lies along each side, slant included
_EQUAL = 0.6  # of a layout's weakest pip: spots as strong as that go on beyond it
_MIDDLE = 0.07  # of the side: how far middles of pairs may differ
_DIAGONALS, _SQUARE_DEG = 0.6, 38.0  # shortest over longest diagonal; how far they may leave the right angle
_FACE, _FACE_LEAST, _FACE_MOST = 1.5, 0.41, 0.46  # of the corner pips' distance, of the side: here the face ends
_CLEAR, _CONTRAST = 0.30, 5.0  # clearness, and Lab steps of the weakest pip, from which a layout counts
_BEYOND = 2  # places at which the pips may seem to go on: a sheet of spots has all four
_FLATTEST = 0.62  # of a four's or a five's two sides: on photographs 0.71 and more, on playing cards 0.59
_COUNTER = 0.7  # how much a spot of the opposite sign counts: what lies between pips looks like one, but weaker
_CORE = 0.31  # of the side: nearer to the supposed middle nothing is a neighbour's
_OFF = 0.24  # of the side: how far the face's middle may lie from where it was looked for


@dataclass(frozen=True, eq=False)
class PatternFit:
    """The clearest layout at a place; ``clear`` is 1 when nothing else on the face is like a pip, 0 when a spot is."""

    value: int
    clear: float
    contrast: float  # Lab steps between the weakest pip and the ring around it
    halves: Floats  # (2, 2) half diagonals in px; for 1, 2 and 3 the missing ones are guessed square
    beyond: int = 0  # of the four places where the pips of a four or a five would go on, how many look like one

    @property
    def is_clear(self) -> bool:
        """Whether it counts: it stands out, and pips of a four or a five lie on a square face, if foreshortened."""
        return self.clear >= _CLEAR and self.contrast >= _CONTRAST and self._is_square

    @property
    def _is_square(self) -> bool:
        one, two = self.halves
        short, long = sorted((float(np.linalg.norm(one + two)), float(np.linalg.norm(one - two))))
        return self.value not in (4, 5) or (short >= _FLATTEST * long and self.beyond <= _BEYOND)


class _Layouts(NamedTuple):
    """Layouts that spots of one sign make, n of them; ``members`` has six spots each, missing ones repeat the last."""

    values: Ints
    members: Ints  # (n, 6)
    middles: Floats  # (n, 2)
    halves: Floats  # (n, 2, 2)


def fit_pattern(pyramid: Pyramid, x: float, y: float, side_px: float) -> PatternFit | None:
    """The layout that fits best round (x, y) for a die about ``side_px`` wide, or ``None`` where nothing stands out."""
    crop = pyramid.crop(x, y, side_px * _SIZE / _SIDE, _SIZE)
    lab = cv2.cvtColor(crop.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB)
    tone = lab @ _main_colour(_filtered(lab, _RADII[1]))
    spots = np.array([_filtered(tone, radius) for radius in _RADII])
    likeness = [spots.max(axis=0), -spots.min(axis=0)]  # of spots of the one sign, of the other
    dark, light = map(_peaks, likeness)
    made, judged = [], []
    for (places, strength), (other, counter) in ((dark, light), (light, dark)):
        made.append(_layouts(places))
        judged.append(_judge(made[-1], np.concatenate([places, other]), np.concatenate([strength, _COUNTER * counter])))
    values = np.concatenate([layouts.values for layouts in made])
    if not len(values):
        return None
    clear, contrast = np.concatenate(judged, axis=1)
    best = int(np.lexsort((-np.arange(len(values)), contrast, values, np.round(clear, 2)))[-1])
    members, middles, halves = (np.concatenate(parts) for parts in list(zip(*made, strict=True))[1:])
    is_dark = np.arange(len(values)) < len(made[0].values)
    best = _whole(best, values, members, (is_dark == is_dark[best]) & (clear >= _CLEAR))
    return PatternFit(
        int(values[best]),
        float(clear[best]),
        float(contrast[best]),
        np.asarray(halves[best] * side_px / _SIDE),
        _beyond(middles[best], halves[best], likeness[not is_dark[best]] > _EQUAL * contrast[best]),
    )


def _whole(best: int, values: Ints, members: Ints, may: NDArray[np.bool_]) -> int:
    """The layout with most pips that the best is a part of, among those that ``may``: two of four pips are no two."""
    wholes = [
        one for one in np.flatnonzero(may & (values > values[best])) if np.isin(members[best], members[one]).all()
    ]
    return max([best, *map(int, wholes)], key=lambda one: int(values[one]))


def _beyond(middle: Floats, halves: Floats, is_spot: NDArray[np.bool_]) -> int:
    places = middle + np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]]) @ halves
    columns, rows = np.round(np.clip(places, 0, _SIZE - 1)).astype(np.intp).T
    return int(cv2.dilate(is_spot.astype(np.uint8), np.ones((5, 5), np.uint8))[rows, columns].sum())


@lru_cache(maxsize=8)
def _filter(radius: float) -> Field:
    """Return the filter for spots of ``radius``: the disc's mean less the mean of the ring around it."""
    reach = int(np.ceil(radius * 1.8))
    x, y = np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1))
    away = np.hypot(x, y)
    disc = np.clip(radius * 0.8 - away + 0.5, 0, 1)
    ring = np.clip(away - radius * 1.15 + 0.5, 0, 1) * np.clip(radius * 1.7 - away + 0.5, 0, 1)
    return np.asarray(disc / disc.sum() - ring / ring.sum(), dtype=np.float32)


def _filtered(there: Field, radius: float) -> Field:
    """Return how much each pixel stands out from the ring around it, channel by channel."""
    spots = cv2.filter2D(there, -1, _filter(radius), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(spots, dtype=np.float32)


def _main_colour(spots: Field) -> Field:
    """The colour direction in which the face's spots (high, wide, 3) vary most, (3,)."""
    inner = np.asarray(spots[_away() < 0.42 * _SIDE], dtype=np.float64)
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


def _layouts(places: Floats) -> _Layouts:
    """Every layout of the spots: the ones, then those built on pairs that share a middle."""
    middle = np.array([(_SIZE - 1) / 2] * 2)
    alone = np.flatnonzero(lengths(places - middle) < 0.8 * _OFF * _SIDE)
    one, two = _pairs(len(places))
    reach, between = (places[two] - places[one]) / 2.0, (places[two] + places[one]) / 2.0
    reaches = lengths(reach) / (np.sqrt(2.0) * _SIDE)
    good = (reaches > 0.6 * _REACH[0]) & (reaches < _REACH[1]) & (lengths(between - middle) < _OFF * _SIDE)
    ends, reach, between = np.column_stack([one, two])[good], reach[good], between[good]
    diagonals = np.flatnonzero(reaches[good] > _REACH[0])
    square = np.stack([-reach[:, 1], reach[:, 0]], axis=1)
    central = lengths(between[diagonals, None] - places) < _MIDDLE * _SIDE  # (diagonals, places)
    pairs = _disjoint(ends[diagonals], ends) & (lengths(between[diagonals, None] - between) < _MIDDLE * _SIDE)
    sizes = lengths(reach)
    long = sizes[diagonals, None]
    cosine = np.abs(reach[diagonals] @ reach.T) / (sizes * long)
    crossed = pairs & (sizes >= _DIAGONALS * long) & (sizes <= long * 1.001)
    first, cross = np.nonzero(crossed & (cosine <= np.sin(np.radians(_SQUARE_DEG))))
    three, spot_of_three = np.nonzero(central)
    five, spot_of_five = np.nonzero(central[first])
    six, third = _thirds(reach[diagonals[first]], reach[cross], reach, pairs[first] & _disjoint(ends[cross], ends))

    own, both = ends[diagonals], np.stack([reach[diagonals], square[diagonals]], axis=1)
    fours = np.column_stack([own[first], ends[cross]])
    crosses = np.stack([reach[diagonals[first]], reach[cross]], axis=1)
    half = 0.25 * _SIDE
    kinds: list[tuple[int, Ints, Floats, Floats]] = [  # value, members, middles, half diagonals
        (1, alone[:, None], places[alone], np.tile([[half, half], [-half, half]], (len(alone), 1, 1))),
        (2, own, between[diagonals], both),
        (3, np.column_stack([own[three], spot_of_three]), between[diagonals[three]], both[three]),
        (4, fours, between[diagonals[first]], crosses),
        (5, np.column_stack([fours[five], spot_of_five]), between[diagonals[first[five]]], crosses[five]),
        (6, np.column_stack([fours[six], ends[third]]), between[diagonals[first[six]]], crosses[six]),
    ]
    return _Layouts(
        np.concatenate([np.full(len(members), value) for value, members, _, _ in kinds]),
        np.concatenate([members[:, np.minimum(np.arange(6), members.shape[1] - 1)] for _, members, _, _ in kinds]),
        np.concatenate([middles for _, _, middles, _ in kinds]),
        np.concatenate([halves for _, _, _, halves in kinds]),
    )


@lru_cache(maxsize=_PEAKS + 1)
def _pairs(count: int) -> tuple[Ints, ...]:
    """Every two of so many spots: the numbers of the one and of the other."""
    return np.triu_indices(count, 1)


def _thirds(one: Floats, two: Floats, reach: Floats, free: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """Find the third pairs half-way between the corners of two diagonals, (n, 2) each: the layouts of six pips."""
    places = np.stack([(one + two) / 2.0, (one - two) / 2.0], axis=1)[:, None]  # (n, 1, 2, 2)
    off = np.minimum(lengths(reach[:, None] - places), lengths(reach[:, None] + places))
    six, third, _ = np.nonzero((off < _MIDDLE * _SIDE) & free[..., None])
    return six, third


def _disjoint(ends: Ints, others: Ints) -> NDArray[np.bool_]:
    """Return which pairs share no spot with which others: (n, m)."""
    (a, b), (c, d) = ends.T[..., None], others.T
    return np.asarray((a != c) & (a != d) & (b != c) & (b != d))


def _judge(layouts: _Layouts, places: Floats, strength: Floats) -> Floats:
    """Return the clearness of each layout, and its weakest pip's strength: (2, n)."""
    if not len(layouts.values):
        return np.empty((2, 0))
    own = strength[layouts.members]
    weakest, strongest = own.min(axis=1), own.max(axis=1)
    one, two = layouts.halves[:, 0], layouts.halves[:, 1]
    along = np.stack([(one + two) / 2.0, (one - two) / 2.0], axis=1)
    local = (places - layouts.middles[:, None]) @ np.linalg.inv(along)  # corner pips lie at 1 along each side
    spacing = lengths(along)[:, None]
    on_face = (np.abs(local) * spacing < np.clip(_FACE * spacing, _FACE_LEAST * _SIDE, _FACE_MOST * _SIDE)).all(axis=2)
    on_face |= lengths(places - (_SIZE - 1) / 2) < _CORE * _SIDE
    twins = lengths(places[:, None] - places) <= 0.1 * _SIDE  # a spot's own second peak: a glint, a hollow pip
    on_face &= ~twins[layouts.members].any(axis=1)
    other = np.where(on_face, strength, 0.0).max(axis=1)
    return np.stack([np.minimum(1.0 - other / weakest, 1.5 * weakest / strongest), weakest])
