"""Names that stand beside a sealed line, so that they can be forgotten and the seals still hold.

    Anna ──salt──> ~4f1c…  = SHA-256(salt + name): the line holds that, and its seal is over that
    beside the line: {"~4f1c…": [salt, name]}      whoever changes the name there no longer fits the line
    forgotten: what stood beside is gone; the line and its seal are what they were

A salt of 128 bits: without it nobody can try names out against what the line holds.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Container, Iterable, Mapping

TOKEN = re.compile(r"~[0-9a-f]{32}")
_SALT = re.compile(r"[0-9a-f]{32}")
_WORD, _LETTER = re.compile(r"\w+|[^\w\s]"), re.compile(r"\w")
_OF_TEXT = "ffffffff"  # the beginning of the salt of free words: they stand for a whole field, never for a word in one


class Names:
    """The names of one record, and what stands for them."""

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        self._beside: dict[str, tuple[str, str]] = {}  # by token: salt and name
        self._seen: dict[str, str] = {}  # what a forgotten one is called: by the order of their first lines
        self._beginning: dict[str, list[str]] = {}  # names by the word they begin with, longest first

    def add(self, names: Iterable[str]) -> None:
        """Let something stand for each name that nothing stands for yet."""
        for name in names:
            if name not in self._tokens:
                salt = secrets.token_hex(16)
                self._take(_token(salt, name), salt, name)

    def add_texts(self, texts: Iterable[str]) -> None:
        """Let something stand for each of these free words, where a field holds nothing else."""
        for text in texts:
            if text and text not in self._texts:
                salt = _OF_TEXT + secrets.token_hex(12)
                self._take(_token(salt, text), salt, text)

    def learn(self, aside: bytes) -> None:
        """Take in what stands beside a line."""
        for token, (salt, name) in _read(aside).items():
            self._take(token, salt, name)

    def hidden(self, text: str) -> str:
        """The text with what stands for it as a whole, or for each name where that is a word of its own."""
        if text in self._texts:
            return self._texts[text]
        if not self._tokens:
            return text
        if text in self._tokens:
            return self._tokens[text]
        parts, at = list[str](), 0
        for word in _WORD.finditer(text):
            name = self._name_at(text, word) if word.start() >= at else None
            if name is not None:
                parts += (text[at : word.start()], self._tokens[name])
                at = word.start() + len(name)
        return "".join((*parts, text[at:]))

    def _name_at(self, text: str, word: re.Match[str]) -> str | None:
        """Return the longest name that begins with that word of the text, and ends where a word does."""
        start = word.start()
        if start and _LETTER.match(text[start - 1]):
            return None
        for name in self._beginning.get(word[0], ()):
            if text.startswith(name, start) and not _LETTER.match(text, start + len(name)):
                return name
        return None

    def shown(self, text: str) -> str:
        """The text with its names; one that is forgotten is a number."""
        return TOKEN.sub(lambda token: self._name(token[0]), text)

    def beside(self, line: bytes, kept: Container[str]) -> bytes:
        """Return the names to store beside that line: those that occur in it and are not in ``kept``."""
        tokens = dict.fromkeys(TOKEN.findall(line.decode()))
        return _written({one: self._beside[one] for one in tokens if one in self._beside and one not in kept})

    def _take(self, token: str, salt: str, name: str) -> None:
        self._beside[token] = salt, name
        if salt.startswith(_OF_TEXT):
            self._texts[name] = token
        else:
            self._tokens[name] = token
            first = _WORD.search(name)
            names = self._beginning.setdefault(first[0] if first else name, [])
            if name not in names:
                names.append(name)
                names.sort(key=len, reverse=True)

    def _name(self, token: str) -> str:
        number = self._seen.setdefault(token, f"#{len(self._seen) + 1}")
        return self._beside[token][1] if token in self._beside else number


def holds(line: bytes, aside: bytes) -> bool:
    """Whether what stands beside a line fits it: nothing there that the line does not seal."""
    if not aside:
        return True
    try:
        beside = _read(aside)
    except ValueError:
        return False
    is_of_line = all(token == _token(*pair) and token.encode() in line for token, pair in beside.items())
    return is_of_line and aside == _written(beside)


def tokens_of(aside: bytes) -> Mapping[str, str]:
    """The names beside a line, by what stands for them in it."""
    return {token: name for token, (_, name) in _read(aside).items()}


def _token(salt: str, name: str) -> str:
    return f"~{hashlib.sha256((salt + name).encode()).hexdigest()[:32]}"


def _written(beside: Mapping[str, tuple[str, str]]) -> bytes:
    return json.dumps(beside, ensure_ascii=False, separators=(",", ":")).encode() if beside else b""


def _read(aside: bytes) -> dict[str, tuple[str, str]]:
    """Return salt and name by token; raises ``ValueError`` for anything else."""
    raw = json.loads(aside) if aside else {}
    pairs = raw.items() if isinstance(raw, dict) else [("", None)]
    read = {}
    for token, pair in pairs:
        match pair:
            case [str() as salt, str() as name] if _SALT.fullmatch(salt):
                read[token] = (salt, name)
            case _:
                raise ValueError(f"{pair!r} instead of a salt and a name")
    return read
