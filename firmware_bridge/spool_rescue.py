"""The events that are whole of a damaged spool, saved as a spool: the rows of every page whose checksum is right.

page ──> row ──checksum──> event, progress, gap ──> a new spool       numbers between that are gone become gaps
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.sqlite_pages import Row, rows_of
from firmware_bridge.spool import COLUMNS, Spool, check_sums, checksum, open_tables

_WIDTHS = {14: "event", 4: "progress", 5: "gap"}  # columns of each table, its checksum the last


@dataclass(frozen=True, slots=True)
class SpoolRescue:
    """Events that were saved, how many of them no table has had, and events that are known to be lost."""

    saved: int
    untaken: int
    lost: int
    is_whole: bool  # nothing of the file is damaged


def rescue_spool(path: Path, out: Path) -> SpoolRescue:
    """Save the whole rows of the file in a new spool; ``InputError`` when there are none, or they cannot be read."""
    try:
        events, progress, gaps = _whole(rows_of(path))
    except OSError as wrong:
        raise InputError(str(path), "", wrong.strerror or str(wrong), "a spool that can be read") from wrong
    if not events and not progress:
        raise InputError(str(path), "", "no event that is whole", "a spool of devices")
    seqs: dict[tuple[str, int], list[int]] = defaultdict(list)
    for node, epoch, seq in events:
        seqs[node, epoch].append(seq)
    lost = 0
    Spool(out).close()
    with closing(open_tables(str(out))) as db:
        db.execute("BEGIN IMMEDIATE")
        marks = ", ".join("?" * 13)
        db.executemany(
            f"INSERT INTO event ({COLUMNS}, taken, sum) VALUES ({marks})",
            [(*row, checksum(*row)) for _, row in sorted(events.values(), key=lambda one: one[0])],
        )
        for store in dict.fromkeys((*progress, *seqs)):
            held = sorted(seqs[store])
            upto = max(progress.get(store, 0), _reach(held))
            db.execute("INSERT INTO progress VALUES (?, ?, ?, ?)", (*store, upto, checksum(*store, upto)))
            for first, last in _missing(held, upto):
                if (*store, first, last) not in gaps:
                    gaps.append((*store, first, last))
                    lost += last - first + 1
        db.executemany("INSERT OR IGNORE INTO gap VALUES (?, ?, ?, ?, ?)", [(*gap, checksum(*gap)) for gap in gaps])
        db.execute("COMMIT")
    return SpoolRescue(len(events), sum(row[-1] == 0 for _, row in events.values()), lost, _is_whole(path))


def _is_whole(path: Path) -> bool:
    way = "mode=ro" if path.with_name(path.name + "-wal").exists() else "immutable=1"
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{way}", uri=True)) as db:
        db.create_function("checksum", -1, checksum, deterministic=True)
        try:
            check_sums(db)
        except (sqlite3.Error, UnicodeDecodeError):
            return False
    return True


Events = dict[tuple[str, int, int], tuple[int, tuple[Any, ...]]]  # by key: the row's number, its columns
Progress = dict[tuple[str, int], int]
Gap = tuple[str, int, int, int]


def _whole(rows: Iterable[Row]) -> tuple[Events, Progress, list[Gap]]:
    """Return the rows whose checksum is right; of two of one key the later."""
    events: Events = {}
    progress: Progress = {}
    gaps: list[Gap] = []
    for rowid, columns in rows:
        match _WIDTHS.get(len(columns)), columns:
            case "event", (_, bytes() as node, int() as epoch, int() as seq, *facts, int() as taken, sig, found):
                key = _text(node), epoch, seq
                row = (*key, *facts, sig, taken)
                if checksum(*row) == found and taken >= events.get(key, (0, (0,)))[1][-1]:
                    events[key] = rowid, row
            case "progress", (bytes() as node, int() as epoch, int() as upto, found):
                store = _text(node), epoch
                if checksum(*store, upto) == found:
                    progress[store] = max(upto, progress.get(store, 0))
            case "gap", (bytes() as node, int() as epoch, int() as first, int() as last, found):
                gap = (_text(node), epoch, first, last)
                if checksum(*gap) == found and gap not in gaps:
                    gaps.append(gap)
    return events, progress, gaps


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _reach(held: list[int]) -> int:
    """The last number without a gap before it, from the first that is held."""
    return next((seq for seq, after in pairwise(held) if after != seq + 1), held[-1] if held else 0)


def _missing(held: list[int], upto: int) -> Iterator[tuple[int, int]]:
    """The numbers that are gone, between those that are held and up to the last that was."""
    for seq, after in pairwise([*(one for one in held if one <= upto), upto + 1]):
        if after > seq + 1:
            yield seq + 1, after - 1
