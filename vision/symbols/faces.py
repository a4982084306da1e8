"""Finds dice whose faces players have shown: the detector sees them, whatever is on them, at any turn.

picture ──detector, two looks──> warm places ──each at one size──> Face, 96 x 96 px, of which 64 are the die's side
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Picture
from vision.dice.decision import LIMITS
from vision.dice.detector import detect

SIDE_PX = 64  # of a crop: a die's side, which is all that albums keep
_CROP_PX = 96  # as much more as a face may lie beside the place
_SIZES = 2.5  # times as wide as the surest place, or as narrow: a tray, two dice that look like pips, a spot


@dataclass(frozen=True, eq=False)
class Face:
    """A place that may be a die: middle and side in px of the picture, heat, what the detector takes it for, colours.

    ``crop`` is (96, 96, 3) Lab ``uint8``, as the picture has it turned.
    """

    x: float
    y: float
    side_px: float
    heat: float
    shown: str
    crop: Picture

    @property
    def kept(self) -> Picture:
        """The part that an album keeps, (64, 64, 3)."""
        edge = (_CROP_PX - SIDE_PX) // 2
        return self.crop[edge:-edge, edge:-edge].copy()


def find_faces(picture: Picture) -> list[Face]:
    """The places that may be dice on the picture (BGR ``uint8``), from top to bottom; all about as wide."""
    warm = [place for place in detect(picture, prefer="symbol") if place.heat >= LIMITS.warm]
    usual = warm[0].side_px if warm else 0.0
    return [
        Face(one.x, one.y, one.side_px, one.heat, one.face, _cut_out(picture, one.x, one.y, one.side_px))
        for one in sorted(warm, key=lambda place: place.y)
        if 1 / _SIZES < one.side_px / usual < _SIZES
    ]


def _cut_out(picture: Picture, x: float, y: float, side_px: float) -> Picture:
    zoom = SIDE_PX / side_px
    if zoom < 0.5:  # a large die is averaged before it is made small, so that fine print does not flicker
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 / zoom), dtype=np.uint8)
    onto = np.array([[zoom, 0.0, (_CROP_PX - 1) / 2 - zoom * x], [0.0, zoom, (_CROP_PX - 1) / 2 - zoom * y]])
    crop = cv2.warpAffine(picture, onto, (_CROP_PX, _CROP_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), dtype=np.uint8)
