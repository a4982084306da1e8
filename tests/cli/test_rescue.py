"""``companion rescue``: what is whole of a damaged game is saved, what is lost is said, and the game goes on."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.ledger import Ledger
from companion.games import systems
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import read_whole
from companion.storage.sqlite import SqliteRecorder
from firmware_bridge.spool import Spool, SpooledEvent
from tests.cli.command_line import companion
from tests.conformance.test_laws import walk

GOLDEN = Path(__file__).parents[1] / "records" / "heroclix-core.record"
LINES = len(GOLDEN.read_bytes().splitlines())


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A game that was interrupted in the evening."""
    system = systems()[0]
    with closing(SqliteRecorder(tmp_path / "evening.db")) as kept:
        Ledger(kept, JsonCodec(system.event_types)).append(walk(system, 8, 90).records)
    return tmp_path / "evening.db"


def test_a_store_damaged_in_the_middle_is_saved_up_to_there_and_played_on(store: Path) -> None:
    with closing(sqlite3.connect(store)) as db:
        (lines,) = db.execute("SELECT count(*) FROM entries").fetchone()
    data = bytearray(store.read_bytes())
    hurt = len(data) // 4096 // 2
    data[hurt * 4096 : (hurt + 1) * 4096] = bytes(4096)
    store.write_bytes(data)
    refused = companion("replay", store)
    assert refused.status == 2
    assert refused.err.count("\n") == 1
    assert "damaged" in refused.err
    assert "companion rescue" in refused.err
    out = store.with_name("saved.db")
    told = companion("rescue", store, "--out", out, "--json")
    assert told.status == 1, told.err
    saved = told.document["saved"]
    assert 0 < saved < lines
    assert (told.document["lost"], told.document["line"]) == (lines - saved, saved + 1)
    assert store.read_bytes() == data
    assert companion("replay", out, "--verify", "--json").document["events"] == saved
    system = systems()[0]
    with closing(SqliteRecorder(out, host=True)) as kept:  # the table opens it, and the next line fits
        ledger = Ledger(kept, JsonCodec(system.event_types))
        ledger.append([walk(system, 8, 90).records[saved]])
    said = companion("rescue", store, "--out", store.with_name("saved.record"), "--lang", "fr")
    assert f"Perdu : {lines - saved} lignes" in said.out


def test_a_hurt_log_beside_a_store_is_noticed_and_what_is_before_is_saved(tmp_path: Path) -> None:
    system, pulled = systems()[0], tmp_path / "pulled"  # as the files lie when the power went
    pulled.mkdir()
    with closing(SqliteRecorder(tmp_path / "evening.db")) as kept:
        ledger = Ledger(kept, JsonCodec(system.event_types))
        ledger.append(walk(system, 8, 90).records)
        for name in ("evening.db", "evening.db-wal", "evening.db.head"):
            shutil.copy(tmp_path / name, pulled)
    store, log = pulled / "evening.db", pulled / "evening.db-wal"
    data = bytearray(log.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 512] = bytes(512)
    log.write_bytes(data)
    assert companion("replay", store, "--verify").status == 1  # SQLite itself takes what is before for all there was
    told = companion("rescue", store, "--out", pulled / "saved.record", "--json")
    assert told.status == 1
    assert 0 < told.document["saved"] == ledger.version + 1 - told.document["lost"]


def test_what_is_whole_is_saved_whole_while_it_is_played(store: Path) -> None:
    with closing(SqliteRecorder(store, host=True)) as playing:
        copy = store.with_name("copy.record")
        told = companion("rescue", store, "--out", copy, "--json")
        assert told.status == 0, told.err
        assert told.document["lost"] == 0
        assert read_whole(copy) == list(playing.read())
    assert companion("replay", copy, "--verify", "--json").document["end_known"] is True


def test_a_record_without_its_note_ends_nobody_knows_where(tmp_path: Path) -> None:
    cut = tmp_path / "cut.record"
    cut.write_bytes(b"".join(GOLDEN.read_bytes().splitlines(keepends=True)[:20]))
    verified = companion("replay", cut, "--verify")
    assert verified.status == 0
    assert "cannot be known" in verified.out
    assert companion("replay", cut, "--verify", "--json").document["end_known"] is False
    saved = companion("rescue", cut, "--out", tmp_path / "saved.record")
    assert saved.status == 0
    assert "cannot be known" in saved.out
    cut.with_name("cut.record.head").write_text(f"{LINES:>12} {'0' * 64}\n", encoding="ascii")
    saved = companion("rescue", cut, "--out", tmp_path / "again.record")
    assert saved.status == 1
    assert f"Lost: {LINES - 20} lines" in saved.out


def test_nothing_to_save_and_names_that_are_taken(tmp_path: Path, store: Path) -> None:
    bad, out = tmp_path / "bad.record", tmp_path / "out.record"
    bad.write_bytes(GOLDEN.read_bytes()[1:])
    for refused in (
        companion("rescue", bad, "--out", out),
        companion("rescue", tmp_path / "none.db", "--out", out),
        companion("rescue", store, "--out", store),
        companion("rescue", store, "--out", tmp_path / "no" / "out.db"),
    ):
        assert (refused.status, refused.err.count("\n")) == (2, 1), refused.err
    assert not out.exists()


def test_a_store_of_a_newer_version_is_refused_in_words(store: Path) -> None:
    newer = shutil.copy(store, store.with_name("newer.db"))
    with closing(sqlite3.connect(newer)) as db:
        db.execute("PRAGMA user_version = 2")
    refused = companion("replay", newer)
    assert refused.status == 2
    assert "newer Tablewright" in refused.err
    with closing(sqlite3.connect(store)) as db:  # as all were before the version stood in them
        db.execute("PRAGMA user_version = 0")
    assert companion("replay", store).status == 0


def test_a_spool_of_devices_is_saved_too(tmp_path: Path) -> None:
    path, out = tmp_path / "spool.db", tmp_path / "saved.db"
    with closing(Spool(path)) as spool:
        spool.begin("tower-1", 7, 1)
        spool.keep_all([SpooledEvent("tower-1", 7, seq, 1, seq, 4, b"\1" * 9) for seq in (1, 2, 3)])
    assert companion("rescue", path, "--out", out, "--json").document["whole"] is True
    out.unlink()
    data = path.read_bytes()
    at = data.index(b"\1" * 9)
    path.write_bytes(data[:at] + b"\2" + data[at + 1 :])
    told = companion("rescue", path, "--out", out)
    assert told.status == 1, told.err
    assert "2 events" in told.out
