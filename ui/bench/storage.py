"""Storage: what keeping an event costs beyond the disk itself, and what opening a long record costs."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from ui.bench.rows import Row, Runner, side_by_side


def measure(*, appends: int = 400, events: int = 2000, openings: int = 9) -> Iterator[Row]:
    """One durable append in each recorder against a bare write and ``fdatasync`` of the same bytes in the same folder;
    then opening and checking a record against reading its file and hashing it line by line."""
    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as folder:
        yield from _appending(Path(folder), appends)
        yield from _opening(Path(folder), events, openings)


def _appending(folder: Path, samples: int) -> Iterator[Row]:
    from companion.core.ledger import GENESIS, Entry, Recorder, seal_of
    from companion.storage.jsonl import JsonlRecorder
    from companion.storage.sqlite import SqliteRecorder

    line = _line(3)
    seal = seal_of(GENESIS, line)
    same_bytes = line[:-1] + b',"seal":"' + seal.encode() + b'"}\n'
    recorders: list[Recorder] = [SqliteRecorder(folder / "append.db"), JsonlRecorder(folder / "append.record")]
    bare = os.open(folder / "append.bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def append(recorder: Recorder, number: int) -> None:
        recorder.append([Entry(number, line, seal)], expected=number)

    def write(number: int) -> None:
        os.write(bare, same_bytes)
        os.fdatasync(bare)

    runners: list[Runner] = [lambda n: append(recorders[0], n), lambda n: append(recorders[1], n), write]
    try:
        sqlite, jsonl, raw = side_by_side(runners, samples, warm_up=20)
    finally:
        for recorder in recorders:
            recorder.close()
        os.close(bare)
    peer = f"bare write and fdatasync of the same {len(same_bytes)} bytes"
    yield Row("durable append, SQLite", sqlite * 1e6, "us", raw * 1e6, peer, 1.5)
    yield Row("durable append, JSON Lines", jsonl * 1e6, "us", raw * 1e6, peer, 1.5)


def _opening(folder: Path, events: int, samples: int) -> Iterator[Row]:
    from companion.core.events import CORE_EVENTS
    from companion.core.ledger import GENESIS, Entry, Ledger, Recorder, seal_of
    from companion.storage.codec import JsonCodec
    from companion.storage.jsonl import JsonlRecorder
    from companion.storage.sqlite import SqliteRecorder

    entries, seal = list[Entry](), GENESIS
    for version in range(events):
        line = _line(version)
        seal = seal_of(seal, line)
        entries.append(Entry(version, line, seal))
    codec, record = JsonCodec(CORE_EVENTS), folder / "open.record"
    open_sqlite = partial(SqliteRecorder, folder / "open.db")
    open_jsonl = partial(JsonlRecorder, record)
    openers: list[Callable[[], Recorder]] = [open_sqlite, open_jsonl]
    for opener in openers:
        writer = opener()
        writer.append(entries, expected=0)
        writer.close()

    def reopen(opener: Callable[[], Recorder]) -> None:
        recorder = opener()
        assert Ledger(recorder, codec).head == seal
        recorder.close()

    def read(number: int) -> None:
        running = hashlib.sha256()
        with record.open("rb") as file:
            for line in file:
                running = hashlib.sha256(running.digest() + line)

    runners: list[Runner] = [lambda n: reopen(open_sqlite), lambda n: reopen(open_jsonl), read]
    sqlite, jsonl, plain = side_by_side(runners, samples)
    peer = "reading the file and hashing it line by line"
    yield Row(f"open and check {events} events, SQLite", sqlite * 1e3, "ms", plain * 1e3, peer, 5.0)
    yield Row(f"open and check {events} events, JSON Lines", jsonl * 1e3, "ms", plain * 1e3, peer, 5.0)


def _line(version: int) -> bytes:
    """A line as a game writes it, of a usual length."""
    from companion.board.squares import format_square
    from companion.core.dice import Source
    from companion.core.events import Recorded
    from companion.core.ids import CommandId, PieceId
    from companion.games.heroclix.events.folding import EVENTS
    from companion.games.heroclix.events.play import FigureMoved
    from companion.games.heroclix.sample import RED
    from companion.storage.codec import JsonCodec

    path = tuple(format_square(column, 4) for column in range(7))
    moved = FigureMoved(PieceId(f"{RED}-1"), path, path[-1:], len(path) - 1)
    return JsonCodec(EVENTS).encode(Recorded(version, moved, CommandId(f"c{version}"), 1_763_640_000_000, Source.HAND))
