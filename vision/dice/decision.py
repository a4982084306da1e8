"""Which of the places seen are dice, with which number: written limits, and whatever is warm and not settled asks.

    Sighted ──cold──> no die
            ├─hot, sure of one number in every turn─┬─ the reader, or clear pips, say the same ──> that number
            ├─the reader and clear pips say the same ┘
            └─anything else ───────────────────────────────────────────────────────────────────> to be asked about

The detector alone settles nothing: it knows half dominoes and printed faces for dice. ``python -m vision.lab.judging
FOLDER… --choose`` finds the limits again on the *choose* split, by the rule: no silent error, then most read.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vision.dice.detector import SHOWN, Sighted
from vision.dice.network import Sight

_NUMBERS = SHOWN[:6]


class Limits(NamedTuple):
    """Shares, 0 to 1. ``heat``, ``sure``, ``agreement``: least of a die that the detector settles.

    ``warm``, ``hottest``: a place colder than both is nothing; raising them overlooks more, lowering them asks more.
    ``symbol``: the same of what shows no pips: logos, print and plugs are hardly warm, dice with symbols are.
    ``under``: the same of a place that overlaps a die, and is no side face of it: what lies half under another is cold.
    ``read``: the reader's least chance of the number. ``fair``: the least heat where pips say the same as the reader,
    and the detector does not settle it.
    """

    heat: float = 0.55
    sure: float = 0.7
    agreement: float = 1.0
    warm: float = 0.25
    under: float = 0.1
    hottest: float = 0.4
    symbol: float = 0.3
    read: float = 0.7
    fair: float = 0.4


LIMITS = Limits()


def is_warm(place: Sighted, limits: Limits = LIMITS) -> bool:
    """Whether a die may lie there."""
    if place.face == "symbol":
        return place.heat >= limits.symbol
    return place.heat >= limits.warm or place.hottest >= limits.hottest


def settled(place: Sighted, limits: Limits = LIMITS) -> int | None:
    """The number of pips that the detector is certain of there; ``None`` where somebody must look."""
    is_sure = place.heat >= limits.heat and place.sure >= limits.sure and place.agreement >= limits.agreement
    return int(place.face) if is_sure and place.face in _NUMBERS else None


def agreed(place: Sighted, sight: Sight, counted: int | None, limits: Limits = LIMITS) -> int | None:
    """The number that two witnesses give of three, the detector against neither; ``None`` where somebody must look.

    ``counted``: the pips of the layout that is clear there.
    """
    number, read = settled(place, limits), sight.value if sight.sure >= limits.read else None
    if number is not None:
        return number if number in (read, counted) else None
    return counted if read == counted and place.heat >= limits.fair else None


def is_counted(place: Sighted, limits: Limits = LIMITS) -> bool:
    """Whether a place that nobody settles counts among the dice where it is known how many were thrown."""
    return place.heat >= limits.warm and place.face != "symbol"


def slanting(sight: Sight) -> float:
    """The sine of the angle at which the face is seen."""
    return float(np.linalg.norm(sight.lean))
