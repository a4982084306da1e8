"""Invented symbols for rendered dice, as the share of ink on a square face (size, size), 0 to 1.

They stand for the printed symbols of real games, whose drawings are not ours to copy: what is measured is whether
enrolment tells *any* drawings apart. ``skull``, ``white_shield`` and ``black_shield`` make a combat die.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np

from vision.virtual.scene import Field

_FINE = 4  # drawn larger, then averaged down


@cache
def glyph(name: str, size: int = 96) -> Field:
    """The symbol's ink, shape (size, size); raises ``KeyError`` for a name that is not in ``GLYPHS``."""
    sheet = np.zeros((size * _FINE, size * _FINE), np.uint8)
    GLYPHS[name](_Pen(sheet))
    return np.asarray(cv2.resize(sheet, (size, size), interpolation=cv2.INTER_AREA), np.float32) / np.float32(255)


class _Pen:
    """Draws in units of the face: (0, 0) is its middle, 1 the distance to its edge."""

    def __init__(self, sheet: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> None:
        self._sheet, self._half = sheet, sheet.shape[0] / 2

    def area(self, *corners: tuple[float, float], ink: int = 255) -> None:
        cv2.fillPoly(self._sheet, [self._px(corners)], ink, cv2.LINE_8)

    def line(self, *corners: tuple[float, float], wide: float = 0.12, closed: bool = False) -> None:
        cv2.polylines(self._sheet, [self._px(corners)], closed, 255, max(1, round(wide * self._half)), cv2.LINE_8)

    def disc(self, x: float, y: float, radius: float, ink: int = 255, *, high: float = 1.0) -> None:
        (middle,) = self._px([(x, y)])
        axes = (round(radius * self._half), round(radius * high * self._half))
        cv2.ellipse(self._sheet, (int(middle[0]), int(middle[1])), axes, 0, 0, 360, ink, -1, cv2.LINE_8)

    def _px(self, corners: object) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        return np.round((np.asarray(corners, np.float64) + 1.0) * self._half).astype(np.int32)


_SHIELD = ((-0.52, -0.58), (0.52, -0.58), (0.52, 0.02), (0.30, 0.42), (0.0, 0.66), (-0.30, 0.42), (-0.52, 0.02))


def _skull(pen: _Pen) -> None:
    pen.disc(0, -0.14, 0.52)
    pen.area((-0.3, 0.2), (0.3, 0.2), (0.26, 0.62), (-0.26, 0.62))
    for x in (-0.21, 0.21):
        pen.disc(x, -0.1, 0.15, 0)
    pen.area((0, 0.08), (0.09, 0.26), (-0.09, 0.26), ink=0)
    for x in (-0.1, 0.1):
        pen.area((x - 0.025, 0.42), (x + 0.025, 0.42), (x + 0.025, 0.64), (x - 0.025, 0.64), ink=0)


def _white_shield(pen: _Pen) -> None:
    pen.line(*_SHIELD, wide=0.13, closed=True)
    pen.line((0, -0.55), (0, 0.6), wide=0.07)
    pen.line((-0.5, -0.12), (0.5, -0.12), wide=0.07)


def _black_shield(pen: _Pen) -> None:
    pen.area(*_SHIELD)
    pen.area((-0.1, -0.38), (0.1, -0.38), (0.1, 0.3), (-0.1, 0.3), ink=0)
    pen.area((-0.3, -0.2), (0.3, -0.2), (0.3, -0.02), (-0.3, -0.02), ink=0)


def _bat(pen: _Pen) -> None:
    wing = [(0, -0.15), (0.12, -0.3), (0.2, -0.1), (0.75, -0.28), (0.55, 0.3), (0.36, 0.12), (0.22, 0.32), (0, 0.55)]
    pen.area(*wing, *[(-x, y) for x, y in reversed(wing)])


def _claw(pen: _Pen) -> None:
    for x in (-0.36, 0.0, 0.36):
        pen.area((x + 0.14, -0.62), (x + 0.2, -0.5), (x - 0.12, 0.62), (x - 0.18, 0.5))


def _bolt(pen: _Pen) -> None:
    pen.area((0.18, -0.7), (-0.36, 0.08), (-0.04, 0.08), (-0.2, 0.7), (0.4, -0.14), (0.06, -0.14))


def _star(pen: _Pen) -> None:
    turns = [np.pi * step / 5 - np.pi / 2 for step in range(10)]
    pen.area(
        *[((0.68, 0.27)[i % 2] * float(np.cos(t)), (0.68, 0.27)[i % 2] * float(np.sin(t))) for i, t in enumerate(turns)]
    )


def _eye(pen: _Pen) -> None:
    pen.disc(0, 0, 0.68, high=0.6)
    pen.disc(0, 0, 0.54, 0, high=0.55)
    pen.disc(0, 0, 0.22)


def _hand(pen: _Pen) -> None:
    pen.disc(0, 0.25, 0.36)
    for x, top in ((-0.3, -0.4), (-0.1, -0.62), (0.1, -0.62), (0.3, -0.42)):
        pen.line((x, 0.2), (x, top), wide=0.15)
    pen.line((0.3, 0.3), (0.62, -0.02), wide=0.16)


def _fist(pen: _Pen) -> None:
    pen.area((-0.5, -0.35), (0.5, -0.35), (0.5, 0.3), (0.2, 0.62), (-0.35, 0.62), (-0.5, 0.3))
    for x in (-0.25, 0.0, 0.25):
        pen.area((x - 0.025, -0.35), (x + 0.025, -0.35), (x + 0.025, 0.05), (x - 0.025, 0.05), ink=0)


GLYPHS: dict[str, Callable[[_Pen], None]] = {
    "bat": _bat,
    "black_shield": _black_shield,
    "bolt": _bolt,
    "claw": _claw,
    "eye": _eye,
    "fist": _fist,
    "hand": _hand,
    "skull": _skull,
    "star": _star,
    "white_shield": _white_shield,
}
