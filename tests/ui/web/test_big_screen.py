"""A big screen is read from a sofa, and nobody scrolls it: no line of its log is cut."""

from __future__ import annotations

from functools import partial

import pytest

from tests.ui.led import Follower
from tests.ui.web.browser import DESK, Come
from tests.ui.web.hosting import served
from tests.ui.web.test_led_page import led
from ui.table.bootstrap import Table

pytestmark = pytest.mark.slow

CUT = """() => {
  const log = document.querySelector(".log").getBoundingClientRect(), lines = [...document.querySelectorAll(".log li")];
  const shown = lines.filter((line) => line.checkVisibility());
  const cut = shown.filter((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return top < log.top || bottom > log.bottom + 1;
  });
  const { top } = document.querySelector("[role=log]").getBoundingClientRect();
  if (shown.length && shown[0].getBoundingClientRect().top > top + 12) return ["room for a line is left empty above"];
  return shown.length ? cut.map((line) => line.innerText) : ["nothing is told"];
}"""


def played(game: str, steps: int) -> Table:
    """The game after so many steps of who is led."""
    table = led(game)
    follower = Follower(table.presenter, 4)
    for _ in range(steps):
        follower.tap(follower.does(table.presenter.model()))
    return table


@pytest.mark.parametrize("game", ["heroquest", "gotham"])
def test_lines_of_the_log_are_whole(come: Come, game: str) -> None:
    with served(partial(played, game, 14)) as table:
        person = come(table, size=DESK).come_in("screen", "Sofa")
        person.page.wait_for_selector(".log li", state="attached")
        if person.page.is_visible(".log"):
            person.until(f"() => !({CUT})().length")
