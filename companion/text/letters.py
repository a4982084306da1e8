"""Letters that every font of ours has: windows, pictures and paper are written in Lato or in Kivy's own."""

from __future__ import annotations

# Neither has arrows, ticks and stars; these they have.
_LETTERS = str.maketrans({"→": "›", "←": "‹", "▶": "›", "◀": "‹", "✓": "√", "★": "*", "≥": "+", "−": "-"})


def shown(text: str) -> str:
    """The text with letters the fonts have."""
    return text.translate(_LETTERS)
