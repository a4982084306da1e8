"""A question on a phone is in sight when it comes, wherever the page was scrolled to before."""

from __future__ import annotations

from functools import partial

import pytest

from companion.core.commands import Concede, ReportDice
from companion.core.dice import DiceRequest
from companion.core.flow import seat_of
from companion.games.heroclix.commands import MoveFigure
from companion.system import DiceGenerator
from tests.looks.__main__ import played
from tests.ui.led import GAMES, Follower
from tests.ui.walks import walk
from tests.ui.web.browser import DESK, PHONE, Come, Person
from tests.ui.web.hosting import Served, served
from tests.ui.web.tables import fight, shot
from tests.ui.web.test_led_page import led
from ui.table.bootstrap import Table

pytestmark = pytest.mark.slow

ORDERS = 40

# What of an element is not seen: beyond the glass, or behind what stays there.
HIDDEN = """(selector) => {
  const shown = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  if (!shown) return `no ${selector}`;
  const { left, top, width, bottom } = shown.getBoundingClientRect();
  const at = (y) => document.elementFromPoint(left + Math.min(width / 2, 60), y);
  const hides = [top + 4, bottom - 4].map(at).filter((one) => !one || !shown.contains(one));
  return hides.map((one) => (one ? one.outerHTML.slice(0, 60) : "beyond the glass")).join();
}"""
DOWN = "() => scrollTo(0, document.body.scrollHeight)"
NEAR = "() => Math.abs(document.querySelector('.stage').getBoundingClientRect().top) < innerHeight / 2"


def is_seen(person: Person, selector: str) -> None:
    person.until(f"(selector) => ({HIDDEN})(selector) === ''", selector)


def about_to_throw(game: str) -> Table:
    """A led game in which the next tap asks for dice."""
    table, steps = led(game), 0
    table.presenter.dice.roller = DiceGenerator(4)
    while not any(isinstance(one, DiceRequest) for one in table.session.state.flow.open):
        follower = Follower(table.presenter, 4)
        follower.tap(follower.does(table.presenter.model()))
        steps += 1
        assert steps < 80
    return table


def came_in(come: Come, table: Served, size: tuple[int, int] = PHONE) -> Person:
    """Whoever is asked for dice, at a page that is scrolled to its end."""
    seat = table.ask(lambda: str(seat_of(table.host.table.session.state.flow.open[0])))
    person = come(table, size=size).come_in(seat, "Ann")
    if person.page.locator("[data-does='pick:']").count():
        person.page.locator("[data-does='pick:']").first.click()  # the aim is read
    return person


@pytest.mark.parametrize("game", GAMES)
def test_dice_are_seen_when_they_are_asked_for(come: Come, game: str) -> None:
    """Question, faces and what throws them; then what came of it."""
    with served(partial(about_to_throw, game)) as table:
        person = came_in(come, table)
        is_seen(person, ".dice-row h2")
        is_seen(person, ".dice-row .buttons")


def test_dice_that_come_while_the_page_is_scrolled_down_are_brought_into_sight(come: Come) -> None:
    with served(shot) as table:
        request = table.ask(lambda: table.host.table.session.state.flow.open[0])
        person = came_in(come, table)
        person.page.evaluate(DOWN)

        def throw() -> None:
            session = table.host.table.session
            session.submit(ReportDice(request.roller, DiceGenerator(1).roll(request)))

        table.ask(throw)
        is_seen(person, ".result h2, .dice-row h2, .card.choice h2")


def test_what_is_to_be_confirmed_is_seen_with_its_button(come: Come) -> None:
    with served(fight) as table:
        seat = table.ask(lambda: str(table.host.table.session.state.active_seat))
        person = come(table).come_in(seat, "Ann")
        person.page.locator(".hits .may_be_lifted").first.click()
        person.page.locator(".as-text summary").click()
        person.page.locator(".goals-list button").last.click()
        is_seen(person, "[data-does=confirm]")


def test_a_turn_begins_at_the_board_and_a_button_leads_back_there(come: Come) -> None:
    with served(fight) as table:
        seat = table.ask(lambda: str(table.host.table.session.state.active_seat))
        first, other = (come(table).come_in(one, one) for one in (seat, "blue" if seat == "red" else "red"))
        for person in (first, other):
            person.page.evaluate(DOWN)
            person.page.locator(".to-board:visible").wait_for()
        first.page.locator(".to-board").click()
        first.until(NEAR)
        assert not other.page.evaluate(NEAR)
        first.page.locator("[data-does=end_turn]").click()
        first.page.locator("[data-does=confirm]").click()
        other.until(NEAR)


TOOLS = """() => [...document.querySelectorAll(".tools button")].filter((one) => one.checkVisibility())
  .map((one) => [one.getBoundingClientRect(), one.closest(".row")?.getBoundingClientRect()])
  .filter(([box, row]) => !row || box.top < row.bottom)
  .filter(([box, row]) => box.right > innerWidth || (row && box.bottom > row.bottom + 1)).length"""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_no_tool_is_cut_and_all_are_a_tap_away(come: Come, game: str, lang: str) -> None:
    with served(partial(led, game)) as table:
        seat = table.ask(lambda: str(table.host.table.presenter.game.acting(table.host.table.presenter.look)[0]))
        person = come(table, lang=lang).come_in(seat, "Ann")
        assert person.page.evaluate(TOOLS) == 0
        row = person.page.locator(".tools .row")
        aims, first = row.locator("[data-does='pick:aims']").bounding_box(), row.bounding_box()
        assert aims is not None and first is not None
        assert aims["y"] < first["y"] + first["height"], "the aim is one tap away"
        if person.page.locator(".unfolds:visible").count():
            person.page.locator(".unfolds").click()
        assert person.page.evaluate(TOOLS) == 0
        assert row.locator("button").last.is_visible()
        folded = row.evaluate("(one) => one.scrollHeight > one.clientHeight + 1")
        assert not folded


def in_order(game: str, lang: str) -> Table:
    """A game in which heroes act in any order, at a turn of theirs."""
    return played(game, lang, 5)


# The height of what is written in the banner beyond what is awaited, in lines; room for a line more is kept.
LINES = """() => {
  const more = document.querySelector(".more"), { bottom } = more.getBoundingClientRect();
  const first = more.getBoundingClientRect().top, line = parseFloat(getComputedStyle(more).lineHeight);
  return (bottom - Math.max(document.querySelector(".awaited").getBoundingClientRect().bottom, first + line)) / line;
}"""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_the_banner_of_a_phone_has_two_lines_and_the_rest_a_tap_away(come: Come, game: str, lang: str) -> None:
    with served(partial(in_order, game, lang)) as table:
        seat = table.ask(lambda: str(table.host.presenter.banner.awaited(table.host.presenter.look)[0]))
        person = come(table, lang=lang).come_in(seat, "Annabelle")
        assert person.page.evaluate(LINES) <= 0.1, "where the game is makes it no higher"
        lines = person.page.locator(".lines")
        if person.page.locator(".reads:visible").count():
            person.page.locator(".reads").click()
        assert lines.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), "all of it is read"
        now = table.ask(lambda: table.host.hall._screens[1].presenter.model().now)
        told = lines.inner_text().replace("\xa0", " ").casefold()
        assert all(part.casefold() in told for part in (now.words, now.left, now.story))


# What of the lines that say what is awaited is cut, at a size of text.
CUT = """(many) => {
  document.documentElement.style.fontSize = `${100 * many}%`;
  const lines = document.querySelector(".lines"), { bottom, right } = lines.getBoundingClientRect();
  const out = [...lines.querySelectorAll("h1, p, span")].filter((one) => one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().bottom > bottom + 1 || one.getBoundingClientRect().right > right + 1);
  if (lines.scrollHeight > lines.clientHeight + 1) return lines.innerText;
  return out.map((one) => one.innerText).join(" | ");
}"""


TOLD = """(parts) => {
  const told = document.querySelector(".lines").innerText.replaceAll("\\xa0", " ").toLowerCase();
  return parts.every((part) => told.includes(part));
}"""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_says_what_is_awaited_is_cut_on_a_phone(come: Come, game: str, lang: str) -> None:
    """Of a seat's page, at every question of a random game, in letters up to twice as large."""
    moments = walk(game, lang, ORDERS)
    with served(partial(next, moments)) as table:
        seat = table.ask(lambda: str(table.host.table.session.seats[0]))
        page = come(table, lang=lang).come_in(seat, "Annabelle").page
        seen: set[str] = set()
        for _ in range(ORDERS):
            table.ask(lambda: next(moments))
            table.ask(table.host.hall.settle)
            now = table.ask(lambda: table.host.hall._screens[1].presenter.model().now)
            if now.line in seen:
                continue
            seen.add(now.line)
            title = table.ask(lambda: table.host.hall._screens[1].presenter.model().title)
            parts = {now.words, now.left, *now.more.split(" · ")} - {*title.split(" · ")}
            page.wait_for_function(TOLD, arg=[part.lower() for part in parts])  # in whichever frame it comes
            for text in (1, 1.5, 2):
                assert not page.evaluate(CUT, text)


def test_who_is_missing_is_asked_about_below_what_one_does_oneself(come: Come) -> None:
    """Between the board and the own card nothing of others stands; who waits for them is asked first."""
    with served(partial(played, "gotham", "en", 3)) as table:
        first, *_ = table.ask(lambda: [*map(str, table.host.presenter.banner.awaited(table.host.presenter.look))])
        person = come(table).come_in(first, "Ann")
        person.page.locator(".asks:not(.of-people):visible").wait_for()
        assert person.page.evaluate(TOPS) == sorted(person.page.evaluate(TOPS))


TOPS = """() => [".board", ".side > .card", ".asks:not(.of-people)"]
  .map((one) => document.querySelector(one).getBoundingClientRect().top)"""


def test_what_happened_stands_beside_the_board_of_a_phone(come: Come) -> None:
    """A walk, a power, whatever needs no dice: nobody has to look for it in the log below."""
    with served(fight) as table:
        seat = table.ask(lambda: str(table.host.table.session.state.active_seat))
        other = come(table).come_in("blue" if seat == "red" else "red", "Bob")

        def walks() -> None:
            session = table.host.table.session
            moves = session.system.legal_commands(session.state, session.state.active_seat)
            session.submit(next(one for one in moves if isinstance(one, MoveFigure)))

        table.ask(walks)
        other.page.locator(".news:visible").wait_for()
        is_seen(other, ".news")
        assert other.page.locator(".news").inner_text().splitlines()[-1] in other.page.locator(".log").inner_text()


def ended() -> Table:
    """A game of papers whose end has come."""
    table = played("guardians", "en", 20)
    table.session.submit(Concede(table.session.seats[0]))
    return table


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_end_is_read_first_and_all_papers_are_whole(come: Come, size: tuple[int, int]) -> None:
    with served(ended) as table:
        seat = table.ask(lambda: str(table.host.table.session.seats[0]))
        person = come(table, size=size).come_in(seat if size == PHONE else "screen", "Ann")
        is_seen(person, ".card.over h2")
        if size == DESK:
            bottoms = (
                "() => [...document.querySelectorAll('.prints svg')].map((one) => one.getBoundingClientRect().bottom)"
            )
            assert all(0 < bottom < DESK[1] for bottom in person.page.evaluate(bottoms))


def decided(game: str) -> Table:
    """A game under way, the result of a throw still large, in which everybody gives up."""
    table = thrown(game)
    for seat in table.session.seats:
        table.session.submit(Concede(seat))
    return table


def thrown(game: str) -> Table:
    """A led game whose dice lie."""
    table = about_to_throw(game)
    session, dice = table.session, DiceGenerator(4)
    while rolls := [one for one in session.state.flow.open if isinstance(one, DiceRequest)]:
        session.submit(ReportDice(rolls[0].roller, dice.roll(rolls[0], session.system.dice_of(session.state))))
    return table


@pytest.mark.parametrize("game", GAMES)
def test_how_a_game_ended_is_a_tap_away_whatever_was_read_since(come: Come, game: str) -> None:
    with served(partial(decided, game)) as table:
        seat = table.ask(lambda: str(table.host.table.session.seats[0]))
        person = come(table).come_in(seat, "Ann")
        person.page.locator(".card.over h2").wait_for()
        person.page.evaluate(DOWN)
        if person.page.locator("[data-does=result]:visible").count():
            person.page.locator("[data-does=result]").click()
            is_seen(person, ".card.over h2")
            person.page.evaluate(DOWN)
        person.page.locator(".to-end:visible").click()
        is_seen(person, ".card.over h2")
        person.page.locator(".to-end").wait_for(state="hidden")
