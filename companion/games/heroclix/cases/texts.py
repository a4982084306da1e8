"""Special powers and traits of a figure written inline, with the rows that they may carry.

specials = [{ slot = "attack", text = "A can use Quake." }]      traits = ["A can use Stealth.", { grants = ["swim"] }]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.documents import Node
from companion.games.heroclix.figures.figure import SLOTS, SpecialPower
from companion.games.heroclix.figures.reading import grants_of
from companion.games.heroclix.powers.rows import rows_of

__all__ = ["read_specials"]

_WORDS = {"name", "text", "powers", "grants", "effects"}


def read_specials(node: Node) -> Iterator[SpecialPower]:
    """The special powers and traits of a piece, in the order ``specials``, ``traits``."""
    for entry in node["specials"].items() if "specials" in node else ():
        entry.table({"slot"}, _WORDS)
        yield _special(entry, entry["slot"].word((*SLOTS, "trait")))
    for entry in node["traits"].items() if "traits" in node else ():
        if isinstance(entry.value, str):
            yield SpecialPower("trait", "", entry.value)
        else:
            yield _special(entry.table((), _WORDS), "trait")


def _special(entry: Node, slot: str) -> SpecialPower:
    def texts(key: str) -> tuple[str, ...]:
        return tuple(one.text() for one in entry[key].items()) if key in entry else ()

    said: dict[str, Any] = {key: entry[key].text() if key in entry else "" for key in ("name", "text")}
    rows = rows_of(entry["effects"]) if "effects" in entry else ()
    given = grants_of(entry["grants"]) if "grants" in entry else None
    if given is None and rows and not said["text"]:
        given = ()
    return SpecialPower(slot, powers=texts("powers"), grants=given, effects=rows, **said)
