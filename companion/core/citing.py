"""Rule ids as texts write them, shortened ones written out.

XX-LOS-12, -13     (XX-KB-08..10)      "-13" and "..10" go on from the id before
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.core.ids import RuleId

_CITED = re.compile(r"\b([A-Z]{2}(?:-[A-Z]+\d?)+)-(\d\d)((?:(?:, -|\.\.)\d\d)*)")
_MORE = re.compile(r"(, -|\.\.)(\d\d)")


def written_out(text: str) -> Iterator[RuleId]:
    """Every rule id the text names, in order; whether a catalogue has it is for the reader to see."""
    for area, first, rest in _CITED.findall(text):
        yield RuleId(f"{area}-{first}")
        last = int(first)
        for sign, number in _MORE.findall(rest):
            start = last + 1 if sign == ".." else int(number)
            yield from (RuleId(f"{area}-{n:02}") for n in range(start, int(number) + 1))
            last = int(number)
