"""Lines that tables report: in order, once, with seals that fit; one device a table, one table a device."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from companion.core.ledger import GENESIS, Entry, seal_of
from companion.errors import InputError
from companion.storage.jsonl import parse_sealed_line, sealed_line
from companion.storage.reported import Fault, Kept, Report, ReportStore
from companion.storage.sql import file_of


def chain(count: int, word: str = "line") -> tuple[Entry, ...]:
    entries, seal = [], GENESIS
    for version in range(count):
        line = f'{{"{word}":{version}}}'.encode()
        seal = seal_of(seal, line)
        entries.append(Entry(version, line, seal))
    return tuple(entries)


@pytest.fixture
def store(tmp_path: Path) -> ReportStore:
    return ReportStore(file_of(tmp_path / "friday.tables"))


def kept(store: ReportStore, table: int, entries: tuple[Entry, ...], device: str = "ada", round_: int = 1) -> Kept:
    (answer,) = store.keep([Report(round_, table, device, entries)])
    return answer


def test_lines_are_kept_in_order_and_once(store: ReportStore, tmp_path: Path) -> None:
    lines = chain(10)
    assert kept(store, 3, lines[:4]) == Kept(4, 1, 3)
    assert kept(store, 3, lines[2:7]) == Kept(7, 1, 3), "what is sent again is kept once"
    assert kept(store, 3, lines[8:]) == Kept(7, 1, 3, Fault.GAP)
    assert kept(store, 3, lines[7:]) == Kept(10, 1, 3)
    again = ReportStore(file_of(tmp_path / "friday.tables"))
    assert again.read(1, 3) == list(lines)
    assert again.read(1, 3, 8) == list(lines[8:])
    assert again.tables(1) == {3: 10}
    assert all(parse_sealed_line(sealed_line(entry), entry.version) == entry for entry in lines)


def test_a_line_that_was_changed_is_refused_with_all_that_came_along(store: ReportStore) -> None:
    lines = chain(6)
    kept(store, 3, lines[:2])
    forged = Entry(3, b'{"line":"better"}', lines[3].seal)
    assert kept(store, 3, (lines[2], forged, lines[4])) == Kept(2, 1, 3, Fault.SEAL)
    resealed = Entry(3, forged.line, seal_of(lines[2].seal, forged.line))
    assert kept(store, 3, (lines[2], resealed, lines[4])).fault is Fault.SEAL, "the next line gives it away"
    other = chain(4, "other")
    assert kept(store, 3, other[2:]).fault is Fault.SEAL, "lines of another game"
    assert kept(store, 3, (other[0],)).fault is Fault.SEAL, "what is kept is not changed"
    assert store.read(1, 3) == list(lines[:2])


def test_a_device_is_at_one_table_and_a_table_has_one_device(store: ReportStore) -> None:
    ada, ben = chain(5), chain(5, "ben")
    kept(store, 3, ada[:3])
    assert kept(store, 4, ada[3:]) == Kept(3, 1, 3, Fault.TWO_TABLES)
    assert kept(store, 3, ben, "ben") == Kept(3, 1, 3, Fault.OTHER_DEVICE)
    assert kept(store, 3, ada[3:], round_=2) == Kept(5, 1, 3), "its game is of the round it began in"
    assert kept(store, 3, ben, "ben", round_=2) == Kept(5, 2, 3)
    assert store.read(1, 3) == list(ada)
    assert store.read(2, 3) == list(ben)


def test_another_device_takes_over_when_the_first_is_let_go(store: ReportStore) -> None:
    ada, ben = chain(5), chain(5, "ben")
    kept(store, 3, ada)
    store.let_go(1, 3)
    assert store.tables(1) == {}
    assert kept(store, 3, ben[:2], "ben") == Kept(2, 1, 3)
    assert store.read(1, 3) == list(ben[:2])


def test_many_reports_are_one_commit(store: ReportStore) -> None:
    games = {table: chain(8, f"table {table}") for table in range(1, 41)}
    halves = [games[table][first : first + 4] for first in (0, 4) for table in games]
    reports = [
        Report(1, entries_of, f"device {entries_of}", half)
        for half, entries_of in zip(halves, [*games, *games], strict=True)
    ]
    answers = store.keep(reports)
    assert [answer.length for answer in answers] == [4] * 40 + [8] * 40
    assert {table: store.read(1, table) for table in games} == {table: list(lines) for table, lines in games.items()}


def test_seals_of_this_test_are_a_chain() -> None:
    lines = chain(4)
    assert all(seal_of(one.seal, other.line) == other.seal for one, other in pairwise(lines))


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    from companion.storage.sqlite import SqliteRecorder

    SqliteRecorder(tmp_path / "game.db").close()
    with pytest.raises(InputError, match=r"game\.db: found .*newer version"):
        file_of(tmp_path / "game.db")


def test_more_lines_than_one_statement_takes_are_kept_whole(store: ReportStore) -> None:
    lines = chain(2001)
    assert kept(store, 3, lines[:1]) == Kept(1, 1, 3)
    assert kept(store, 3, lines[1:]) == Kept(2001, 1, 3)
    assert store.read(1, 3) == list(lines)


def test_a_store_that_knows_its_games_forgets_them_with_what_was_not_kept(store: ReportStore, tmp_path: Path) -> None:
    """Another program has written at the place that this store thinks is next."""
    lines, other = chain(4), ReportStore(file_of(tmp_path / "friday.tables"))
    kept(store, 3, lines[:2])
    assert kept(other, 3, lines[2:3]) == Kept(3, 1, 3)
    assert kept(store, 3, lines[2:]) == Kept(4, 1, 3), "read anew, sent again, kept once"
    assert store.read(1, 3) == list(lines)
    store.let_go(1, 3)
    assert kept(store, 3, lines[:1], "ben") == Kept(1, 1, 3)
    assert kept(store, 3, lines[:1]).fault is Fault.OTHER_DEVICE
