"""Everybody on a page: whoever acts is lit, the dead stand last, letters and bars can be read in every theme."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from companion.painting.palette import contrast
from tests.looks.__main__ import GAMES, played
from tests.ui.web.browser import DESK, Come
from tests.ui.web.hosting import served

pytestmark = pytest.mark.slow

# What is seen: the letters with what is behind them, a bar's fill and bed, and who is marked how, from left to right.
SEEN = """() => [...document.querySelectorAll(".roster li")].map((one) => {
  const letters = one.querySelector(".letters");
  const worn = getComputedStyle(letters), name = getComputedStyle(one.querySelector(".name"));
  let ground = one;
  while (getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)") ground = ground.parentElement;
  return {
    out: one.classList.contains("out"), lit: one.matches(".chosen, .due"), opacity: worn.opacity * name.opacity,
    letters: [worn.color, worn.backgroundColor], ring: [worn.borderTopColor, worn.backgroundColor],
    name: [name.color, getComputedStyle(ground).backgroundColor],
  };
})"""


def plain(colour: str) -> str:
    """``rgb(1, 2, 3)`` as the palette writes it."""
    parts = [int(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    return "#" + "".join(f"{part:02x}" for part in parts)


def ratio(pair: list[str]) -> float:
    return contrast(*map(plain, pair))


SCHEMES: dict[str, dict[str, Any]] = {
    "dark": {"color_scheme": "dark"},
    "light": {"color_scheme": "light"},
    "contrast": {"contrast": "more"},
}


@pytest.mark.parametrize("game", GAMES)
def test_everybody_can_be_read_and_who_acts_is_lit(come: Come, game: str) -> None:
    with served(partial(played, game, "en")) as table:
        seat = table.ask(lambda: str(table.host.table.session.seats[0]))
        person = come(table).come_in(seat, "Ann")
        person.page.wait_for_selector(".roster li")
        for scheme, media in SCHEMES.items():
            person.page.emulate_media(**media)
            shown = person.page.evaluate(SEEN)
            assert shown
            for one in shown:
                assert ratio(one["letters"]) >= 4.5 and ratio(one["name"]) >= 4.5, (scheme, one)
                assert ratio(one["ring"]) >= 3 and one["opacity"] == 1, (scheme, one)
            for bar in person.page.locator(".roster li:not(.out) progress").all():
                with Image.open(BytesIO(bar.screenshot())) as drawn:
                    row = [plain(str(drawn.convert("RGB").getpixel((x, drawn.height // 2)))) for x in (1, 4)]
                assert contrast(*row) >= 3, (scheme, row)  # what is left, and what it lies in
        outs = [one["out"] for one in shown]
        assert outs == sorted(outs)
        if game != "heroclix":  # whose player chooses first
            assert any(one["lit"] for one in shown)


@pytest.mark.parametrize("game", GAMES)
def test_a_desk_shows_everybody_and_what_comes_first(come: Come, game: str) -> None:
    """A phone has a card for whoever was tapped; at a desk nobody is tapped yet, and nobody is hidden at the right."""
    with served(partial(played, game, "fr")) as table:
        seat = table.ask(lambda: str(table.host.table.presenter.game.acting(table.host.table.presenter.look)[0]))
        person = come(table, size=DESK, lang="fr").come_in(seat, "Ann")
        person.page.wait_for_selector(".roster li")
        hidden = "() => { const all = document.querySelector('.roster ul'); return all.scrollWidth - all.clientWidth; }"
        assert person.page.evaluate(hidden) <= 0
        assert person.page.locator(":is(.side > .card, .sheet, .dice-row):visible").count() >= 1
