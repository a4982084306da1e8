"""The master's turn offers who may gain something by acting, and a turn ends with one tap where nothing is lost."""

from __future__ import annotations

import pytest

from companion.core.ids import PieceId
from tests.casebook.casebooks import session_of
from tests.ui.quest.players import Player

CASE = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-ACT-07"]
expect.over = false
setup.squares = ["......"]
setup.pieces.A = { hero = "warrior_4", at = "A1", facing = "E" }
setup.pieces.orc-2 = { monster = "orc", at = "D1", facing = "W" }
setup.pieces.orc-3 = { monster = "orc", at = "F1", facing = "W", revealed = false }
"""


@pytest.mark.rule("HQ-COMBAT-AMBUSH-05")
def test_the_masters_turn_offers_who_may_act_and_lights_no_end_before() -> None:
    """Orc 2 may go to the warrior; whether orc 3, that nobody has met, knows of anybody is the master's to judge."""
    master = Player(session_of(CASE + 'setup.phase = "master"'), "master")
    card = master.model.card
    assert card is not None and card.title == "Who acts?"
    assert [label for _, label in card.buttons if label.startswith("orc")] == ["orc 2"]
    assert not master.model.ends_next
    master.button("orc 2")
    assert (card := master.model.card) is not None and "Move: throw the dice" in [label for _, label in card.buttons]
    master.screen.tap_piece(PieceId("orc-2"))
    master.screen.tap_piece(PieceId("orc-3"))
    dial = master.model.dial
    assert dial is not None and "No hero has met it yet: you judge whether it knows of them." in dial.notes


def test_where_nobody_gains_anything_the_end_is_lit_and_asks_nothing() -> None:
    """Nobody has met orc 3; orc 2 is gone."""
    master = Player(session_of(CASE.replace('at = "D1"', "body = 0") + 'setup.phase = "master"'), "master")
    assert master.model.ends_next
    master.screen.press("end_turn")
    assert master.screen.state.flow.phase == "heroes"


@pytest.mark.rule("HQ-ACT-07")
def test_a_turn_in_which_nothing_is_left_ends_with_one_tap() -> None:
    case = CASE.replace('facing = "E"', 'facing = "E", used = ["move", "attack"]')
    heroes = Player(session_of(case + 'setup.turn = "A"'), "heroes")
    assert heroes.model.ends_next
    heroes.screen.press("end_turn")
    assert heroes.screen.state.flow.phase == "master"
