"""A card on a phone: its buttons stay at the foot of the glass, but its heading and first line are read before them."""

from __future__ import annotations

from functools import partial

import pytest

from tests.ui.led import GAMES
from tests.ui.walks import walk
from tests.ui.web.browser import PHONE, Come
from tests.ui.web.hosting import served
from tests.ui.web.test_board_stays import comes, goes_on

pytestmark = pytest.mark.slow

ORDERS = 40
SMALL = (360, 560)

# The headings and first lines that are in the glass and hidden by buttons, however far the card has come into it.
UNREAD = """(many) => {
  document.documentElement.style.fontSize = `${100 * many}%`;
  dispatchEvent(new Event("resize"));
  const found = [];
  for (const card of document.querySelectorAll(".side > :is(.card, .dice-row, .result):not([hidden], .line)")) {
    const words = [card.querySelector("h2"), card.querySelector("h2 + p")].filter(Boolean).map((one) => {
      const line = document.createRange();
      line.selectNodeContents(one);
      return [one, line];
    });
    for (let up = 0; up <= 200; up += 20) {
      scrollBy(0, card.getBoundingClientRect().top - innerHeight + up);
      for (const [one, line] of words) {
        const { left, top, bottom } = line.getClientRects()[0], y = (top + bottom) / 2;
        const there = y < innerHeight && document.elementFromPoint(left + 8, y);
        if (there && there.closest(".buttons")) found.push(one.innerText);
      }
    }
  }
  return found;
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
@pytest.mark.parametrize("game", GAMES)
def test_no_button_lies_on_the_heading_of_its_card(come: Come, game: str, size: tuple[int, int]) -> None:
    moments = walk(game, "en", ORDERS)
    with served(partial(next, moments)) as table:
        seat = table.ask(lambda: str(table.host.table.session.seats[0]))
        person = comes(partial(come, size=size), table, seat)
        staying = 0
        for _ in range(ORDERS - 1):
            goes_on(table, moments, person)
            staying += person.page.locator(".buttons.stays:visible").count()
            for text in (1, 1.5, 2):
                assert person.page.evaluate(UNREAD, text) == []
        assert staying
