"""A tablet that the heroes look at, for their dice or the result of them, goes back to the master afterwards."""

from __future__ import annotations

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult, Source
from companion.core.ids import PieceId
from companion.games.heroquest import commands as quest
from companion.table.follow import Follower
from tests.casebook.casebooks import session_of
from ui.presenters.table import TablePresenter

DUEL = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-COMBAT-COUNTER-01"]
setup.squares = ["aaaa"]
setup.turn = "dwarf"
setup.pieces.elf = { hero = "elf_4", at = "A1", facing = "E", body = 1, weapon = "short_sword" }
setup.pieces.dwarf = { hero = "dwarf_4", at = "D1", facing = "E" }
setup.pieces.orc = { monster = "orc", at = "B1", facing = "W" }
expect.over = false
"""


@pytest.mark.rule("HQ-COMBAT-COUNTER-01", "HQ-GEN-03")
def test_after_a_blow_that_ends_the_heroes_turn_the_master_has_it() -> None:
    """The last hero to act strikes in vain and is struck dead in answer: the master's turn begins at once."""
    session = session_of(DUEL)
    table, master = TablePresenter(session, Follower(session, {})), session.state.table.gm
    elf, dwarf = (session.state.who(PieceId(hero)) for hero in ("elf", "dwarf"))
    session.submit(quest.EndTurn(dwarf.seat, dwarf.id))
    session.submit(quest.TakeTurn(elf.seat, elf.id))
    session.submit(quest.Attack(elf.seat, elf.id, PieceId("orc")))
    while session.state.flow.open:
        (asked,) = session.state.flow.open
        is_dice = isinstance(asked, DiceRequest)
        _hand_to(table, "master" if (asked.roller if is_dice else asked.seat) == master else "heroes")
        if is_dice:  # black shields hit with the answer alone
            faces = tuple("1" if die == "d20" else "black" for die in asked.dice)
            table.voice.give(ReportDice(asked.roller, DiceResult(asked.id, faces, Source.HAND)), Source.HAND)
        else:
            table.press("choose:yes")
    assert session.state.flow.phase == "master" and session.state.find(elf.id) is None
    _hand_to(table, "master")
    if table.model().result is not None:
        table.press("result")
    assert table.model().can_end_turn and table.look.seats == (master,)


def _hand_to(table: TablePresenter, side: str) -> None:
    table.model()
    if table.holder.side != side:
        table.press("hand_over")
        table.press("uncover")
        table.model()
