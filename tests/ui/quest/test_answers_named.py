"""Before a walk or a blow is confirmed, its card says with what each foe may answer; where nothing is to be done, no
hint repeats the line above.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.commands import Choose, ReportDice
from companion.core.dice import DiceRequest, DiceResult, Source
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroquest import commands as quest
from companion.table.follow import Follower
from tests.casebook.casebooks import session_of
from ui.presenters.guide import Guide
from ui.presenters.models import CardModel, ResultModel
from ui.presenters.table import TablePresenter

ROOM = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-COMBAT-OPP-05"]
setup.squares = ["aaaa", "aaaa"]
setup.turn = "dwarf"
setup.pieces.dwarf = { hero = "dwarf_4", at = "A1", facing = "E", rolled = 6 }
setup.pieces.orc = { monster = "orc", at = "B1", facing = "W" }
expect.over = false
"""
DWARF, ORC = PieceId("dwarf"), PieceId("orc")


@pytest.mark.rule("HQ-COMBAT-OPP-05", "HQ-COMBAT-COUNTER-01")
@pytest.mark.parametrize(
    ("lang", "passing", "back"),
    [
        ("en", "May strike you as you pass: orc", "May strike back: orc"),
        ("fr", "Coup possible à votre passage : orc", "Riposte possible : orc"),
    ],
)
def test_the_card_says_with_what_a_foe_may_answer(lang: str, passing: str, back: str) -> None:
    session = session_of(ROOM)
    table = TablePresenter(session, Follower(session, {}), lang=lang)
    seat = session.state.who(DWARF).seat
    walk = quest.Walk(seat, DWARF, (SpaceId("A2"), SpaceId("B2")))
    assert passing in table.game.proposal(table.look, walk).text
    assert back in table.game.proposal(table.look, quest.Attack(seat, DWARF, ORC)).text


@pytest.mark.rule("HQ-COMBAT-COUNTER-05")
@pytest.mark.parametrize(("lang", "said"), [("en", "Strikes back: orc"), ("fr", "Riposte : orc")])
def test_who_parries_is_told_against_what(lang: str, said: str) -> None:
    """The dwarf strikes in vain, the orc strikes back."""
    session = session_of(ROOM)
    table = TablePresenter(session, Follower(session, {}), lang=lang)
    session.submit(quest.Attack(session.state.who(DWARF).seat, DWARF, ORC))
    while (asked := session.state.flow.open[0]).purpose != "HQ-COMBAT-COUNTER-05":
        if isinstance(asked, DiceRequest):
            result = DiceResult(asked.id, ("black",) * len(asked.dice), Source.HAND)
            session.submit(ReportDice(asked.roller, result))
        else:
            assert isinstance(asked, ChoiceRequest)
            session.submit(Choose(asked.seat, asked.id, ("yes",)))
    assert isinstance(asked, DiceRequest)
    assert said in table.game.awaited(table.look, asked)


def test_no_hint_stands_beside_the_end_while_the_last_result_is_a_line() -> None:
    session = session_of(ROOM)
    table = TablePresenter(session, Follower(session, {}))
    over = CardModel("over", "The game is over.", "", (("leave:again", "Rematch"),))
    line = ResultModel("KILLED", "hit", (), "", (), "Continue", is_line=True)
    shown = replace(table.model(), card=over, result=line)
    assert Guide(table.game).led(shown, table.look, 2, 9).hint == ""


def test_who_waits_is_not_told_the_top_line_once_more() -> None:
    session = session_of(ROOM)
    table = TablePresenter(session, Follower(session, {}))
    shown = replace(table.model(), card=None, can_end_turn=False, beside=())
    shown = replace(shown, now=replace(shown.now, is_own=False, words="The heroes win."))
    hint = Guide(table.game).led(shown, replace(table.look, seats=(Seat("master"),)), 1, 9).hint
    assert hint and shown.now.words not in hint and ".." not in hint
