"""The chain of seals: changing, removing or reordering anything is found, at its line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.core.dice import DiceResult, Source
from companion.core.events import CORE_EVENTS, Conceded, DiceReported, Recorded
from companion.core.ids import CommandId, RequestId, Seat
from companion.core.ledger import Ledger
from companion.errors import BrokenSeal, InputError
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder, read_sealed_lines, read_whole
from companion.storage.sqlite import SqliteRecorder


def write_record(path: Path, count: int = 12) -> None:
    recorder = JsonlRecorder(path)
    ledger = Ledger(recorder, JsonCodec(CORE_EVENTS))
    for version in range(count):
        event = DiceReported(DiceResult(RequestId(f"ask-{version}"), ("5", "6"), Source.CAMERA))
        ledger.append([Recorded(version, event, CommandId(f"c{version}"), 1_000 + version, Source.CAMERA)])
    recorder.close()


def first_bad_line(path: Path) -> int | None:
    """The line (from 1) at which reading the record stops, or ``None``."""
    recorder = None
    try:
        recorder = JsonlRecorder(path)
        list(Ledger(recorder, JsonCodec(CORE_EVENTS)).read())
    except BrokenSeal as broken:
        return broken.line
    finally:
        if recorder:
            recorder.close()
    return None


def test_every_changed_byte_is_found_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    write_record(path)
    whole = path.read_bytes()
    rng = random.Random(7)
    for place in rng.sample(range(len(whole) - 1), 150):
        changed = bytearray(whole)
        changed[place] ^= 1 << rng.randrange(8)
        path.write_bytes(bytes(changed))
        line = whole[:place].count(b"\n") + 1
        assert first_bad_line(path) == line, f"byte {place}"
    path.write_bytes(whole)
    assert first_bad_line(path) is None


def test_a_missing_line_is_found(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    write_record(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4] + lines[5:]))
    assert first_bad_line(path) == 5


def test_a_missing_tail_is_found_by_the_witness(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    write_record(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:9]))
    assert first_bad_line(path) == 10


def test_a_record_is_read_whole_or_its_missing_tail_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    write_record(path)
    assert [entry.version for entry in read_whole(path)] == list(range(12))
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:9]))
    with pytest.raises(BrokenSeal, match="line 10"):
        read_whole(path)


def test_a_store_that_grows_while_it_is_read_has_lost_nothing(tmp_path: Path) -> None:
    write_record(tmp_path / "game.record")
    entries = read_whole(tmp_path / "game.record")
    table = SqliteRecorder(tmp_path / "game.db", host=True)
    table.append(entries[:5], 0)

    class Overtaken(SqliteRecorder):
        """A reader that the table overtakes once it has counted."""

        def _count(self) -> int:
            count = super()._count()
            table.append([entries[count]], count)
            return count

    reader = Overtaken(tmp_path / "game.db")
    try:
        assert [entry.version for entry in reader.read()] == list(range(5))
        assert [entry.version for entry in reader.read()] == list(range(6))
    finally:
        reader.close()
        table.close()


def test_swapped_lines_are_found(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    write_record(path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3], lines[4] = lines[4], lines[3]
    path.write_bytes(b"".join(lines))
    assert first_bad_line(path) == 4


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b"[]", "Expected `object`"),
        (b'{"version":0,"at":1,"command":"c","source":"hand","type":"Nothing","event":{}}', "'Nothing'"),
        (b'{"version":0,"at":1,"command":"c","source":"hand","type":"Conceded","event":{"seat":3}}', "Expected `str`"),
        (b'{"version":0,"at":1,"command":"c","source":"ghost","type":"Conceded","event":{"seat":"red"}}', "ghost"),
        (b'{"version":0,"at":1,"command":"c","source":"hand","type":"Conceded","event":{"seat":"red"},"x":1}', "x"),
        (b'{"version":0,"at":1,"comm\xff\xfeand":"c"}', ""),
        (b"[" * 100_000, ""),
    ],
)
def test_a_line_that_is_no_event_is_refused_with_its_place(line: bytes, found: str) -> None:
    with pytest.raises(InputError) as refusal:
        JsonCodec(CORE_EVENTS).decode(line, "game.record: line 3")
    assert str(refusal.value).startswith("game.record: line 3")
    assert found in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_round_trip() -> None:
    codec = JsonCodec(CORE_EVENTS)
    one = Recorded(4, Conceded(Seat("blue")), CommandId("c4"), 12, Source.HAND)
    assert codec.decode(codec.encode(one), "here") == one


def test_not_a_record(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a readable game record"):
        list(read_sealed_lines(tmp_path / "nowhere"))
