"""Whoever acts is seen on a phone, whatever is asked below the board; and a hint takes no room of the map."""

from __future__ import annotations

import random
from functools import partial

import pytest

from companion.core.by_hand import Relocate
from companion.core.ids import SpaceId
from companion.games.guardians.commands import EndActivation
from companion.painting import CELL, edge_of
from tests.ui.led import GAMES
from tests.ui.test_guardians_screen import answered
from tests.ui.web.browser import PHONE, Come
from tests.ui.web.hosting import served
from tests.ui.web.test_led_page import led
from ui.table.bootstrap import Table

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
            before = person.led()
            if person.page.evaluate(CLICKED):
                pass
            elif goals.count():
                goals.last.click()
            else:
                break
            person.page.evaluate("() => { document.querySelector('.as-text').open = false; }")
            taps += 1
            person.led_on(before)
        assert taps, "something was asked"


# How much is missing of the least that is left of the board beside what is asked below it, in pixels.
LACKING = """() => {
  const found = [".bar", ".hint", ".stage"].map((one) => document.querySelector(one));
  const [bar, hint, stage] = found.map((one) => one.getBoundingClientRect());
  const card = document.querySelector(".side > .card:not([hidden])");
  const isRead = document.querySelector(".side > .dice-row:not([hidden]), .side > .result:not(.line):not([hidden])");
  if (!card || card.matches(".aims") || isRead) return 0; // which comes first
  const above = bar.height + hint.height, seen = Math.min(stage.bottom, innerHeight) - Math.max(stage.top, above);
  return Math.min(stage.width, innerHeight - above) / 2 - seen;
}"""
HEAD = "() => document.querySelector('.side > .card h2')?.innerText ?? ''"


@pytest.mark.parametrize("size", [PHONE, (360, 640)], ids=["phone", "small"])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_stays_usable_beside_a_list_of_actions(come: Come, game: str, size: tuple[int, int]) -> None:
    with served(partial(led, game)) as table:
        seat = table.ask(lambda: str(table.host.table.presenter.game.acting(table.host.table.presenter.look)[0]))
        person = come(table, size=size).come_in(seat, "Ann")
        for _ in range(7):
            person.page.wait_for_selector(".hint p")
            person.until(f"() => ({LACKING})() < 2")
            if not person.page.locator(".side > .result:not(.line)").is_visible():
                person.until(f"() => ({COVERED})() === ''")
            before = person.led()
            if not person.page.evaluate(CLICKED):
                break
            person.led_on(before)


# Whether a figure of the board is seen, all of it.
SEEN = """(one) => {
  const found = [".stage", ".hint", one].map((name) => document.querySelector(name));
  const [glass, hint, { left, right, top, bottom }] = found.map((each) => each.getBoundingClientRect());
  const isBetween = top >= Math.max(glass.top, hint.bottom) && bottom <= Math.min(glass.bottom, innerHeight);
  return isBetween && left >= glass.left && right <= glass.right;
}"""


def shooting(far: str) -> Table:
    """A clash: who shoots stands at one end of the board, the only target far off."""
    table = led("guardians")
    session, rng = table.session, random.Random(1)
    while session.state.active != "lantern":
        answered(session, rng)
        hero = session.state.who(session.state.active or "")
        if hero.id != "lantern":
            assert hero.seat is not None
            session.submit(EndActivation(hero.seat, hero.id))
    hero = session.state.who("lantern")
    assert hero.seat is not None
    foes = [one for one in session.state.in_play() if one.side != hero.side]
    for one in foes:
        session.submit(Relocate(hero.seat, one.id, None))
    session.submit(Relocate(hero.seat, hero.id, SpaceId("terrace-walk.1")))
    session.submit(Relocate(hero.seat, foes[-1].id, SpaceId(far)))
    table.presenter.lead()
    return table


@pytest.mark.parametrize("far", ["gardens-ne.4", "market-sw.4"])
def test_who_shoots_and_who_is_shot_at_are_both_seen(come: Come, far: str) -> None:
    with served(partial(shooting, far)) as table:
        person = come(table, size=SMALL).come_in("dawn", "Ann")
        person.press("On to the table")
        person.press("Use Steady Beam on Clockwork", exact=False, within=".side > .card")
        person.page.wait_for_selector(".side > .card [data-does=confirm]")
        person.page.wait_for_selector(".hits .target", state="attached")
        for who in (".chosen", ".target"):
            person.until(SEEN, f".hits {who}")


SMALL = (360, 560)  # pixels of an old phone
# Whether a point of the board is seen, and may be tapped.
IN_GLASS = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector(".hits").getScreenCTM());
  return Boolean(document.elementFromPoint(at.x, at.y)?.closest(".layers"));
}"""


def far_off(start: str) -> Table:
    """A clash on whose phone the board is larger than its glass: a hero at one end, what it is led to at the other."""
    table = led("guardians")
    session, rng = table.session, random.Random(1)
    answered(session, rng)
    assert session.state.active is not None
    hero = session.state.who(session.state.active)
    assert hero.seat is not None
    for one in (*session.state.in_play(),):
        if one.side != hero.side:
            session.submit(Relocate(hero.seat, one.id, None))
    session.submit(Relocate(hero.seat, hero.id, SpaceId(start)))
    table.presenter.lead()
    return table


@pytest.mark.parametrize("start", ["gardens-nw.2", "gardens-ne.2"])
def test_the_place_that_a_hint_names_is_in_the_glass(come: Come, start: str) -> None:
    with served(partial(far_off, start)) as table:
        presenter = table.host.table.presenter
        seat = table.ask(lambda: str(presenter.game.acting(presenter.look)[0]))
        person = come(table, size=SMALL).come_in(seat, "Ann")
        person.page.wait_for_selector(".hint p")
        while "outlined place" not in (hint := person.page.inner_text(".hint p")):
            assert person.page.evaluate(CLICKED), hint
            person.until("(before) => document.querySelector('.hint p').innerText !== before", hint)
        words = person.page.inner_text(".hint p")
        names = table.ask(lambda: dict(presenter.game.names(presenter.look.side, "en")))
        space = max((one for one in names if "." in one and names[one] in words), key=lambda one: len(names[one]))
        place = table.ask(lambda: presenter.game.drawing.place(space))
        edge = table.ask(lambda: edge_of(presenter.model().board))
        person.until(IN_GLASS, [edge + (at + 0.5) * CELL for at in place])
