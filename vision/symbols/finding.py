"""Where dice lie on a picture, without knowing what their faces show: square patches that differ from the ground.

picture ──local ground (medians of two widths)──> patches ──as square as a die?──> SquareFace, upright, 64 x 64
                                                            └─die-sized, not square─> strange: touching, leaning
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture

CROP_PX = 64
_WORK_PX = 720  # shorter side of the picture in which dice are looked for
_STEP = (26.0, 40.0)  # Lab steps from the ground: a pale die on pale wood, and a lit one whose shadow must stay out
_WINDOWS = (0.25, 0.5)  # of the shorter side: the ground is the median of so wide a neighbourhood
_SIDE = (0.035, 0.4)  # of the shorter side: a die in a tray, a die held before the camera
_FILLED = 0.86  # of the least rectangle around it; a die's rounded corners leave 0.93 and more
_ASPECT = 1.28  # an upper face with a sliver of its side
_STRANGE = (0.4, 3.5)  # in areas of the usual die: two that touch, one that leans, a finger
_EDGE, _ACROSS_PX = 18.0, 3.0  # Lab steps over twice so many px that make an edge
_EDGED = 0.6  # share of a strange thing's outline: two dice that touch have 0.8 and more, shaded corners below 0.4
_GREY = 9.0  # Lab steps of hue within which something darker than the ground is its shadow


@dataclass(frozen=True, eq=False)
class SquareFace:
    """A die seen from above: centre and side in px of the picture, its turn, and the face upright (64, 64, 3) Lab."""

    x: float
    y: float
    side_px: float
    turn_deg: float
    crop: Picture


@dataclass(frozen=True, eq=False)
class Found:
    """The square faces, and the middles of die-sized things that are not square."""

    faces: tuple[SquareFace, ...]
    strange: tuple[tuple[float, float], ...]


@dataclass(frozen=True, eq=False)
class _Patch:
    x: float
    y: float
    wide: float
    high: float
    turn_deg: float
    area: float
    edged: float  # share of its outline that is an edge: a body has one, a shadow fades

    @property
    def is_square(self) -> bool:
        small, large = sorted((self.wide, self.high))
        return large <= _ASPECT * small and self.area >= _FILLED * self.wide * self.high

    @property
    def side(self) -> float:
        return min(self.wide, self.high)


def find_squares(picture: Picture) -> Found:
    """The dice that lie flat and apart on the picture (BGR ``uint8``), and what may be dice that do not."""
    shrink = min(1.0, _WORK_PX / min(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else picture
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 0.8), cv2.COLOR_BGR2LAB), dtype=np.uint8)
    patches = list(_patches(lab))
    squares = _without_doubles(sorted((patch for patch in patches if patch.is_square), key=lambda one: -one.area))
    usual = float(np.median([square.side for square in squares])) ** 2 if squares else 0.0
    squares = [square for square in squares if square.area > _STRANGE[0] * usual]
    others = [
        patch for patch in patches if not patch.is_square and not any(_covers(square, patch) for square in squares)
    ]
    others = [
        other
        for other in others
        if usual and other.edged > _EDGED and _STRANGE[0] * usual < other.area < _STRANGE[1] * usual
    ]
    strange = _without_doubles([other for other in others if max(other.wide, other.high) < 3.2 * np.sqrt(usual)])
    faces = tuple(_face(square, picture, shrink) for square in sorted(squares, key=lambda one: (one.y, one.x)))
    return Found(faces, tuple((one.x / shrink, one.y / shrink) for one in strange))


def _patches(lab: Picture) -> Iterator[_Patch]:
    shorter = min(lab.shape[:2])
    for window in _WINDOWS:
        ground = _ground(lab, round(window * shorter))
        off = lab.astype(np.float32) - ground
        away = np.sqrt((off**2).sum(axis=2))
        is_shadow = (off[..., 0] < 0) & (np.hypot(off[..., 1], off[..., 2]) < _GREY)
        for step in _STEP:
            for mask in (away > step, (away > step) & ~is_shadow):
                yield from _of_mask(mask, lab, shorter)


def _ground(lab: Picture, window_px: int) -> NDArray[np.float32]:
    step = max(1, window_px // 24)
    coarse = np.ascontiguousarray(lab[::step, ::step])
    width = min(max(3, (window_px // step) | 1), 255)
    flat = np.dstack([cv2.medianBlur(np.ascontiguousarray(coarse[..., part]), width) for part in range(3)])
    high, wide = lab.shape[:2]
    return np.asarray(cv2.resize(flat, (wide, high), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def _of_mask(mask: NDArray[np.bool_], lab: Picture, shorter: int) -> Iterator[_Patch]:
    solid = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    least, most = _SIDE[0] * shorter, _SIDE[1] * shorter
    outlines, _ = cv2.findContours(solid, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        if len(outline) < 2.5 * least:
            continue
        (x, y), (wide, high), turn = cv2.minAreaRect(outline)
        area = float(cv2.contourArea(outline))  # the symbol inside is filled
        if min(wide, high) >= least and max(wide, high) <= 3 * most and area > 0.5 * least**2:
            yield _Patch(float(x), float(y), float(wide), float(high), float(turn), area, _edged(outline, lab))


def _edged(outline: NDArray[np.int32], lab: Picture) -> float:
    points = outline.reshape(-1, 2).astype(np.float64)
    from_middle = points - points.mean(axis=0)
    away = _ACROSS_PX * from_middle / np.maximum(np.linalg.norm(from_middle, axis=1, keepdims=True), 1.0)
    most = np.array([lab.shape[1] - 1, lab.shape[0] - 1])
    inner, outer = (np.clip(np.round(points + way), 0, most).astype(np.intp) for way in (-away, away))
    step = lab[inner[:, 1], inner[:, 0]].astype(np.float64) - lab[outer[:, 1], outer[:, 0]]
    return float(np.mean(np.linalg.norm(step, axis=1) > _EDGE))


def _without_doubles(patches: Sequence[_Patch]) -> list[_Patch]:
    kept: list[_Patch] = []
    for patch in patches:
        if not any(_covers(other, patch) or _covers(patch, other) for other in kept):
            kept.append(patch)
    return kept


def _covers(square: _Patch, other: _Patch) -> bool:
    return float(np.hypot(square.x - other.x, square.y - other.y)) < 0.6 * square.side


def _face(patch: _Patch, picture: Picture, shrink: float) -> SquareFace:
    x, y, side = (patch.x + 0.5) / shrink - 0.5, (patch.y + 0.5) / shrink - 0.5, patch.side / shrink
    turn = cv2.getRotationMatrix2D((x, y), patch.turn_deg, CROP_PX / side)
    turn[:, 2] += (CROP_PX - 1) / 2.0 - np.array([x, y])
    source, matrix = _softened(picture, side), np.asarray(turn)
    crop = cv2.warpAffine(source, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return SquareFace(x, y, side, patch.turn_deg, np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), dtype=np.uint8))


def _softened(picture: Picture, side_px: float) -> Picture:
    # a large die is averaged before it is made small, so that fine print does not flicker
    sigma = 0.4 * side_px / CROP_PX
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.uint8) if sigma > 0.8 else picture
