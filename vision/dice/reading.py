"""Reads the pip dice on a photograph, or says that a person must look.

    picture ──> pips ──> faces ──> dice that are certain ──> ones among the rest ──> anything unexplained?
                                                                                        │ nothing: READ
                                                                                        └ something: ASK

A wrong number under ``read`` is the worst this can do, so a reading needs: every die's pips in the standard layout, its
body seen around them, both agreeing on middle and size; no die leaning otherwise than the others; no pip, face or body
left over that could be a die nobody read. Nothing here knows a camera, a table or a colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.table.observation import DiceSeen, DieSeen, ReadVerdict
from vision.arrays import Picture
from vision.dice.blank import blank_bodies
from vision.dice.faces import find_faces
from vision.dice.judge import Die, is_promising, judge_face, judge_one, mark_leaning, mark_rivals, stands_alone
from vision.dice.left import unread_dice
from vision.dice.pips import Pip, find_pips

__all__ = ["FACES", "read_dice"]

FACES = ("d6", "heroquest")
_WORK_PX = 1280  # longer side of the picture that is measured; smaller pictures are enlarged up to twice
_DARK_LEVEL = 14.0
_CERTAIN_SHARE = 0.5  # of what looks like a die: below this the view is not one the reader is made for


def read_dice(
    picture: Picture,
    *,
    expect: int | None = None,
    faces: str = "d6",
    source: str = "dice",
    at_s: float = 0.0,
) -> DiceSeen:
    """What the picture (BGR ``uint8``) shows: ``read`` with every face, or ``ask`` with the reason.

    Centres and sizes are pixels of the picture as given. ``expect`` is the number of dice thrown: another number found
    is asked about. ``faces`` other than ``d6`` are symbol dice, whose faces nobody has enrolled yet: always asked.
    Raises ``ValueError`` when ``faces`` is not one of ``FACES``.
    """
    if faces not in FACES:
        raise ValueError(f"faces {faces!r}: known are {', '.join(FACES)}")
    scale = min(2.0, _WORK_PX / max(picture.shape[:2]))
    lab = _working(picture, scale)
    if float(lab[..., 0].mean()) < _DARK_LEVEL:
        return DiceSeen(source, at_s, ReadVerdict.ASK, (), "the picture is dark")
    dice, why = _find(lab)
    if faces != "d6":
        dice = [replace(die, doubt="its symbols are not enrolled") for die in dice]
        why = f"{faces} dice: their symbols are not enrolled, so every face is asked for"
    elif expect is not None and len(dice) != expect:
        why = f"{len(dice)} dice are seen, {expect} expected" + (f"; {why}" if why else "")
    seen = tuple(_seen(die, scale) for die in sorted(dice, key=lambda die: (die.face.y, die.face.x)))
    verdict = ReadVerdict.ASK if why else ReadVerdict.READ
    return DiceSeen(source, at_s, verdict, seen, why or None)


def _working(picture: Picture, scale: float) -> Picture:
    if abs(scale - 1.0) > 0.02:
        way = cv2.INTER_CUBIC if scale > 1.0 else cv2.INTER_AREA
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), dtype=np.uint8)
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.0), cv2.COLOR_BGR2LAB), dtype=np.uint8)


def _find(lab: Picture) -> tuple[list[Die], str]:
    pips = find_pips(lab)
    dice, left = _certain(pips, lab)
    dice = mark_leaning(mark_rivals(dice))
    more = unread_dice(dice, left, lab)
    blank = blank_bodies(dice + more, lab)
    dice, more = _distrust_a_strange_view(dice, more, len(blank))
    reasons = [die.doubt for die in dice + more if die.doubt]
    if blank:
        reasons.append("something like a die has no pips that can be read")
    if not dice and not more and not blank:
        reasons.append("no die is seen")
    return dice + more, "; ".join(dict.fromkeys(reasons))


def _distrust_a_strange_view(dice: list[Die], more: list[Die], blank: int) -> tuple[list[Die], list[Die]]:
    """The dice; where most of what is seen is doubtful (a camera from the side, a cluttered table) no face is certain:
    what made the others doubtful may have made this one wrong."""
    found = dice + more
    certain = sum(not die.doubt for die in found)
    if certain >= _CERTAIN_SHARE * (len(found) + blank):
        return dice, more
    distrusted = [die if die.doubt else replace(die, doubt="most dice of the picture are doubtful") for die in found]
    return distrusted[: len(dice)], distrusted[len(dice) :]


def _certain(pips: Sequence[Pip], lab: Picture) -> tuple[list[Die], list[Pip]]:
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


def _seen(die: Die, scale: float) -> DieSeen:
    evidence = {
        "margin": round(die.margin, 3),
        "misfit": round(die.face.misfit, 4),
        "roundness": round(die.face.roundness, 3),
        "body_closed": round(die.body.closed, 3),
        "contrast": round(float(np.median([pip.contrast for pip in die.face.pips])), 1),
    }
    side = round(die.side_px / scale, 1)
    x, y = (die.face.x + 0.5) / scale - 0.5, (die.face.y + 0.5) / scale - 0.5
    return DieSeen(None if die.doubt else str(die.face.value), round(x, 1), round(y, 1), side, side, evidence)
