"""What the certain dice leave unexplained: pips, faces and bodies that may be a die nobody read.

A pip beside a certain die, outside its upper face and no rounder than the face's own, is a side face's and explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice_faces import find_faces
from vision.dice_judge import Die, judge_face, judge_one, stands_alone
from vision.dice_pips import Pip
from vision.markers import Floats, Picture

Field = NDArray[np.float32]

__all__ = ["blank_bodies", "unread_dice"]

_ON_FACE = 0.42  # of the side, from the face's middle: inside this lies the upper face
_PAST_FACE = 0.55  # and no side face's pip that looks like the face's own comes this near
_NEAR = 1.35  # of the side: side faces end here
_COLOUR = 34.0  # Lab steps within which a patch has a die's colour
_CLEAR, _OVER_NOISE = 30.0, 6.0  # contrast of a spot that may be a pip: Lab steps, and over the texture around it
_ENOUGH = 12  # doubtful dice that are named; more would only say that the picture is cluttered
_SAME_INK = 60.0  # Lab steps within which two spots may be pips of one die, in whatever light
_EDGE = 14.0  # Lab steps across a body's edge, over six pixels of the half-size picture
_CUT_AREA = 0.12  # of the die's squared side: what the picture's edge may leave of a die
_AREA = (0.35, 2.6)  # of the die's squared side: a body, half covered or with a side face


def unread_dice(dice: Sequence[Die], left: Sequence[Pip], lab: Picture) -> list[Die]:
    """Doubtful dice, one per place where pips remain that no certain die explains."""
    doubtful: list[Die] = []
    for die in dice:
        if any(_contradicts(pip, die) for pip in left) or any(_is_stray(pip, die, dice) for pip in left):
            doubtful.append(replace(die, doubt="a further pip lies on the face"))
    strange = [pip for pip in left if not any(_is_explained(pip, die) for die in dice)]
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
    return doubtful


def blank_bodies(dice: Sequence[Die], lab: Picture) -> list[tuple[float, float]]:
    """Where patches have a certain die's colour and size but no die on them: centres in px."""
    certain = [die for die in dice if not die.doubt and die.body.closed >= 0.8]
    if not certain:
        return []
    found: list[tuple[float, float]] = []
    small = np.asarray(lab[::2, ::2], dtype=np.float32)
    for die in certain[:1] + [other for other in certain[1:] if _is_other_colour(other, certain[0])][:2]:
        ground = np.median([pip.ground for pip in die.face.pips], axis=0).astype(np.float32)
        off = ((small - ground) ** 2).sum(axis=2)
        for limit in {die.body.limit, _COLOUR}:
            near = cv2.morphologyEx((off < limit**2).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
            spots = _die_sized(near, small, die.side_px / 2.0)
            found += [spot for spot in spots if not any(_covers(other, spot) for other in dice)]
    return found


def _die_sized(near: Picture, small: Field, size: float) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    outlines, _ = cv2.findContours(near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    high, wide = near.shape
    for outline in outlines:
        left, top, across, down = cv2.boundingRect(outline)
        if max(across, down) > 2.0 * size or max(across, down) < 0.3 * size:
            continue
        border = left <= 0 or top <= 0 or left + across >= wide or top + down >= high
        area = float(cv2.contourArea(outline))  # pips inside are filled
        least = _CUT_AREA if border else _AREA[0]
        if not least * size**2 < area < _AREA[1] * size**2:
            continue
        if area < 0.8 * float(cv2.contourArea(cv2.convexHull(outline))):
            continue  # a die is convex; what is left between other things is not
        if _edge_share(outline.reshape(-1, 2).astype(np.float64), small) > 0.8:
            found.append((2.0 * (left + across / 2.0), 2.0 * (top + down / 2.0)))
    return found


def _edge_share(outline: Floats, small: Field) -> float:
    # a body ends at an edge, a patch of wood or cloth fades; the picture's border counts as an edge
    high, wide = small.shape[:2]
    from_middle = outline - outline.mean(axis=0)
    away = np.maximum(np.linalg.norm(from_middle, axis=1, keepdims=True), 1.0)
    inner, outer = outline - 3.0 * from_middle / away, outline + 3.0 * from_middle / away
    beyond = (outer[:, 0] < 0) | (outer[:, 1] < 0) | (outer[:, 0] > wide - 1) | (outer[:, 1] > high - 1)
    step = np.linalg.norm(_pixels(small, inner) - _pixels(small, outer), axis=1)
    return float(np.mean((step > _EDGE) | beyond))


def _pixels(small: Field, points: Floats) -> Floats:
    columns = np.clip(np.round(points[:, 0]), 0, small.shape[1] - 1).astype(np.intp)
    rows = np.clip(np.round(points[:, 1]), 0, small.shape[0] - 1).astype(np.intp)
    return np.asarray(small[rows, columns], dtype=np.float64)


def _covers(die: Die, spot: tuple[float, float]) -> bool:
    return float(np.hypot(spot[0] - die.face.x, spot[1] - die.face.y)) < 1.1 * die.side_px


def _contradicts(pip: Pip, die: Die) -> bool:
    usual = float(np.median([own.size_px for own in die.face.pips]))
    away = float(np.hypot(pip.x - die.face.x, pip.y - die.face.y))
    if pip.roundness > 0.8 * die.face.roundness and pip.size_px > 0.7 * usual:
        return away < _PAST_FACE * die.side_px  # seen as straight on as the face itself
    return away < _ON_FACE * die.side_px and pip.size_px > 0.6 * usual and pip.roundness > 0.5


def _is_stray(pip: Pip, die: Die, dice: Sequence[Die]) -> bool:
    # as round and large as the face's own pips and close by: the face may be a part of a larger one
    away = float(np.hypot(pip.x - die.face.x, pip.y - die.face.y))
    usual = float(np.median([own.size_px for own in die.face.pips]))
    reach = max(_NEAR * die.side_px, 3.5 * usual)
    ink, ground = die.face.pips[0].ink, die.face.pips[0].ground
    if np.linalg.norm(pip.ink - ink) > _SAME_INK or np.linalg.norm(pip.ground - ground) > _SAME_INK:
        return False
    return away < reach and pip.size_px > 0.6 * usual and not any(_is_explained(pip, other) for other in dice)


def _is_explained(pip: Pip, die: Die) -> bool:
    away = float(np.hypot(pip.x - die.face.x, pip.y - die.face.y))
    usual = float(np.median([own.size_px for own in die.face.pips]))
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


def _may_be_die(die: Die, dice: Sequence[Die]) -> bool:
    face, body = die.face, die.body
    if face.value >= 4 and face.misfit < 0.045 and face.roundness > 0.6:
        return True  # four spots in a square are a face, whatever lies around them
    if face.value >= 2 and all(_is_certain_pip(pip) for pip in face.pips):
        return True
    if dice and not 0.45 <= body.side_px / float(np.median([other.side_px for other in dice])) <= 2.2:
        return False
    ratio = body.side_px / float(np.median([pip.size_px for pip in face.pips]))
    return body.closed >= (0.6 if face.value > 1 else 0.75) and 2.5 <= ratio <= 9.0


def _is_certain_pip(pip: Pip) -> bool:
    return pip.contrast > 60.0 and pip.roundness > 0.8 and pip.fill >= 0.95 and pip.evenness >= 0.9


def _is_other_colour(one: Die, two: Die) -> bool:
    return float(np.linalg.norm(one.face.pips[0].ground - two.face.pips[0].ground)) > _COLOUR
