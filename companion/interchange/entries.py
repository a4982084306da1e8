"""Players as a list has them: a name a line, or a table with a column for names and perhaps one for fixed tables.

name;table      Nom\tClub      sep=;      Prénom,Nom      what office programs write
UTF-8, UTF-16 (Excel's Unicode text), the code page of Windows: told apart by their bytes
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence

from companion.core.typed import folded, tidied
from companion.errors import InputError

Entry = tuple[str, int | None]  # a name, and the fixed table of who needs one

_NAME = (
    *("name", "names", "full name", "player", "players", "participant"),
    *("nom", "noms", "nom complet", "joueur", "joueuse", "joueurs"),
)
_FIRST = ("first name", "firstname", "given name", "prenom")
_LAST = ("last name", "lastname", "surname", "family name", "nom de famille")
_TABLE = ("table", "fixed table", "table fixe")
_DIVIDERS = ("\t", ";", ",", "|")
EXPECTED = "a column `name`"


def decoded(data: bytes, where: str) -> str:
    """The text of a file in UTF-8, UTF-16 or the code page of Western Windows; raises ``InputError`` for another."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        coding = "utf-16"
    elif b"\0" in data[:200]:
        coding = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
    else:
        coding = "utf-8-sig"
    try:
        return data.decode(coding)
    except UnicodeDecodeError as wrong:
        if coding != "utf-8-sig":
            raise InputError(where, f"byte {wrong.start}", "bytes that are no text", "a list of players") from None
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as wrong:
        raise InputError(where, f"byte {wrong.start}", "bytes that are no text", "UTF-8 text") from None
    if any(letter < " " and not letter.isspace() for letter in text):
        raise InputError(where, "", "bytes that are no text", "a list of players")
    return text


def entries_in(text: str, where: str) -> list[Entry]:
    """The players of a list that people typed, or of a file that they chose. Raises ``InputError``."""
    rows = _rows(text)
    if rows and _columns(rows[0][1]):
        return csv_entries(text, where)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip("\ufeff \t;,")]
    for divider in (r"\t", ";", r"\|", r",(?! )"):
        if len(lines) > 1 and all(re.search(divider, line) for _, line in lines):
            raise InputError(where, f"line {lines[0][0]}", lines[0][1].strip(), EXPECTED)
    for number, line in lines:
        if "\ufffd" in line:
            raise InputError(where, f"line {number}", line.strip(), "letters that can be read: save the list as UTF-8")
    return [(tidied(line), None) for _, line in lines]


def titles_in(text: str) -> list[str]:
    """Return the titles of a table's columns, in their order."""
    rows = _rows(text)
    return [tidied(cell) for cell in rows[0][1]] if rows else []


def csv_entries(text: str, where: str, named: Mapping[str, str] | None = None) -> list[Entry]:
    """The players of a table whose first row names its columns; ``named``: columns that are called otherwise, by what
    they hold (``name``, ``first``, ``last``, ``table``).
    """
    rows = _rows(text)
    columns = _chosen(rows[0][1], named, where) if rows and named else _columns(rows[0][1]) if rows else {}
    if not columns:
        first = text.lstrip("\ufeff").splitlines()[:1]
        raise InputError(where, "line 1", first[0] if first and first[0] else "nothing", EXPECTED)
    found: list[Entry] = []
    for number, row in rows[1:]:
        cells = {what: row[place].strip() if place < len(row) else "" for what, place in columns.items()}
        name = tidied(cells.get("name") or f"{cells.get('first', '')} {cells.get('last', '')}")
        at, fixed = f"line {number}", cells.get("table", "")
        if not name:
            raise InputError(where, at, "no name", "a player's name")
        if "\ufffd" in name:
            raise InputError(where, at, name, "letters that can be read: save the list as UTF-8")
        if fixed and not (fixed.isdecimal() and len(fixed) <= 6 and int(fixed) > 0):
            raise InputError(where, f"{at}: table", repr(fixed), "a table's number, or nothing")
        found.append((name, int(fixed) if fixed else None))
    return found


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows of a table with their lines, without those in which nothing stands."""
    lines = text.lstrip("\ufeff").splitlines()
    start, divider = 0, ""
    if lines and lines[0].strip().strip('"').casefold().startswith("sep=") and len(lines[0].strip().strip('"')) == 5:
        start, divider = 1, lines[0].strip().strip('"')[4]
    first = next((line for line in lines[start:] if line.strip()), "")
    divider = divider or max(_DIVIDERS, key=lambda sign: (first.count(sign), -_DIVIDERS.index(sign)))
    reader = csv.reader((f"{line}\n" for line in lines[start:]), delimiter=divider)
    rows = [(reader.line_num + start, row) for row in reader]
    return [(number, row) for number, row in rows if any(cell.strip() for cell in row)]


def _chosen(first: Sequence[str], named: Mapping[str, str], where: str) -> dict[str, int]:
    """The columns by the titles that were given for them, beside those that are known anyway."""
    titles = [folded(tidied(cell)) for cell in first]
    chosen = {}
    for what, title in named.items():
        if folded(tidied(title)) not in titles:
            raise InputError(where, "line 1", title, f"one of the columns {', '.join(map(tidied, first))}")
        chosen[what] = titles.index(folded(tidied(title)))
    rest = {what: place for what, place in _columns(first).items() if place not in chosen.values()}
    if {"first", "last"} & chosen.keys():
        rest.pop("name", None)
    return rest | chosen if {"name", "first", "last"} & (rest | chosen).keys() else {}


def _columns(first: Sequence[str]) -> dict[str, int]:
    """The columns that are known by their titles; empty where none is for names."""
    titles = [folded(tidied(cell)) for cell in first]
    found = {
        what: next(place for place, title in enumerate(titles) if title in known)
        for what, known in (("first", _FIRST), ("last", _LAST), ("table", _TABLE), ("name", _NAME))
        if any(title in known for title in titles)
    }
    if "first" in found and "name" in found and titles[found["name"]] in ("nom", "name"):
        found["last"] = found.pop("name")  # beside a first name, the name is the last one
    return found if {"name", "first", "last"} & found.keys() else {}
