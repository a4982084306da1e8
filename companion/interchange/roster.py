"""Figures by the ways in which players write them.

CAAV018A, caav018a        an id, in any capitals         CAAV 018a, #018a   set and number, or the number alone
Captain America (caav)    a name with its set            Captain America    a name: one figure's, or several ones'
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from companion.core.ids import FigureId
from companion.core.typed import folded, plain, tidied

_NUMBER = re.compile(r"#?([A-Za-z]{0,4}-?)0*(\d{1,3}(?:\.\d\d)?[A-Za-z]{0,2})")


@dataclass(frozen=True, slots=True)
class Known:
    """A figure as far as a list can name it."""

    id: FigureId
    name: str
    set: str
    number: str
    kind: str
    points: tuple[int, ...]


class Roster:
    """The figures of a library, found by what a list calls them."""

    def __init__(self, figures: Iterable[Known]) -> None:
        self._ids: dict[str, list[Known]] = defaultdict(list)
        self._names: dict[str, list[Known]] = defaultdict(list)
        self._numbers: dict[tuple[str, str], list[Known]] = defaultdict(list)
        for one in figures:
            for spelling in {one.id.casefold(), plain(one.id)}:
                self._ids[spelling].append(one)
            self._names[plain(one.name)].append(one)
            self._numbers[one.set.casefold(), _number(one.number)].append(one)
        self.sets = {key[0] for key in self._numbers}
        self._lengths: dict[int, list[str]] = defaultdict(list)
        for name in self._names:
            self._lengths[len(name)].append(name)

    def with_id(self, word: str) -> Sequence[Known]:
        """The figures of that id: of that very spelling, else in other capitals, else without its dashes and dots."""
        same = self._ids.get(word.casefold(), ())
        if not same and not (word.isalpha() or word.isdecimal()):
            same = self._ids.get(plain(word), ())
        exact = [one for one in same if one.id == word]
        return exact or [one for one in same if one.id.casefold() == word.casefold()] or same

    def named(self, words: str) -> Sequence[Known]:
        """The figures of that name: as it is spelled, else in other capitals, without accents, without other signs."""
        same = self._names.get(plain(words), ()) if words else ()
        for spelled in (tidied, _lower, folded):
            if exact := [one for one in same if spelled(one.name) == spelled(words)]:
                return exact
        return same

    def numbered(self, set_: str, number: str) -> Sequence[Known]:
        """The figures of that set with that collector's number, with or without noughts before it."""
        is_number = _NUMBER.fullmatch(number)
        return self._numbers.get((set_.casefold(), _number(number)), ()) if is_number else ()

    def alike(self, words: str) -> list[Known]:
        """The figures whose names are spelled nearly so."""
        wanted = plain(words)
        if not 4 <= len(wanted) <= 60:
            return []
        near = [
            name
            for length in range(len(wanted) - 3, len(wanted) + 4)
            for name in self._lengths.get(length, ())
            if name[:2] == wanted[:2] or name[-3:] == wanted[-3:]
        ]
        found = get_close_matches(wanted, near, n=3, cutoff=0.8)
        return [one for name in found for one in self._names[name]]


def _lower(text: str) -> str:
    return tidied(text).casefold()


def _number(text: str) -> str:
    """The collector's number without noughts before its digits: 018A is 18a, S101 is s101."""
    found = _NUMBER.fullmatch(text.strip())
    return (found[1] + found[2]).casefold() if found else text.casefold()
