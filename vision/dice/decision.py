"""Which of the places seen are dice, with which number: written limits, and whatever is warm and not settled asks.

    Sighted ──hot, sure of one number, in most turns──> settled
            ├─cold─────────────────────────────────────> no die
            └─anything else ───────────────────────────> to be asked about

The limits were written down before any picture was judged. ``python -m vision.evaluate eyes … --choose`` finds them
again on the *choose* split by the rule: no silent error, then most read. What it finds ships once the detector has
not learnt from those pictures; this one has (``weights/card.json``).
"""

from __future__ import annotations

from typing import NamedTuple

from vision.dice.detector import SHOWN, Sighted

_NUMBERS = SHOWN[:6]


class Limits(NamedTuple):
    """Shares, 0 to 1. ``heat``, ``sure``, ``agreement``: least of a die that is read.

    ``warm``, ``hottest``: a place colder than both is nothing; raising them overlooks more, lowering them asks more.
    ``likely``: heat from which one may be a die where the dice are counted: dice on their edge 0.47 and more, two in
    three of the things that are warm on photographs less.
    """

    heat: float = 0.5
    sure: float = 0.85
    agreement: float = 0.75
    warm: float = 0.15
    hottest: float = 0.4
    likely: float = 0.3


LIMITS = Limits()


def is_warm(place: Sighted, limits: Limits = LIMITS) -> bool:
    """Whether a die may lie there."""
    return place.heat >= limits.warm or place.hottest >= limits.hottest


def is_likely(place: Sighted, limits: Limits = LIMITS) -> bool:
    """Whether it may be a die even where as many as were thrown are settled beside it."""
    return place.heat >= limits.likely


def settled(place: Sighted, limits: Limits = LIMITS) -> int | None:
    """The number of pips that is certain there; ``None`` where somebody must look."""
    is_sure = place.heat >= limits.heat and place.sure >= limits.sure and place.agreement >= limits.agreement
    return int(place.face) if is_sure and place.face in _NUMBERS else None
