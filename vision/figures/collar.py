"""The collar under a figure, read on the map: which identity, or why none.

picture ──one warp of the square──> every pose (30 directions x shifts) ──16 cells each──> correlation with all
24 identities in four directions ──best, refined──> all 16 cells right, all four corners with contrast, no rival
                                                    └─> anything else: no identity, and the reason
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.plane.calibration import Calibration
from vision.plane.collars import COLLAR_CARD_MM, COLLAR_CELL_MM, collar_words
from vision.settings import CollarSettings

Field = NDArray[np.float32]
Index = NDArray[np.int64]
_PER_MM, _SIDE = 2, 132  # of the warped square: 66 mm hold a turned card that is 5 mm off


@dataclass(frozen=True, slots=True)
class CollarRead:
    """The reading of a collar: ``identity`` None means that nothing is certain, and ``why``."""

    identity: int | None
    offset_mm: tuple[float, float]  # of the card from the place that was asked about
    score: float  # correlation of the best identity, 1 is perfect
    margin: float  # how much better than the next identity
    contrast: float  # of the palest corner, as a share of the whole card's
    why: str = ""


def read_collar(
    shot: Picture,
    calibration: Calibration,
    at_mm: tuple[float, float],
    known: Collection[int],
    settings: CollarSettings,
) -> CollarRead:
    """The identity (one of ``known``) of the collar about a point of the map, on a grey picture."""
    field = _warped(shot, calibration, at_mm)
    identities = sorted(known)
    words = _words(tuple(identities))
    poses, cells = _poses()
    ink = (float(np.percentile(field, 3)), float(np.percentile(field, 97)))  # the card's black and white, about
    scores = _scores(field[cells], words, ink)
    by_identity = scores.reshape(len(scores), len(identities), 4).max(axis=(0, 2))
    order = np.argsort(by_identity)[::-1]
    best, read = -1.0, None
    for which in order[: settings.refined]:
        one = words[4 * which : 4 * which + 4]
        start = scores[:, 4 * which : 4 * which + 4].max(axis=1).argmax()
        fine = _around(tuple(float(part) for part in poses[start]))
        levels = field[_cell_index(fine)]
        refined = _scores(levels, one, ink)
        spot, turn = np.unravel_index(int(refined.argmax()), refined.shape)
        by_identity[which] = max(by_identity[which], refined[spot, turn])
        if refined[spot, turn] > best:
            best = float(refined[spot, turn])
            read = (identities[which], levels[spot], one[turn], fine[spot])
    assert read is not None
    ranked = np.sort(by_identity)[::-1]
    margin = float(ranked[0] - ranked[1]) if len(ranked) > 1 else 1.0
    return _judged(*read, best, margin, settings)


def _judged(
    identity: int, levels: Field, word: Field, pose: Field, score: float, margin: float, settings: CollarSettings
) -> CollarRead:
    corners = levels.reshape(4, 4)
    white, black = float(np.sort(levels)[-4:].mean()), float(np.sort(levels)[:4].mean())
    whole = max(white - black, 1e-6)
    contrast = float((corners.max(axis=1) - corners.min(axis=1)).min()) / whole
    middle = (corners.max(axis=1) + corners.min(axis=1)) / 2.0
    wrong = int(((levels > np.repeat(middle, 4)) != (word > 0)).sum())
    why = ""
    if whole < settings.least_levels:
        why = "no card is seen"
    elif contrast < settings.corner_contrast:
        why = "a corner of the collar is hidden"
    elif wrong:
        why = f"{wrong} cells of the collar do not fit"
    elif float(np.abs(pose[1:]).max()) > settings.farthest_mm:
        why = "the card lies too far from the middle"
    elif score < settings.least_score or margin < settings.least_margin:
        why = "the collar is not clear"
    offset = (round(float(pose[1]), 2), round(float(pose[2]), 2))
    return CollarRead(None if why else identity, offset, round(score, 3), round(margin, 3), round(contrast, 3), why)


def _warped(shot: Picture, calibration: Calibration, at_mm: tuple[float, float]) -> Field:
    half = _SIDE / 2.0 / _PER_MM
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + at_mm
    there = calibration.to_px(corners, 0.4).astype(np.float32)  # the lens is straight enough over one square
    here = np.array([[0, 0], [_SIDE, 0], [_SIDE, _SIDE], [0, _SIDE]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(here, there)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(shot, warp, (_SIDE, _SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.blur(flat, (5, 5)), dtype=np.float32).ravel()


def _scores(levels: Field, words: Field, ink: tuple[float, float]) -> Field:
    middle, half = (ink[1] + ink[0]) / 2.0, max((ink[1] - ink[0]) / 2.0, 1.0)
    return np.asarray(np.clip((levels - middle) / half, -1.0, 1.0) @ words.T / 16.0, dtype=np.float32)


@lru_cache(maxsize=8)
def _words(identities: tuple[int, ...]) -> Field:
    black = collar_words()[list(identities)].reshape(-1, 16)
    return np.where(black, -1.0, 1.0).astype(np.float32)


@lru_cache(maxsize=1)
def _poses() -> tuple[Field, Index]:
    steps = np.arange(-5.0, 5.01, 1.25)
    poses = np.array([[turn, x, y] for turn in range(-45, 45, 4) for x in steps for y in steps], np.float32)
    return poses, _cell_index(poses)


def _around(pose: tuple[float, ...]) -> Field:
    turns, shifts = np.arange(-3.0, 3.01, 1.0), np.arange(-1.0, 1.01, 0.5)
    grid = np.stack(np.meshgrid(turns, shifts, shifts, indexing="ij"), axis=-1).reshape(-1, 3)
    return np.asarray(grid + np.asarray(pose), dtype=np.float32)


def _cell_index(poses: Field) -> Index:
    """The pixel under each of the 16 cells' middles for every pose, shape (poses, 16)."""
    near, far = COLLAR_CARD_MM / 2 - 1.5 * COLLAR_CELL_MM, COLLAR_CARD_MM / 2 - 0.5 * COLLAR_CELL_MM
    spots = np.array(
        [
            [x, y]
            for right, down in ((0, 0), (1, 0), (1, 1), (0, 1))
            for y in ((near, far) if down else (-far, -near))
            for x in ((near, far) if right else (-far, -near))
        ]
    )
    angle = np.radians(poses[:, 0].astype(np.float64))
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    x = spots[:, 0] * cos - spots[:, 1] * sin + poses[:, 1:2]
    y = spots[:, 0] * sin + spots[:, 1] * cos + poses[:, 2:3]
    columns = np.clip(np.floor(x * _PER_MM + _SIDE / 2), 0, _SIDE - 1).astype(np.int64)
    rows = np.clip(np.floor(y * _PER_MM + _SIDE / 2), 0, _SIDE - 1).astype(np.int64)
    return np.asarray(rows * _SIDE + columns)
