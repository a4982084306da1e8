"""Names by language: ``name = "Docker"``, or ``name = { en = "Docker", fr = "Le Docker" }``."""

from __future__ import annotations

from collections.abc import Mapping

from companion.documents import Node

Names = Mapping[str, str]
FIRST = "en"  # a name that is told once is this language's


def parse_names(node: Node) -> Names:
    """The names under ``name``; none where there is none."""
    if "name" not in node:
        return {}
    told = node["name"]
    return {lang: row.text() for lang, row in told.entries()} if isinstance(told.value, dict) else {FIRST: told.text()}


def called(names: Names, lang: str, otherwise: str) -> str:
    """The name in that language, else in the first; ``otherwise`` is an id."""
    return names.get(lang) or names.get(FIRST) or plain(otherwise)


def plain(name: str) -> str:
    """An id as words."""
    return name.replace("-", " ").replace("_", " ")
