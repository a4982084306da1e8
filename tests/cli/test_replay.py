"""``companion replay``: records that hold, records that do not, files that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.core.ledger import Ledger
from companion.games import systems
from companion.storage.codec import JsonCodec
from companion.storage.sqlite import SqliteRecorder
from tests.cli.command_line import companion
from tests.conformance.test_laws import walk

GOLDEN = Path(__file__).parents[1] / "records" / "heroclix-core.record"


def test_a_record_and_its_summary() -> None:
    ended = companion("replay", str(GOLDEN), "--verify", "--json")
    assert ended.status == 0, ended.err
    told = json.loads(ended.out)
    assert told["verified"] is True
    assert told["digest"] == json.loads(GOLDEN.with_suffix(".json").read_text(encoding="utf-8"))["digest"]
    assert {piece["id"] for piece in told["pieces"]} == {"b1", "b2", "r1", "r2"}
    lines = [(line["seat"], line["points"], line["rule"], line["for"]) for line in told["sheet"]]
    assert lines == [("blue", 50, "HC-VP-01", "r2"), ("blue", 50, "HC-VP-01", "r1")]
    assert "50  r1  [HC-VP-01]" in companion("replay", str(GOLDEN)).out


def test_the_winner_is_named_as_the_table_keeps_it(tmp_path: Path) -> None:
    """The golden game was won by one side; what its player is called lies beside the store."""
    record = tmp_path / "evening.record"
    record.write_bytes(GOLDEN.read_bytes())
    (seat,) = json.loads(companion("replay", str(record), "--json").out)["winners"]
    assert "Anna" not in companion("replay", str(record)).out
    record.with_suffix(".players").write_text(json.dumps({seat: "Anna"}), encoding="utf-8")
    told = companion("replay", str(record)).out
    assert "Anna wins." in told and "\nAnna: " in told


def test_a_store_replays_like_a_record(tmp_path: Path) -> None:
    system = systems()[0]
    session = walk(system, 8, 90)
    store = SqliteRecorder(tmp_path / "evening.db")
    Ledger(store, JsonCodec(system.event_types)).append(session.records)
    store.close()
    told = [json.loads(companion("replay", str(path), "--json").out) for path in (GOLDEN, tmp_path / "evening.db")]
    assert told[0]["digest"] == told[1]["digest"]


@pytest.mark.parametrize("line", [1, 2, 30])
def test_one_changed_byte_is_named_with_its_line(line: int, tmp_path: Path) -> None:
    lines = GOLDEN.read_bytes().splitlines(keepends=True)
    changed = bytearray(lines[line - 1])
    changed[len(changed) // 3] ^= 2
    bad = tmp_path / "bad.record"
    bad.write_bytes(b"".join([*lines[: line - 1], bytes(changed), *lines[line:]]))
    ended = companion("replay", str(bad), "--verify")
    assert ended.status == 1
    assert f"line {line}:" in ended.err
    assert ended.err.count("\n") == 1
    assert companion("replay", str(bad)).status == 2  # without --verify an altered record is bad input


ODD = {
    "empty": b"",
    "text": b"hello\n",
    "object": b"{}\n",
    "noise": b"\x00\xff" * 50,
    "sealed": b'{"a":1,"seal":"' + b"0" * 64 + b'"}\n',
}


@pytest.mark.parametrize("content", ODD.values(), ids=ODD.keys())
def test_files_that_are_no_records(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd.record"
    path.write_bytes(content)
    ended = companion("replay", str(path))
    assert ended.status == 2
    assert ended.err.count("\n") == 1
    assert str(path) in ended.err
    assert "Traceback" not in ended.err


def test_nothing_there(tmp_path: Path) -> None:
    ended = companion("replay", str(tmp_path / "nowhere.record"))
    assert ended.status == 2
    assert "no such file" in ended.err


def test_replaying_touches_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "game.record"
    copy.write_bytes(GOLDEN.read_bytes() + b'{"half a line')
    before = copy.read_bytes()
    assert companion("replay", str(copy), "--verify").status == 1
    assert copy.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["game.record"]


def test_pictures_are_forgotten_and_the_record_still_holds(tmp_path: Path) -> None:
    record, kept = tmp_path / "game.record", tmp_path / "pictures"
    record.write_bytes(GOLDEN.read_bytes())
    kept.mkdir()
    for name in ("001-table.jpg", "012-dice.png", "my-holiday.jpg", "notes.txt"):
        (kept / name).write_bytes(b"12345")
    (kept / "002-link.jpg").symlink_to(tmp_path / "elsewhere.jpg")
    assert companion("replay", str(tmp_path / "none.record"), "--forget-pictures").status == 2
    assert len(list(kept.iterdir())) == 5
    told = companion("replay", str(record), "--forget-pictures", "--verify", "--json")
    assert told.status == 0
    document = json.loads(told.out)
    assert (document["pictures_deleted"], document["bytes_deleted"], document["verified"]) == (2, 10, True)
    assert sorted(one.name for one in kept.iterdir()) == ["002-link.jpg", "my-holiday.jpg", "notes.txt"]
    assert "0 pictures deleted" in companion("replay", str(record), "--forget-pictures").out
