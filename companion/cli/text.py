"""Words of the command line in the reader's language: ``--lang`` first, then the locale, then English."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.interchange.remarks import Remark


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


def tell(remarks: Iterable[Remark]) -> None:
    """Say what is to be said about a file on standard error, one line each."""
    for remark in remarks:
        print(f"{remark.file}: {remark.where}: {remark.message}", file=sys.stderr)
