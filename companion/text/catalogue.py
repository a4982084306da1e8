"""The catalogues as they are written: gettext's ``.po``, read line by line; nothing to compile, nothing to install.

    msgid "event.Hurt"                      the key of a message
    msgid_plural "lost"                     where it has plurals: the name of the word that is counted
    msgstr[0] "{piece} loses {lost} body point."
    msgstr[1] "{piece} loses {lost} body points."

Reading them takes 10 ms, starting a library for it ten times that, and a command that answers in 0.2 s says a word too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from gettext import c2py
from json import loads
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

FOLDER = Path(__file__).parent
_FORMS = ("msgstr[0]", "msgstr[1]", "msgstr[2]")
_FIELDS = ("msgid", "msgid_plural", "msgstr", *_FORMS)


class Message(NamedTuple):
    """A message in the forms its language has; ``counted``: the word that decides on the form."""

    forms: tuple[str, ...]
    counted: str = ""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The messages of a language by their keys, and which form a number takes."""

    messages: Mapping[str, Message]
    form_of: Callable[[int], int]

    def form(self, key: str, words: Mapping[str, object]) -> str:
        """The message in the form that fits the word that is counted in it; the key itself when there is none."""
        message = self.messages.get(key)
        if message is None:
            return key
        number = str(words.get(message.counted, "")) if message.counted else ""
        return message.forms[self.form_of(int(number))] if number.isdecimal() else message.forms[0]


@lru_cache(maxsize=4)
def catalogue_of(lang: str) -> Catalogue:
    """The catalogue of a language; raises ``ValueError`` for a line that is none, and for a key that comes twice."""
    text = (FOLDER / f"{lang}.po").read_text(encoding="utf-8")
    entries: list[dict[str, str]] = []
    field = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line[0] == "#":
            continue
        if line[0] == '"':
            words = line
        else:
            field, _, words = line.partition(" ")
            if field == "msgid":
                entries.append({})
        if field not in _FIELDS or words[:1] != '"' or words[-1:] != '"':
            raise ValueError(f"{lang}.po: line {number}: {line}")
        said = loads(words) if "\\" in words or words.count('"') > 2 else words[1:-1]
        entry = entries[-1]
        entry[field] = entry[field] + said if words is line else said
    header, *rest = entries
    keys = Counter(entry["msgid"] for entry in rest)
    if len(keys) < len(rest):
        raise ValueError(f"{lang}.po: {', '.join(key for key, count in keys.items() if count > 1)}: more than once")
    plural = re.search(r"plural=(.*);", header["msgstr"])
    messages = {entry["msgid"]: _message(entry) for entry in rest}
    return Catalogue(MappingProxyType(messages), c2py(plural[1] if plural else "0"))


def _message(entry: Mapping[str, str]) -> Message:
    if "msgstr" in entry:
        return Message((entry["msgstr"],))
    return Message(tuple(entry[field] for field in _FORMS if field in entry), entry.get("msgid_plural", ""))
