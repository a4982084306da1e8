"""Letters that every font of ours has: windows, pictures and paper are written in Lato or in Kivy's own."""

from __future__ import annotations

import re

# Neither has arrows, ticks and stars; these they have.
_LETTERS = str.maketrans({"→": "›", "←": "‹", "▶": "›", "◀": "‹", "✓": "√", "★": "*", "≥": "+", "−": "-"})

_BOUND = re.compile(r" (?=[:;!?»…%])|(?<=«) ")  # a line never breaks there


def shown(text: str) -> str:
    """Return the text with letters the fonts have, its signs bound to their words."""
    return bound(text.translate(_LETTERS))


def bound(text: str) -> str:
    """Return the text with its signs bound to their words."""
    return _BOUND.sub("\N{NO-BREAK SPACE}", text)
