"""A plan made on a phone: what the turn before came to is read above it, and the list stays where somebody picks."""

from __future__ import annotations

import random
from functools import partial

import pytest

from companion.core.flow import seat_of
from companion.games.guardians.sample import sample_setup
from companion.system import DiceGenerator
from tests.ui.walks import next_order
from tests.ui.web.browser import PHONE, SETTLED, Come
from tests.ui.web.hosting import served
from tests.ui.web.test_led_page import led
from tests.ui.web.test_sight import is_seen
from tests.ui.web.test_taken_up import ending
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

pytestmark = pytest.mark.slow

SEAT, PLAN = "dusk", "GC-TURN-02"
STILL = "() => [scrollY, document.querySelectorAll('.cards [aria-pressed=true]').length]"


def begun() -> Table:
    return open_table(TableConfig(lang="en"), sample_setup())


def test_what_came_of_the_last_dice_is_seen_above_the_next_plan(come: Come) -> None:
    with served(begun) as table:
        person = come(table).come_in(SEAT, "Bob")
        chance, dice = random.Random(1), DiceGenerator(1)

        def plays_on() -> bool:
            """Whether what was thrown stands in a line beside the plan, once an order more is given."""
            hosted = table.host.table
            assert isinstance(hosted, Table)
            order = ending(hosted) or next_order(hosted, chance, dice)
            assert order is not None
            hosted.session.submit(order)
            (guest,) = table.host.hall.guests.values()
            shown = table.host.hall._screen(guest).presenter.model()
            is_line = shown.result is not None and shown.result.is_line
            return is_line and shown.card is not None and bool(shown.card.hand)

        for _ in range(200):
            if table.ask(plays_on):
                break
        person.page.locator(".result.line").wait_for()
        is_seen(person, ".result.line")
        is_seen(person, ".card.choice h2")


def planning() -> Table:
    """A led game at its first plans."""
    table, chance, dice = led("guardians"), random.Random(1), DiceGenerator(1)
    while not any(one.purpose == PLAN for one in table.session.state.flow.open):
        order = next_order(table, chance, dice)
        assert order is not None
        table.session.submit(order)
    return table


def test_the_list_stays_where_somebody_picks(come: Come) -> None:
    with served(partial(planning)) as table:
        seat = table.ask(lambda: str(seat_of(table.host.table.session.state.flow.open[0])))
        page = come(table).come_in(seat, "Bob").page
        if page.locator("[data-does='pick:']").count():
            page.locator("[data-does='pick:']").first.click()  # the aim is read
        page.locator(".hint:visible").wait_for()
        side = page.locator(".cards li:last-child button:not(.lit)").last
        side.scroll_into_view_if_needed()
        side.click()
        page.locator(".cards [aria-pressed=true]").wait_for()
        before = page.evaluate(STILL)
        for _ in range(3):
            page.evaluate(SETTLED)  # whatever is brought into sight has been
        assert page.evaluate(STILL) == before and before[1] == 1
        pressed = page.locator(".cards [aria-pressed=true]").bounding_box()
        assert pressed is not None and 0 <= pressed["y"] < PHONE[1]
