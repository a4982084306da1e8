"""A tablet joins an event by touch: the table's link is pasted, the game is reported, a judge is called from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.patience import wait_until
from tests.ui.test_evening import Opener, begun, start  # noqa: F401  (the fixture)
from tests.ui.venue.serving import Served
from tests.ui.venue.test_reporting import link_of, served  # noqa: F401  (the fixture)


@pytest.mark.slow
def test_a_link_is_pasted_and_a_judge_is_called(start: Opener, served: Served) -> None:  # noqa: F811
    taps = begun(start())
    taps.evening.leave_table("devices")
    taps.on("Event").evening.enter("link", "http://somewhere.example/menu")
    taps.on("Join this event")
    assert "expected the table's link" in taps.page.notes[-1]
    taps.evening.enter("link", f"  {link_of(served, 1)} ")
    taps.on("Join this event")
    (badge,) = (tile.badge for tile in taps.page.tiles if tile.title == "Event")
    assert badge == served.url.partition("://")[2], "where it is; the key of the link is not shown"
    taps.on("Use these from now on")
    table = taps.evening.table
    assert table is not None
    table.start()
    wait_until(lambda: "judge" in dict(table.presenter.model().beside), table.step)
    table.presenter.press("judge")
    table.presenter.press("call:conduct")
    wait_until(lambda: "Conduct: a judge was called" in table.presenter.model().errands, table.step)
    taps.evening.leave_table("home")
    assert '"kind":"conduct"' in Path(served.event).read_text(encoding="utf-8")
