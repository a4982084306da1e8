"""A phone says at once what to do: the own card is in sight, letters are read or left out, the clock is last."""

from __future__ import annotations

from functools import partial

import pytest

from tests.looks.__main__ import played
from tests.ui.web.browser import PHONE, Come
from tests.ui.web.hosting import served

pytestmark = pytest.mark.slow

TURNS = {"heroclix": "red", "heroquest": "enchanter", "guardians": "dusk-2", "gotham": "marshal"}  # who acts, played so
FIRST = {"heroclix": "red-1", "gotham": "marshal"}
LEAST_PX = 9  # CSS pixels of letters that are read at arm's length

# Of every letter on the board that is drawn: what it says, how high its font is on the glass, whose it is.
LETTERS = """() => [...document.querySelectorAll(".layers svg:not(.hits) text")]
  .filter((one) => !one.closest("[display=none]")).map((one) => {
    const high = one.getAttribute("font-size") * one.getScreenCTM().d;
    return [one.textContent, high, one.closest("[data-piece]")?.dataset.piece ?? ""];
  })"""
# How far the title and the first button of what is asked reach down the glass, beside how high that is.
TO_DO = """() => {
  const cards = [...document.querySelectorAll(".side > .card, .dice-row")];
  const card = cards.find((one) => one.checkVisibility() && one.querySelector("button"));
  const parts = [card.querySelector("h2"), card.querySelector("button")].filter((one) => one?.textContent);
  return [Math.max(...parts.map((one) => one.getBoundingClientRect().bottom)), innerHeight, scrollY];
}"""
LAST = """() => [...document.querySelectorAll("main section")]
  .filter((one) => one.checkVisibility() && one.offsetHeight)
  .map((one) => [one.getBoundingClientRect().bottom, one.className]).sort(([one], [other]) => other - one)[0][1]"""


@pytest.mark.parametrize("game", TURNS)
def test_what_to_do_is_in_sight_and_letters_are_read(come: Come, game: str) -> None:
    with served(partial(played, game, "en")) as table:
        person = come(table, size=PHONE).come_in(TURNS[game], "Ann")
        person.page.wait_for_selector(".figures [data-piece]")
        if game in ("heroclix", "gotham"):  # a tap says which figure acts
            person.page.locator(f".hits [data-piece={FIRST[game]}]").click()
        person.page.wait_for_selector(".hits .chosen")
        person.until(f"() => {{ const [down, high] = ({TO_DO})(); return down <= high; }}")
        chosen = person.page.get_attribute(".hits .chosen", "data-piece")
        letters = person.page.evaluate(LETTERS)
        assert [(words, high) for words, high, _ in letters if high < LEAST_PX - 0.5] == []
        assert any(piece == chosen for *_, piece in letters), "the letters of who acts are read"
        assert person.page.evaluate(TO_DO)[2] == 0, "nothing was scrolled"
        lights = "() => document.querySelector('.layers .lights').nextElementSibling.classList.contains('figures')"
        assert person.page.evaluate(lights), "the light lies below the figures: the way they face is seen"
        assert "clock" in person.page.evaluate(LAST)
