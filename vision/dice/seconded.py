"""Dice that pips and bodies make certain, seconded by the networks: the quick way to a reading.

every die on the picture is certain by outline, nothing is left unexplained ─┐
the reader network takes each for the same value ────────────────────────────┼─> these dice
the finder network sees no other die, or the reader none in that place ──────┤
no face slants otherwise than the rest, by a wider look as well ─────────────┘
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import median
from vision.dice.finder import Spot
from vision.dice.known import Known, NothingKnown, leaning_there
from vision.dice.network import Pyramid, Sight, look_at, with_wider_lean
from vision.dice.outlines import OutlineDie, Outlines, explained
from vision.dice.strange import is_of_one_size, is_strange_die

_AGREES = (
    0.30  # the network's chance of the outlines' value: never another value in 8 sources, 0.5 and more in 97 of 100
)
_HOT = (
    0.40  # heat from which a place is looked at: rendered dice have 0.6 and more, a dark symbol die on dark felt 0.47
)
_STRANGER = 0.40  # chance of a value, a symbol or an edge up from which something there contradicts
_WARM, _PLAIN = 0.63, 0.80  # a cooler place only when the symbol or edge is plain: keys of a keyboard are neither
_NO_DIE = 0.50  # chance of nothing, or a part, that a warm place needs to be no die
_PIP = 0.5  # of the side: a peak so small on a die is its pip
_NO_PIP = 0.80  # the chance of a value from which it is none: pips with glints have 0.73, a small die in a tray 0.95
_OWN = 0.80  # of the side: nearer heat is the die's own, or its side faces'


def read_seconded(
    pyramid: Pyramid, spots: Sequence[Spot], outlines: Outlines, known: Known | None = None
) -> tuple[tuple[OutlineDie, Sight], ...]:
    """The dice with what the network sees of each; empty when outlines or networks leave any question."""
    dice = explained(outlines)
    if not dice:
        return ()
    sights = [look_at(pyramid, die.x, die.y, die.side_px) for die in dice]
    if any(sight.value != die.value or sight.sure < _AGREES for die, sight in zip(dice, sights, strict=True)):
        return ()
    if not all(
        is_of_one_size(die.side_px, sight.sure, [other.side_px for other in dice if other is not die])
        for die, sight in zip(dice, sights, strict=True)
    ):
        return ()
    if any(_is_stranger(spot, dice, pyramid) for spot in spots):
        return ()
    sights = [
        with_wider_lean(pyramid, sight, die.x, die.y, die.side_px) for die, sight in zip(dice, sights, strict=True)
    ]
    high, wide = pyramid.shape
    places, slants = [(die.x, die.y) for die in dice], [sight.lean for sight in sights]
    sure = [sight.sure for sight in sights]
    leans = leaning_there(known or NothingKnown(), places, slants, (wide, high), sure)
    return () if max(leans) > 1.0 else tuple(zip(dice, sights, strict=True))


def is_pip(sight: Sight) -> bool:
    """Whether a small thing on a die looks like a part of it: with a glint, a pip looks a little like a die."""
    return sight.sure < _NO_PIP or sight.value == 1


def _is_stranger(spot: Spot, dice: Sequence[OutlineDie], pyramid: Pyramid) -> bool:
    own = [die for die in dice if np.hypot(spot.x - die.x, spot.y - die.y) < _OWN * die.side_px]
    usual_px = median([die.side_px for die in dice])
    if not own and is_strange_die(pyramid, (spot.x, spot.y, spot.side_px), spot.heat, usual_px):
        return True
    if spot.heat < _HOT:
        return False
    if own:  # a pip, or the die itself in a tray that looks like one
        if any(spot.side_px >= _PIP * die.side_px for die in own):
            return False
        looks = (look_at(pyramid, spot.x, spot.y, spot.side_px, views) for views in (2, 8))
        return not any(is_pip(look) for look in looks)
    sight = look_at(pyramid, spot.x, spot.y, spot.side_px)
    strange = max(sight.chance("symbol"), sight.chance("cocked"))
    if spot.heat >= _WARM and sight.chance("nothing", "part") < _NO_DIE:
        return True
    return sight.sure >= _STRANGER or strange >= (_STRANGER if spot.heat >= _WARM else _PLAIN)
