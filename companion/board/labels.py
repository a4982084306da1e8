"""Labels of figures on a board: letters, and the number of a name, and names that tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from companion.core.ids import PieceId

_ARTICLES = frozenset(("the", "a", "an", "le", "la", "les", "l", "un", "une"))  # of a name: no initial of it
_LINKS = frozenset(("d", "de", "des", "du", "à", "au", "aux"))  # of a French one: nor these


def told_apart(names: Mapping[PieceId, str]) -> dict[str, str]:
    """The names; where several are called alike, each with the letters that its figure wears."""
    many, letters = Counter(names.values()), initials(names)
    return {piece: f"{name} ({letters[piece]})" if many[name] > 1 else name for piece, name in names.items()}


def initials(names: Mapping[PieceId, str], kinds: Iterable[str] = ()) -> dict[PieceId, str]:
    """The letters by figure; different ones where two names begin alike, with those of ``kinds``, who may yet come.

    A number at the end of a name stays, so that nobody's letters change when another of its kind comes or dies.
    """
    worn: dict[str, str] = {}  # by what it is called, without the number
    labels: dict[PieceId, str] = {}
    for piece, name in (*((None, kind) for kind in kinds), *sorted(names.items())):
        words = [word for word in name.replace("-", " ").replace("'", " ").split() if word[0].isalnum()]
        words = words[1:] if len(words) > 1 and words[0].lower() in _ARTICLES else words
        words = [*words[:1], *(word for word in words[1:] if word.lower() not in _LINKS)]
        own = words.pop() if len(words) > 1 and words[-1].isdecimal() else ""
        kind = " ".join(words).upper() or name
        if kind not in worn:
            worn[kind] = next(letters for letters in _letters(kind) if letters not in worn.values())
        label, number = worn[kind] + own, 2
        while label in labels.values():
            label, number = f"{kind[0]}{number}", number + 1
        if piece is not None:
            labels[piece] = label
    return labels


def _letters(name: str) -> Iterator[str]:
    """Generate what a name may be known by: its initials, its first letter with another, with a number."""
    first, _, second = name.partition(" ")
    yield first[0] + second[0] if second else first[:2]
    yield from (first[0] + letter for letter in (first + second)[1:] if letter.isalpha())
    yield from (f"{first[0]}{number}" for number in count(2))
