"""The spool: once on disk it is known, in order, never across a gap, and a full spool refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from firmware_bridge.spool import Kept, Spool, SpooledEvent


def event(seq: int, node: str = "tower-1", epoch: int = 7) -> SpooledEvent:
    return SpooledEvent(node, epoch, seq, boot=1, t_ms=seq * 10, kind=4, body=b"\1")


def seqs(events: tuple[SpooledEvent, ...]) -> list[int]:
    return [one.seq for one in events]


def test_a_resend_is_known_and_another_content_is_an_alarm() -> None:
    spool = Spool()
    assert spool.keep(event(1)) is Kept.NEW
    assert spool.keep(event(1)) is Kept.KNOWN
    assert spool.keep(replace(event(1), at_ms=99)) is Kept.KNOWN  # our own time stamp is not its content
    assert spool.keep(replace(event(1), body=b"\2")) is Kept.CONFLICT
    assert seqs(spool.untaken()) == [1]
    spool.close()


@given(st.permutations(range(1, 9)))
def test_any_order_of_arrival_comes_out_in_order(order: list[int]) -> None:
    spool = Spool()
    spool.begin("tower-1", 7, 1)
    arrived: set[int] = set()
    for seq in order:
        spool.keep(event(seq))
        arrived.add(seq)
        whole = next(n for n in range(1, 10) if n not in arrived) - 1
        assert spool.upto("tower-1", 7) == whole
        assert seqs(spool.untaken()) == list(range(1, whole + 1))
        assert set(spool.held("tower-1", 7)) == {n for n in arrived if n > whole}
    spool.close()


def test_a_device_that_begins_late_begins_there() -> None:
    spool = Spool()
    assert spool.begin("tower-1", 7, 57) == 56
    spool.keep(event(57))
    assert seqs(spool.untaken()) == [57]
    assert spool.begin("tower-1", 7, 1) == 57  # and never goes back
    assert spool.keep(event(3)) is Kept.KNOWN
    spool.close()


def test_epochs_and_nodes_do_not_mix() -> None:
    spool = Spool()
    keys = [("tower-1", 7), ("tower-1", 8), ("tower-2", 7)]
    assert [spool.keep(event(1, node, epoch)) for node, epoch in keys] == [Kept.NEW] * 3
    spool.close()


def test_it_is_there_after_a_restart_and_taken_stays_taken(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "deep" / "spool.db")
    spool.begin("tower-1", 7, 1)
    for seq in (1, 2, 3):
        spool.keep(event(seq))
    spool.taken(event(2))
    spool.close()
    again = Spool(tmp_path / "deep" / "spool.db")
    assert seqs(again.untaken()) == [3]
    assert again.keep(event(1)) is Kept.KNOWN
    again.close()
    again.close()


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.mkdir(),
        lambda path: path.write_bytes(b"this is no database, and it is long enough to be looked at" * 20),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_line(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / "spool.db")
    with pytest.raises(InputError, match="spool"):
        Spool(tmp_path / "spool.db")


def test_a_full_spool_refuses_until_the_table_has_taken_some() -> None:
    spool = Spool(limit=4)
    spool.begin("tower-1", 7, 1)
    assert [spool.keep(event(seq)) for seq in range(1, 6)] == [Kept.NEW] * 4 + [Kept.FULL]
    assert seqs(spool.untaken()) == [1, 2, 3, 4]
    spool.taken(event(4))
    assert spool.keep(event(5)) is Kept.NEW
    assert spool.keep(event(1)) is Kept.KNOWN  # cleared away, and still known
    spool.close()


def test_what_a_device_no_longer_has_is_a_gap_that_is_told_and_never_waited_for() -> None:
    spool = Spool()
    spool.begin("tower-1", 7, 1)
    spool.keep(event(1))
    spool.keep(event(5))
    assert spool.begin("tower-1", 7, 8) == 7
    assert spool.gaps("tower-1") == ((7, 2, 4), (7, 6, 7))
    assert seqs(spool.untaken()) == [1, 5]
    assert spool.begin("tower-2", 7, 8) == 7  # never met: it has a past that is not ours
    assert spool.gaps("tower-2") == ()
    spool.close()


def test_one_commit_keeps_many_and_says_what_became_of_each() -> None:
    spool = Spool(limit=3)
    spool.begin("tower-1", 7, 1)
    kept = spool.keep_all([event(2), event(1), event(1), replace(event(2), body=b"x"), event(3), event(4)])
    assert kept == [Kept.NEW, Kept.NEW, Kept.KNOWN, Kept.CONFLICT, Kept.NEW, Kept.FULL]
    assert spool.upto("tower-1", 7) == 3
    spool.close()


def test_epochs_come_in_the_order_they_were_met_not_by_their_number() -> None:
    spool = Spool()
    for epoch in (9, 2):
        spool.begin("tower-1", epoch, 1)
        spool.keep(event(1, epoch=epoch))
    assert [one.epoch for one in spool.untaken()] == [9, 2]
    spool.close()


def test_a_spool_of_the_first_edition_is_brought_up_to_date(tmp_path: Path) -> None:
    import sqlite3

    old = sqlite3.connect(tmp_path / "spool.db")
    old.executescript(
        "CREATE TABLE event (id INTEGER PRIMARY KEY, node TEXT NOT NULL, epoch INTEGER NOT NULL, seq INTEGER NOT NULL,"
        " boot INTEGER NOT NULL, t_ms INTEGER NOT NULL, kind INTEGER NOT NULL, body BLOB NOT NULL, at_ms INTEGER NOT"
        " NULL, err_ms INTEGER NOT NULL, replayed INTEGER NOT NULL, taken INTEGER NOT NULL DEFAULT 0, sent INTEGER NOT"
        " NULL DEFAULT 0, UNIQUE (node, epoch, seq));"
        "CREATE INDEX untaken ON event (taken, id); CREATE INDEX unsent ON event (sent, id);"
        "CREATE TABLE progress (node TEXT NOT NULL, epoch INTEGER NOT NULL, upto INTEGER NOT NULL,"
        " PRIMARY KEY (node, epoch));"
        "INSERT INTO event VALUES (1, 'tower-1', 7, 1, 1, 10, 4, x'01', 0, 0, 0, 0, 0);"
        "INSERT INTO progress VALUES ('tower-1', 7, 1);"
    )
    old.commit()
    old.close()
    spool = Spool(tmp_path / "spool.db")
    assert spool.untaken() == (event(1),)
    assert spool.keep(replace(event(2), sig=b"s" * 16)) is Kept.NEW
    assert spool.untaken()[1].sig == b"s" * 16
    spool.close()


def test_a_second_program_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "spool.db")
    with pytest.raises(InputError, match="already running"):
        Spool(tmp_path / "spool.db")
    assert spool.keep(event(1)) is Kept.NEW
    spool.close()
    Spool(tmp_path / "spool.db").close()
