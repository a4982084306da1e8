"""What one throws with stays under the finger on a phone: while dice are entered, and when another's result arrives."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult, Source
from companion.core.opening import next_order
from companion.games.heroclix.face.opening import OPENING
from companion.system import DiceGenerator
from tests.ui.web.browser import DESK, PHONE, SETTLED, Come, Person
from tests.ui.web.hosting import served
from tests.ui.web.tables import opening
from ui.table.bootstrap import Table

pytestmark = pytest.mark.slow

PLACES = """() => Object.fromEntries([...document.querySelectorAll(".dice-row:not(.watched) button")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [one.dataset.does, [left, top, width, height].map(Math.round)];
}))"""


def throwing_off() -> Table:
    """The sample game where both throw for the first turn, each at a page."""
    table = opening()
    session, dice = table.session, DiceGenerator(5)
    table.presenter.dice.roller = dice
    while not session.state.flow.open:
        order = next_order(OPENING, session.system, session.state, session.seats, dice.roll)
        assert order is not None
        session.submit(order)
    return table


def places(person: Person) -> Any:
    """Where each button of the throw is on the glass, once whatever is brought into sight has been."""
    person.page.evaluate(SETTLED)
    return person.page.evaluate(PLACES)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_no_button_of_a_throw_moves(come: Come, size: tuple[int, int]) -> None:
    with served(throwing_off) as table:
        ben = come(table, size=size).come_in("blue", "Ben")
        ben.page.locator(".dice-row [data-does='face:2']").wait_for()
        before = places(ben)
        assert {"face:1", "face:6", "clear_dice", "roll"} <= {*before}

        def throw() -> None:
            session = table.host.table.session
            asked = [one for one in session.state.flow.open if isinstance(one, DiceRequest) and one.roller == "red"]
            session.submit(ReportDice(asked[0].roller, DiceResult(asked[0].id, ("2", "3"), Source.HAND)))

        table.ask(throw)
        ben.sees("Higher than 5", within=".dice-row")
        assert places(ben) == before, "another's result arrived"
        ben.page.click("[data-does='face:4']")
        ben.page.locator(".dice-row .dice li:not(.open)").wait_for()
        assert places(ben) == before, "a die of one's own is entered"
