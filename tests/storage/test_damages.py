"""A damaged store, record or event: never a traceback, nothing accepted silently, all before the damage saved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.dice import DiceResult, Source
from companion.core.events import CORE_EVENTS, Conceded, DiceReported, Recorded
from companion.core.ids import CommandId, RequestId, Seat
from companion.core.ledger import Entry, Ledger, Recorder
from companion.core.naming import Names
from companion.errors import BrokenSeal, InputError, StoreFault
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder, parse_sealed_line, read_whole
from companion.storage.named import NamingCodec, NamingRecorder
from companion.storage.salvage import salvage
from companion.storage.sqlite import SqliteRecorder
from tests.storage.damages import damaged

LINES = 60
PAGE, PIECE = 4096, 60  # bytes

RECORDERS: dict[str, Callable[[Path], Recorder]] = {
    "store": SqliteRecorder,
    "record": JsonlRecorder,
    "event": JsonlRecorder,
}


def write(kind: str, path: Path) -> list[Entry]:
    """Sixty lines of a game or of an event: some short, some of several pages; what they are, as they are kept."""
    recorder, names = RECORDERS[kind](path), Names()
    ledger = Ledger(recorder, JsonCodec(CORE_EVENTS))
    if kind == "event":
        kept = NamingRecorder(recorder, names)
        ledger = Ledger(kept, NamingCodec(CORE_EVENTS, names, lambda event: [str(getattr(event, "seat", ""))]))
    for version in range(LINES):
        faces = tuple(f"{version}-{at}" for at in range(900 if version % 20 == 10 else 2))
        event = DiceReported(DiceResult(RequestId("ask"), faces, Source.CAMERA))
        said = Conceded(Seat(f"Ann{version}")) if version % 9 == 4 else event
        ledger.append([Recorded(version, said, CommandId(f"c{version}"), 1_000 + version, Source.CAMERA)])
    entries = list(recorder.read())
    recorder.close()
    return entries


def opened(kind: str, path: Path) -> list[Entry]:
    """Open the file as a table and as a reader does; raises what they raise."""
    with closing(RECORDERS[kind](path)) as recorder:
        Ledger(recorder, JsonCodec(CORE_EVENTS))
        lines = list(recorder.read())
    return read_whole(path) if kind != "store" else lines


def whole_before(kind: str, data: bytes, spoiled: bytes, entries: list[Entry]) -> int:
    """How many lines from the first on stand unharmed in the spoiled file, by looking for their own bytes."""
    if kind != "store":
        lines = spoiled.split(b"\n")
        count = 0
        for line, entry in zip(lines[:-1], entries, strict=False):
            if parse_sealed_line(line + b"\n", count) != entry:
                break
            count += 1
        return count
    pages = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    hurt = {at for at, page in enumerate(pages) if spoiled[at * PAGE : (at + 1) * PAGE] != page}
    return next((at for at, one in enumerate(entries) if pages_of(one, data) & hurt), len(entries))


def pages_of(entry: Entry, data: bytes) -> set[int]:
    """The pages in which pieces of the line stand; no two lines have such a piece in common."""
    text = entry.line + entry.seal.encode()
    places = (data.find(text[at : at + PIECE]) for at in range(0, len(text), PIECE // 2))
    return {at // PAGE for at in places if at >= 0}


def examine(kind: str, seed: int, data: bytes, entries: list[Entry], path: Path) -> str:
    """Damage the file; what came of it, in a word."""
    spoiled = damaged(data, seed)
    path.write_bytes(spoiled)
    saved = salvage(path)
    assert list(saved.entries) == entries[: len(saved.entries)]
    before = whole_before(kind, data, spoiled, entries)
    assert len(saved.entries) >= before, f"{len(saved.entries)} of {before} before the damage"
    assert path.read_bytes() == spoiled
    assert saved.is_whole or saved.why
    try:
        found = opened(kind, path)
    except (InputError, BrokenSeal, StoreFault) as refused:
        assert "\n" not in str(refused)
        return "refused"
    assert [(one.line, one.seal) for one in found] == [(one.line, one.seal) for one in entries], "accepted silently"
    return "unharmed"


@pytest.mark.parametrize(
    ("kind", "seeds"),
    [
        *[(kind, range(60)) for kind in RECORDERS],
        *[pytest.param(kind, range(60, 1_060), marks=pytest.mark.long) for kind in RECORDERS],
    ],
    ids=lambda given: given if isinstance(given, str) else str(len(given)),
)
def test_no_damage_is_taken_for_the_truth_and_all_before_it_is_saved(kind: str, seeds: range, tmp_path: Path) -> None:
    path = tmp_path / f"game.{kind}"
    entries = write(kind, path)
    data, note = path.read_bytes(), path.with_name(path.name + ".head").read_bytes()
    told = []
    for seed in seeds:
        for left in tmp_path.glob("game.*"):
            left.unlink()
        path.with_name(path.name + ".head").write_bytes(note)
        try:
            told.append(examine(kind, seed, data, entries, path))
        except BaseException as wrong:
            wrong.add_note(f"{kind}, damage {seed}")
            raise
    assert told.count("refused") > len(seeds) // 2
