"""Text as people type and paste it, in one coding: what looks the same is the same.

"José" composed or not · a no-break space, two spaces · a zero-width space, a byte-order mark ──> one spelling
marks that turn the text around, fillers that are nothing, accents piled up ──> left out
"Ada" in Latin, "Аdа" in Cyrillic letters ──> two spellings, one ``look``
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_JOINERS = "\u200c\u200d"  # letters of Persian, Hindi, Sinhala … and emoji are joined or kept apart by them
# letters for which nothing is drawn, and blanks that are no white space
_NOTHING = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_ACCENTS = 4  # on one letter: Vietnamese has two, Hebrew with all its points three; more run into the lines above
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")  # controls, formats, halves of letters, nobody's letters
# letters of other scripts, signs and digits that are drawn like a Latin letter
_LIKE = {
    "АВЕКМНОРСТУХІЈЅԌ": "ABEKMHOPCTYX|JSG",
    "аеорсухіјѕһԁԛԝ": "aeopcyxijshdqw",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι": "ABEZH|KMNOPTYXovi",
    "ɑɡıӏǀl0I": "agi|||O|",  # a small l and a great i; a great l is like neither
    "1’‘ʼ`´": "|" + "'" * 5,
    "‐‑‒–—−": "-" * 6,
}
_DRAWN_LIKE = str.maketrans("".join(_LIKE), "".join(_LIKE.values()))


def tidied(text: str) -> str:
    """The text in composed letters (NFC), a run of white space as one space, without what cannot be seen."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept: list[str] = []
    accents = 0
    for letter in unicodedata.normalize("NFC", text.replace("\n", " ")):
        accents = accents + 1 if unicodedata.combining(letter) else 0
        if accents <= _ACCENTS and _is_seen(letter, kept[-1] if kept else ""):
            kept.append(letter)
    return " ".join("".join(kept).rstrip(_JOINERS).split())


@lru_cache(maxsize=65536)
def look(text: str) -> str:
    """The name as it looks from two steps away: names that look the same do not tell people apart."""
    drawn = unicodedata.normalize("NFKC", tidied(text)).translate(_DRAWN_LIKE).casefold()
    return "".join(letter for letter in drawn if letter not in _JOINERS)


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


def _is_seen(letter: str, before: str) -> bool:
    if letter in _JOINERS:  # between letters that it joins: those of scripts beyond Latin, Greek and Cyrillic
        return before > "\u0589"
    is_variant = "\ufe00" <= letter <= "\ufe0f" and before <= "\u2000"  # of a sign; a plain letter has none
    return letter.isspace() or not (letter in _NOTHING or is_variant or unicodedata.category(letter) in _UNSEEN)
