"""The verdicts on a picture and its dice: one judge for photographs, drawn scenes and rendered trays.

    READ     ``read``, and exactly the labelled dice with their values
    SILENT   ``read``, and a value is false, a die missing, or one there that is none: must be 0
    ASKED    anything else

Dice that show no pips must not be read as pips; a die that nobody could label (``value`` null) may be read as anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from companion.table.observation import DiceSeen, ReadVerdict
from vision.lab.judging.splits import Label, kind_of

_MATCH = 0.6  # of a die's size: nearer readings are of that die
_WORDS = {"READ": "right", "SILENT": "wrong", "ASKED": "asked"}


class Reading(NamedTuple):
    """One reader's answer: whether it is ``read``, and its dice as (x, y, face or None)."""

    is_read: bool
    dice: Sequence[tuple[float, float, str | None]]

    @classmethod
    def of(cls, seen: DiceSeen) -> Reading:
        """The answer that a table gets."""
        return cls(seen.verdict is ReadVerdict.READ, [(die.x, die.y, die.face) for die in seen.dice])


def judged(reading: Reading, dice: Sequence[Label], ignored: Sequence[Label] = ()) -> Counter[str]:
    """The counts of one picture: its own word, and its dice right, wrong, asked, missed, extra."""
    counts, free = Counter[str](), list(reading.dice)
    for die in dice:
        near = [one for one in free if _away(one, die) < _MATCH * die["size"]]
        best = min(near, key=lambda one: _away(one, die), default=None)
        if best is not None:
            free.remove(best)
        counts[_word(best, die)] += 1
    extra = [one for one in free if not any(_away(one, place) < place.get("size", 60) for place in ignored)]
    counts["extra"] = sum(face is not None for *_, face in extra)
    is_false = any(counts[word] for word in ("wrong", "missed", "asked", "extra"))
    counts["SILENT" if reading.is_read and is_false else "READ" if reading.is_read else "ASKED"] += 1
    counts["NOTHING"] = int(not reading.dice)
    return counts


def became(seen: DiceSeen, dice: Sequence[Label]) -> str:
    """``right``, ``wrong`` or ``asked``."""
    counts = judged(Reading.of(seen), dice)
    return next(told for word, told in _WORDS.items() if counts[word])


def _word(seen: tuple[float, float, str | None] | None, die: Label) -> str:
    if seen is None:
        return "missed"
    if seen[2] is None:
        return "asked"
    return "right" if kind_of(die) == "pips" and die["value"] in (None, int(seen[2])) else "wrong"


def _away(one: tuple[float, float, str | None], die: Label) -> float:
    return float(np.hypot(one[0] - die["cx"], one[1] - die["cy"]))
