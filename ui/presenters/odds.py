"""Dice and chances in words, as previews and buttons tell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from ui.presenters.adapter import Look


def dice_words(dice: Sequence[str], look: Look) -> str:
    """How many of each kind: 3 × combat die, 1 × yellow; 0 where there is none."""
    counted = (f"{count} × {look.wording.word('die', die)}" for die, count in Counter(dice).items())
    return ", ".join(counted) or "0"


def percent(chance: Fraction) -> int:
    """The chance in hundredths; never all or nothing where it is not quite."""
    return min(99, max(1, round(100 * chance))) if 0 < chance < 1 else round(100 * chance)
