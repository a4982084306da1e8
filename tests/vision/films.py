"""Films of a die that is turned slowly on the tray, rendered: what a player films to enrol a face."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from vision.arrays import Frame, Picture
from vision.virtual.dice import COMBAT, DieLook, lay_die
from vision.virtual.tray import TrayStage

STAGE = TrayStage(seed=5, tilt_deg=4.0, size_px=(640, 480))


@cache
def turned(side: int, step: int, look: DieLook = COMBAT, beside: int = 0) -> Picture:
    """The die with this side up, in the step-th turn of twelve degrees, a little pushed; ``beside``: another die."""
    places = [(6.0 + 0.4 * step, -3.0), (-25.0, 20.0)]
    sides = [side, *([beside] if beside else [])]
    cubes = [
        lay_die(one, np.array(place), 12.0 * step + 5, 0.0, look) for one, place in zip(sides, places, strict=False)
    ]
    return STAGE.show(cubes, sides, set(), 100 * side + step).picture


def film(pictures: Sequence[Picture]) -> list[Frame]:
    """The pictures as frames, a tenth of a second apart."""
    return [Frame(picture, number / 10.0) for number, picture in enumerate(pictures)]


def hand(picture: Picture) -> Picture:
    """The picture with a hand that comes from below and covers the die."""
    covered = picture.copy()
    cv2.ellipse(covered, (350, 330), (110, 190), 15, 0, 360, (120, 150, 205), -1, cv2.LINE_AA)
    return covered


def smeared(picture: Picture) -> Picture:
    """The picture as a die in motion leaves it."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 7.0), dtype=np.uint8)
