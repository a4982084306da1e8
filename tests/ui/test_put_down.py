"""Where a figure may be put down is lit, all of it and nothing else, and a tap there puts it."""

from __future__ import annotations

import pytest

from companion.core.commands import Choose, ReportDice
from companion.core.dice import DiceResult
from companion.core.flow import PlacementRequest
from companion.games.heroclix.commands import UsePower
from tests.conftest import StoppedClock
from tests.games.heroclix.opening import accept
from tests.games.heroclix.scene import RED, figure
from tests.ui.test_powers import A, B, screen
from ui.presenters.models import TableModel


def lit(shown: TableModel) -> set[str]:
    return {str(tile.space) for tile in shown.board.tiles if tile.reach is not None}


@pytest.mark.rule("HC-TEAM-08")
def test_a_controlled_figure_is_put_where_it_is_lit(clock: StoppedClock) -> None:
    """A controls B, which moves where red says; before and after that question nothing of it is lit."""
    made = screen(
        clock,
        figure("A", attack=11, powers={"speed": "mind_control"}, range=8),
        ("B", "blue", (4, 0), figure("B", speed=3, range=0)),
    )
    session = made.session
    accept(session, UsePower(RED, A, "mind_control", (B,)))
    accept(session, ReportDice(RED, DiceResult(session.state.flow.open[0].id, ("4", "5"))))
    accept(session, Choose(RED, session.state.flow.open[0].id, ("move",)))
    (asked,) = session.state.flow.open
    assert isinstance(asked, PlacementRequest)
    assert lit(made.model()) == {*map(str, asked.spaces)}
    goal = next(space for space in asked.spaces if space not in session.state.piece(B).spaces)
    made.tap_space(goal)
    assert session.state.piece(B).spaces == (goal,)
    assert not any(isinstance(one, PlacementRequest) for one in session.state.flow.open)
