"""Two letters for each figure on a board."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.ids import PieceId


def initials(names: Mapping[PieceId, str]) -> dict[PieceId, str]:
    """The letters by figure; different ones where two names begin alike."""
    labels: dict[PieceId, str] = {}
    for piece, name in sorted(names.items()):
        words = [word for word in name.replace("-", " ").replace("'", " ").split() if word[0].isalnum()]
        wanted = (words[0][0] + words[1][0]) if len(words) > 1 else name[:2]
        label, number = wanted.upper(), 2
        while label in labels.values():
            label, number = f"{wanted[0].upper()}{number}", number + 1
        labels[piece] = label
    return labels
