"""Whose device was away is told what was done with its own figures, what befell them, and who scored."""

from __future__ import annotations

import random

import pytest

from companion.core.ids import PieceId, Seat
from companion.system import DiceGenerator
from tests.ui.walks import SETUPS, next_order
from tests.ui.web.listening import Ear, hall_of
from ui.presenters.log import MOST_LINES
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

ORDERS = 140


@pytest.mark.parametrize("game", SETUPS)
def test_own_deeds_own_harm_and_points_are_told_in_order(game: str) -> None:
    table = open_table(TableConfig(lang="en"), SETUPS[game]())
    hall, session, tablet = hall_of(table), table.session, table.presenter
    hall.company.has_tablet = True
    seat = session.seats[-1]
    bob = Ear(hall, seat, "Bob")
    chance, dice = random.Random(3), DiceGenerator(3)
    for place in range(ORDERS):
        if place == ORDERS // 4:
            hall.leave(bob)
            left = session.version
            scores = dict(tablet.game.scores(tablet.look))
        order = next_order(table, chance, dice)
        if order is None:
            break
        session.submit(order)
    bob.guest.lost[Seat(seat)] = left
    hall._wires[bob] = bob.guest
    hall.settle()
    (ask,) = (one for one in bob.parts["room"]["asks"] if one["do"] == [[f"let:{seat}", "All right"]])
    told = [line.removeprefix("- ") for line in ask["text"].splitlines()[2:]]
    presenter = hall._screen(bob.guest).presenter
    log = presenter.log
    lines = [line.text for line in log.lines(presenter.wording, 400)]
    scored = [
        presenter.wording.pair(presenter.wording.scorer(side), presenter.look.say("points", points=now))
        for side, now in tablet.game.scores(tablet.look)
        if now != scores.get(side, 0)
    ]
    deeds = told[: len(told) - len(scored)]
    assert told[len(deeds) :] == scored
    story = iter(lines)
    assert deeds and len(deeds) <= MOST_LINES and all(line in story for line in deeds), "in order"
    own = {one.piece for one in tablet.game.roster(tablet.look) if one.seat == seat}
    strikes = [
        line.words
        for line in log._gathered(presenter.wording)
        if line.version > left and {PieceId(one) for one in tablet.game.parties(line.event)} & own
    ]
    assert len(deeds) == MOST_LINES or {*strikes} <= {*deeds}, "blows with one's own figures, by them or at them"
    table.close()
