"""Saves what is whole of a damaged record, store or event: its lines up to the first one that does not verify.

    file ──lines as they stand, or rows of every page──> candidates of each version ──chain of seals──> Salvage

A chain of seals makes this safe: of whatever is found the one line that fits is taken, and behind a line that is gone
no other can be proved, nor could its game be played on.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.core.ledger import GENESIS, Entry, fits
from companion.errors import InputError
from companion.sqlite_pages import MAGIC, rows_of
from companion.storage.jsonl import parse_sealed_line
from companion.storage.sqlite import DAMAGED
from companion.storage.witness import Witness

_SEAL_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Salvage:
    """The lines that verify, from the first on; ``found`` and ``known``: how far the file goes on, and once went."""

    entries: tuple[Entry, ...]
    found: int  # lines that are there, or were once
    known: int  # lines that the note beside it (``.head``) says there were; 0: there is none
    why: str  # it ends there; empty: nothing is damaged

    @property
    def is_whole(self) -> bool:
        """Whether nothing is known to be lost."""
        return not self.why and len(self.entries) >= self.known

    @property
    def lost(self) -> int:
        """How many lines are known to be lost; there may be more."""
        return max(self.found, self.known) - len(self.entries)


def salvage(path: Path) -> Salvage:
    """Return the lines of that file that verify; it is only read, and may be in use. Raises ``InputError``."""
    known = Witness(path).known()
    try:
        with path.open("rb") as file:
            is_store = file.read(len(MAGIC)) == MAGIC
        if not is_store:
            saved = _of_record(path, known)
            if saved.entries:
                return saved
        whole = _of_store(path, known) if is_store else None
        if whole is not None and whole.is_whole:
            return whole
        rows = _of_pages(path, known)
    except OSError as wrong:
        raise InputError(str(path), "", wrong.strerror or str(wrong), "a file that can be read") from wrong
    if not is_store and not rows.entries:
        return saved
    return rows if whole is None or len(rows.entries) >= len(whole.entries) else whole


def _of_record(path: Path, known: int) -> Salvage:
    """The lines of a record file or an event."""
    with path.open("rb") as file:
        lines = list(file)
    kept: list[Entry] = []
    seal, why = GENESIS, ""
    for number, line in enumerate(lines):
        entry = parse_sealed_line(line, number)
        if entry is None:
            why = "not a complete sealed line"
        elif not fits(entry, number, seal):
            why = "the seal does not fit the line"
        if entry is None or why:
            break
        kept.append(entry)
        seal = entry.seal
    return Salvage(tuple(kept), len(lines), known, why or _short(len(kept), known))


def _of_store(path: Path, known: int) -> Salvage:
    """The rows as SQLite has them: one moment of a game that may go on meanwhile."""
    kept: list[Entry] = []
    seal, found = GENESIS, 0
    try:
        in_use = path.with_name(path.name + "-wal").exists()
        way = "mode=ro" if in_use else "immutable=1"  # a mere look leaves nothing beside the file
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{way}", uri=True)) as db:
            for version, line, its_seal in db.execute("SELECT version, line, seal FROM entries ORDER BY version"):
                found += 1
                entry = Entry(version, line, its_seal) if isinstance(line, bytes) else None
                if entry is None or not fits(entry, len(kept), seal):
                    break
                kept.append(entry)
                seal = entry.seal
    except (sqlite3.Error, UnicodeDecodeError) as wrong:
        return Salvage(tuple(kept), found, known, f"{DAMAGED} ({wrong})")
    return Salvage(tuple(kept), found, known, _short(len(kept), max(found, known)))


def _of_pages(path: Path, known: int) -> Salvage:
    """The rows that any page still holds, put in order by their seals."""
    candidates: dict[int, set[tuple[bytes, str]]] = defaultdict(set)
    for version, columns in rows_of(path):
        match columns:
            case (_, bytes() as line, bytes() as seal) if len(seal) == _SEAL_LENGTH and line.startswith(b"{"):
                candidates[version].add((line, seal.decode("ascii", "replace")))
    kept = tuple(_chained(candidates))
    found = 1 + max((version for version in candidates if version < 1 << 31), default=-1)
    return Salvage(kept, found, known, DAMAGED)


def _chained(candidates: dict[int, set[tuple[bytes, str]]]) -> Iterator[Entry]:
    seal = GENESIS
    for version in range(len(candidates)):
        entries = (Entry(version, *one) for one in candidates.get(version, ()))
        entry = next((one for one in entries if fits(one, version, seal)), None)
        if entry is None:
            return
        yield entry
        seal = entry.seal


def _short(saved: int, known: int) -> str:
    return "" if saved >= known else f"it once had {known} lines"
