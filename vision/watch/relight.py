"""A second look in other light, where the first one asks: a lamp goes on, what lies there is read again, it goes out.

ask ──lamp on──> LIT ──the picture is another, still, and is read alike──> the two joined ──lamp out──> DIMMED
                  └─ no other picture, moved, or out of time: the first one's question        as before? READ, or GONE

What leans in one light leans in any; a face that one look is sure of and the other denies is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.table.observation import LEANS, DiceSeen, DieSeen, ReadVerdict
from vision.arrays import Picture

LAG_S = 0.4  # until a ring shows what it is told
MOST_S = 3.0  # for each of the two: a person waits
_NEAR = 0.35  # of a die's side: places of two looks that are one
_DISAGREE = "in other light the dice look otherwise"


class Relight:
    """One second look: what the first one saw and asked, and since when the lamp is on, or out again."""

    def __init__(self, first: DiceSeen, asked: DiceSeen, picture: Picture, at_s: float) -> None:
        self._first, self.asked, self._before = first, asked, soft(picture)
        self._since_s = at_s

    def again(self, at_s: float) -> None:
        """Begin to wait anew: the lamp went out."""
        self._since_s = at_s

    def has_come(self, at_s: float) -> bool:
        """Whether the lamp had the time to show what it was told."""
        return at_s - self._since_s > LAG_S

    def is_over(self, at_s: float) -> bool:
        """Whether nobody waits any longer."""
        return at_s - self._since_s > MOST_S

    def differs(self, picture: Picture, level: int) -> bool:
        """Whether the picture is another than before the lamp went on, by more than ``level`` anywhere."""
        return differ(self._before, soft(picture), level)

    def joined(self, looks: Sequence[DiceSeen]) -> DiceSeen:
        """Join the first look and those in other light: read, or the question with its reason."""
        lit = looks[-1]
        if any(look.verdict is not ReadVerdict.READ or faces(look) != faces(lit) for look in looks):
            return self.asked
        if any(die.evidence.get(LEANS) for die in self._first.dice):
            return self.asked
        if any(_other(die, lit.dice) for die in self._first.dice if die.face is not None):
            return DiceSeen(lit.source, lit.at_s, ReadVerdict.ASK, self.asked.dice, _DISAGREE)
        return lit


def _other(die: DieSeen, dice: Sequence[DieSeen]) -> bool:
    """Whether none of the dice lies where this one does and shows what it shows."""
    return not any(np.hypot(die.x - one.x, die.y - one.y) < _NEAR * die.width and die.face == one.face for one in dice)


def faces(seen: DiceSeen) -> tuple[str, ...]:
    """Return the faces of the dice, sorted."""
    return tuple(sorted(die.face or "" for die in seen.dice))


def differ(one: Picture, two: Picture, level: int) -> bool:
    """Whether two ``soft`` pictures differ by more than ``level`` anywhere."""
    return one.shape != two.shape or int(cv2.absdiff(one, two).max()) > level


def soft(picture: Picture) -> Picture:
    """The picture 160 px wide: noise is averaged out, a die is ten and more wide."""
    height = max(1, round(picture.shape[0] * 160 / picture.shape[1]))
    return np.asarray(cv2.resize(picture, (160, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
