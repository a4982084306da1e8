"""Players as a list has them: a name a line, or CSV with a column ``name`` and perhaps a column ``table``."""

from __future__ import annotations

import csv

from companion.errors import InputError

Entry = tuple[str, int | None]  # a name, and the fixed table of who needs one


def entries_in(text: str, where: str) -> list[Entry]:
    """The players of a list that people typed, or of a file that they chose. Raises ``InputError``."""
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and "name" in _columns(lines[0]):
        return csv_entries(text, where)
    return [(" ".join(line.split()), None) for line in lines]


def csv_entries(text: str, where: str) -> list[Entry]:
    """The players of a CSV file, its parts divided by commas or, as some offices write them, semicolons."""
    lines = text.splitlines()
    first = lines[0] if lines else ""
    columns = _columns(first)
    if "name" not in columns:
        raise InputError(where, "line 1", first or "nothing", "a column `name`")
    found: list[Entry] = []
    reader = csv.reader(lines[1:], delimiter=_divider(first))
    for row in filter(None, reader):
        cells = dict(zip(columns, (part.strip() for part in row), strict=False))
        at, fixed = f"line {reader.line_num + 1}", cells.get("table", "")
        if not cells.get("name"):
            raise InputError(where, at, "no name", "a player's name")
        if fixed and not (fixed.isdecimal() and int(fixed) > 0):
            raise InputError(where, f"{at}: table", repr(fixed), "a table's number, or nothing")
        found.append((" ".join(cells["name"].split()), int(fixed) if fixed else None))
    return found


def _divider(first: str) -> str:
    return ";" if ";" in first else ","


def _columns(first: str) -> list[str]:
    return [part.strip().casefold() for part in next(csv.reader([first.lstrip("\ufeff")], delimiter=_divider(first)))]
