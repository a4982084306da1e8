"""Who was away comes back by name and seat: let in by anybody at the table, and never in silence."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.core.ids import Seat
from companion.games.heroclix.commands import MoveFigure
from companion.text.wording import Wording
from tests.patience import wait_until
from tests.ui.led import GAMES
from tests.ui.web.browser import PHONE, SETTLED, Come
from tests.ui.web.hosting import served
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight
from tests.ui.web.test_led_page import led
from tests.ui.web.test_sight import DOWN, is_seen
from tests.ui.web.test_vanishing import TABLES
from ui.presenters.models import CardModel
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import Table
from ui.table.papers import report_of
from ui.table.preview import Pictured, played_of
from ui.web.guests import Guest, GuestFile, Role, come_along, guest_file
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
        assert ann.page.locator("[name=as] optgroup option").first.inner_text().startswith("Ann (")
        ann.page.select_option("[name=as]", "red")  # none is proposed: both may be played at the tablet
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
        bob.page.select_option("[name=as]", "blue")
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


def away(hall: SharedTable, ear: Ear) -> Ear:
    """The same device, away for a while: to be seen again by ``again``."""
    hall.leave(ear)
    hall.settle()
    return ear


def again(hall: SharedTable, ear: Ear) -> dict[str, Any]:
    """What the device is asked about seats now that it is back."""
    hall._wires[ear] = ear.guest
    hall.settle()
    asks: list[dict[str, Any]] = ear.parts["room"]["asks"]
    return asks[0] if asks else {}


@pytest.mark.parametrize("game", TABLES)
def test_whose_seat_was_taken_over_is_told_and_has_it_back_by_one_tap(game: str) -> None:
    table = TABLES[game]()
    hall = with_tablet(table)
    first = str(table.session.seats[0])
    ann, bob = back(hall, first), Ear(hall, "spectator", "Bob")
    bob.guest.role = Role.PLAYER  # who comes in later and takes no free seat
    away(hall, ann)
    bob.tap("room", f"sit:{first}")
    if bob.guest.seats == ():  # who else is at the table was asked
        table.presenter.press(asked(table.presenter).buttons[0][0])
    assert bob.guest.seats == (Seat(first),)
    told = again(hall, ann)
    assert "Bob took over" in told["text"] and told["text"].startswith("While your device was away")
    (sits, _), (lets, _) = told["do"]
    assert (sits, lets) == (f"sit:{first}", f"let:{first}")
    ann.tap("room", sits)
    assert ann.guest.seats == (Seat(first),) and ann.parts["room"]["asks"] == [], "it is had back"
    assert not (bob.guest.seats or bob.guest.lost)
    assert "Ann" not in str(bob.parts["room"]["asks"]), "nobody is asked"


def test_nobody_waits_for_a_phone_whose_seat_the_tablet_plays_meanwhile() -> None:
    """Ann's phone is off, and the tablet plays for Ann: Bob is not asked about her, and reads where she is played."""
    table = fight()
    hall = with_tablet(table)
    seat = str(table.session.state.active_seat)
    ann, bob = back(hall, seat), back(hall, "blue" if seat == "red" else "red")
    away(hall, ann)
    (asked_about,) = bob.parts["room"]["missing"]
    assert "Ann" in asked_about["text"]
    table.presenter.press("take_over")
    hall.settle()
    assert bob.parts["room"]["missing"] == []
    assert "at the tablet, for ann" in str(bob.parts["bar"]["now"]).casefold()


def test_what_happened_meanwhile_is_told_and_the_rest_may_be_left() -> None:
    table = fight()
    hall = with_tablet(table)
    ann, bob = back(hall, "red"), back(hall, "blue")
    away(hall, ann)
    session = table.session
    moves = session.system.legal_commands(session.state, session.state.active_seat)
    session.submit(next(one for one in moves if isinstance(one, MoveFigure)))
    away(hall, bob)
    eva = Ear(hall, "red", "Eva")
    assert eva.guest.seats == (Seat("red"),) or table.presenter.newcomers.wishes(table.presenter.wording)
    hall._answer(eva.guest.number, True)
    told = again(hall, ann)
    line = table.presenter.model().log[-1].text
    assert told["text"].splitlines()[1:] == ["Meanwhile:", f"- {line}"]
    assert ann.tap("room", told["do"][1][0]).ok
    assert ann.parts["room"]["asks"] == []


def test_for_whom_the_tablet_played_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fight()
    hall = with_tablet(table)
    seat = str(table.session.state.active_seat)
    ann = away(hall, back(hall, seat))
    table.presenter.press("take_over")
    table.presenter.model()
    monkeypatch.setattr(hall, "guest_of", lambda token: ann.guest)
    hall.enter(ann, "")
    hall.settle()
    (told,) = ann.parts["room"]["asks"]
    assert told["text"].startswith("While your device was away, the tablet played")
    assert [words for _, words in told["do"]] == ["All right"]
    ann.tap("room", told["do"][0][0])
    assert ann.parts["room"]["asks"] == []


def test_in_the_next_game_too(tmp_path: Path) -> None:
    """The guests come along, and of the game before nothing is told."""
    before, after = tmp_path / "one.db", tmp_path / "two.db"
    file = GuestFile(guest_file(before))
    lost = Guest(1, "hash", "Ann", Role.PLAYER, "en", lost={Seat("red"): 12})
    file.keep([lost, Guest(2, "other", "Bob", Role.PLAYER, "en", (Seat("red"),))])
    come_along(before, after)
    ann, bob = GuestFile(guest_file(after)).guests()
    assert (ann.lost, bob.seats) == ({Seat("red"): -1}, (Seat("red"),))


def test_the_report_names_who_played_one_after_the_other() -> None:
    table = fight()
    hall = with_tablet(table)
    ben, eva = Ear(hall, "red", "Ben"), Ear(hall, "spectator", "Eva")
    eva.guest.role = Role.PLAYER
    eva.tap("room", "sit:red")
    ben.tap("room", ben.parts["room"]["asks"][0]["do"][0][0])
    wording = Wording("en")
    wording.players = table.session.players
    round_ = table.session.state.flow.round
    report = report_of(Pictured(played_of(table.session)), wording)
    assert report.about[0] == f"Players: Red: Ben, from round {round_} on Eva · Blue: Bob"
    assert not any("stints" in line for line in report.about)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_happened_meanwhile_is_seen_first(come: Come, game: str) -> None:
    """Also in a led game, whose hint leads elsewhere; once it is read, what is to be done comes into sight."""
    with served(partial(led, game)) as table:
        seat = table.ask(lambda: str(table.host.presenter.game.acting(table.host.presenter.look)[0]))
        ann = come(table).come_in(seat, "Ann")
        ann.page.locator("[data-does='pick:']").first.click()  # the aim is read
        ann.page.evaluate(DOWN)
        ann.page.goto("about:blank")
        wait_until(lambda: table.ask(lambda: len(table.host.hall.here())) == 0)
        (guest,) = table.ask(lambda: [*table.host.hall.guests.values()])
        guest.lost[Seat(seat)] = 0  # played for since the beginning
        ann.page.goto(f"{table.host.url}/table")
        ann.sees_table()
        ann.page.locator(".hint:visible").wait_for()
        for _ in range(3):
            ann.page.evaluate(SETTLED)  # whatever is brought into sight has been
        assert ann.page.inner_text(".of-people").startswith("While your device was away")
        is_seen(ann, ".of-people p")
        ann.page.locator(".of-people button").first.click()
        ann.page.locator(".of-people").wait_for(state="hidden")
        is_seen(ann, ".hint")


# From then on neither models nor signs of life come through, until they are let through; the connection is lost and
# found again.
HELD = """() => {
  window.held = [];
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    set onmessage(hears) {
      super.onmessage = (event) => {
        if (window.held === null || !["model", "pong"].includes(JSON.parse(event.data).type)) hears(event);
        else window.held.push(() => hears(event));
      };
    }
  };
  dispatchEvent(new Event("offline"));
}"""
FREED = """() => {
  const held = window.held;
  window.held = null;
  for (const hears of held) hears();
}"""


def test_what_was_asked_stands_as_old_until_the_table_is_seen_anew(come: Come) -> None:
    with served(fight) as table:
        person = come(table).come_in("red", "Ann")
        person.page.evaluate(HELD)
        person.until("() => window.held.length > 0")
        assert person.page.evaluate("() => document.body.dataset.link") == "connecting"
        person.page.evaluate(FREED)
        person.page.wait_for_selector("body[data-link=on]")
