"""The buttons of an open card stay where they are on the screen, whatever the others do meanwhile."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.games.gotham.commands import Move, Step
from companion.system import DiceGenerator
from tests.looks.__main__ import played
from tests.ui.web.browser import DESK, PHONE, TABLET, Come, Person
from tests.ui.web.hosting import Served, served
from tests.ui.web.test_board_stays import comes, model
from ui.table.bootstrap import Table

pytestmark = pytest.mark.slow

COVERED = """() => [...document.querySelectorAll(".bar, .hint:not([hidden])")]
  .reduce((height, one) => height + one.offsetHeight, 0)"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll(".side > .card button")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [one.dataset.does, [left, top, width, height].map(Math.round)];
}))"""
DEEDS = 10


def heroes() -> Table:
    """A mission at the heroes' first turn: all of them may act at once."""
    table = played("gotham", "en", 0)
    session = table.session
    while session.state.flow.phase != "heroes":
        session.submit(
            next(one for seat in session.seats for one in session.system.legal_commands(session.state, seat))
        )
    return table


def another(table: Served, chance: random.Random, dice: DiceGenerator) -> None:
    """One more walk of a hero that is played elsewhere."""
    session = table.host.table.session
    for one in session.state.flow.open:
        if isinstance(one, DiceRequest):
            session.submit(ReportDice(one.roller, dice.roll(one, session.system.dice_of(session.state))))
            return
    offers = [one for seat in session.seats[1:4] for one in session.system.legal_commands(session.state, seat)]
    walks = [one for one in offers if isinstance(one, Move | Step)]
    session.submit(chance.choice(walks or offers))


def ends(person: Person) -> None:
    person.page.locator(".bar [data-does='end_turn']").click()


def chooses(person: Person) -> None:
    person.page.locator(".roster [data-does='figure:ferrier']").click()


@pytest.mark.parametrize("opens", [ends, chooses])
@pytest.mark.parametrize("size", [PHONE, TABLET, DESK])
def test_no_button_of_an_open_card_moves_when_others_act(
    come: Come, size: tuple[int, int], opens: Callable[[Person], None]
) -> None:
    chance, dice = random.Random(4), DiceGenerator(4)
    with served(heroes) as table:
        person = comes(partial(come, size=size), table, "ferrier")
        opens(person)
        person.page.locator(".side > .card button").first.wait_for()
        person.page.evaluate("() => document.querySelector('.side > .card button').scrollIntoView({ block: 'center' })")
        person.until("(least) => window.shown >= least", table.ask(lambda: table.host.hall._screens[1].shown.number))
        before, places = model(table), person.page.evaluate(PLACES)
        stayed = 0
        for _ in range(DEEDS):
            table.ask(partial(another, table, chance, dice))
            table.ask(table.host.hall.settle)
            number = table.ask(lambda: table.host.hall._screens[1].shown.number)
            person.until("(least) => window.shown >= least", number)
            after, now = model(table), person.page.evaluate(PLACES)
            assert before.card and after.card
            if before.card.buttons == after.card.buttons and before.card.title == after.card.title:
                covered = person.page.evaluate(COVERED)  # where no finger goes
                seen = {does: place for does, place in places.items() if place[1] + place[3] > covered}
                assert {does: now[does] for does in seen} == seen, (before.log[-1], after.log[-1], after.hint)
                stayed += bool(seen) and before.log != after.log
            before, places = after, now
        assert stayed
