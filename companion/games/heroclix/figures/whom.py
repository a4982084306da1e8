"""Whom a sentence of a card speaks of: the figure itself, others near it or of a keyword, or both.

Ada                                  she herself            modify_value
Ada and adjacent friends             she and they           … and with ``whom``
friends with the Watch keyword       those of it            what no verb says of others is lent to friends
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

Row = dict[str, Any]  # of JSON: a verb with its parameters
IsOwn = Callable[[str], bool]  # whether the words name the figure itself
Found = re.Match[str]

# what others a sentence speaks of: ``whom`` and within how many squares
_OTHERS = re.compile(
    r"(?P<own>.+ and )?(?:all |each |any )?(?P<other>other )?(?P<beside1>adjacent )?(?P<side>friendly|opposing) "
    r"(?P<beside2>adjacent )?characters?(?: with the (?P<keywords1>[^,]+?) keywords?)?"
    r"(?: (?:that are |who are )?(?P<beside3>adjacent to (?P<to>[^,]+?)))?"
    r"(?: (?:that are |who are )?within (?P<within>\d{1,2}) squares?(?: of (?P<of>[^,]+?))?)?"
    r"(?: with the (?P<keywords2>[^,]+?) keywords?)?",
    re.IGNORECASE,
)


def whom_of(words: str, is_own: IsOwn) -> list[Row] | None:
    """Return whom the words name, as parameters of the verb; ``None`` for somebody else, or where it is not sure."""
    if not words or is_own(words):
        return [{}]
    found = _OTHERS.fullmatch(words.strip())
    if found is None or any(found[key] and not is_own(found[key]) for key in ("to", "of")):
        return None
    if found["own"] and not is_own(found["own"].removesuffix(" and ")):
        return None
    beside = found["beside1"] or found["beside2"] or found["beside3"]
    if beside and found["within"]:
        return None
    side = "friends" if found["side"].lower() == "friendly" else "opponents"
    row: Row = {"whom": f"adjacent_{side}" if beside else f"{side}_within" if found["within"] else side}
    if found["within"]:
        row["within"] = int(found["within"])
    if keywords := found["keywords1"] or found["keywords2"]:
        row["keywords"] = re.split(r",? or |, ", keywords)
    if side == "friends" and not beside and not found["other"]:  # it is its own player's, too (HC-TEAM-08)
        return [row, {"keywords": row["keywords"]} if "keywords" in row else {}]
    return [row, *([{}] if found["own"] else [])]


def lent_to(whom: Sequence[Row], own: list[Row], **given: Sequence[object]) -> list[Row] | None:
    """The rows of what is given to those friends; ``own``: those of the figure itself where it is meant, too.

    A figure that is meant by a keyword alone is one of those friends (HC-TEAM-08).
    """
    others = [row for row in whom if "whom" in row]
    if any("opponents" in row["whom"] for row in others):
        return None
    itself = [row for row in whom if "whom" not in row]
    by_keyword = {"own": True} if others and any("keywords" in row for row in itself) else {}
    rows: list[Row] = [{"verb": "lend_powers", **given, **row, **by_keyword} for row in others]
    return rows + (own if itself and not by_keyword else [])


def own_rows(build: Callable[[Found], list[Row] | None]) -> Callable[[Found, IsOwn], list[Row] | None]:
    """Rows of a sentence about the figure itself."""

    def built(found: Found, is_own: IsOwn) -> list[Row] | None:
        return build(found) if is_own(found["who"]) else None

    return built


def shared_rows(build: Callable[[Found], list[Row] | None]) -> Callable[[Found, IsOwn], list[Row] | None]:
    """Rows of a sentence about the figure itself, about friends, or about both."""

    def built(found: Found, is_own: IsOwn) -> list[Row] | None:
        whom, rows = whom_of(found["who"], is_own), build(found)
        return lent_to(whom, rows, effects=rows) if whom and rows else None

    return built
