"""Everybody's own screen in a real browser: phones, a master's tablet, whoever looks on; networks that go and come."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import TimeoutError as Late

from companion.games.heroclix.events.play import FigureMoved, TurnEnded
from tests.patience import PATIENCE_MS
from tests.ui.web.browser import DESK, PHONE, TABLET, Come, Person, faults_of
from tests.ui.web.hosting import Served, served
from tests.ui.web.tables import shot
from tests.ui.web.test_keyboard import PLANS, RECORDS
from tests.ui.web.weather import Weather
from ui.cli.records import open_record
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

pytestmark = pytest.mark.slow


def active(table: Served) -> str:
    return str(table.ask(lambda: table.host.table.session.state.active_seat))


def count(table: Served, kind: type) -> int:
    return int(table.ask(lambda: sum(isinstance(one.event, kind) for one in table.host.table.session.standing())))


# The figures as drawn; which letters are large enough to be read is each page's own.
DRAWN = r"""() => document.querySelector('.layers .figures').outerHTML.replaceAll(/ display="\w+"/g, "")"""


def goal(person: Person, steps: int) -> tuple[int, int]:
    """A square so many steps away, as the page lists it."""
    person.until("() => document.querySelector('.goals-list')")
    label: str = person.page.evaluate(
        "(words) => [...document.querySelectorAll('.goals-list button')].find((one) => one.textContent.includes(words))"
        ".dataset.at",
        f"({steps} ",
    )
    column, row = label.split(",")
    return int(column), int(row)


def hears_of(person: Person, moves: int = 1) -> None:
    """So many moves stand in its log."""
    person.until("(moves) => document.querySelector('.log').textContent.split(' moves ').length > moves", moves)


def choose_and_go(person: Person, steps: int = 3) -> None:
    person.page.locator(".hits .may_be_lifted").first.click()
    person.touch(*goal(person, steps))
    person.press("Confirm")


def test_a_turn_between_two_phones_with_undo_by_consent(table: Served, come: Come) -> None:
    first = active(table)
    mover = come(table).come_in(first)
    other = come(table).come_in("blue" if first == "red" else "red")
    choose_and_go(mover)
    hears_of(other)
    assert count(table, FigureMoved) == 1
    mover.press("End turn")
    mover.press("Confirm")  # others may still act
    other.until("() => [...document.querySelectorAll('.tools button')].some((one) => one.textContent === 'End turn')")
    choose_and_go(other)
    hears_of(mover, 2)
    mover.press("Undo")
    other.sees("wants to undo the last order")
    mover.sees("Still to agree")
    assert count(table, FigureMoved) == 2
    other.press("Yes")
    mover.until("() => document.querySelectorAll('.log s').length > 0")
    assert count(table, TurnEnded) == 0


def test_what_is_taken_back_on_a_phone_is_brought_back_there_and_a_power_says_its_text(
    table: Served, come: Come
) -> None:
    mover = come(table).come_in(active(table))
    choose_and_go(mover)
    hears_of(mover)
    mover.press("Undo")
    mover.until("() => document.querySelectorAll('.log s').length > 0")
    assert count(table, FigureMoved) == 0
    struck, news = mover.page.locator(".log s").first.text_content() or "", mover.page.locator(".news").text_content()
    assert struck and struck not in (news or ""), "what was taken back is no news"
    mover.press("Redo")
    mover.until("() => document.querySelectorAll('.log s').length === 0")
    assert count(table, FigureMoved) == 1
    mover.page.locator(".sheet dl button").first.click()  # the figure is still chosen
    mover.press("Close")


def test_a_figure_is_dragged_with_a_finger(table: Served, come: Come) -> None:
    mover = come(table).come_in(active(table))
    figure = mover.page.locator(".hits .may_be_lifted").first
    box = figure.bounding_box()
    assert box is not None
    figure.click()
    target = mover.middle(*goal(mover, 2))
    mouse = mover.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(*target, steps=4)
    mover.until("() => document.querySelector('.hand').textContent !== ''")
    mouse.up()
    mover.press("Confirm")
    hears_of(mover)


def test_a_master_and_two_heroes_at_three_pages_one_of_which_reloads(dungeon: Served, come: Come) -> None:
    master = come(dungeon, size=TABLET).come_in("master", "Eva")
    elf, dwarf = come(dungeon).come_in("elf", "Anna"), come(dungeon).come_in("dwarf", "Bert")
    elf.press("Begin the quest")
    elf.press("Play Silvane")
    elf.press("Move: throw the dice")
    elf.sees("6", within=".dice-row")
    elf.page.reload()  # in the middle of its question
    elf.sees_table()
    for face in ("6", "5"):
        elf.page.locator(".dice-row").get_by_role("button", name=face, exact=True).click()
    dwarf.until("() => document.querySelector('.log ol').textContent.length > 0")
    for column, row in ((0, 3), (3, 3), (4, 3)):
        elf.until("() => document.querySelector('.goals-list')")
        elf.touch(column, row)
        elf.press("Confirm")
        place = f"{chr(ord('A') + column)}{row + 1}"
        elf.until("(at) => document.querySelector('.figures-list').textContent.includes(`, ${at},`)", place)
    assert "goblin" not in elf.page.content().lower()
    assert "goblin" not in dwarf.page.content().lower()
    assert "goblin" in master.page.content().lower()


def test_who_looks_on_sees_everything_and_touches_nothing(table: Served, come: Come) -> None:
    watcher = come(table, size=DESK).come_in("spectator", "Fan")
    mover = come(table).come_in(active(table))
    assert watcher.page.locator("main button:visible").all_inner_texts() == ["⊕ Zoom", "Replay"]
    choose_and_go(mover)
    hears_of(watcher)


def test_a_wrong_code_and_a_seat_that_is_taken(table: Served, come: Come) -> None:
    stranger = come(table)
    stranger.door("AAAA")
    stranger.press("Come in")
    stranger.sees("That is not this table's code.")
    stranger.faults.clear()  # the browser logs the refusal
    first = come(table).come_in("red", "Anna")
    second = come(table).come_in("red", "Bert")
    second.sees("You asked for Red")
    first.sees("Bert wants to take over Red")
    first.press("No")
    second.until("() => !document.body.textContent.includes('You asked for Red')")


def test_a_cut_is_said_at_once_and_mended_by_itself(table: Served, come: Come) -> None:
    mover, other = come(table).come_in(active(table)), come(table)
    other.come_in("blue" if active(table) == "red" else "red")
    other.offline(cut=True)
    other.sees("No connection")
    choose_and_go(mover)
    hears_of(mover)
    other.offline(cut=False)
    other.until("() => document.body.dataset.link === 'on'")
    hears_of(other)
    other.faults.clear()  # the browser logs what did not come


@pytest.mark.parametrize(
    ("lang", "size"),
    [
        pytest.param("en", PHONE, id="phone-en"),
        *(
            pytest.param(lang, size, id=f"{size[0]}-{lang}", marks=pytest.mark.long)
            for lang, size in (("fr", PHONE), ("en", TABLET), ("fr", TABLET), ("en", DESK), ("fr", DESK))
        ),
    ],
)
def test_axe_finds_nothing_serious(
    lang: str, size: tuple[int, int], table: Served, dungeon: Served, come: Come
) -> None:
    for host, seat in ((table, active(table)), (dungeon, "elf"), (dungeon, "spectator")):
        person = come(host, size=size, lang=lang)
        person.door()
        assert faults_of(person.page) == []
        person.come_in(seat)
        if seat != "spectator" and host is table:
            person.page.locator(".hits .may_be_lifted").first.click()
            person.page.locator("summary").first.click()
            person.until("() => document.querySelector('.goals-list')")
        assert faults_of(person.page) == []
        person.page.locator(".look-back").click()
        assert faults_of(person.page) == []
        assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "wider than the glass"


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", sorted(PLANS))
def test_axe_finds_nothing_serious_in_any_game(name: str, lang: str, come: Come) -> None:
    setup = open_record(RECORDS / f"{name}.record").records[0].event
    with served(lambda: open_table(TableConfig(lang=lang), setup)) as table:
        for wanted in (*(seats[0] for seats in table.host.presenter.game.sides.values()), "judge", "screen", "overlay"):
            person = come(table, size=TABLET, lang=lang).come_in(str(wanted))
            if wanted not in ("screen", "overlay"):
                person.page.locator("summary").first.click()
            assert faults_of(person.page) == []
            person.close()


def insist(person: Person, act: Callable[[], object], condition: str) -> None:
    """Does it, and again when nothing comes of it, as people do."""
    for _ in range(3):
        act()
        with contextlib.suppress(Late):
            person.page.wait_for_function(condition, timeout=PATIENCE_MS / 3)
            return
    pytest.fail(condition)


@pytest.mark.long
def test_a_bad_network_loses_and_doubles_nothing(table: Served, come: Come) -> None:
    """300 ms each way and one frame of twenty lost: every order counts once, and both pages end with the same board."""
    weather = Weather(table.host.url, delay_s=0.3, loss=0.05)
    first = active(table)
    far, near = come(table, any_host=True), come(table).come_in("blue" if first == "red" else "red")
    through = f"super('ws://127.0.0.1:{weather.port}/wire')"
    far.page.add_init_script(f"window.WebSocket = class extends WebSocket {{ constructor() {{ {through}; }} }};")
    far.come_in(first)
    figure = far.page.locator(".hits .may_be_lifted").first
    insist(far, figure.click, "() => document.querySelector('.goals-list')")
    for turn in range(3):
        at = goal(far, 1 + turn % 2)
        insist(far, partial(far.touch, *at), "() => document.querySelector('[data-does=confirm]')")
        far.press("Confirm")
        told = 2 * turn + 1  # a move, and what was taken back of each before it
        far.until("(moves) => document.querySelector('.log').textContent.split(' moves ').length > moves", told)
        undone = far.page.locator(".log s").count()
        far.press("Undo")
        far.until("(undone) => document.querySelectorAll('.log s').length > undone", undone)
        far.until("() => document.querySelector('.goals-list')")
    records = table.ask(lambda: list(table.host.table.session.records))
    made = [one for one in records if isinstance(one.event, FigureMoved)]
    assert (len(made), count(table, FigureMoved)) == (3, 0)
    near.until(f"(svg) => ({DRAWN})() === svg", far.page.evaluate(DRAWN))
    assert weather.lost > 0
    weather.close()


def test_number_chance_and_result_of_an_attack_stand_on_both_phones(come: Come) -> None:
    with served(shot) as table:
        red, blue = come(table).come_in("red"), come(table, lang="fr").come_in("blue")
        wall = come(table, size=DESK).come_in("screen")
        red.sees("28 %", within=".dice-row")  # 10 against 19: a 9 or more, ten of the 36 throws
        for watcher in (blue, wall):
            watcher.sees("28 %", within=".watched")
        assert blue.page.locator(".watched button").count() == 0, "others' dice are watched alone"
        own = [one.inner_text() for one in blue.page.locator(".roster li.own .name").all()]
        everybody = [one.inner_text() for one in wall.page.locator(".roster .name").all()]
        assert len(own) == 4 and len(everybody) == 8
        assert [one.inner_text() for one in blue.page.locator(".roster .name").all()][:4] == own, "one's own come first"
        red.page.set_viewport_size({"width": 390, "height": 844})
        throw, board = (red.page.locator(part).bounding_box() for part in (".dice-row:not(.watched)", ".board"))
        assert throw and board and throw["y"] + throw["height"] <= min(board["y"], 844), "a throw lies above the board"
        for face in ("6", "4"):
            red.press(face, within=".dice-row")
        for glass in (red, wall):
            glass.sees("HIT", within=".result")
        assert wall.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        blue.sees("TOUCHÉ", within=".result")
        blue.page.locator(".roster li.own button").first.click()
        blue.page.locator(".sheet h2", has_text=own[0]).wait_for()
        red.press("Continue", within=".result")
        red.page.locator(".result").wait_for(state="hidden")
        blue.sees("TOUCHÉ", within=".result")
