"""What the certain dice leave unexplained: pips, faces and bodies that may be a die nobody read.

A pip beside a certain die, outside its upper face and no rounder than the face's own, is a side face's and explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.dice_faces import find_faces
from vision.dice_judge import Die, judge_face, judge_one
from vision.dice_pips import Pip
from vision.markers import Picture

__all__ = ["blank_bodies", "unread_dice"]

_ON_FACE = 0.42  # of the side, from the face's middle: inside this lies the upper face
_NEAR = 1.35  # of the side: side faces end here
_COLOUR = 24.0  # Lab steps within which a patch has a die's colour
_AREA = (0.35, 2.6)  # of the die's squared side: a body, half covered or with a side face


def unread_dice(dice: Sequence[Die], left: Sequence[Pip], lab: Picture) -> list[Die]:
    """Doubtful dice, one per place where pips remain that no certain die explains."""
    doubtful: list[Die] = []
    for die in dice:
        if any(_contradicts(pip, die) for pip in left):
            doubtful.append(replace(die, doubt="a further pip lies on the face"))
    strange = [pip for pip in left if not any(_is_explained(pip, die) for die in dice)]
    strange = [pip for pip in strange if _is_pip_like(pip, dice)]
    used: set[int] = set()
    for face in find_faces(strange):
        if any(id(pip) in used for pip in face.pips) or face.misfit > 0.1:
            continue
        die = judge_face(face, lab)
        if _may_be_die(die):
            doubtful.append(replace(die, doubt=die.doubt or "the die is not read with certainty"))
            used |= {id(pip) for pip in face.pips}
    for pip in strange:
        if id(pip) in used or any(np.hypot(pip.x - d.face.x, pip.y - d.face.y) < d.face.side_px for d in doubtful):
            continue
        die = judge_one(pip, lab)
        if _may_be_die(die):
            doubtful.append(replace(die, doubt=die.doubt or "the die is not read with certainty"))
    return doubtful


def blank_bodies(dice: Sequence[Die], lab: Picture) -> int:
    """How many patches have a certain die's colour and size but no die on them."""
    certain = [die for die in dice if not die.doubt and die.body.closed >= 0.8]
    if not certain:
        return 0
    count = 0
    small = lab[::2, ::2].astype(np.int16)
    for die in certain[:1] + [other for other in certain[1:] if _is_other_colour(other, certain[0])][:2]:
        ground = np.median([pip.ground for pip in die.face.pips], axis=0)
        near = (np.abs(small - ground.astype(np.int16)).sum(axis=2) < 1.5 * _COLOUR).astype(np.uint8)
        near = cv2.morphologyEx(near, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        total, labels, stats, middles = cv2.connectedComponentsWithStats(near)
        high, wide = near.shape
        size = die.side_px / 2.0
        for label in range(1, total):
            left, top, across, down, area = (int(part) for part in stats[label])
            border = left <= 0 or top <= 0 or left + across >= wide or top + down >= high
            least = 0.12 if border else _AREA[0]
            if not least * size**2 < area < _AREA[1] * size**2 or area < 0.5 * across * down:
                continue
            if max(across, down) > 2.0 * size or (not border and min(across, down) < 0.5 * size):
                continue
            x, y = 2 * middles[label][0], 2 * middles[label][1]
            if not any(np.hypot(x - d.face.x, y - d.face.y) < 1.1 * d.side_px for d in dice):
                count += 1
    return count


def _contradicts(pip: Pip, die: Die) -> bool:
    usual = float(np.median([own.size_px for own in die.face.pips]))
    away = float(np.hypot(pip.x - die.face.x, pip.y - die.face.y))
    return away < _ON_FACE * die.side_px and pip.size_px > 0.6 * usual and pip.roundness > 0.5


def _is_explained(pip: Pip, die: Die) -> bool:
    away = float(np.hypot(pip.x - die.face.x, pip.y - die.face.y))
    usual = float(np.median([own.size_px for own in die.face.pips]))
    if away < _ON_FACE * die.side_px:
        return True  # a glint or a scratch, or it contradicts: judged there
    return away < _NEAR * die.side_px and pip.size_px < 1.1 * usual and pip.roundness < 0.93 * die.face.roundness


def _is_pip_like(pip: Pip, dice: Sequence[Die]) -> bool:
    if pip.evenness < 0.8 or pip.roundness < 0.5 or not 0.9 <= pip.fill <= 1.03:
        return False
    if not dice:
        return True
    sizes = [own.size_px for die in dice for own in die.face.pips]
    return 0.5 * min(sizes) <= pip.size_px <= 2.0 * max(sizes)


def _may_be_die(die: Die) -> bool:
    ratio = die.body.side_px / float(np.median([pip.size_px for pip in die.face.pips]))
    return die.body.closed >= 0.6 and 2.5 <= ratio <= 9.0


def _is_other_colour(one: Die, two: Die) -> bool:
    return float(np.linalg.norm(one.face.pips[0].ground - two.face.pips[0].ground)) > _COLOUR
