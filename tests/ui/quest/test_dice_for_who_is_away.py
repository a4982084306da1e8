"""Dice that are thrown at the tablet for who is away lie on what all may see; those who are there read the result."""

from __future__ import annotations

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult, Source
from companion.core.ids import PieceId, Seat
from companion.games.heroquest import commands as quest
from companion.table.follow import Follower
from tests.casebook.casebooks import session_of
from ui.presenters.aims import AIMS
from ui.presenters.guide import Guide
from ui.presenters.table import TablePresenter

DUEL = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-GEN-03"]
setup.squares = ["aaaa"]
setup.turn = "elf"
setup.pieces.elf = { hero = "elf_4", at = "A1", facing = "E", weapon = "short_sword" }
setup.pieces.dwarf = { hero = "dwarf_4", at = "D1", facing = "W" }
setup.pieces.orc = { monster = "bugbear", at = "B1", facing = "W" }
expect.over = false
"""


def _struck(*, phone: str = "") -> TablePresenter:
    """The elf has struck the orc, which is to defend; the master's phone is away, one hero may have one too."""
    session = session_of(DUEL)
    table = TablePresenter(session, Follower(session, {}))
    table.holder.is_held = lambda seat: seat in ("master", phone)
    table.holder.is_seated = lambda seat: seat == phone
    elf = session.state.who(PieceId("elf"))
    session.submit(quest.Attack(elf.seat, elf.id, PieceId("orc")))
    _lie(table, "skull")
    assert session.state.flow.open[0].roller == "master"
    return table


def _lie(table: TablePresenter, *faces: str) -> None:
    """The dice that are asked for fall: these faces, and the last of them as often as it takes."""
    (asked,) = table.state.flow.open
    assert isinstance(asked, DiceRequest)
    fallen = (*faces, *faces[-1:] * len(asked.dice))[: len(asked.dice)]
    table.voice.give(ReportDice(asked.roller, DiceResult(asked.id, fallen, Source.HAND)), Source.HAND)


@pytest.mark.rule("HQ-GEN-03")
@pytest.mark.parametrize("phone", ["", "elf"])
def test_to_throw_for_the_master_shows_no_map_a_choice_comes_after_a_cover(phone: str) -> None:
    table = _struck(phone=phone)
    table.model()
    table.press("take_over")
    shown = table.model()
    assert shown.dice is not None and shown.dice.faces
    assert table.look.side != "master" and not table.holder.is_covered
    _lie(table, "white", "white", "black")
    table.press("result")
    card = table.model().card
    assert card is not None and card.likely == "uncover", "it may strike back, which is its master's to say"
    assert table.look.side != "master"


@pytest.mark.parametrize("phone", ["", "elf"])
def test_the_result_is_told_to_the_heroes_who_are_there(phone: str) -> None:
    table = _struck(phone=phone)
    table.model()
    table.press("take_over")
    table.model()
    _lie(table, "white")
    result = table.model().result
    assert result is not None and result.tone == "miss", "their blow was parried"


def test_who_takes_the_tablet_for_dice_is_told_what_it_is_about_later() -> None:
    """No page of objectives opens over the dice, or over their result."""
    table = _struck()
    table.guide = Guide(table.game)
    table.holder.turn_to((Seat("master"),))
    table.holder.take_over((Seat("master"),))
    table.press("uncover")
    assert table.picked != AIMS
