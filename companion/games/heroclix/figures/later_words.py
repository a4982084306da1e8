"""Words that modern cards use and no edition here plays: said once, when their figures are brought in.

FREE: POWER: CLOSE: RANGE: MOVE:      actions that a text names by a word of its own
SAFEGUARD, KNOCKBACK …                protections and effects by one word
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.figures.hand import read_text

_NAMES = "FREE|POWER|CLOSE|RANGE|MOVE|SAFEGUARD|PROTECTED|KNOCKBACK|SIDELINE|GENERATE|UNIQUE MODIFIER"
_WORDS = re.compile(rf"\b({_NAMES})\b(?=:| )")
_PLAYED = ("elevated", "hindering", "water", "blocking", "outdoor_blocking", "characters")  # of movement


def later_words(figures: Iterable[Figure]) -> list[str]:
    """The words of later rules in texts that are not wholly played, and what improvements name besides; the most
    frequent first."""
    found = Counter[str]()
    for figure in figures:
        for special in figure.specials:
            if not read_text(figure, special).is_whole:
                found.update(set(_WORDS.findall(special.text)))
        found.update(f"Improved Movement: {one}" for one in figure.improved_movement if one not in _PLAYED)
        found.update(f"Improved Targeting: {one}" for one in figure.improved_targeting if one != "hindering")
    return [word for word, _ in sorted(found.items(), key=lambda one: (-one[1], one[0]))]
