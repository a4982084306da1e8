"""Documents from outside, read step by step: every value knows its file and its place, so a refusal can name both.

Node("p.json", "", {...})
  └── ["pieces"][2]["square"]        place: pieces[2].square
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from companion.errors import InputError

MOST_BYTES = 128 << 20  # of a file; every figure there ever was comes to 40 MB, and /dev/zero to all memory there is
DEEPEST = 64  # levels of a document; shipped ones have 12
MOST = 2**53  # the largest number of a document, either side of 0: what any reader of JSON keeps whole


@dataclass(frozen=True, slots=True)
class Node:
    """One value of a document, with the file it came from and its place there."""

    file: str
    place: str
    value: Any
    doubled: tuple[str, ...] = ()  # of a whole document: keys that some object gives twice (the last one counts)

    def of_format(self, name: str) -> Node:
        """Return this document, once it is known to be of our own format of that name; doubled keys are refused too."""
        if not isinstance(self.value, dict):
            self.refuse(f"an object with the format {name!r}")
        if "format" not in self:
            self.refuse(f"the key 'format' with {name!r}", "no such key")
        self["format"].word({name})
        for key in self.doubled:
            self[key].refuse("every key once", f"the key {key!r} twice in one object")
        return self

    def refuse(self, expected: str, found: str | None = None) -> NoReturn:
        """Raise the one-line refusal of this value."""
        raise InputError(self.file, self.place, describe(self.value) if found is None else found, expected)

    def __getitem__(self, key: str | int) -> Node:
        if isinstance(key, int):
            return Node(self.file, f"{self.place}[{key}]", self.value[key])
        return Node(self.file, f"{self.place}.{key}" if self.place else key, self.mapping.get(key))

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    @property
    def mapping(self) -> dict[str, Any]:
        """The value, which must be an object, as it stands in the document."""
        if not isinstance(self.value, dict):
            self.refuse("an object")
        return self.value

    def table(self, required: Collection[str], optional: Collection[str] = ()) -> Node:
        """Return this node, once it is known to be an object with these keys and no others."""
        for key in self.mapping:
            if key not in required and key not in optional:
                self[key].refuse(f"one of the keys {', '.join(sorted({*required, *optional}))}", f"the key {key!r}")
        for key in sorted(required):
            if key not in self.value:
                self.refuse(f"the key {key!r}", "no such key")
        return self

    def items(self) -> Iterator[Node]:
        """The entries of a list, each with its place."""
        if not isinstance(self.value, list):
            self.refuse("a list")
        return (self[place] for place in range(len(self.value)))

    def entries(self) -> Iterator[tuple[str, Node]]:
        """The keys and values of an object."""
        return ((key, self[key]) for key in self.mapping)

    def text(self) -> str:
        """The value, which must be text."""
        if not isinstance(self.value, str):
            self.refuse("text")
        return self.value

    def texts(self) -> dict[str, str]:
        """A text in several languages, by language; one alone counts as English."""
        if isinstance(self.value, str):
            return {"en": self.value}
        return {language: text.text() for language, text in self.entries()}

    def number(self, least: int, most: int) -> int:
        """The value, which must be a whole number between two bounds."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not least <= self.value <= most:
            self.refuse(f"a whole number from {least} to {most}")
        return self.value

    def measure(self, least: float, most: float) -> float:
        """The value, which must be a number, whole or not, between two bounds."""
        is_number = isinstance(self.value, int | float) and not isinstance(self.value, bool)
        if not is_number or not least <= self.value <= most:
            self.refuse(f"a number from {least:g} to {most:g}")
        return float(self.value)

    def flag(self) -> bool:
        """The value, which must be true or false."""
        if not isinstance(self.value, bool):
            self.refuse("true or false")
        return self.value

    def word(self, words: Collection[str]) -> str:
        """The value, which must be one of these words."""
        if not isinstance(self.value, str) or self.value not in words:
            self.refuse(f"one of {', '.join(sorted(words))}")
        return self.value


def describe(value: object) -> str:
    """A short description of a value for a refusal: text and numbers as they are, the rest by kind."""
    match value:
        case None:
            return "nothing"
        case bool() | int() | float():
            return json.dumps(value)[:40]
        case str():
            return json.dumps(value if len(value) <= 60 else value[:57] + "...", ensure_ascii=False)
        case dict():
            return "an object"
        case list():
            return f"a list of {len(value)}"
    return type(value).__name__


def load_document(path: str) -> Node:
    """The document in a JSON or TOML file; ``-`` reads standard input as JSON."""
    if path == "-":
        return parse_json(read_text(path), name_of(path))
    text = read_text(path)
    return parse_toml(text, path) if path.endswith(".toml") else parse_json(text, path)


def name_of(path: str) -> str:
    """Return the name of a file for refusals: its path, or "standard input" for ``-``."""
    return "standard input" if path == "-" else path


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InputError(name_of(path), "", "a file without end", f"at most {MOST_BYTES >> 20} MB")
        return data
    except OSError as wrong:
        found = wrong.strerror or "a file that cannot be read"
        raise InputError(name_of(path), "", found, "a readable file") from None
    except ValueError:
        raise InputError(ascii(path), "", "a name that no file can have", "the name of a file") from None


def read_text(path: str) -> str:
    """The text of a file in UTF-8, or of standard input for ``-``."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise InputError(name_of(path), f"byte {wrong.start}", "bytes that are not UTF-8", "UTF-8 text") from None


def parse_toml(text: str, file: str) -> Node:
    """The document in a TOML text, as sound as one in JSON."""
    import tomllib  # the tablet's first frame reads none

    try:
        value = tomllib.loads(text)
    except RecursionError:
        raise InputError(file, "", "lists nested too deep", "TOML of ordinary depth") from None
    except tomllib.TOMLDecodeError as wrong:
        raise InputError(file, "", str(wrong), "TOML") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise InputError(file, "", "a number that is too large", f"numbers up to {MOST}") from None
    _check_sound(file, value)
    return Node(file, "", value)


def parse_json(text: str, file: str) -> Node:
    """The document in a JSON text; ``NaN``, bottomless nesting, halves of characters, endless numbers are refused."""
    doubled: list[str] = []

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            keys = [key for key, _ in pairs]
            doubled.extend(sorted({key for key in keys if keys.count(key) > 1}))
        return found

    try:
        value = json.loads(text, object_pairs_hook=table, parse_constant=_no_constant)
    except json.JSONDecodeError as wrong:
        raise InputError(file, f"line {wrong.lineno} column {wrong.colno}", wrong.msg, "JSON") from None
    except RecursionError:
        raise InputError(file, "", "lists nested too deep", "JSON of ordinary depth") from None
    except _NoNumber as wrong:
        raise InputError(file, "", str(wrong), "JSON") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise InputError(file, "", "a number that is too large", f"numbers up to {MOST}") from None
    _check_sound(file, value)
    return Node(file, "", value, tuple(doubled))


def _check_sound(file: str, document: object) -> None:
    """Refuse what cannot be reckoned with, written, or followed by functions that call themselves.

    That is a number beyond `MOST`, half of a character, and lists nested deeper than `DEEPEST`.
    """
    level = [document]
    for _ in range(DEEPEST):
        below: list[object] = []
        for one in level:
            if isinstance(one, dict):
                below += one.values()
                below += one
            elif isinstance(one, list):
                below += one
            elif isinstance(one, str):
                if not one.isascii() and any("\ud800" <= letter <= "\udfff" for letter in one):
                    raise InputError(file, "", f"half of a character in {json.dumps(one[:40])}", "whole characters")
            elif isinstance(one, int | float) and not -MOST <= one <= MOST:
                raise InputError(file, "", "a number that is too large, or none", f"numbers up to {MOST}")
            elif one is not None and not isinstance(one, int | float):
                raise InputError(file, "", f"the date {one}", "text, numbers, lists and objects")  # of TOML
        if not below:
            return
        level = below
    raise InputError(file, "", f"lists nested more than {DEEPEST} deep", "a document of ordinary depth")


class _NoNumber(ValueError):
    pass


def _no_constant(text: str) -> NoReturn:
    raise _NoNumber(f"{text}, which is no JSON number")
