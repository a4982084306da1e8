"""Dice far smaller than those that were read: five millimetres beside sixteen.

They are hot only on a finer picture than the read dice call for, and so are pips, side faces and texture. There the
network must plainly read a number: it did on none of 127 photographs on which everything was read.
"""

from __future__ import annotations

from collections.abc import Sequence

from vision.dice.candidates import Candidate
from vision.dice.die import ReadDie
from vision.dice.finder import finer_spots
from vision.dice.network import Pyramid, look_at

_HEAT = 0.25  # of dice that are hardly 11 px wide there
_SURE = 0.80  # the chance of a number: on photographs at most 0.78 where there was none
_SMALLER = 0.75  # of the smallest die read; less small ones were looked for before
_AWAY = 0.65  # of a read die's side, from its middle: nearer lie its pips
_DOUBT = "something may be a die far smaller than the others"


def smaller_dice(pyramid: Pyramid, read: Sequence[ReadDie]) -> list[ReadDie]:
    """Return possible dice far smaller than those read, each with its doubt."""
    sides_px = [die.side_px for die in read]
    found: list[ReadDie] = []
    for spot in finer_spots(pyramid, sides_px):
        if spot.heat < _HEAT or spot.side_px > _SMALLER * min(sides_px):
            continue
        if any(die.away(spot.x, spot.y) < _AWAY or die.shows_flank(spot.x, spot.y, spot.side_px) for die in read):
            continue
        sight = look_at(pyramid, spot.x, spot.y, spot.side_px)
        if sight.sure >= _SURE:
            place = Candidate(spot.x, spot.y, spot.side_px, spot.heat)
            found.append(ReadDie(None, spot.x, spot.y, spot.side_px, _DOUBT, sight, None, place))
    return found
