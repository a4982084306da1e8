"""Untagged look-alikes on the screen: the card asks which one moved, a button each."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.ids import PieceId
from companion.table.follow import Follower
from companion.table.observation import FigureSeen, PictureSeen
from tests.games.heroclix.opening import opened
from tests.games.heroclix.scene import at
from tests.ui.scenes import card
from ui.presenters.table import TablePresenter


@pytest.mark.parametrize("chosen", ["r1", "r2"])
def test_the_players_say_which_of_two_look_alikes_moved(clock: Any, chosen: str) -> None:
    session = opened(clock)
    made = TablePresenter(session, Follower(session, {}), lang="en")
    places = {piece.id: piece.spaces[0] for piece in session.state.pieces}
    alike = {places[PieceId("r1")]: 0.9, places[PieceId("r2")]: 0.9}
    blue = tuple(FigureSeen((places[PieceId(name)],), likeness={places[PieceId(name)]: 0.9}) for name in ("b1", "b2"))
    made.follower.see(PictureSeen("camera", 1.0, (), figures=(*blue, FigureSeen((at(3, 3),), likeness=alike))))
    asked = card(made)
    assert asked.title == "Which one moved?"
    assert [label for _, label in asked.buttons][:2] == ["r1", "r2"]
    made.press(next(action for action, label in asked.buttons if label == chosen))
    assert made.state.piece(PieceId(chosen)).spaces == (at(3, 3),)
    other = PieceId("r2" if chosen == "r1" else "r1")
    assert made.state.piece(other).spaces == (places[other],)
