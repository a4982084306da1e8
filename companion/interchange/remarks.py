"""Remarks of importers on the files they read: nothing is repaired silently.

problem   something is wrong with the file; the entry is skipped when it cannot be understood without guessing
note      nothing is wrong, but something in the file is not used here
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence about one place of a file."""

    file: str
    unit: str | None  # the figure's id or the map's name
    where: str
    message: str
    is_skipped: bool = False  # the entry was left out because of this
    is_note: bool = False
