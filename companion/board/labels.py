"""Labels of figures on a board: two letters each, and names that tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.core.ids import PieceId


def told_apart(names: Mapping[PieceId, str]) -> dict[str, str]:
    """The names; where several are called alike, each with the letters that its figure wears."""
    count, letters = Counter(names.values()), initials(names)
    return {piece: f"{name} ({letters[piece]})" if count[name] > 1 else name for piece, name in names.items()}


def initials(names: Mapping[PieceId, str]) -> dict[PieceId, str]:
    """The letters by figure; different ones where two names begin alike."""
    labels: dict[PieceId, str] = {}
    for piece, name in sorted(names.items()):
        words = [word for word in name.replace("-", " ").replace("'", " ").split() if word[0].isalnum()]
        plain = "".join(letter for letter in name if letter.isalnum())
        wanted = (words[0][0] + words[1][0]) if len(words) > 1 else plain[:2] or name[:2]
        label, number = wanted.upper(), 2
        while label in labels.values():
            label, number = f"{wanted[0].upper()}{number}", number + 1
        labels[piece] = label
    return labels
