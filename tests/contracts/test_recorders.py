"""The examination every recorder sits: memory, JSON Lines, SQLite, a database of events."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.core.ledger import GENESIS, Entry, Recorder, seal_of
from companion.errors import InputError, StaleVersion, StoreFault
from companion.storage.jsonl import JsonlRecorder
from companion.storage.memory import MemoryRecorder
from companion.storage.sql import Database, SqlRecorder
from companion.storage.sqlite import SqliteRecorder

Make = Callable[[], Recorder]


def entries(start: int, count: int) -> list[Entry]:
    """Chained entries; the seal of the one before ``start`` is recomputed, so batches fit together."""
    seal, made = GENESIS, []
    for version in range(start + count):
        line = f'{{"version":{version},"text":"é “quoted”"}}'.encode()
        seal = seal_of(seal, line)
        made.append(Entry(version, line, seal))
    return made[start:]


@pytest.fixture(params=["memory", "jsonl", "sqlite", "sql"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    opened: list[Recorder] = []
    memory = MemoryRecorder()

    def open_one() -> Recorder:
        one: Recorder
        match request.param:
            case "memory":
                one = memory  # opening again finds the same list: what "durable" means in memory
            case "jsonl":
                one = JsonlRecorder(tmp_path / "game.record")
            case "sqlite":
                one = SqliteRecorder(tmp_path / "game.db")
            case _:
                one = SqlRecorder(Database(f"sqlite:///{tmp_path / 'events.db'}"), "friday")
        opened.append(one)
        return one

    yield open_one
    for one in opened:
        one.close()


def test_empty(make: Make) -> None:
    recorder = make()
    assert recorder.length() == 0
    assert list(recorder.read()) == []


def test_returns_what_it_was_given(make: Make) -> None:
    recorder = make()
    recorder.append(entries(0, 3), expected=0)
    recorder.append(entries(3, 2), expected=3)
    assert list(recorder.read()) == entries(0, 5)
    assert list(recorder.read(3)) == entries(3, 2)
    assert recorder.length() == 5


def test_an_empty_append_changes_nothing(make: Make) -> None:
    recorder = make()
    recorder.append([], expected=0)
    assert recorder.length() == 0


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_refuses_when_someone_was_first(make: Make, expected: int) -> None:
    recorder = make()
    recorder.append(entries(0, 2), expected=0)
    with pytest.raises(StaleVersion) as stale:
        recorder.append(entries(expected, 1), expected=expected)
    assert (stale.value.expected, stale.value.actual) == (expected, 2)
    assert list(recorder.read()) == entries(0, 2)


def test_survives_closing(make: Make) -> None:
    first = make()
    first.append(entries(0, 4), expected=0)
    first.close()
    second = make()
    assert list(second.read()) == entries(0, 4)
    second.append(entries(4, 1), expected=4)
    assert second.length() == 5


def test_closes_twice(make: Make) -> None:
    recorder = make()
    recorder.close()
    recorder.close()


def test_jsonl_one_writer(tmp_path: Path) -> None:
    first = JsonlRecorder(tmp_path / "game.record")
    with pytest.raises(InputError, match="another program"):
        JsonlRecorder(tmp_path / "game.record")
    first.close()
    JsonlRecorder(tmp_path / "game.record").close()


def test_sqlite_two_writers_see_each_other(tmp_path: Path) -> None:
    one, other = SqliteRecorder(tmp_path / "game.db"), SqliteRecorder(tmp_path / "game.db")
    one.append(entries(0, 1), expected=0)
    with pytest.raises(StaleVersion):
        other.append(entries(0, 1), expected=0)
    other.append(entries(1, 1), expected=1)
    assert list(one.read()) == entries(0, 2)
    one.close()
    other.close()


def test_sqlite_refuses_other_files(tmp_path: Path) -> None:
    import sqlite3

    foreign = sqlite3.connect(tmp_path / "other.db")
    foreign.execute("CREATE TABLE t (x)")
    foreign.commit()
    foreign.close()
    with pytest.raises(InputError, match="another program's database"):
        SqliteRecorder(tmp_path / "other.db")
    (tmp_path / "text.db").write_text("not a database at all, but long enough to look like one" * 20)
    with pytest.raises(InputError, match="game store"):
        SqliteRecorder(tmp_path / "text.db")


def test_jsonl_torn_tail_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    first = JsonlRecorder(path)
    first.append(entries(0, 2), expected=0)
    first.close()
    with path.open("ab") as file:
        file.write(b'{"version":2,"half')
    again = JsonlRecorder(path)
    assert list(again.read()) == entries(0, 2)
    assert (tmp_path / "game.record.torn").read_bytes() == b'{"version":2,"half'
    again.close()


HOLDER = """
import sys, time
from pathlib import Path
from companion.storage.sqlite import SqliteRecorder
store = SqliteRecorder(Path(sys.argv[1]), host=True)
print("open", flush=True)
time.sleep(60)
"""


def test_a_store_has_one_host_and_any_number_of_readers(tmp_path: Path) -> None:
    host = SqliteRecorder(tmp_path / "game.db", host=True)
    host.append(entries(0, 2), expected=0)
    with pytest.raises(InputError, match=r"game\.db: found already running"):
        SqliteRecorder(tmp_path / "game.db", host=True)
    reader = SqliteRecorder(tmp_path / "game.db")
    assert reader.length() == 2
    reader.close()
    host.close()
    SqliteRecorder(tmp_path / "game.db", host=True).close()


def test_a_killed_host_leaves_its_place(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "game.db")], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with pytest.raises(InputError, match="already running"):
            SqliteRecorder(tmp_path / "game.db", host=True)
        other.kill()
    SqliteRecorder(tmp_path / "game.db", host=True).close()


def test_no_host_is_left_behind_by_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "game.db").write_bytes(b"a letter, and no database, of some length" * 40)
    for _ in range(2):
        with pytest.raises(InputError, match="expected a game store"):
            SqliteRecorder(tmp_path / "game.db", host=True)


def test_a_full_disk_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, database = JsonlRecorder(tmp_path / "game.record"), SqliteRecorder(tmp_path / "game.db")
    monkeypatch.setattr("companion.storage.jsonl.os.fdatasync", full)
    database._db.execute("PRAGMA max_page_count = 1")
    many = [Entry(number, b"x" * 5000, "0" * 64) for number in range(3)]
    for recorder, says in ((lines, "No space left"), (database, "full")):
        with pytest.raises(StoreFault, match=says):
            recorder.append(many, expected=0)
        assert (recorder.length(), list(recorder.read())) == (0, [])
        recorder.close()


def full(_: int) -> None:
    raise OSError(28, "No space left on device")
