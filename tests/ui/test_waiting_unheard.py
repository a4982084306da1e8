"""Where the other side is asked something in secret, a side that may do nothing reads for whom it waits."""

from __future__ import annotations

import pytest

from companion.core.flow import seat_of
from tests.ui.walks import SETUPS, walk
from ui.presenters.table import TablePresenter


@pytest.mark.parametrize("game", sorted(SETUPS))
def test_no_screen_says_own_turn_while_it_waits_for_a_secret_answer(game: str) -> None:
    met = 0
    for table in walk(game, "en", 200):
        session = table.session
        for side in table.presenter.game.sides:
            asked = session.state.flow.open
            if not asked or {seat_of(one) for one in asked} & {*table.presenter.game.sides[side]}:
                continue
            screen = TablePresenter(session, table.follower, lang="en", sides=(side,))
            if not screen.log.heard_asked(asked):
                shown = screen.model()
                met += 1
                assert not shown.now.is_own or shown.has_card or shown.can_end_turn, shown.now
            screen.close()
    assert met or game in ("heroclix", "gotham"), "secret questions were met"
