"""The ink of an upper face, cut out without any network, and brought into one frame.

crop ──colour of the body: the face's usual one──> ink ──parts that reach the face's rim: left out──> share of ink
share ──its own middle and spread──> (28, 28), whatever its place and size were
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats
from vision.dice.network import Pyramid
from vision.virtual.scene import Field

MODEL_PX = 28
_SPREAD_PX = 7.2  # root mean square distance of the ink from its middle, in the frame
_CUT_PX, _FACE_PX = 72, 60.0  # a crop, and the incircle on it
_LEAST_STEP = 16.0  # Lab steps between body and ink
_LEAST_PART = 0.004  # of the incircle's square: less is noise


def cut_out(pyramid: Pyramid, x: float, y: float, face_px: float) -> Field | None:
    """The share of ink (72, 72), 0 to 1, on the upper face; ``None`` when it has no clear ink of one colour."""
    crop = pyramid.crop(x, y, face_px * _CUT_PX / _FACE_PX, _CUT_PX)
    lab = cv2.cvtColor(cv2.GaussianBlur(crop, (0, 0), 0.7), cv2.COLOR_BGR2LAB).astype(np.float32)
    across, down = np.meshgrid(*[np.arange(_CUT_PX) - (_CUT_PX - 1) / 2.0] * 2)
    face = np.hypot(across, down) < _FACE_PX / 2
    body = _plane_of(lab, face, across / _CUT_PX, down / _CUT_PX)
    away = np.linalg.norm(lab - body, axis=2)
    most = float(np.percentile(away[face], 97))
    if most < _LEAST_STEP:
        return None
    ink = np.asarray(np.clip((away / most - 0.32) / 0.36, 0, 1) * face, np.float32)
    count, parts, sizes, _ = cv2.connectedComponentsWithStats((ink > 0.5).astype(np.uint8), connectivity=8)
    rim = face & (np.hypot(across, down) > _FACE_PX / 2 - 1.5)
    kept = np.zeros(face.shape, np.uint8)
    for part in range(1, count):
        own = parts == part
        if sizes[part, cv2.CC_STAT_AREA] >= _LEAST_PART * _FACE_PX**2 and not (own & rim).any():
            kept |= own.astype(np.uint8)
    if not kept.any():
        return None
    return np.asarray(ink * cv2.dilate(kept, np.ones((3, 3), np.uint8)), np.float32)


def _plane_of(lab: Field, face: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], across: Floats, down: Floats) -> Field:
    # the body's colour with the light that falls off over it: a plane through what is not ink
    use = face.copy()
    terms = np.stack([np.ones_like(across), across, down], axis=-1)
    plane = np.broadcast_to(np.median(lab[face], axis=0), lab.shape).astype(np.float32)
    for _ in range(3):
        away = np.linalg.norm(lab - plane, axis=2)
        use = face & (away < max(8.0, float(np.percentile(away[face], 55))))
        fit, *_ = np.linalg.lstsq(terms[use], lab[use], rcond=None)
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
