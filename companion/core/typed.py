"""Text as people type and paste it, in one coding: what looks the same is the same.

"José" composed or not · a no-break space, two spaces · a zero-width space, a byte-order mark ──> one spelling
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_JOINERS = "\u200c\u200d"  # letters of Persian, Hindi, Sinhala … are joined or kept apart by them


def tidied(text: str) -> str:
    """The text in composed letters (NFC), a run of white space as one space, without letters that cannot be seen."""
    seen = "".join(letter for letter in unicodedata.normalize("NFC", text.replace("\n", " ")) if _is_seen(letter))
    return " ".join(seen.split())


@lru_cache(maxsize=65536)  # lists name the same words again and again
def folded(text: str) -> str:
    """The text without accents and capitals."""
    if text.isascii():
        return text.casefold()
    plain = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


@lru_cache(maxsize=65536)
def plain(text: str) -> str:
    """Letters and digits alone, without accents and capitals; of a text that has none, what it has."""
    bare = folded(text)
    return "".join(filter(str.isalnum, bare)) or bare.strip()


def _is_seen(letter: str) -> bool:
    return letter.isspace() or letter in _JOINERS or unicodedata.category(letter) not in ("Cc", "Cf")
