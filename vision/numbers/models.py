"""The reader that no network helps: the ink of a face against the numerals of many typefaces, in every turn.

    ink ──its middle, its spread, 72 turns──> correlation with every model ──> the best numeral, and its lead

A six and a nine are one drawing in two turns, and only a line or a dot below tells them apart. It must be seen as a
part of its own, beside the digit and at its foot; else the numeral is ``69``.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.numbers.ink import in_frame
from vision.numbers.kinds import EITHER, NUMERALS
from vision.numbers.network import WEIGHTS, NumeralSeen
from vision.virtual.scene import Field

_TURNS_DEG = np.arange(0.0, 360.0, 5.0)
_MARKED = ("6", "9")
_MARK = (0.015, 0.45)  # area of a line or a dot, of the digit's
_BESIDE = 0.25  # how far below the digit's middle a mark lies at least, of the digit's height; a dot at 0.44


def compare(share: Field) -> NumeralSeen:
    """The numeral whose models are most like this ink (72, 72), how alike 0 to 1, its lead, and its turn."""
    alike = _alike(share)
    best = alike.max(axis=0)
    order = np.argsort(-best)
    first, turn = NUMERALS[int(order[0])], float(_TURNS_DEG[int(np.argmax(alike[:, order[0]]))])
    rival = next(float(best[index]) for index in order[1:] if not _is_one_drawing(first, NUMERALS[int(index)]))
    sure = float(best[order[0]])
    if first in (*_MARKED, EITHER):
        first, turn = _told_apart(share, alike)
    return NumeralSeen(first, sure, sure - rival, turn)


def _is_one_drawing(one: str, other: str) -> bool:
    return one in (*_MARKED, EITHER) and other in (*_MARKED, EITHER)


def _alike(share: Field) -> Floats:
    """Return the likeness of the ink to each numeral in each turn, (turns, numerals)."""
    models, numerals = _models()
    frames = np.array([in_frame(share, float(turn)).ravel() for turn in _TURNS_DEG])
    scores = _unit(frames) @ models.T
    alike = np.full((len(_TURNS_DEG), len(NUMERALS)), -1.0)
    for index in range(len(NUMERALS)):
        alike[:, index] = scores[:, numerals == index].max(axis=1)
    return alike


def _told_apart(share: Field, alike: Floats) -> tuple[str, float]:
    """A six, a nine or ``69``, and its turn: by the one part beside the digit, wherever the models think it is."""
    digit, mark = _parts(share)
    shape = _unit(np.array([in_frame(digit, float(turn)).ravel() for turn in _TURNS_DEG])) @ _sixes().T
    turn_deg = float(_TURNS_DEG[int(np.argmax(shape.max(axis=1)))])  # in which the digit is a six
    if mark is None:
        return EITHER, turn_deg
    rows, columns = np.nonzero(digit > 0.5)
    down = np.array([-np.sin(np.radians(turn_deg)), np.cos(np.radians(turn_deg))])
    along = np.column_stack([columns, rows]) @ down
    low, high = float(along.max()), float(along.min())
    below = (float(mark @ down) - (low + high) / 2.0) / max(low - high, 1.0)
    if below > _BESIDE:
        return "6", turn_deg
    return ("9", (turn_deg + 180.0) % 360.0) if below < -_BESIDE else (EITHER, turn_deg)


def _parts(share: Field) -> tuple[Field, Floats | None]:
    """The digit's ink, and the middle (x, y) of the one smaller part beside it, where there is exactly one."""
    count, parts, sizes, middles = cv2.connectedComponentsWithStats((share > 0.5).astype(np.uint8), connectivity=8)
    areas = sizes[1:, cv2.CC_STAT_AREA]
    if count < 2:
        return share, None
    largest = 1 + int(np.argmax(areas))
    digit = np.asarray(share * (cv2.dilate((parts == largest).astype(np.uint8), np.ones((3, 3), np.uint8))), np.float32)
    most = float(areas.max())
    others = [part for part in range(1, count) if part != largest and sizes[part, cv2.CC_STAT_AREA] > _MARK[0] * most]
    if len(others) != 1 or sizes[others[0], cv2.CC_STAT_AREA] > _MARK[1] * most:
        return digit, None
    return digit, np.asarray(middles[others[0]])


@cache
def _models() -> tuple[Floats, NDArray[np.intp]]:
    with np.load(WEIGHTS / "models.npz") as kept:
        ink, numerals = kept["ink"].astype(np.float64), kept["numerals"].astype(np.intp)
    return _unit(ink.reshape(len(ink), -1)), numerals


@cache
def _sixes() -> Floats:
    """The sixes alone, without a mark: the first of each pair of ``69``."""
    models, numerals = _models()
    return np.asarray(models[numerals == NUMERALS.index(EITHER)][::2])


def _unit(rows: Floats) -> Floats:
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9))
