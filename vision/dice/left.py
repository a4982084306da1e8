"""Leftovers beside the certain dice: pips and faces that may be a die nobody read.

A pip beside a certain die, outside its upper face and no rounder than the face's own, is a side face's and explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Picture, median
from vision.dice.faces import find_faces
from vision.dice.judge import Die, judge_face, judge_one, stands_alone
from vision.dice.pips import Pip

_ON_FACE = 0.42  # of the side, from the face's middle: inside this lies the upper face
_PAST_FACE = 0.55  # and no side face's pip that looks like the face's own comes this near
_NEAR = 1.35  # of the side: side faces end here
_CLEAR, _OVER_NOISE = 30.0, 6.0  # contrast of a spot that may be a pip: Lab steps, and over the texture around it
_ENOUGH = 12  # doubtful dice that are named; more would only say that the picture is cluttered
_SAME_INK = 60.0  # Lab steps within which two spots may be pips of one die, in whatever light


def unread_dice(dice: Sequence[Die], left: Sequence[Pip], lab: Picture) -> list[Die]:
    """Doubtful dice, one per place where pips remain that no certain die explains."""
    doubtful: list[Die] = []
    for die in dice:
        if any(_contradicts(pip, die) for pip in left) or any(_is_stray(pip, die, dice) for pip in left):
            doubtful.append(replace(die, doubt="a further pip lies on the face"))
    strange = [pip for pip in left if not any(_is_explained(pip, die) for die in dice)]
    twins = [pip for pip in strange if _is_twin(pip, dice)]
    clear = {id(pip) for pip in strange if _is_pip_like(pip, dice)}
    used: set[int] = set()
    for face in find_faces(strange):
        if len(doubtful) >= _ENOUGH:
            break
        if any(id(pip) in used for pip in face.pips) or face.misfit > 0.1:
            continue
        if face.value < 4 and not all(id(pip) in clear for pip in face.pips):
            continue  # two or three spots lie in a row by chance, four in a square hardly
        die = judge_face(face, lab)
        if _may_be_die(die, dice):
            doubtful.append(replace(die, doubt=die.doubt or "the die is not read with certainty"))
            used |= {id(pip) for pip in face.pips}
    for pip in strange:
        if (
            id(pip) not in clear
            or id(pip) in used
            or any(np.hypot(pip.x - d.face.x, pip.y - d.face.y) < d.face.side_px for d in doubtful)
        ):
            continue
        if not stands_alone(pip, lab):
            continue
        if len(doubtful) >= _ENOUGH:
            break
        die = judge_one(pip, lab)
        if _may_be_die(die, dice):
            doubtful.append(replace(die, doubt=die.doubt or "the die is not read with certainty"))
    for pip in twins:
        if len(doubtful) >= 2 * _ENOUGH:
            break
        if not any(np.hypot(pip.x - d.face.x, pip.y - d.face.y) < 5.0 * pip.size_px for d in doubtful):
            die = judge_one(pip, lab)
            doubtful.append(replace(die, doubt="a pip like those of the other dice belongs to no die that was read"))
    return doubtful


def _contradicts(pip: Pip, die: Die) -> bool:
    usual = die.face.pip_px
    away = float(np.hypot(pip.x - die.face.x, pip.y - die.face.y))
    if pip.roundness > 0.8 * die.face.roundness and pip.size_px > 0.7 * usual:
        return away < _PAST_FACE * die.side_px  # seen as straight on as the face itself
    return away < _ON_FACE * die.side_px and pip.size_px > 0.6 * usual and pip.roundness > 0.5


def _is_stray(pip: Pip, die: Die, dice: Sequence[Die]) -> bool:
    # as round and large as the face's own pips and close by: the face may be a part of a larger one
    away = float(np.hypot(pip.x - die.face.x, pip.y - die.face.y))
    usual = die.face.pip_px
    reach = max(_NEAR * die.side_px, 3.5 * usual)
    ink, ground = die.face.pips[0].ink, die.face.pips[0].ground
    if np.linalg.norm(pip.ink - ink) > _SAME_INK or np.linalg.norm(pip.ground - ground) > _SAME_INK:
        return False
    return away < reach and pip.size_px > 0.6 * usual and not any(_is_explained(pip, other) for other in dice)


def _is_explained(pip: Pip, die: Die) -> bool:
    away = float(np.hypot(pip.x - die.face.x, pip.y - die.face.y))
    usual = die.face.pip_px
    if away < _ON_FACE * die.side_px:
        return True  # a glint or a scratch, or it contradicts: judged there
    return away < _NEAR * die.side_px and pip.size_px < 1.1 * usual and pip.roundness < 0.93 * die.face.roundness


def _is_pip_like(pip: Pip, dice: Sequence[Die]) -> bool:
    if (
        pip.contrast < max(_CLEAR, _OVER_NOISE * pip.noise)
        or pip.evenness < 0.8
        or pip.roundness < 0.5
        or not 0.9 <= pip.fill <= 1.03
    ):
        return False
    if not dice:
        return True
    sizes = [own.size_px for die in dice for own in die.face.pips]
    return 0.5 * min(sizes) <= pip.size_px <= 2.0 * max(sizes)


def _is_twin(pip: Pip, dice: Sequence[Die]) -> bool:
    # looks like a pip of a die that was read: the same ink on the same ground, as large and about as clear
    if pip.roundness < 0.5:
        return False
    for die in dice:
        own = die.face.pips[0]
        ratio = pip.size_px / own.size_px
        alike = np.linalg.norm(pip.ink - own.ink) < _SAME_INK and np.linalg.norm(pip.ground - own.ground) < _SAME_INK
        if alike and 0.62 < ratio < 1.6 and pip.contrast > 0.5 * own.contrast:
            return True
    return False


def _may_be_die(die: Die, dice: Sequence[Die]) -> bool:
    face, body = die.face, die.body
    if face.value >= 4 and face.misfit < 0.045 and face.roundness > 0.6:
        return True  # four spots in a square are a face, whatever lies around them
    if face.value >= 2 and all(_is_certain_pip(pip) for pip in face.pips):
        return True
    if dice and not 0.45 <= body.side_px / median([other.side_px for other in dice]) <= 2.2:
        return False
    ratio = body.side_px / face.pip_px
    return body.closed >= (0.6 if face.value > 1 else 0.75) and 2.5 <= ratio <= 9.0


def _is_certain_pip(pip: Pip) -> bool:
    return pip.contrast > 60.0 and pip.roundness > 0.8 and pip.fill >= 0.95 and pip.evenness >= 0.9
