"""A die that shows no number: beside dice of pips it must never be overlooked, though nobody reads it.

    it looks like one: the reader sees a symbol or an edge up, and the networks of what lies around a die
    it stands alone:   far plainer than all around it, and the networks do not deny it

Readers are torn between symbols and edges up; finders take the drawing on a dark die for all of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Picture, median
from vision.dice.known import Place
from vision.dice.network import Pyramid, look_at, seen_around
from vision.dice.pips import off_tones
from vision.dice.silhouette import Crop, Face, median_colour

_COOL = 0.30  # heat from which a place may show a symbol: 0.34 on dark felt
_STRANGE, _STRANGE_DIE = 0.70, 0.12  # a symbol or an edge up, and a die by what lies around
_STRANGE_NOTHING = 0.62  # and of nothing: clutter of photographs 0.66 and more, dark dice with symbols mostly 0.6
_ALONE = 3.2  # times as plain as what lies around: dark symbols on dark felt 3.6 and more, clutter of photographs 2.8
_EMPTY, _HARDLY_DIE, _SURELY_NOTHING = 0.15, 0.05, 0.90  # of what does: nothing or a part; a die, nothing around it
_PLAIN_VALUE = 0.90  # the chance from which a value is plain
_SIZES = (0.55, 1.8)  # of the usual die read: dice of one throw; 10 mm beside 19 mm dice are 0.53
_SIZES_VAGUE = (0.64, 1.56)  # and of one whose value is not plain: the holes of a button beside dice were a four, a one
_BODY_PX = 48.0  # so wide a body is looked at where it is wider
_FAR, _SEEN = 1.25, 1.75  # sides around a middle that are looked at; around a place, whose middle may lie beside it
_SMOOTHED = 0.03  # of the side
_WITHIN = 0.45 * np.sqrt(np.linspace(0.02, 1.0, 12))  # sides from the middle, as much of an upper face each
_AROUND = np.linspace(0.75, 1.2, 12)  # and of what it lies on
_MOST, _LEAST_STEPS = 90, 6.0  # per cent that are less; Lab steps of the plainest ground


def is_of_one_size(side_px: float, sure: float, others_px: Sequence[float]) -> bool:
    """Whether a die is about as large as the others mostly are; one whose value is not plain must be more so."""
    smallest, largest = _SIZES if sure >= _PLAIN_VALUE else _SIZES_VAGUE
    return not others_px or smallest < side_px / median(others_px) < largest


def is_strange_die(pyramid: Pyramid, place: Place, heat: float, usual_px: float) -> bool:
    """Whether a die lies there that shows no number, as wide as the dice read or as wide as it was proposed."""
    x, y, side_px = place
    if heat < _COOL:
        return False
    is_alone = plainness(pyramid.picture, x, y, usual_px) > _ALONE
    sides = [side_px, usual_px] if is_of_one_size(side_px, 1.0, [usual_px]) else [usual_px]
    if is_alone and side_px < usual_px:
        sides.append((side_px * usual_px) ** 0.5)
    return any(_looks_strange(pyramid, (x, y, side), is_alone=is_alone) for side in sides)


def _looks_strange(pyramid: Pyramid, place: Place, *, is_alone: bool) -> bool:
    sight = look_at(pyramid, *place)
    limits = [(_STRANGE_DIE, _STRANGE_NOTHING)] if sight.chance("symbol", "cocked") >= _STRANGE else []
    limits += [(_HARDLY_DIE, _SURELY_NOTHING)] if is_alone and sight.chance("nothing", "part") <= _EMPTY else []
    if not limits:
        return False
    around = seen_around(pyramid, *place)
    return any(around.die >= least and around.nothing < most for least, most in limits)


def plainness(picture: Picture, x: float, y: float, side_px: float) -> float:
    """Return how many times as far from its ground's colour the thing at (x, y) is as all
    that lies around a die there.
    """
    look = _near(picture, x, y, side_px)
    if look is None:
        return 0.0
    smooth, near_x, near_y, near_px = look
    crop = Crop(smooth, Face(near_x, near_y, near_px, 0.0), _FAR)
    within, around = crop.at(_WITHIN), crop.at(_AROUND)
    ground = median_colour(around)
    plain, usual = (float(np.percentile(off_tones(seen, [ground]), _MOST)) for seen in (within, around))
    return plain / max(usual, _LEAST_STEPS)


def _near(picture: Picture, x: float, y: float, side_px: float) -> tuple[Picture, float, float, float] | None:
    """Cut out the surroundings of the place, shrunk and smoothed, with the place in it; ``None`` outside it."""
    (high, wide), half = picture.shape[:2], _SEEN * side_px
    if not (0 <= x < wide and 0 <= y < high):
        return None
    left, top = max(0, int(x - half)), max(0, int(y - half))
    near, shrunk = picture[top : int(y + half) + 1, left : int(x + half) + 1], min(1.0, _BODY_PX / side_px)
    if shrunk < 1.0:
        near = np.asarray(cv2.resize(near, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    smooth = np.asarray(cv2.GaussianBlur(near, (0, 0), _SMOOTHED * shrunk * side_px), dtype=np.uint8)
    return smooth, shrunk * (x - left + 0.5) - 0.5, shrunk * (y - top + 0.5) - 0.5, shrunk * side_px
