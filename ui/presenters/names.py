"""Names on the table screen: two letters for each figure, the powers in the screen's language."""

from __future__ import annotations

from typing import Any

from companion.core.ids import PieceId
from companion.games.heroclix.figures.powers_table import power_names
from companion.text.wording import language

__all__ = ["initials", "power_words"]


def initials(names: dict[Any, str]) -> dict[PieceId, str]:
    """Two letters for each figure, different ones where two names begin alike."""
    labels: dict[PieceId, str] = {}
    for piece, name in sorted(names.items()):
        words = [word for word in name.replace("-", " ").split() if word[0].isalnum()]
        wanted = (words[0][0] + words[1][0]) if len(words) > 1 else name[:2]
        label, number = wanted.upper(), 2
        while label in labels.values():
            label, number = f"{wanted[0].upper()}{number}", number + 1
        labels[piece] = label
    return labels


def power_words(lang: str | None) -> dict[Any, str]:
    """The names of the standard powers by id, in a language."""
    return {key: power.in_language(lang or language()) for key, power in power_names().items()}
