"""A phone's board: it brings one's own hero into sight when the turn begins, and stays while one chooses; and nothing
that is told above it pushes it away while the same is asked of who looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.ui.led import GAMES
from tests.ui.walks import walk
from tests.ui.web.browser import Come, Person
from tests.ui.web.hosting import Served, served
from ui.presenters.models import TableModel
from ui.table.bootstrap import Table

pytestmark = pytest.mark.slow
ORDERS = 60

FAR = "() => document.querySelector('.stage').scrollTo(1e6, 1e6)"
ASIDE = "() => document.querySelector('.stage').scrollTo(150, 150)"
PLACE = "() => [document.querySelector('.stage').scrollLeft, document.querySelector('.stage').scrollTop]"
IN_GLASS = """(piece) => {
  const glass = document.querySelector(".stage").getBoundingClientRect();
  const { left, right, top, bottom } = document.querySelector(`.hits [data-piece="${piece}"]`).getBoundingClientRect();
  return left >= glass.left && right <= glass.right && top >= glass.top && bottom <= glass.bottom;
}"""


def large(person: Person) -> None:
    """The board, drawn so large that a part of it is seen."""
    for _ in range(3):
        person.page.locator(".zoom").click()


def model(table: Served) -> TableModel:
    shown: TableModel = table.ask(lambda: table.host.hall._screens[1].presenter.model())
    return shown


def goes_on(table: Served, moments: Iterator[Table], person: Person) -> None:
    """The next order is given, and the page shows what came of it."""
    table.ask(lambda: next(moments))
    table.ask(table.host.hall.settle)
    version = table.ask(lambda: table.host.hall._screens[1].shown.number)
    person.until("(least) => window.shown >= least", version)


def comes(come: Come, table: Served, seat: str) -> Person:
    """Somebody whose page says which model it shows."""
    person = come(table)
    person.page.add_init_script(
        """const Plain = WebSocket;
        window.WebSocket = class extends Plain {
          set onmessage(hears) {
            super.onmessage = (event) => {
              hears(event);
              const frame = JSON.parse(event.data);
              const shows = () => { window.shown = frame.number; };
              if (frame.type === "model") setTimeout(() => requestAnimationFrame(shows));
            };
          }
        };"""
    )
    return person.come_in(seat, "Ann")


def test_the_turn_of_a_hero_begins_where_it_stands(come: Come) -> None:
    moments = walk("heroquest", "en", 2 * ORDERS)
    with served(partial(next, moments)) as table:
        person = comes(come, table, "enchanter")
        large(person)
        begun = 0
        for _ in range(ORDERS):
            was = model(table).now.is_own
            person.page.evaluate(FAR)
            goes_on(table, moments, person)
            now = model(table)
            if was or not now.now.is_own or now.dice is not None or any(one.chosen for one in now.board.tokens):
                continue
            own = next(one.piece for one in now.roster if one.is_own)
            person.until(IN_GLASS, own)
            begun += 1
        assert begun


def test_what_others_do_does_not_move_the_board_of_who_chooses(come: Come) -> None:
    moments: Any = walk("gotham", "en", 2 * ORDERS)
    with served(partial(next, moments)) as table:
        person = comes(come, table, "marshal")
        large(person)
        stayed = 0
        for _ in range(ORDERS):
            before = model(table)
            person.page.evaluate(ASIDE)
            place = person.page.evaluate(PLACE)
            goes_on(table, moments, person)
            after = model(table)
            is_asked = any(one.dice or (one.card and one.card.kind == "choice") for one in (before, after))
            own = {one.piece for one in after.roster if one.is_own}
            is_still = [[one for one in shown.board.tokens if one.piece in own] for shown in (before, after)]
            if before.now.is_own and after.now.is_own and not is_asked and is_still[0] == is_still[1]:
                assert person.page.evaluate(PLACE) == place
                stayed += before.board != after.board
        assert stayed


HELD = """() => [...document.querySelectorAll(".side > section")]
  .filter((one) => parseFloat(one.style.marginTop) > 0).length"""


def test_no_hole_is_left_on_the_page_of_who_waits(come: Come) -> None:
    """The master has a menu open, which nobody holds in place while the heroes play."""
    moments = walk("heroquest", "en", 2 * ORDERS)
    with served(partial(next, moments)) as table:
        person = comes(come, table, "master")
        waits = 0
        for _ in range(ORDERS):
            goes_on(table, moments, person)
            if not model(table).now.is_own:
                assert person.page.evaluate(HELD) == 0
                waits += 1
        assert waits


STIRS_PX = 8  # a large word that takes the line of two small ones; other buttons below it
TOP = "() => document.querySelector('.stage').getBoundingClientRect().top"


def asked(shown: TableModel) -> tuple[object, ...]:
    """What the page asks of who looks, or shows of a throw; beside open buttons, which stay where they are, all
    that stands above them.
    """
    card = shown.card if shown.card and not shown.card.is_menu else None
    dice = shown.dice and (shown.dice.question, shown.dice.decides, len(shown.dice.dice))
    is_open = bool(shown.card and shown.card.buttons)
    struck = shown.result if shown.result and (is_open or (shown.result.tone and not shown.result.is_line)) else None
    words = shown.card.text if shown.card and is_open else ""
    return shown.now.is_own, card and (card.kind, card.title), words, dice, struck, shown.hint


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_keeps_its_place_while_the_same_is_asked(come: Come, game: str, lang: str) -> None:
    """Whatever the banner says of others, and however often."""
    moments = walk(game, lang, ORDERS)
    with served(partial(next, moments)) as table:
        seat = table.ask(lambda: str(table.host.table.session.seats[1]))
        person = comes(partial(come, lang=lang), table, seat)
        told: set[str] = set()
        before, place = model(table), person.page.evaluate(TOP)
        for _ in range(ORDERS - 1):
            goes_on(table, moments, person)
            after, top = model(table), person.page.evaluate(TOP)
            if asked(before) == asked(after) and not after.dice:  # else what one throws with keeps its place
                told.add(after.now.words + after.now.more)
                assert abs(top - place) <= STIRS_PX, (before.now, after.now)
            before, place = after, top
        assert len(told) > 1
