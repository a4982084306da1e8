"""Labels of figures on a board: letters, and the number of a name, and names that tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.core.ids import PieceId

_ARTICLES = frozenset(("the", "a", "an", "le", "la", "les", "l", "un", "une"))  # of a name: no initial of it


def told_apart(names: Mapping[PieceId, str]) -> dict[str, str]:
    """The names; where several are called alike, each with the letters that its figure wears."""
    count, letters = Counter(names.values()), initials(names)
    return {piece: f"{name} ({letters[piece]})" if count[name] > 1 else name for piece, name in names.items()}


def initials(names: Mapping[PieceId, str]) -> dict[PieceId, str]:
    """The letters by figure; different ones where two names begin alike.

    A number at the end of a name stays, so that nobody's letters change when another of its kind comes or dies.
    """
    labels: dict[PieceId, str] = {}
    for piece, name in sorted(names.items()):
        words = [word for word in name.replace("-", " ").replace("'", " ").split() if word[0].isalnum()]
        words = words[1:] if len(words) > 1 and words[0].lower() in _ARTICLES else words
        own = words.pop() if len(words) > 1 and words[-1].isdecimal() else ""
        wanted = (words[0][0] + words[1][0]) if len(words) > 1 else "".join(words)[:2] or name[:2]
        label, number = wanted.upper() + own, 2
        while label in labels.values():
            label, number = f"{wanted[0].upper()}{number}", number + 1
        labels[piece] = label
    return labels
