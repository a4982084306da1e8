"""Nobody is named as playing now who has nothing to do any more: where several act at once, those who still have to."""

from __future__ import annotations

import pytest

from companion.core.ids import PieceId, Seat
from companion.games.gotham.commands import DeclareState
from companion.table.follow import Follower
from tests.ui.test_gotham_screen import declaring, opened
from tests.ui.walks import SETUPS, walk
from ui.presenters.table import TablePresenter

ALWAYS = {"Concede", "ProposeEnd", "TurnOff", "SetAside"}  # nobody is waited for to do these


@pytest.mark.rule("GO-BASE-TURN-01")
def test_who_has_declared_a_state_is_not_waited_for() -> None:
    session = declaring(opened())
    table = TablePresenter(session, Follower(session, {}), lang="en")
    for hero in ("ferrier", "lamplight", "marshal"):
        assert "Wren" in str(table.model().now)
        session.submit(DeclareState(Seat(hero), PieceId(hero), "active"))
    assert table.game.acting(table.look) == [Seat("wren")]
    now = table.model().now
    assert "Wren" in now.words and "Marshal" not in f"{now.words} {now.more}"


@pytest.mark.parametrize("game", SETUPS)
def test_whoever_is_named_has_something_to_do(game: str) -> None:
    for seed in (5, 6):
        for table in walk(game, "en", 130, seed=seed):
            state = table.session.state
            if state.flow.open or state.flow.outcome is not None:
                continue
            for seat in table.presenter.game.acting(table.presenter.look):
                offers = table.session.system.legal_commands(state, seat)
                assert {type(one).__name__ for one in offers} - ALWAYS, (seed, state.flow.phase, seat)
