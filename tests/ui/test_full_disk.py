"""A disk that fills up while people play: said in words, nothing of before is lost, the next tap counts again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.errors import InputError
from companion.storage.sqlite import SqliteRecorder
from companion.system import DiceGenerator
from tests.ui.test_evening import Opener, begun, start  # noqa: F401  (the fixture)
from ui.cli.demo.playable import play_opening
from ui.presenters.table import TablePresenter
from ui.table.clock import KeptClock

FULL, FREE = 1, 1 << 30  # pages that SQLite may use: no more than there are, or as many as it likes


def limit(table: TablePresenter, pages: int) -> None:
    recorder = table.session.ledger.recorder
    assert isinstance(recorder, SqliteRecorder)
    recorder._db.execute(f"PRAGMA max_page_count = {pages}")


@pytest.mark.parametrize(("lang", "says"), [("en", "database or disk is full"), ("fr", "un disque plein")])
def test_a_tap_that_a_full_disk_does_not_take_is_told_and_taken_later(start: Opener, lang: str, says: str) -> None:  # noqa: F811
    taps = begun(start())
    assert taps.evening.table is not None
    table = taps.evening.table.presenter
    play_opening(table.session, DiceGenerator(5))
    if lang != table.wording.lang:
        table.press("language")
    limit(table, FULL)
    for tap in ("end_turn", "undo") * 100:  # each adds some bytes
        version, state = table.session.version, table.state
        table.press(tap)
        if table.unkept.why is not None:
            break
    card = table.model().card
    assert card is not None
    assert says in card.text
    assert (table.session.version, table.state) == (version, state)
    assert len([*table.session.ledger.recorder.read()]) == version + 1
    table.press("dismiss")
    card = table.model().card
    assert card is None or says not in card.text
    limit(table, FREE)
    table.press(tap)
    assert table.session.version > version
    taps.evening.leave_table("home")


def test_a_clock_and_a_language_that_cannot_be_kept_stop_no_game(
    start: Opener,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(path: Any, _: bytes) -> None:
        raise InputError(str(path), "", "No space left on device", "a writable place")

    taps = begun(start())
    table_session = taps.evening.table_session
    assert table_session is not None
    monkeypatch.setattr("ui.table.clock.write_file", full)
    monkeypatch.setattr("ui.library.write_file", full)
    store = tmp_path / "game.db"
    store.touch()
    KeptClock(store).keep()
    table_session.table.presenter.press("language")
    table_session.keep_language()
    assert table_session.table.presenter.wording.lang == "fr"
    taps.evening.leave_table("home")
