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


# The contrast of the large words of the banner with what lies behind them.
CONTRAST = """(cue) => {
  document.body.dataset.cue = cue;
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[0-9.]+/g).map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  for (const moves of document.getAnimations()) moves.finish();
  const [words, bar] = [".now h1", ".bar"].map((one) => getComputedStyle(document.querySelector(one)));
  const [less, more] = [light(words.color), light(bar.backgroundColor)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}"""


@pytest.mark.parametrize("cue", ["hit", "miss"])
def test_who_won_is_read_while_the_last_blow_flashes(come: Come, cue: str) -> None:
    with served(partial(struck, "guardians")) as table:
        person = come(table).come_in(table.ask(lambda: str(table.host.table.session.seats[0])), "Ann")
        person.page.locator(".card.over h2").wait_for()
        assert person.page.evaluate(CONTRAST, cue) >= 4.5
