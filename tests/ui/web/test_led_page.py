"""The hints of a led game on pages: in sight in every state, on a phone and at a desk, whatever is scrolled, and what
they lead to is in sight beside them.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as Late

from companion.core.flow import seat_of
from companion.core.ids import SystemId
from companion.core.opening import next_order
from companion.core.rules import Rejected
from companion.system import DiceGenerator
from tests.ui.led import GAMES, Follower
from tests.ui.web.browser import PHONE, Come
from tests.ui.web.hosting import served
from ui.presenters.games import game_of
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

pytestmark = pytest.mark.slow
SOON_MS = 10_000

OUT_OF_SIGHT = """() => {
  const hint = document.querySelector(".hint"), box = hint.getBoundingClientRect();
  const middle = document.elementFromPoint(box.left + box.width / 3, box.top + box.height / 2);
  if (hint.hidden) return "hidden";
  if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) return JSON.stringify(box);
  return hint.contains(middle) ? "" : "covered by " + middle.outerHTML.slice(0, 80);
}"""

# of the lit button of a card or of dice that the hint leads to
HIDES = """() => {
  const led = document.querySelector(".side > .card button.main, .dice-row:not([hidden]) button.main");
  if (!led) return "";
  const box = led.getBoundingClientRect();
  const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return led.contains(middle) ? "" : `${led.innerText} is ${middle ? "hidden" : "out of sight"}`;
}"""


def led(game: str) -> Table:
    """The game that is played at once, opened and led."""
    row = game_of(SystemId(game))
    assert row.first_evening is not None and row.opens is not None
    table = open_table(TableConfig(lang="en"), row.first_evening())
    session, dice = table.session, DiceGenerator(4)
    while (order := next_order(row.opens, session.system, session.state, session.seats, dice.roll)) is not None:
        assert not isinstance(session.submit(order), Rejected)
    table.presenter.lead()
    return table


@pytest.mark.parametrize("size", [PHONE, (1280, 800)], ids=["phone", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_the_hint_is_in_sight_in_every_state(come: Come, game: str, size: tuple[int, int], tmp_path: Path) -> None:
    with served(partial(led, game)) as table:
        acting = table.ask(lambda: str(table.host.table.presenter.game.acting(table.host.table.presenter.look)[0]))
        person = come(table, size=size).come_in(acting, "Ann")
        steps = 0
        for _ in range(8):
            person.page.wait_for_selector(".hint p")
            person.until(f"() => ({HIDES})() === ''")
            for at in ("0", "document.body.scrollHeight"):
                person.page.evaluate(f"() => scrollTo(0, {at})")
                assert person.page.evaluate(OUT_OF_SIGHT) == "", f"{steps}: {person.page.inner_text('.hint p')}"
            person.page.evaluate("() => scrollTo(0, 0)")
            main = person.page.locator(".side > .card button.main:visible, .dice-row button.main:visible").first
            person.page.evaluate("() => { document.querySelector('.as-text').open = true; }")
            goals = person.page.locator(".goals-list button, .hits .may_be_lifted, .hits .target")
            before = person.led()
            led_to = main if main.count() else goals.first
            if not led_to.count():
                break
            try:
                led_to.click(timeout=SOON_MS)
            except Late:
                person.page.reload()  # the table had moved on while this test scrolled: looked at anew
                continue
            steps += 1
            person.led_on(before)
        assert steps >= 2, "the steps of a turn were led"


def answered(what: str) -> Table:
    """A mission in which dice or a choice are asked for because of what an attack has done."""
    table = led("gotham")
    table.presenter.dice.roller = DiceGenerator(4)
    follower = Follower(table.presenter, 4)
    while follower.round == 1:
        shown = table.presenter.model()
        asked = "dice" if shown.dice else shown.card.kind if shown.card else ""
        if asked == what and shown.result is not None and shown.result.tone:
            break
        follower.tap(follower.does(shown))
    return table


@pytest.mark.parametrize("what", ["dice", "choice"])
def test_why_it_is_asked_stands_beside_the_question(come: Come, what: str) -> None:
    with served(partial(answered, what)) as table:
        request = table.ask(lambda: table.host.table.presenter.state.flow.open[0])
        result = table.ask(lambda: table.host.table.presenter.model().result)
        page = come(table, size=PHONE).come_in(str(seat_of(request)), "Ann").page
        page.get_by_role("button", name="On to the table").click()  # the aim is read first
        page.wait_for_selector(".side > .result.line:visible")
        asks = page.locator(".side > .dice-row:visible, .side > .card.choice").first
        told = page.locator(".side > .result.line")
        assert told.inner_text().startswith(result.title) and result.deed in told.inner_text()
        line, question = told.bounding_box(), asks.bounding_box()
        assert line is not None and question is not None
        assert (line["y"] < question["y"]) == (what != "dice"), "dice keep their place, whatever arrives"


def test_the_longest_power_stands_within_a_phone(come: Come) -> None:
    """The name of a power breaks before the page gets wider than the glass."""
    with served(partial(led, "heroclix")) as table:
        acting = table.ask(lambda: str(table.host.table.presenter.game.acting(table.host.table.presenter.look)[0]))
        page = come(table, size=PHONE).come_in(acting, "Ann").page
        page.get_by_role("button", name="On to the table").click()
        page.locator(".hits .may_be_lifted").first.click()
        page.wait_for_selector(".sheet dd button")
        page.evaluate("""() => document.querySelectorAll(".sheet dd button").forEach(
            (one) => { one.textContent = "Phasing/Téléportation"; })""")
        assert "✓" not in page.locator(".hands").inner_text(), "what the hands owe is not ticked"
        wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]
