"""The rows of a SQLite file of which a part is damaged, read page by page, without SQLite.

    file = pages            leaf page = cells            cell = size, rowid, record, first overflow page
    log  = newer pages      a row may stand in both

SQLite gives up at the first page that it cannot follow; here every leaf is read by itself, so that a row is found
even when what leads to it is gone. Whether a row is true is for its seal to say: nothing here is trusted.
https://www.sqlite.org/fileformat.html
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

MAGIC = b"SQLite format 3\0"
_LEAF = 0x0D  # a page of a table's rows
_SIZES = (4096, 1024, 2048, 8192, 16384, 32768, 65536, 512)  # of a page; ours have the first
_LOG_HEAD, _FRAME_HEAD = 32, 24  # bytes before the first frame of a log, and before each page in it

Value = int | bytes | None
Row = tuple[int, tuple[Value, ...]]  # rowid, columns; texts as bytes, and floating numbers as nothing


def rows_of(path: Path) -> Iterator[Row]:
    """Every row that a leaf of the file or of its log still holds, in no order, some twice; raises ``OSError``."""
    data, log = path.read_bytes(), path.with_name(path.name + "-wal")
    size = int.from_bytes(data[16:18], "big")
    size = {1: 65536}.get(size, size)
    newer = log.read_bytes() if log.exists() else b""
    is_told = data.startswith(MAGIC) and size in _SIZES
    for one in dict.fromkeys((size, _SIZES[0])) if is_told else _SIZES:
        old = {at // one + 1: data[at : at + one] for at in range(0, len(data), one)}
        yield from _rows_in(old, one)
        if now := _logged(newer, one):
            yield from _rows_in(old | now, one)


def _logged(log: bytes, size: int) -> dict[int, bytes]:
    """The last of each page in a write-ahead log; frames of an earlier round have another salt."""
    pages = {}
    for at in range(_LOG_HEAD, len(log) - _FRAME_HEAD, _FRAME_HEAD + size):
        if log[at + 8 : at + 16] == log[16:24]:
            number = int.from_bytes(log[at : at + 4], "big")
            pages[number] = log[at + _FRAME_HEAD : at + _FRAME_HEAD + size]
    return pages


def _rows_in(pages: Mapping[int, bytes], size: int) -> Iterator[Row]:
    for number, page in pages.items():
        head = 100 if number == 1 else 0  # the first page begins with the file's own header
        if len(page) < head + 8 or page[head] != _LEAF:
            continue
        (cells,) = struct.unpack_from(">H", page, head + 3)
        for at in range(head + 8, min(head + 8 + 2 * cells, len(page) - 1), 2):
            try:
                yield _row_at(pages, page, int.from_bytes(page[at : at + 2], "big"), size)
            except (IndexError, KeyError, ValueError):
                continue  # not a cell any more


def _row_at(pages: Mapping[int, bytes], page: bytes, at: int, size: int) -> Row:
    length, at = _number(page, at)
    rowid, at = _number(page, at)
    if not 0 < length <= len(pages) * size:
        raise ValueError("no row is larger than its file")
    least, most = (size - 12) * 32 // 255 - 23, size - 35
    here = length
    if length > most:
        here = least + (length - least) % (size - 4)
        here = here if here <= most else least
    record = page[at : at + here]
    follows = int.from_bytes(page[at + here : at + here + 4], "big") if length > here else 0
    while len(record) < length:
        more = pages[follows]
        follows = int.from_bytes(more[:4], "big")
        record += more[4 : 4 + length - len(record)]
    return rowid, _columns(record)


def _columns(record: bytes) -> tuple[Value, ...]:
    end, at = _number(record, 0)
    kinds: list[int] = []
    while at < end:
        kind, at = _number(record, at)
        kinds.append(kind)
    ends = [end]
    for kind in kinds:
        ends.append(ends[-1] + ((kind - 12) // 2 if kind >= 12 else (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]))
    if ends[-1] != len(record):
        raise ValueError("a record of another length")
    return tuple(_value(kind, record[one:two]) for kind, (one, two) in zip(kinds, pairwise(ends), strict=True))


def _value(kind: int, data: bytes) -> Value:
    if kind >= 12:
        return data
    if kind in (8, 9):
        return kind - 8
    return int.from_bytes(data, "big", signed=True) if 1 <= kind <= 6 else None


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for step in range(8):
        value = value << 7 | data[at + step] & 0x7F
        if data[at + step] < 0x80:
            return value, at + step + 1
    return value << 8 | data[at + 8], at + 9
