"""The ink of an upper face, cut out without any network, and brought into one frame.

crop ──colour of the body: the face's usual one──> ink ──parts that reach the face's rim: left out──> share of ink
share ──its own middle and spread──> (28, 28), whatever its place and size were
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, medians
from vision.dice.network import Pyramid
from vision.virtual.scene import Field

Flags = NDArray[np.bool_]
MODEL_PX = 28  # side of a numeral that is compared
_SPREAD_PX = 7.2  # root mean square distance of the ink from its middle, in the frame
_CUT_PX, _FACE_PX = 72, 60  # what is cut out, and the incircle on it
_LEAST_STEP = 16.0  # Lab steps between body and ink
_LEAST_PART = 0.004  # of the incircle's square: less is noise
_OFF_PX = 24  # by which the face's middle may be beside the place given: nearer than that of any other face
_TRIES = tuple((left, top) for left in (12, 24, 36) for top in (12, 24, 36))
_PER_PX = 2.0  # of ink that a middle so far beside must have more
_CLEAN = 4.0  # times as much ink is whole as reaches the rim: else half a number may be cut off
_ROUND = np.hypot(*(np.mgrid[0:_CUT_PX, 0:_CUT_PX] - (_CUT_PX - 1) / 2.0))
_DISCS = tuple(radius > _ROUND for radius in (30.0, 35.5))  # the incircle, and more where it was taken too small


@dataclass(frozen=True, eq=False)
class Ink:
    """The share of ink (72, 72), 0 to 1, on an upper face, and the middle of the ink on the picture, px."""

    share: Field
    x: float
    y: float


def cut_out(pyramid: Pyramid, x: float, y: float, face_px: float) -> Ink | None:
    """The ink on the upper face; ``None`` when none is clear, or not the whole of it.

    The face's middle is where most ink is whole, beside the place given if need be.
    """
    wide = _CUT_PX + 2 * _OFF_PX
    crop = pyramid.crop(x, y, face_px * wide / _FACE_PX, wide)
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(crop, (0, 0), 0.7), cv2.COLOR_BGR2LAB), np.float32)
    best, most, at, disc = None, 0.0, (_OFF_PX, _OFF_PX), _DISCS[0]
    for left, top in _TRIES:
        for round_ in _DISCS:
            ink, cut_off = _whole_ink(lab, left, top, round_, medians(_cut(lab, left, top)[round_][::7], axis=0))
            far = float(np.hypot(left - _OFF_PX, top - _OFF_PX))
            worth = float(ink.sum()) - cut_off - _PER_PX * far
            if worth > most:
                best, most, at, disc = ink, worth, (left, top), round_
    if best is None:
        return None
    rows, columns = np.nonzero(best > 0.5)
    left, top = (
        min(max(start + round((int(spots.min()) + int(spots.max()) - _CUT_PX + 1) / 2), 0), 2 * _OFF_PX)
        for start, spots in zip(at, (columns, rows), strict=True)
    )
    settled, cut_off = _whole_ink(lab, left, top, disc, _plane_of(_cut(lab, left, top), disc))
    if float(settled.sum()) <= max(_CLEAN * cut_off, _LEAST_PART * _FACE_PX**2):
        return None
    rows, columns = np.nonzero(settled > 0.5)
    per_px, middle = face_px / _FACE_PX, (wide - 1) / 2.0
    right = left + (int(columns.min()) + int(columns.max())) / 2.0 - middle
    down = top + (int(rows.min()) + int(rows.max())) / 2.0 - middle
    return Ink(settled, x + right * per_px, y + down * per_px)


def _cut(lab: Field, left: int, top: int) -> Field:
    return lab[top : top + _CUT_PX, left : left + _CUT_PX]


def _whole_ink(lab: Field, left: int, top: int, disc: Flags, body: Field | Floats) -> tuple[Field, float]:
    """The ink that is whole in a disc cut at (left, top), for a body of this colour; and how much reaches its rim."""
    away = np.asarray(np.linalg.norm(_cut(lab, left, top) - body, axis=2), np.float32)
    most = max(float(np.percentile(away[disc], 97)), _LEAST_STEP)
    ink = np.asarray(np.clip((away / most - 0.32) / 0.36, 0, 1) * disc, np.float32)
    _, parts, sizes, _ = cv2.connectedComponentsWithStats((ink > 0.5).astype(np.uint8), connectivity=8)
    is_whole = sizes[:, cv2.CC_STAT_AREA] >= _LEAST_PART * _FACE_PX**2
    is_whole[0] = False
    is_whole[np.unique(parts[disc & ~_eroded(disc)])] = False
    whole = np.asarray(ink * cv2.dilate(is_whole[parts].astype(np.uint8), np.ones((3, 3), np.uint8)), np.float32)
    return whole, float(ink[parts > 0].sum() - whole[parts > 0].sum())


def _eroded(disc: Flags) -> Flags:
    return np.asarray(cv2.erode(disc.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def _plane_of(lab: Field, disc: Flags) -> Field:
    # the body's colour with the light that falls off over it: a plane through what is not ink
    across, down = np.meshgrid(*[(np.arange(_CUT_PX) - (_CUT_PX - 1) / 2.0) / _CUT_PX] * 2)
    terms = np.stack([np.ones_like(across), across, down], axis=-1)
    plane = np.broadcast_to(medians(lab[disc][::5], axis=0), lab.shape).astype(np.float32)
    for _ in range(2):
        away = np.linalg.norm(lab - plane, axis=2)
        use = disc & (away < max(8.0, float(np.percentile(away[disc], 55))))
        fit, *_ = np.linalg.lstsq(terms[use][::3], lab[use][::3], rcond=None)
        plane = np.asarray(terms @ fit, np.float32)
    return plane


def in_frame(share: Field, turn_deg: float = 0.0) -> Field:
    """Ink turned back by so many degrees, its middle in the middle, its spread the same: (28, 28), 0 to 1."""
    high, wide = np.mgrid[0 : share.shape[0], 0 : share.shape[1]]
    weight = max(float(share.sum()), 1e-6)
    x, y = float((share * wide).sum() / weight), float((share * high).sum() / weight)
    spread = float(np.sqrt((share * ((wide - x) ** 2 + (high - y) ** 2)).sum() / weight))
    zoom = _SPREAD_PX / max(spread, 1e-6)
    matrix = cv2.getRotationMatrix2D((x, y), turn_deg, zoom)
    matrix[:, 2] += (MODEL_PX - 1) / 2.0 - np.array([x, y])
    smooth = cv2.GaussianBlur(share, (0, 0), 0.4 / zoom) if zoom < 0.7 else share
    return np.asarray(cv2.warpAffine(smooth, matrix, (MODEL_PX, MODEL_PX), flags=cv2.INTER_LINEAR), np.float32)
