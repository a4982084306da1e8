"""Names in sentences: with the articles that English and French want, taken up by what stands before them.

    en  attacks {target} ─> attacks the Old Clerk, the gargoyle, goblin 2        in {zone} ─> in the Dock
    fr  de {piece} ─> du maître, de l'orc 2, d'Odrun, d'Eel (who is called The Eel)      à {zone}, en {zone} ─> au Quai

Alone, in a list and after a colon a name takes no article; a player's stays as it is anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_PLACE = re.compile(r"(?:\b([Dd]e|[Qq]ue|[Àà]|[Ee]n) )?\{(\w+)\}")  # of a name in French, with what it is joined to
_SENTENCE_BEGINS = re.compile(r"(^|[.!?…] )$")
_IS_LISTED = re.compile(r"[:(→·«] ?$")  # after these a name stands alone, without its article
_IS_TOLD = re.compile(r" (?!et |ou )[a-zà-ÿ]")  # unless a sentence goes on with it
_WITHIN = re.compile(r"(?<=[\w,] )\{(\w+)\}")  # of English
_FIGURE = re.compile(
    r"\{(?:piece|target|attackers|other|who)\}(?=[ ',.?!{])|(?<=\w )\{(?:piece|target)\}$"
)  # of English
_OWNER = re.compile(r"\{(\w+)\}'s")  # of English
# fields of no person's name
_PLACES = frozenset({"zone", "start", "to", "at", "on", "aimed", "cards", "card", "what", "object"})
_TAKEN_UP = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}
_ARTICLES = ("le ", "la ", "les ", "l'")
_VOWELS = frozenset("aàâeéèêëiîïoôuùûAÀÂEÉÈÊËIÎÏOÔUÙÛ")
_THE = "The "


@dataclass(frozen=True, slots=True)
class Named:
    """The names of a table: of its things and figures, and of its players."""

    things: Collection[str]
    players: Collection[str]


def placed(message: str, lang: str, words: Mapping[str, str], named: Named) -> str:
    """Return the message with articles where the names of its words want them; the words are filled in later."""
    if lang == "fr":
        return _PLACE.sub(lambda place: _french(place, words, named), message)
    if "}'s" in message:
        message = _OWNER.sub(lambda owner: _owned(owner, words), message)
    message = _WITHIN.sub(lambda place: _within(place, words, named), message)
    return _FIGURE.sub(lambda place: _of_kind(place, words, named), message)


def called(name: str, lang: str) -> str:
    """Return a name as people of that language call it anywhere: in French The Eel is Eel, as The Flash is Flash."""
    return name.removeprefix(_THE) if lang == "fr" else name


def within(name: str) -> str:
    """Return a name as it stands inside a sentence or a row of names: its article is small."""
    is_capital = name.startswith((_THE, *(article.capitalize() for article in _ARTICLES)))
    return name[0].lower() + name[1:] if is_capital else name


def _owned(owner: re.Match[str], words: Mapping[str, str]) -> str:
    """“The villains's turn” is “The villains' turn”."""
    return owner[0][:-1] if words.get(owner[1], "").endswith("s") else owner[0]


def _within(place: re.Match[str], words: Mapping[str, str], named: Named) -> str:
    """Put a name inside an English sentence: "attacks the Old Clerk", "moves to the museum, hall 5"."""
    name = words.get(place[1], "")
    if name in named.players:
        return place[0]
    if name.startswith(_THE):
        return "t" + _braced(name[1:])
    noun = name.partition(",")[0].rpartition(" ")[2].lower()
    takes = place[1] in _PLACES and name in named.things and _articles("en").get(noun)
    return f"{takes} {place[0]}" if takes else place[0]


def _of_kind(place: re.Match[str], words: Mapping[str, str], named: Named) -> str:
    """Put a figure that is called by its kind as English does: "the gargoyle"; "goblin 2" is a name."""
    name = words.get(place[0][1:-1], "")
    is_kind = name[:1].islower() and not name[-1:].isdigit() and not name.startswith(_THE.lower())
    if not is_kind or name not in named.things:
        return place[0]
    return f"{'The' if _SENTENCE_BEGINS.search(place.string[: place.start()]) else 'the'} {place[0]}"


def _french(place: re.Match[str], words: Mapping[str, str], named: Named) -> str:
    """Put a name where French wants it: « attaque l'orc 2 », « le tour du maître », « d'Odrun »."""
    joint, field = place.groups()
    before, after = place.string[: place.start()], place.string[place.end() :]
    name = words.get(field, "")
    begins = not joint and bool(_SENTENCE_BEGINS.search(before))
    is_listed = bool(_IS_LISTED.search(before)) and not _IS_TOLD.match(after)
    stands_alone = not joint and (is_listed or (begins and after[:2] in ("", " :", " (")))
    if name in named.players:
        put = name
    elif stands_alone:
        put = name.removeprefix(_THE) if name in named.things else name
    else:
        put = _with_article(name, named)
        if begins:
            put = put if put == name else put[:1].upper() + put[1:]
        elif before and put.lower().startswith(_ARTICLES):
            put = put[:1].lower() + put[1:]
    if joint and joint.lower() == "en" and put != name:  # en A1, but au musée
        joint = "à" if joint.islower() else "À"
    if joint and joint[-1] == "e" and put[:1] in _VOWELS:
        put, joint = f"{joint[:-1]}'{put}", ""
    elif joint:
        article, _, rest = put.partition(" ")
        if taken := _TAKEN_UP.get((joint.lower(), article.lower())):
            put, joint = f"{taken if joint.islower() else taken.capitalize()} {rest}", ""
        elif article in ("La", "Le", "Les") or article.startswith("L'"):
            put = put[:1].lower() + put[1:]
    put = _braced(put) if put != name else f"{{{field}}}"
    return f"{joint} {put}" if joint else put


def _with_article(name: str, named: Named) -> str:
    """Return a name of this table as a French sentence has it: with its article, or without its English one."""
    if name not in named.things:
        return name
    if name.startswith(_THE):
        return name.removeprefix(_THE)
    article = _articles("fr").get(name.partition(" ")[0].rstrip(","))
    if article is None:
        return name
    return f"l'{name}" if name[:1] in _VOWELS and article != "les" else f"{article} {name}"


@cache
def _articles(lang: str) -> dict[str, str]:
    """Return the article of a name: in French by its first word, in English by the noun it ends in."""
    lines = (Path(__file__).parent / f"articles-{lang}.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.partition(":") for line in lines if not line.startswith("#"))
    return {word: article for article, _, words in rows for word in words.split()}


def _braced(text: str) -> str:
    """Return the text as a message has it whose words are filled in later."""
    return text.replace("{", "{{").replace("}", "}}")
