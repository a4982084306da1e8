"""The exceptions of the house.

    TablewrightError
    ├── InputError       a file, picture, frame, message or argument that cannot be used (exit 2, one line)
    │    └── GameTaken   a game that another process plays
    ├── MissingPart      something of the machine that is not there: a library, a broker, a VM
    ├── StaleVersion     someone appended to the ledger first
    ├── StoreFault       a store that cannot be read or written just now: nothing of what was asked is kept
    └── BrokenSeal       a record whose chain does not hold

A rule that forbids a command is not an exception: it is a ``Violation`` inside ``Rejected``.
"""

from __future__ import annotations


class TablewrightError(Exception):
    """The base of everything that this project raises on purpose."""


class InputError(TablewrightError):
    """Bad input: which file, where in it (``pieces[2].square``), what was found, what was expected."""

    def __init__(self, file: str, place: str, found: str, expected: str) -> None:
        super().__init__(file, place, found, expected)
        self.file = file
        self.place = place
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        where = f"{self.file}: {self.place}" if self.place else self.file
        line = f"{where}: found {self.found}, expected {self.expected}"
        return " ".join(line.split())  # always one line, whatever was found


class GameTaken(InputError):
    """A game store that another process has open to play."""


class MissingPart(TablewrightError):
    """A part of the machine that is not there: its name, and what brings it."""

    def __init__(self, part: str, remedy: str) -> None:
        super().__init__(part, remedy)
        self.part, self.remedy = part, remedy

    def __str__(self) -> str:
        return f"{self.part} is missing: {self.remedy}"


class StaleVersion(TablewrightError):
    """An append that expected another version than the ledger has."""

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__(expected, actual)
        self.expected, self.actual = expected, actual

    def __str__(self) -> str:
        return f"the ledger is at version {self.actual}, the append expected {self.expected}"


class StoreFault(TablewrightError):
    """A store that is away, or full: what was to be kept is not."""


class BrokenSeal(TablewrightError):
    """A record whose chain does not hold: the file, the first bad line (from 1), and why."""

    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__(file, line, why)
        self.file, self.line, self.why = file, line, why

    def __str__(self) -> str:
        return f"{self.file}: line {self.line}: {self.why}"


def unusable(wrong: OSError | ValueError, path: str = "") -> InputError:
    """Return the refusal of a file or folder that the system cannot read, write or make, named by it or by ``path``."""
    if not isinstance(wrong, OSError):
        return InputError(path, "", "a name that no file can have", "the name of a file")
    found = wrong.strerror or "a place that cannot be used"
    return InputError(path or str(wrong.filename or "the system"), "", found, "a place that can be read and written")
