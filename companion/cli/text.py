"""Words of the command line in the reader's language: ``--lang`` first, then the locale, then English."""

from __future__ import annotations

import os

__all__ = ["language", "say"]


def language() -> str:
    """``fr`` or ``en``."""
    for name in ("TABLEWRIGHT_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def say(english: str, french: str) -> str:
    """The wording in the reader's language."""
    return french if language() == "fr" else english
