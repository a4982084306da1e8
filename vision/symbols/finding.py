"""Finding dice without knowing what their faces show: patches of a die's shape, unlike the ground.

picture ──local ground (medians of two widths)──> patches ──square: a cube, six corners: an octahedron──> Face, 64 x 64
                                                            └─die-sized, neither─> strange: touching, leaning
An octahedron on a face is a hexagon from above. Where its sides are lost in the dark, its upper face is the triangle
that is lighter than the rest of the patch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture

CROP_PX = 64  # side of a face that is compared; albums hold pictures of this size
_WORK_PX = 720  # shorter side of the picture in which dice are looked for
_STEP = (26.0, 40.0)  # Lab steps from the ground: a pale die on pale wood, and a lit one whose shadow must stay out
_WINDOWS = (0.25, 0.5)  # of the shorter side: the ground is the median of so wide a neighbourhood
_SIDE = (0.035, 0.4)  # of the shorter side: a die in a tray, a die held before the camera
_SIX = ((0.69, 0.83), (0.74, 0.92))  # of the least rectangle and circle around it: a hexagon fills 0.75 and 0.83
_THREE, _EQUAL = 0.88, 1.2  # of the least triangle around it; its sides, the longest to the shortest
_SIX_CROP = 1.2  # in radii of the hexagon: what is cut out of it, so that the other faces stay outside
_FILLED = 0.86  # of the least rectangle around it; a die's rounded corners leave 0.93 and more
_ASPECT = 1.28  # an upper face with a sliver of its side
_STRANGE = (0.4, 3.5)  # in areas of the usual die: two that touch, one that leans, a finger
_EDGE, _ACROSS_PX = 18.0, 3.0  # Lab steps over twice so many px that make an edge
_EDGED = 0.6  # share of a strange thing's outline: two dice that touch have 0.8 and more, shaded corners below 0.4
_GREY = 9.0  # Lab steps of hue within which something darker than the ground is its shadow


@dataclass(frozen=True, eq=False)
class Face:
    """A die seen from above: centre and side in px of the picture, its turn, and the face upright (64, 64, 3) Lab.

    ``corners`` of its outline: 4 of a cube's, 6 of an octahedron's, whose side is the width of what is cut out.
    """

    x: float
    y: float
    side_px: float
    turn_deg: float
    crop: Picture
    corners: int = 4


@dataclass(frozen=True, eq=False)
class Found:
    """The faces, and the middles of die-sized things of another shape."""

    faces: tuple[Face, ...]
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
    corners: int  # 4: a square, 6: a hexagon, 3: the upper face of what may be one, 0: anything else
    outline: NDArray[np.int32]

    @property
    def of_body(self) -> int:
        """The corners of the outline of the die that shows it so."""
        return 6 if self.corners == 3 else self.corners

    def octahedron(self) -> tuple[float, float, float, float]:
        """Return of a hexagon or a triangle its middle, the radius of its corners in px,
        and where the first of them is.
        """
        points, corners = self.outline.reshape(-1, 2).astype(np.float64), self.corners
        moments = cv2.moments(self.outline)
        x, y = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
        away = points - [x, y]
        far, angle = np.linalg.norm(away, axis=1), np.arctan2(away[:, 1], away[:, 0])
        phase = np.angle(np.sum((far - far.mean()) * np.exp(1j * corners * angle)))  # farthest where its corners are
        of_circle = corners / 2 * np.sin(2 * np.pi / corners)
        return float(x), float(y), float(np.sqrt(self.area / of_circle)), float(np.degrees(phase / corners))

    @property
    def side(self) -> float:
        return min(self.wide, self.high)


def find_faces(picture: Picture, corners: Collection[int] = (4, 6)) -> Found:
    """The dice of these outlines that lie flat and apart on the picture (BGR ``uint8``), and what may be others."""
    shrink = min(1.0, _WORK_PX / min(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else picture
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 0.8), cv2.COLOR_BGR2LAB), dtype=np.uint8)
    patches = list(_patches(lab))
    wanted = (patch for patch in patches if patch.of_body in corners)
    squares = _without_doubles(sorted(wanted, key=lambda one: -one.area))
    usual = float(np.median([square.side for square in squares])) ** 2 if squares else 0.0
    squares = [square for square in squares if square.area > _STRANGE[0] * usual]
    others = [patch for patch in patches if patch.of_body not in corners]
    others = [other for other in others if not any(_covers(square, other) for square in squares)]
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
            edged, corners = _edged(outline, lab), _corners(outline, area, wide, high)
            yield _Patch(float(x), float(y), float(wide), float(high), float(turn), area, edged, corners, outline)
            if not corners and max(wide, high) <= most:
                yield from _lit(outline, lab, edged)


def _corners(outline: NDArray[np.int32], area: float, wide: float, high: float) -> int:
    small, large = sorted((wide, high))
    filled = area / (wide * high)
    if large > _ASPECT * small:
        return 0
    if filled >= _FILLED:
        return 4
    _, radius = cv2.minEnclosingCircle(outline)
    (low, most), (flat, full) = _SIX
    return 6 if low < filled < most and flat < area / (np.pi * radius**2) < full else 0


def _lit(outline: NDArray[np.int32], lab: Picture, edged: float) -> Iterator[_Patch]:
    """The lightest part of a patch, if it is a triangle of equal sides."""
    left, top, wide, high = cv2.boundingRect(outline)
    inside = cv2.drawContours(np.zeros((high, wide), np.uint8), [outline], -1, 1, cv2.FILLED, offset=(-left, -top)) > 0
    light = np.ascontiguousarray(lab[top : top + high, left : left + wide, 0])
    level, _ = cv2.threshold(light[inside].reshape(-1, 1), 0, 255, cv2.THRESH_OTSU)
    parts, _ = cv2.findContours((inside & (light > level)).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(parts, key=cv2.contourArea, default=np.zeros((1, 1, 2), np.int32)))
    if len(hull) < 3:
        return
    around, ends = cv2.minEnclosingTriangle(hull)
    if ends is None or cv2.contourArea(hull) < _THREE * around:
        return
    ends = ends.reshape(3, 2) + np.array([left, top])
    sides = np.linalg.norm(ends - np.roll(ends, 1, axis=0), axis=1)
    if sides.max() <= _EQUAL * sides.min():
        dense = [
            start + (end - start) * share
            for start, end in zip(ends, np.roll(ends, -1, axis=0), strict=True)
            for share in np.linspace(0, 1, 40, endpoint=False)
        ]
        (x, y), side = ends.mean(axis=0), float(sides.mean())
        triangle = np.round(np.array(dense)).astype(np.int32).reshape(-1, 1, 2)
        yield _Patch(float(x), float(y), side, side, 0.0, float(around), edged, 3, triangle)


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


def _face(patch: _Patch, picture: Picture, shrink: float) -> Face:
    x, y, side, turn_deg = patch.x, patch.y, patch.side, patch.turn_deg
    if patch.corners != 4:
        x, y, radius, turn_deg = patch.octahedron()
        side = _SIX_CROP * radius
    x, y, side = (x + 0.5) / shrink - 0.5, (y + 0.5) / shrink - 0.5, side / shrink
    turn = cv2.getRotationMatrix2D((x, y), turn_deg, CROP_PX / side)
    turn[:, 2] += (CROP_PX - 1) / 2.0 - np.array([x, y])
    source, matrix = _softened(picture, side), np.asarray(turn)
    crop = cv2.warpAffine(source, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), dtype=np.uint8)
    return Face(x, y, side, turn_deg, lab, patch.of_body)


def _softened(picture: Picture, side_px: float) -> Picture:
    # a large die is averaged before it is made small, so that fine print does not flicker
    sigma = 0.4 * side_px / CROP_PX
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.uint8) if sigma > 0.8 else picture
