"""A disk that fills up while people play: said in words, nothing of before is lost, the next tap counts again."""

from __future__ import annotations

import pytest

from companion.storage.sqlite import SqliteRecorder
from companion.system import DiceGenerator
from tests.full_disk import full_disk
from tests.ui.test_evening import Opener, begun, start  # noqa: F401  (the fixture)
from ui.cli.demo.playable import play_opening
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import Table

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


def test_a_clock_and_a_language_that_cannot_be_kept_stop_no_game_and_are_told(start: Opener) -> None:  # noqa: F811
    taps = begun(start())
    table_session = taps.evening.table_session
    assert table_session is not None
    opened = table_session.table
    assert isinstance(opened, Table)
    table = opened.presenter
    with full_disk():
        opened.clock.keep()
        table.press("language")
        table_session.keep_language()
        opened.step()
    assert table.wording.lang == "fr"
    told = {link.name: link.detail for link in table.model().links}
    assert "faites de la place" in told["disque"]
    opened.clock.keep()
    opened.step()
    assert not table.model().links
    taps.evening.leave_table("home")
