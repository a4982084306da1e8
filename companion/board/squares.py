"""Squares as players write them: column letters and row number, ``A1`` top left, after ``Z`` comes ``AA``.

A1 B1 C1        (column, row) counts from 0: C2 is (2, 1)
A2 B2 C2
"""

from __future__ import annotations

import re
from functools import lru_cache

from companion.core.ids import SpaceId

_SQUARE = re.compile(r"([A-Z]{1,2})([1-9][0-9]{0,2})\Z")


@lru_cache(maxsize=16384)
def parse_square(text: str) -> tuple[int, int]:
    """The column and row, from 0, of a square such as ``C7``; ``ValueError`` says what is wrong with the text."""
    match = _SQUARE.match(text)
    if match is None:
        raise ValueError(f"{text!r} is not a square such as C7")
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1, int(match[2]) - 1


def is_square(text: str) -> bool:
    """Whether the text reads as a square of some map."""
    return _SQUARE.match(text) is not None


@lru_cache(maxsize=8192)
def format_square(column: int, row: int) -> SpaceId:
    """The square's name: (2, 6) is ``C7``, (26, 0) is ``AA1``."""
    letters, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return SpaceId(f"{letters}{row + 1}")
