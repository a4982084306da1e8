"""On tables with phones, one of them away, and free seats: who is awaited can answer somewhere, and all are told."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.flow import seat_of
from companion.core.ids import Seat
from tests.ui.walks import SETUPS, walk
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight
from ui.presenters.awaited import is_able
from ui.presenters.models import TableModel
from ui.table.bootstrap import Table
from ui.web.shared_table import SharedTable

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve")
STANDS_IN = {"uncover", "hand_over", "take_over"}  # buttons by which who is awaited gets the tablet


def awaited(table: Table) -> set[Seat]:
    """The seats that the rules ask, else those that may act."""
    asked = {seat_of(one) for one in table.session.state.flow.open}
    return asked or {*table.presenter.game.acting(table.presenter.look)}


def buttons(shown: TableModel) -> set[str]:
    return {does.partition(":")[0] for does, _ in (*(shown.card.buttons if shown.card else ()), *shown.beside)}


def seated(hall: Any, seats: tuple[Seat, ...]) -> tuple[list[Ear], Ear]:
    """Phones that are there, and one that was: at a table of two seats that one alone."""
    away = Ear(hall, seats[0], "Ann")
    phones = [Ear(hall, seats[-1], "Bob")] if len(seats) > 2 else []
    hall.company.call()
    hall.leave(away)
    return phones, away


@pytest.mark.parametrize("game", SETUPS)
def test_who_is_awaited_can_answer_somewhere_and_everybody_else_is_told_whom_they_wait_for(game: str) -> None:
    hall, away, seen = None, None, set[str]()
    phones: list[Ear] = []
    for table in walk(game, "en", 150, seed=8):
        if hall is None:
            hall = hall_of(table)
            hall.company.has_tablet = True
            phones, away = seated(hall, tuple(table.session.seats))
        hall.settle()
        flow = table.session.state.flow
        if flow.outcome is not None or not (flow.round or flow.open):
            continue
        assert away is not None
        table.presenter.press("result")  # read first
        waited, tablet = awaited(table), table.presenter.model()
        here = {Seat(seat) for phone in phones for seat in phone.guest.seats}
        own = {Seat(seat) for seat in away.guest.seats}
        if waited - here:
            assert is_able(tablet) or buttons(tablet) & STANDS_IN, (
                f"nobody may answer for {waited - here}: {tablet.now}"
            )
        if waited == own:
            assert "take_over" in buttons(tablet) and tablet.card is not None
            assert tablet.card.title == "Ann: the phone is away"
            seen.add("away")
        if waited and waited <= here:
            assert not tablet.dice, "who has a phone throws there"
            seen.add("here")
        for shown in (tablet, *(hall._screen(phone.guest).presenter.model() for phone in phones)):
            assert shown.now.words, "somebody is awaited, and nobody is told"
    assert "away" in seen


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", SETUPS)
def test_the_largest_words_name_whom_a_table_of_phones_waits_for(game: str, lang: str) -> None:
    """A throw of defence while villains act by their sheets, four heroes in any order, a plan that is made."""
    hall, phones = None, list[Ear]()
    for table in walk(game, lang, 120, seed=8):
        if hall is None:
            hall = hall_of(table)
            phones = [Ear(hall, seat, name) for seat, name in zip(table.session.seats, PEOPLE, strict=False)]
            phones.append(Ear(hall, "spectator", "Zoe"))
            hall.company.call()
            for phone in phones if lang == "fr" else ():
                hall._screen(phone.guest).presenter.press("language")
        if table.session.state.flow.outcome is not None:
            break
        waited, people = awaited(table), table.session.players
        assert waited, "nobody is awaited"
        table.presenter.press("result")
        for seats, screen in [
            ((), table.presenter),
            *((phone.guest.seats, hall._screen(phone.guest).presenter) for phone in phones),
        ]:
            screen.press("result")
            shown = screen.model()
            words, seen = shown.now.words, (table.session.state.flow.phase, seats, shown.now)
            named, own = {name for name in PEOPLE if name in words}, {people[Seat(seat)] for seat in seats}
            is_everybody = words == screen.wording.say("screen.now_everybody")
            if words == screen.wording.say("screen.now_begins"):
                assert waited == {*table.session.seats}, seen
                continue
            assert is_everybody or named & {people[seat] for seat in waited}, seen
            if own and is_able(shown) and waited & {*map(Seat, seats)}:
                assert named == own, seen
            elif own and not is_able(shown) and not is_everybody:
                assert not named & own, seen
            assert not shown.now.place or shown.now.place not in shown.now.more, "said twice"


@pytest.mark.parametrize("game", SETUPS)
def test_a_tablet_says_that_a_seat_is_played_there_where_others_have_phones(game: str) -> None:
    hall, said, free = None, set[str](), Seat("")
    for table in walk(game, "fr", 60, seed=8):
        if hall is None:
            hall = hall_of(table)
            hall.company.has_tablet = True
            assert "À la tablette" not in table.presenter.model().now.more, "everybody is there"
            first, *_ = seats = tuple(table.session.seats)
            free = seats[-1]
            for seat, name in zip((first, *seats[1:-1]), PEOPLE, strict=False):
                Ear(hall, seat, name)
            hall.company.call()
        if table.session.state.flow.outcome is not None or awaited(table) != {free}:
            continue
        table.presenter.press("result")
        now = table.presenter.model().now
        if now.words != table.presenter.wording.say("screen.cover", to=""):
            said.add(now.more.partition(" :")[0])
    assert said == {"À la tablette"}


def ann_at_a_phone(table: Table) -> tuple[SharedTable, Ear, Seat]:
    """Ann has the turn at her phone, beside the tablet."""
    hall, seat = hall_of(table), table.session.state.active_seat
    assert seat is not None
    hall.company.has_tablet = True
    phone = Ear(hall, str(seat), "Ann")
    hall.company.call()
    return hall, phone, seat


def test_a_tablet_takes_no_taps_for_who_sits_at_a_phone_until_somebody_plays_for_them_by_a_tap_that_says_so() -> None:
    table = fight()
    _, phone, seat = ann_at_a_phone(table)
    tablet, session = table.presenter, table.session
    shown = tablet.model()
    assert shown.now.words == "Ann's turn" and not shown.now.is_own
    assert shown.card is not None and shown.card.title == "Ann: on a phone"
    assert not shown.can_end_turn and not [one for one in shown.board.tokens if one.may_be_lifted]
    piece = next(one.id for one in session.state.on_map(seat))
    tablet.tap_piece(piece)
    assert not [tile for tile in tablet.model().board.tiles if tile.reach], "she moves it at her phone"
    before = session.version
    tablet.press("end_turn")
    assert session.version == before
    assert dict(shown.card.buttons)["take_over"] == "Play here for Ann"
    tablet.press("take_over")
    assert tablet.model().can_end_turn
    tablet.press("end_turn")
    tablet.press("confirm")
    assert session.version > before
    assert phone.tap("press", "language").ok, "and she plays on"


def test_a_seat_that_was_taken_over_from_a_phone_that_is_away_is_its_own_again_once_it_is_back() -> None:
    table = fight()
    hall, phone, _ = ann_at_a_phone(table)
    tablet = table.presenter
    hall.leave(phone)
    shown = tablet.model()
    assert shown.card is not None and (shown.card.title, shown.card.likely) == ("Ann: the phone is away", "take_over")
    tablet.press("language")
    french = tablet.model().card
    assert french is not None and french.title == "Ann : le téléphone est absent"
    assert "Jouer ici pour Ann" in dict(french.buttons).values()
    tablet.press("language")
    tablet.press("take_over")
    assert tablet.model().can_end_turn
    hall._wires[phone] = phone.guest  # it is back
    shown = tablet.model()
    assert not shown.can_end_turn and shown.card is not None and shown.card.title == "Ann: on a phone"
