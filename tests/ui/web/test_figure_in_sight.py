"""Whoever acts is seen on a phone, whatever is asked below the board; and a hint takes no room of the map."""

from __future__ import annotations

from functools import partial

import pytest

from tests.ui.led import GAMES
from tests.ui.web.browser import Come
from tests.ui.web.hosting import served
from tests.ui.web.test_led_page import led

pytestmark = pytest.mark.slow

# What lies over the middle of the chosen figure, or that the figure is beyond the glass.
COVERED = """() => {
  const chosen = document.querySelector(".hits .chosen");
  if (!chosen || document.querySelector(".card.aims:not([hidden])")) return ""; // what the game is about is read first
  const { left, top, width, height } = chosen.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found?.closest(".layers") ? "" : `${found?.className ?? "beyond the glass"}`;
}"""
# How much of the top of the board the hint hides while the page stands as it was brought.
HINTED = """() => {
  const hint = document.querySelector(".hint"), stage = document.querySelector(".stage");
  if (hint.hidden) return 0;
  const [over, under] = [hint, stage].map((one) => one.getBoundingClientRect());
  return Math.max(0, Math.min(over.bottom, under.bottom) - Math.max(over.top, under.top));
}"""

# Whether there was a button that one is led to, and is tapped now.
CLICKED = """() => {
  const main = [...document.querySelectorAll(".side > .card button.main, .dice-row button.main")];
  const one = main.find((button) => button.checkVisibility());
  one?.click();
  return Boolean(one);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_who_acts_stays_in_sight_beside_what_is_asked(come: Come, game: str) -> None:
    with served(partial(led, game)) as table:
        seat = table.ask(lambda: str(table.host.table.presenter.game.acting(table.host.table.presenter.look)[0]))
        person = come(table).come_in(seat, "Ann")
        taps = 0
        while taps < 7:
            person.page.wait_for_selector(".hint p")
            person.until(f"() => ({COVERED})() === ''")
            person.until(f"() => ({HINTED})() < 2")
            person.page.evaluate("() => { document.querySelector('.as-text').open = true; }")
            goals = person.page.locator(".goals-list button")
            before = person.page.inner_text("body")
            if person.page.evaluate(CLICKED):
                pass
            elif goals.count():
                goals.last.click()
            else:
                break
            person.page.evaluate("() => { document.querySelector('.as-text').open = false; }")
            taps += 1
            person.until("(before) => document.body.innerText !== before", before)
        assert taps, "something was asked"
