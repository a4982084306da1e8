"""The first witness alone: dice whose pips, layout and body make them certain, with nothing left unexplained.

    picture ──> pips ──> faces ──> dice that are certain ──> ones among the rest ──> anything unexplained?

It knows no network. What it is sure of needs to be seconded only; see ``reading``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import Picture, median
from vision.dice.blank import blank_bodies
from vision.dice.faces import find_faces
from vision.dice.judge import (
    Die,
    is_promising,
    is_sheet,
    judge_face,
    judge_one,
    mark_leaning,
    mark_rivals,
    stands_alone,
)
from vision.dice.left import unread_dice
from vision.dice.pips import NARROW_PX, WIDE_PX, Pip, find_pips

_WORK_PX, _DIE_PX = 1280, 56.0  # longest side of the picture that is measured; a die's side on it, where it is known
_NEARLY = 0.6  # of the whole picture's scale: reduced by less, it costs as much, and is measured whole as well
_PIPS = 400  # more spots than that are texture; the clearest are kept


@dataclass(frozen=True, slots=True)
class OutlineDie:
    """A die that pips and body make certain: its value, middle and side in px of the picture as given."""

    value: int
    x: float
    y: float
    side_px: float


@dataclass(frozen=True, eq=False)
class Outlines:
    """The dice that pips and bodies alone make certain, and the pips left over, in px of ``lab``.

    ``lab`` is the picture at ``scale``, where dice are about ``_DIE_PX`` wide: small ones are enlarged up to twice,
    large ones reduced, which costs less and loses nothing.
    """

    scale: float
    lab: Picture
    pips: Sequence[Pip]
    certain: Sequence[Die]
    left: Sequence[Pip]

    @cached_property
    def unread(self) -> list[Die]:
        """The doubtful dice where pips remain that no certain one explains."""
        return unread_dice(self.certain, self.left, self.lab)

    @cached_property
    def blank(self) -> list[tuple[float, float]]:
        """The places (px) of bodies like the certain dice's that no reading explains."""
        return blank_bodies([*self.certain, *self.unread], self.lab)

    def in_picture(self, die: Die) -> tuple[float, float, float]:
        """Middle and side of a die in px of the picture as given."""
        x, y = ((part + 0.5) / self.scale - 0.5 for part in (die.face.x, die.face.y))
        return x, y, die.side_px / self.scale


def measure_outlines(picture: Picture, sides_px: Sequence[float] = (), before: Outlines | None = None) -> Outlines:
    """The outlines of a picture (BGR ``uint8``); ``sides_px``: how wide its dice are thought to be.

    ``before``: those measured for another width. They come back where this one shows nothing new.
    """
    scale = min(2.0, _WORK_PX / max(picture.shape[:2]))
    if sides_px:
        fitting = max(_DIE_PX / median(sides_px), 0.1)
        scale = fitting if fitting < _NEARLY * scale else scale
    if before is not None and scale == before.scale:
        lab, pips = before.lab, find_pips(before.lab, WIDE_PX, before.pips)
        if pips is before.pips:
            return before
    else:
        lab = _working_lab(picture, scale)
        pips = find_pips(lab, NARROW_PX if sides_px else NARROW_PX + WIDE_PX)
    certain, left = _certain(pips[:_PIPS], lab)
    return Outlines(scale, lab, pips, mark_rivals(certain), left)


def explained(outlines: Outlines) -> tuple[OutlineDie, ...]:
    """The dice of a picture on which everything is explained; empty when anything is not."""
    dice = mark_leaning(outlines.certain)
    if any(die.doubt or is_sheet(die) for die in dice) or outlines.unread or outlines.blank:
        return ()
    return tuple(OutlineDie(die.face.value, *outlines.in_picture(die)) for die in dice)


def _working_lab(picture: Picture, scale: float) -> Picture:
    """The picture in Lab at this scale, softened by a pixel."""
    if abs(scale - 1.0) > 0.02:
        way = cv2.INTER_CUBIC if scale > 1.0 else cv2.INTER_AREA
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), dtype=np.uint8)
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.0), cv2.COLOR_BGR2LAB), dtype=np.uint8)


def _certain(pips: Sequence[Pip], lab: Picture) -> tuple[list[Die], list[Pip]]:
    """The dice that pips and body make certain, and the pips that are left over."""
    dice: list[Die] = []
    used: set[int] = set()
    for face in find_faces(pips):
        if not is_promising(face) or any(id(pip) in used for pip in face.pips):
            continue
        die = judge_face(face, lab)
        if not die.doubt:
            dice.append(die)
            used |= {id(pip) for pip in face.pips}
    for pip in pips:
        if id(pip) in used or any(_is_beside(pip, die) for die in dice) or not stands_alone(pip, lab):
            continue
        die = judge_one(pip, lab)
        if not die.doubt:
            dice.append(die)
            used.add(id(pip))
    return dice, [pip for pip in pips if id(pip) not in used]


def _is_beside(pip: Pip, die: Die) -> bool:
    return float(np.hypot(pip.x - die.face.x, pip.y - die.face.y)) < 0.5 * die.side_px
