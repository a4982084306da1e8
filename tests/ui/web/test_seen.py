"""What is looked at from afar, or in large letters: nothing is cut or lies on another, and no id asks for a finger."""

from __future__ import annotations

import itertools
import random
from functools import partial

import pytest

from companion.core.commands import Concede, ReportDice
from companion.core.dice import DiceRequest
from companion.games.guardians.sample import sample_setup as clash
from companion.system import DiceGenerator
from tests.looks.__main__ import GAMES, played
from tests.ui.web.browser import DESK, PHONE, Come
from tests.ui.web.hosting import served
from tests.ui.web.tables import shot
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

pytestmark = pytest.mark.slow
TELEVISION = (1280, 720)
CUT = """() => [...document.querySelectorAll('h1, h2, .more, .deed, .name, .letters, .scores li')]
  .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
OVER = """() => [...document.querySelectorAll('.side > section')].filter((one) => one.offsetParent)
  .map((one) => one.getBoundingClientRect()).sort((one, other) => one.top - other.top)
  .some((one, place, all) => place && one.top < all[place - 1].bottom - 1)"""

BEYOND = """() => [...document.querySelectorAll('.side > *, .roster li, .door-code img')]
  .filter((one) => one.offsetParent && one.getBoundingClientRect().bottom > innerHeight - 4)
  .map((one) => one.className || one.textContent)"""


def thrown() -> Table:
    """An attack whose dice lie."""
    table = shot()
    roll = table.session.state.flow.open[0]
    assert isinstance(roll, DiceRequest)
    table.session.submit(ReportDice(roll.roller, DiceGenerator(1).roll(roll)))
    return table


def ended() -> Table:
    """The same, and then somebody gives up."""
    table = thrown()
    table.session.submit(Concede(table.session.seats[0]))
    return table


def given_up(game: str) -> Table:
    """A game under way in which everybody gives up."""
    table = played(game, "fr", 40)
    for seat in table.session.seats:
        table.session.submit(Concede(seat))
    return table


def long_names() -> Table:
    """A game of two sides and fourteen figures, at its first turn."""
    table = open_table(TableConfig(lang="en"), clash())
    session, chance, dice = table.session, random.Random(3), DiceGenerator(3)
    while session.state.flow.round < 2:
        rolls = [one for one in session.state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            session.submit(ReportDice(rolls[0].roller, dice.roll(rolls[0], session.system.dice_of(session.state))))
            continue
        offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        session.submit(chance.choice([one for one in offers if not isinstance(one, Concede)]))
    return table


@pytest.mark.parametrize("text", [1, 2])
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_no_headline_and_no_name_is_cut(come: Come, size: tuple[int, int], text: int) -> None:
    with served(long_names) as table:
        person = come(table, size=size).come_in("dawn", "Ann")
        person.page.evaluate("(many) => { document.documentElement.style.fontSize = `${100 * many}%`; }", text)
        assert person.page.evaluate(CUT) == []


def test_a_big_screen_shows_who_struck_whom_and_no_id_that_nobody_can_tap(come: Come) -> None:
    with served(thrown) as table:
        wall = come(table, size=DESK).come_in("screen")
        assert wall.page.locator(".result .parties li:visible").count() >= 2, "attacker and target, with their health"
        assert wall.page.locator(".result .deed:visible").count() == 1
    with served(ended) as table:
        wall = come(table, size=DESK).come_in("screen")
        wall.page.wait_for_selector(".card.over")
        assert wall.page.locator(".rule:visible").count() == 0
        assert wall.page.locator(".result:visible").count() == 0, "the end is told by its card"
        assert wall.page.locator(".log li:visible").count() >= 2
        assert not wall.page.evaluate(OVER)


@pytest.mark.parametrize("size", [DESK, TELEVISION])
@pytest.mark.parametrize("orders", [3, 40])
@pytest.mark.parametrize("game", GAMES)
def test_nobody_scrolls_a_big_screen(come: Come, game: str, orders: int, size: tuple[int, int]) -> None:
    """Every figure and the way in stand clear of the edge, also in the round with the most to tell."""
    with served(partial(played, game, "fr", orders)) as table:
        wall = come(table, size=size, lang="fr").come_in("screen")
        wall.page.wait_for_selector(".roster li")
        assert wall.page.evaluate(BEYOND) == []
        is_thrown = wall.page.locator(".side > .result:visible").count() > 0
        assert is_thrown or wall.page.locator(".door-code img:visible").count() == 1


@pytest.mark.parametrize("size", [DESK, TELEVISION])
@pytest.mark.parametrize("game", GAMES)
def test_the_end_and_all_figures_fit_on_a_big_screen(come: Come, game: str, size: tuple[int, int]) -> None:
    with served(partial(given_up, game)) as table:
        wall = come(table, size=size, lang="fr").come_in("screen")
        wall.page.wait_for_selector(".card.over")
        assert wall.page.evaluate(BEYOND) == []


LETTERS = """() => [...document.querySelectorAll('.ground .tab')].filter((one) => one.getClientRects().length)
  .map((one) => [one.textContent, ...[one, one.querySelector('text')].map((part) => part.getBoundingClientRect())])
  .map(([words, box, text]) => [words, text.height, box.left, box.right, box.top])"""


@pytest.mark.parametrize(("game", "places"), [("gotham", 7), ("guardians", 1)])
def test_the_names_of_a_board_are_read_on_a_phone(come: Come, game: str, places: int) -> None:
    """Drawn as large as the board is, most are 5 to 7 px high; ``places``: so narrow that no name can be read there."""
    with served(partial(played, game, "en", 0)) as table:
        seat = str(next(iter(table.ask(lambda: table.host.presenter.game.sides).values()))[0])
        person = come(table, size=PHONE).come_in(seat, "Ann")
        person.page.wait_for_selector(".ground .tab")
        person.until("() => document.querySelector('.ground .tab[transform]')")
        names = person.page.evaluate(LETTERS)
        small = [words for words, high, *_ in names if high < 9]
        assert len(names) > 10 and len(small) <= places, small
        rows = {top: [one for one in names if abs(one[4] - top) < 2] for *_, top in names}
        for row in rows.values():
            row.sort(key=lambda one: one[2])
            assert all(one[3] <= other[2] + 1 for one, other in itertools.pairwise(row)), "none covers another"


KNOWN = """() => { const glass = document.querySelector('.stage').getBoundingClientRect();
  return [...document.querySelectorAll('.hits [data-piece]')].map((one) => one.getBoundingClientRect())
    .map((box) => [box.width, box.left >= glass.left && box.right <= glass.right && box.bottom <= glass.bottom]); }"""


def test_what_is_explored_of_a_dungeon_is_shown_large_on_a_phone(come: Come) -> None:
    with served(partial(played, "heroquest", "en", 2)) as table:
        person = come(table, size=PHONE).come_in("elf", "Ann")
        person.until("() => document.querySelectorAll('.hits [data-piece]').length >= 4")
        heroes = person.page.evaluate(KNOWN)
        assert all(is_seen and wide > 38 for wide, is_seen in heroes), heroes  # of 7 squares and the frame across 390
        ends = person.page.evaluate(
            "() => document.querySelector('.stage').scrollWidth - document.querySelector('.stage').clientWidth"
        )
        assert ends == 0, "the frame is whole"
        person.page.locator("button.zoom").click()
        person.until("() => getComputedStyle(document.querySelector('.stage')).getPropertyValue('--zoom') === '1.4'")


RINGS = """() => [...document.querySelectorAll('.roster .letters, .parties .letters')].filter((one) => one.offsetParent)
  .map((one) => [one.textContent, one.getBoundingClientRect(), one.firstChild.getBoundingClientRect()])
  .filter(([, ring, letters]) => Math.abs(ring.width - ring.height) > 1 || letters.width > ring.width - 6
    || letters.left < ring.left || letters.right > ring.right).map(([words]) => words)"""


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("game", GAMES)
def test_letters_stand_within_their_ring(come: Come, game: str, size: tuple[int, int]) -> None:
    with served(partial(played, game, "en", 20)) as table:
        person = come(table, size=size).come_in("screen" if size == DESK else "spectator")
        person.page.wait_for_selector(".roster li")
        assert person.page.evaluate(RINGS) == []
