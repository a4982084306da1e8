"""Who was away comes back by name and seat: let in by anybody at the table, and never in silence."""

from __future__ import annotations

import pytest

from companion.core.ids import Seat
from tests.patience import wait_until
from tests.ui.web.browser import PHONE, Come
from tests.ui.web.hosting import served
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight
from tests.ui.web.test_vanishing import TABLES
from ui.presenters.models import CardModel
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import Table
from ui.web.shared_table import SharedTable


def with_tablet(table: Table) -> SharedTable:
    """A table with a screen of its own, whose players were named there."""
    table.session.players = dict(zip(table.session.seats, ("Ann", "Bob"), strict=False))
    hall = hall_of(table)
    hall.company.has_tablet = True
    return hall


def back(hall: SharedTable, seat: str) -> Ear:
    """The seat's player on another device, who types no name."""
    return Ear(hall, seat, "")


def asked(tablet: TablePresenter) -> CardModel:
    card = tablet.model().card
    assert card is not None
    return card


@pytest.mark.parametrize("game", TABLES)
def test_the_tablet_lets_in_who_comes_back(game: str) -> None:
    table = TABLES[game]()
    hall = with_tablet(table)
    first, second = map(str, table.session.seats[:2])
    ann, bob = back(hall, first), back(hall, second)
    assert (ann.guest.name, bob.guest.name) == ("Ann", "Bob"), "by the names of the tablet"
    hall.leave(ann)
    again = back(hall, first)
    assert again.guest.name == "Ann" and again.parts["room"]["waits"].endswith("Bob, the tablet on the table")
    assert again.parts["room"]["missing"] == [], "what is asked already is no button"
    assert bob.parts["room"]["asks"][0]["text"] == "Ann is back and wants to play on. Let them in?"
    card = asked(table.presenter)
    assert card.title == "Ann is back and wants to play on. Let them in?"
    table.presenter.press(card.buttons[0][0])
    hall.settle()
    assert again.guest.seats == (Seat(first),) and again.parts["room"]["waits"] == ""
    left = table.presenter.model().card
    assert left is None or left.title != card.title
    assert bob.parts["room"]["asks"] == []


def test_whom_a_wish_waits_for_is_said_at_every_tap() -> None:
    table = fight()
    hall = with_tablet(table)
    red, blue = back(hall, "red"), back(hall, "blue")
    hall.leave(red)
    again = back(hall, "red")
    answer = again.tap("room", "sit:red")
    assert answer.ok and "Bob, the tablet on the table" in answer.words
    table.presenter.press(asked(table.presenter).buttons[1][0])
    hall.settle()
    assert again.guest.seats == () and blue.parts["room"]["asks"] == []


def test_who_holds_a_seat_and_is_there_is_asked_alone() -> None:
    table = fight()
    hall = with_tablet(table)
    back(hall, "red")
    eva = back(hall, "red")
    card = table.presenter.model().card
    assert card is None or "back" not in card.title
    assert eva.parts["room"]["waits"].endswith("Ann")


def named() -> Table:
    table = fight()
    table.session.players = {Seat("red"): "Ann", Seat("blue"): "Bob"}
    return table


NAME = "() => document.querySelector('[name=name]').value"


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_phone_that_was_off_is_let_in_again(come: Come, lang: str) -> None:
    """The door calls the seats as the tablet does, and knows who is who."""
    with served(named) as table:
        table.host.hall.company.has_tablet = True
        ann = come(table, size=PHONE, lang=lang)
        ann.door()
        assert ann.page.locator("[name=as] option").first.inner_text().startswith("Ann (")
        ann.until(f"() => ({NAME})() === 'Ann'")
        ann.page.select_option("[name=as]", "blue")
        assert ann.page.evaluate(NAME) == "Bob"
        ann.page.fill("[name=name]", "Zoé")
        ann.page.select_option("[name=as]", "red")
        assert ann.page.evaluate(NAME) == "Zoé", "what was typed is kept"
        ann.page.fill("[name=name]", "Ann")
        ann.page.click("form button")
        ann.sees_table()
        bob = come(table, lang=lang)
        bob.door()
        bob.until(f"() => ({NAME})() === 'Bob'")
        bob.page.click("form button")
        bob.sees_table()
        ann.close()
        wait_until(lambda: table.ask(lambda: len(table.host.hall.here())) == 1)
        back_again = come(table, lang=lang)
        back_again.door()
        back_again.page.select_option("[name=as]", "red")
        back_again.page.click("form button")
        back_again.sees_table()
        waits = back_again.page.locator(".waits")
        waits.wait_for()
        box = waits.bounding_box()
        assert box is not None and box["y"] + box["height"] < PHONE[1] / 2, "at the top, above the board"
        assert "Bob" in waits.inner_text()
        card = table.ask(lambda: asked(table.host.presenter))
        table.ask(lambda: table.host.presenter.press(card.buttons[0][0]))
        waits.wait_for(state="detached")
        back_again.until("() => document.querySelector('.room').innerText.includes('Ann · ')")
