"""At the end of a game who won is the largest on every page; what the last dice did stays, smaller."""

from __future__ import annotations

from functools import partial

import pytest

from companion.core.commands import Concede
from tests.ui.walks import SETUPS, walk
from tests.ui.web.browser import DESK, PHONE, Come
from tests.ui.web.hosting import served
from tests.ui.web.test_sight import is_seen
from ui.table.bootstrap import Table

pytestmark = pytest.mark.slow

SIZES = """() => [...document.querySelectorAll('main *, .now *')].filter((one) => one.checkVisibility()
    && [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim()) && !one.closest('svg'))
  .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.textContent.trim()])"""


def struck(game: str) -> Table:
    """A game that ends while the result of dice stands there."""
    for made in walk(game, "en", 400):
        result = made.presenter.model().result
        if made.session.state.is_busy and result is not None and result.tone:
            break
    made.session.submit(Concede(made.session.seats[-1]))
    return made


@pytest.mark.parametrize("game", SETUPS)
def test_who_won_is_the_largest_on_every_page(come: Come, game: str) -> None:
    with served(partial(struck, game)) as table:
        seats = table.ask(lambda: [str(seat) for seat in table.host.table.session.seats])
        for seat, size in ((seats[0], PHONE), (seats[-1], DESK), ("screen", DESK)):
            person = come(table, size=size).come_in(seat, "Ann")
            person.page.locator(".card.over h2").wait_for()
            largest = max(person.page.evaluate(SIZES))
            assert largest[1] == person.page.locator(".now h1").inner_text(), largest
            if seat == "screen":
                continue  # a wall tells what decided it
            person.page.locator(".result.line").wait_for()
            if size == PHONE:
                is_seen(person, ".card.over h2")
