"""Bodies without a reading: patches with a certain die's colour that are larger than the dice read on them explain.

patch of a die's colour, die-sized, convex, ending at an edge ── no die on it ──────────────> a blank body
patch with n dice on it, clearly larger than n dice ─────────── something touches them ─────> a blank body
patch as large as a table ───────────────────────────────────── paper, wood: says nothing
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, lengths, median, medians
from vision.dice.judge import Die

Field = NDArray[np.float32]
_COLOUR = 34.0  # Lab steps within which a patch has a die's colour in the same light
_SHADED = 0.3  # and in glare or shade: this share of the pips' contrast, up to _SHADED_MOST
_SHADED_MOST = 60.0  # Lab steps
_EDGE = 14.0  # Lab steps across a body's edge, over six pixels of the half-size picture
_CUT_AREA = 0.12  # of the die's squared side: what the picture's edge may leave of a die
_AREA = (0.35, 2.6)  # of the die's squared side: a body, half covered or with a side face
_MIDDLE, _WIDEST = 0.15, 1.7  # of the die's side: a patch that is one die's; turned by 45 degrees it is 1.41 wide
_MORE, _MOST = 0.7, 4.0  # dice's areas beyond those that were read: one more die, or a background


def blank_bodies(dice: Sequence[Die], lab: Picture) -> list[tuple[float, float]]:
    """Return the centres (px) of patches in a certain die's colour that no reading explains."""
    certain = [die for die in dice if not die.doubt and die.body.closed >= 0.8]
    if not certain:
        return []
    found: list[tuple[float, float]] = []
    small = cv2.GaussianBlur(np.asarray(lab[::2, ::2], dtype=np.float32), (0, 0), 1.0)
    for die in certain[:1] + [other for other in certain[1:] if _is_other_colour(other, certain[0])][:2]:
        ground = medians([pip.ground for pip in die.face.pips], axis=0).astype(np.float32)
        contrast = median([pip.contrast for pip in die.face.pips])
        off = lengths(small - ground)
        for limit in {die.body.limit, _COLOUR, float(np.clip(_SHADED * contrast, _COLOUR, _SHADED_MOST))}:
            near = cv2.morphologyEx((off < limit).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
            found += _unexplained(near, small, dice, die.side_px / 2.0)
    size = median([die.side_px for die in certain]) / 2.0
    return found + _strange_bodies(small, dice, size)


def _strange_bodies(small: Field, dice: Sequence[Die], size: float) -> list[tuple[float, float]]:
    # things of another colour, as large and as convex as the dice that were read: dice of another set, perhaps
    step = max(1, round(size / 5.0))
    coarse = np.asarray(small[::step, ::step], dtype=np.uint8)
    around = np.dstack([cv2.medianBlur(np.ascontiguousarray(coarse[..., i]), 15) for i in range(3)])  # three dice wide
    high, wide = small.shape[:2]
    ground = cv2.resize(around, (wide, high), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    other = (lengths(small - ground) > _COLOUR).astype(np.uint8)
    outlines, _ = cv2.findContours(other, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found: list[tuple[float, float]] = []
    for outline in outlines:
        if len(outline) < 2.4 * size:
            continue
        left, top, across, down = cv2.boundingRect(outline)
        spot = (2.0 * (left + across / 2.0), 2.0 * (top + down / 2.0))
        (wide_px, high_px), inside = cv2.minAreaRect(outline)[1], left > 0 and top > 0
        inside = inside and left + across < wide and top + down < high
        if not inside or min(wide_px, high_px) < max(0.62 * max(wide_px, high_px), 0.6 * size):
            continue  # a lamp, a cable, a thing that the picture's edge cuts
        if any(_covers_wide(die, spot) for die in dice):
            continue
        if _is_body(outline, float(cv2.contourArea(outline)), size, small.shape, small):
            found.append(spot)
    return found


def _covers_wide(die: Die, spot: tuple[float, float]) -> bool:
    # a die's own shadow and side faces lie beside it
    return float(np.hypot(spot[0] - die.face.x, spot[1] - die.face.y)) < 1.3 * die.side_px


def _unexplained(near: Picture, small: Field, dice: Sequence[Die], size: float) -> list[tuple[float, float]]:
    outlines, _ = cv2.findContours(near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found: list[tuple[float, float]] = []
    crowded: list[tuple[float, int, tuple[float, float], bool]] = []
    for outline in outlines:
        if len(outline) < 1.2 * size:  # all round it, in pixels: texture
            continue
        left, top, across, down = cv2.boundingRect(outline)
        area = float(cv2.contourArea(outline))  # pips inside are filled
        spot = (2.0 * (left + across / 2.0), 2.0 * (top + down / 2.0))
        read = [d for d in dice if cv2.pointPolygonTest(outline, (d.face.x / 2.0, d.face.y / 2.0), False) >= 0]
        if read:
            is_own = len(read) == 1 and _fills(read[0], spot, max(across, down), size)
            crowded.append((area, len(read), spot, is_own))
        elif _is_body(outline, area, size, near.shape, small) and not any(_covers(other, spot) for other in dice):
            found.append(spot)
    singles = [area for area, count, *_ in crowded if count == 1 and area < _AREA[1] * size**2]
    usual = median(singles) if singles else 1.3 * size**2
    more = [(spot, is_own) for area, n, spot, is_own in crowded if (n + _MORE) * usual < area < (n + _MOST) * usual]
    return found + [spot for spot, is_own in more if not is_own]


def _is_body(outline: Floats, area: float, size: float, shape: tuple[int, ...], small: Field) -> bool:
    left, top, across, down = cv2.boundingRect(outline)
    if max(across, down) > 2.0 * size:
        return False
    border = left <= 0 or top <= 0 or left + across >= shape[1] or top + down >= shape[0]
    least = _CUT_AREA if border else _AREA[0]
    if not least * size**2 < area < _AREA[1] * size**2:
        return False
    if area < 0.8 * float(cv2.contourArea(cv2.convexHull(outline))):
        return False  # a die is convex; what is left between other things is not
    return _edge_share(outline.reshape(-1, 2).astype(np.float64), small) > 0.8


def _edge_share(outline: Floats, small: Field) -> float:
    # a body ends at an edge, a patch of wood or cloth fades; the picture's border counts as an edge
    high, wide = small.shape[:2]
    from_middle = outline - outline.mean(axis=0)
    away = np.maximum(lengths(from_middle)[:, None], 1.0)
    inner, outer = outline - 3.0 * from_middle / away, outline + 3.0 * from_middle / away
    beyond = (outer[:, 0] < 0) | (outer[:, 1] < 0) | (outer[:, 0] > wide - 1) | (outer[:, 1] > high - 1)
    step = lengths(_pixels(small, inner) - _pixels(small, outer))
    return float(np.mean((step > _EDGE) | beyond))


def _pixels(small: Field, points: Floats) -> Floats:
    columns = np.clip(np.round(points[:, 0]), 0, small.shape[1] - 1).astype(np.intp)
    rows = np.clip(np.round(points[:, 1]), 0, small.shape[0] - 1).astype(np.intp)
    return np.asarray(small[rows, columns], dtype=np.float64)


def _fills(die: Die, spot: tuple[float, float], across: float, size: float) -> bool:
    # a patch no wider than one die, with the die in its middle: what touches a die lies to one side of it
    off = float(np.hypot(spot[0] - die.face.x, spot[1] - die.face.y)) / 2.0
    return off < _MIDDLE * size and across < _WIDEST * size


def _covers(die: Die, spot: tuple[float, float]) -> bool:
    return float(np.hypot(spot[0] - die.face.x, spot[1] - die.face.y)) < 0.7 * die.side_px


def _is_other_colour(one: Die, two: Die) -> bool:
    return float(np.linalg.norm(one.face.pips[0].ground - two.face.pips[0].ground)) > _COLOUR
