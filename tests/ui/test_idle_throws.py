"""Dice on which nothing hangs any more: the rules want them thrown, and one tap throws all that are left."""

from __future__ import annotations

import random

import pytest

from companion.core.dice import DiceRequest
from companion.core.events import DiceReported
from companion.system import DiceGenerator
from tests.ui.walks import SETUPS, next_order
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

ORDERS = 250


def idle(tablet: TablePresenter) -> bool:
    """Whether the dice row says that nothing depends on the dice."""
    shown = tablet.model()
    return shown.dice is not None and tablet.look.say("idle_throw") in shown.dice.decides


def thrown(tablet: TablePresenter) -> int:
    return sum(isinstance(record.event, DiceReported) for record in tablet.session.records)


@pytest.mark.parametrize("game", SETUPS)
@pytest.mark.parametrize("seed", range(2))
def test_one_tap_throws_all_that_decides_nothing_and_no_die_that_does(game: str, seed: int) -> None:
    table = open_table(TableConfig(lang="en"), SETUPS[game]())
    tablet, chance, dice = table.presenter, random.Random(seed), DiceGenerator(seed)
    tablet.dice.roller, rows = dice, 0
    for _ in range(ORDERS):
        if tablet.state.flow.outcome is not None:
            break
        if not any(isinstance(one, DiceRequest) for one in tablet.state.flow.open):
            order = next_order(table, chance, dice)
            if order is None:
                break
            tablet.session.submit(order)
            continue
        was_idle, before = idle(tablet), thrown(tablet)
        tablet.press("roll")
        if thrown(tablet) == before:  # whoever throws sits elsewhere
            order = next_order(table, chance, dice)
            assert order is not None
            tablet.session.submit(order)
            continue
        if was_idle:
            assert not idle(tablet), "a second tap for nothing"
            rows += 1
        else:
            assert thrown(tablet) == before + 1
    assert rows or game != "guardians"
    table.close()
