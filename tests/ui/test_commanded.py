"""The menu of a commanded figure holds "End the command"."""

from __future__ import annotations

import random

import pytest

from companion.core.commands import Concede
from companion.games.gotham import commands as cm
from companion.system import DiceGenerator
from tests.ui.walks import SETUPS, next_order
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

ORDERS = 250


@pytest.mark.rule("GO-COMMAND-05", "GO-COMMAND-10")
def test_the_end_of_a_command_stands_with_those_who_are_commanded() -> None:
    table, commanded = open_table(TableConfig(lang="en"), SETUPS["gotham"]()), 0
    made, session = table.presenter, table.session
    chance, dice = random.Random(3), DiceGenerator(3)
    for _ in range(ORDERS):
        open_now, legal = session.state.flow.open, session.system.legal_commands
        tiles = () if open_now else (one for seat in session.seats for one in legal(session.state, seat))
        begins = next((one for one in tiles if isinstance(one, cm.CommandTile)), None)
        if (order := begins or next_order(table, chance, dice)) is None or isinstance(order, Concede):
            break
        session.submit(order)
        lead, figures = session.state.commanding, session.state.figures
        led = [one for one in figures if lead is not None and one.commander == lead.piece and one.zone is not None]
        if begins is not None and led:
            commanded += 1
            made.chosen = led[0].id
            card = made.model().card
            assert card is not None and "End the command" in [words for _, words in card.buttons]
    table.close()
    assert commanded
