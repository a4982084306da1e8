"""Dice seen from the side: the picture is pulled higher until upper faces look as from above, and read once more.

    first look asks, all it found slants up the picture ──pulled by 1.3, then 1.15──> all read ──┐
        slants of the picture as it is: up, alike, not too steep ────────────────────────────────┼─> these dice
        nothing the first look found is left over, and no value is another one ──────────────────┘

Before an upright camera upper faces slant *up* the picture and front faces *down*, so that none is taken for the other.
A die that lies alone and slants much is asked about until its tray is known: it may as well lean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.dice.die import ReadDie
from vision.dice.known import Known, NothingKnown, Place
from vision.dice.lean import leaning_from_aside
from vision.dice.network import Pyramid, Sight, look_at, with_wider_lean
from vision.dice.unread import may_be_clutter

Judged = list[tuple[ReadDie, int | None]]  # dice with the values that are certain
Reasons = tuple[str, ...]  # to ask, each once
Seen = tuple[Judged, Reasons]
Look = Callable[[Pyramid, Known], Seen]

_PULLS = (1.3, 1.15)  # of the height: the first one squares faces that slant by 40 degrees
_UP, _UPWARD_DEG = 0.25, 40.0  # of a slant; how far from straight up the picture it may point
_HOT = 0.80  # heat of a place that is a die, whatever the first look made of it
_DOWN = 0.30  # of a front face's slant, the other way
_BODY = (0.60, 1.10, 0.60)  # of the side, from the upper face's middle: above, below and aside lies the same die


def read_from_aside(pyramid: Pyramid, known: Known, first: Seen, look: Look, expect: int | None) -> Seen:
    """Read the pulled picture, in px of the picture as it is; where that does not stand, return the first look.

    Where it is known how many dice there are, what is like clutter need not be found again.
    """
    is_counted = expect is not None
    there = [pair for pair in first[0] if pair[1] is not None or not (is_counted and may_be_clutter(pair[0]))]
    up = [die for die, _ in there if is_up(die.sight.lean)]
    if not up or not all(_lies_on(die, up) or die.candidate.heat >= _HOT for die, _ in there):
        return first
    for pull in _PULLS:
        dice = _read(pyramid, known, look, pull)
        if dice and expect in (None, len(dice)) and _stand(pyramid, known, there, dice):
            return [(die, die.value) for die in dice], ()
    return first


def _read(pyramid: Pyramid, known: Known, look: Look, pull: float) -> list[ReadDie]:
    """The dice of the pulled picture, slants as they are without the pull; none where anything there is asked about."""
    found, why = look(Pyramid(pulled(pyramid.picture, pull)), _Pulled(known, pull))
    dice = [_unpulled(die, pyramid, pull) for die, _ in found]
    read = [die for die, (_, value) in zip(dice, found, strict=True) if value is not None]
    fronts = [die for die, (_, value) in zip(dice, found, strict=True) if value is None]
    return read if not why or (fronts and all(_is_front(front, read) for front in fronts)) else []


def pulled(picture: Picture, pull: float) -> Picture:
    """The picture so many times as high."""
    high, wide = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (wide, round(pull * high)), interpolation=cv2.INTER_CUBIC), dtype=np.uint8)


def _stand(
    pyramid: Pyramid, known: Known, first: Sequence[tuple[ReadDie, int | None]], dice: Sequence[ReadDie]
) -> bool:
    """Whether nothing speaks against these dice: their slants, and what the first look saw."""
    if not all(is_up(die.sight.lean) for die in dice):
        return False
    for old, value in first:
        same = _lies_on(old, dice)
        if not same or (value is not None and all(die.value != value for die in same)):
            return False
    places, slants = [(die.x, die.y) for die in dice], [die.sight.lean for die in dice]
    size_px = (pyramid.shape[1], pyramid.shape[0])
    return max(known.leaning(places, slants, leaning_from_aside(places, slants, size_px))) <= 1.0


def _unpulled(die: ReadDie, pyramid: Pyramid, pull: float) -> ReadDie:
    x, y, side_px = _back(die.place, pull)
    slanting = Sight(die.sight.chances, look_at(pyramid, x, y, side_px).lean)
    return replace(die, x=x, y=y, side_px=side_px, sight=with_wider_lean(pyramid, slanting, x, y, side_px))


def is_up(slant: Floats) -> bool:
    return float(np.linalg.norm(slant)) > _UP and abs(np.degrees(np.arctan2(slant[0], -slant[1]))) < _UPWARD_DEG


def _is_front(place: ReadDie, dice: Sequence[ReadDie]) -> bool:
    """Whether an unread place is the front face of a die: it lies below, and slants down."""
    slant = place.sight.lean
    is_down = float(np.linalg.norm(slant)) > _DOWN and is_up(-slant)
    return is_down and any(die.y < place.y for die in _lies_on(place, dice))


def _lies_on(place: ReadDie, dice: Sequence[ReadDie]) -> list[ReadDie]:
    """Return the dice of which the place may be a part."""
    above, below, aside = _BODY
    return [
        die
        for die in dice
        if -above < (place.y - die.y) / die.side_px < below and abs(place.x - die.x) < aside * die.side_px
    ]


def _back(place: Place, pull: float) -> Place:
    x, y, side_px = place
    return x, (y + 0.5) / pull - 0.5, float(side_px / np.sqrt(pull))


@dataclass(frozen=True, eq=False)
class _Pulled(NothingKnown):
    """The knowledge of the place, for the pulled picture; slants are judged on the picture as it is."""

    known: Known
    pull: float

    def leaning(
        self, places: Sequence[tuple[float, float]], slants: Sequence[Floats], alone: Sequence[float]
    ) -> Sequence[float]:
        return [0.0] * len(places)

    def lay_there(self, place: Place, dice: Sequence[Place] = ()) -> bool:
        return self.known.lay_there(_back(place, self.pull), [_back(die, self.pull) for die in dice])

    def unexplained(self, dice: Sequence[Place]) -> list[Place]:
        there = self.known.unexplained([_back(die, self.pull) for die in dice])
        return [_back(place, 1.0 / self.pull) for place in there]
