"""Orders that forms ask for, given to the hall itself: what each does, and what is refused in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.core.ids import Seat
from companion.text.wording import Wording
from companion.tournament import ORGANISER, Outcome
from companion.tournament.results import Kind
from companion.tournament.revising import Plan
from companion.tournament.state import JUDGE, player_seat
from tests.tournament.events import opened
from ui.library import Library
from ui.presenters.games import read_sheet
from ui.venue.fields import OutOfLimit, checked
from ui.venue.hall import Hall
from ui.venue.organiser import organiser_page
from ui.venue.pages import Writer
from ui.venue.player import player_page

ENGLISH = Wording("en")


class Clock:
    now = 1_000_000


@pytest.fixture
def hall() -> Hall:
    made = Hall(opened(3), lambda: Clock.now, lambda text, points, words: read_sheet(Library(), text, points, words))
    order(made, do="register", names="Ada\nBen\nCleo")
    return made


def order(hall: Hall, seat: Seat = ORGANISER, **form: str) -> None:
    assert hall.order(seat, form, ENGLISH, "phone-1") == "", form


def refused(hall: Hall, seat: Seat = ORGANISER, **form: str) -> str:
    wrong = hall.order(seat, form, ENGLISH)
    assert wrong, form
    return wrong


def test_a_day_of_forms(hall: Hall) -> None:
    order(hall, do="worth", kind="win", better="3", other_points="0", victory="noted", counts="1")
    order(hall, do="rename", player="Ada", name="Ada L.")
    order(hall, do="fix_table", player="Ben", table="4")
    order(hall, do="bye", player="Cleo", round="2", kind="half_bye")
    order(hall, player_seat(2), do="bye", player="Ben", round="2")
    order(hall, do="register", names="Zoe")
    order(hall, do="merge", player="Zoe", other="Cleo")
    order(hall, do="register", names="Cleo")
    for step in ("pair", "publish"):
        order(hall, do=step)
    order(hall, do="register", names="Dan", missed="half_bye")
    alone = [bye.player for bye in hall.state.published[0].byes if bye.kind is Kind.BYE]
    if alone:
        order(hall, do="join", player="Dan")
    table = hall.state.published[0].pairings[0].table
    order(hall, do="note", player="ada l.", text="slow", judge="Maria")
    order(hall, JUDGE, do="result", table=str(table), outcome="first/no_show")
    order(hall, do="check", count="2")
    order(hall, do="prize", what="Box", place="1")
    result: Any = hall.state.published[0].at(table)
    assert result.result.kind is Kind.NO_SHOW and result.result.by == JUDGE
    plan = hall.revise(ORGANISER, {"do": "undo"}, ENGLISH)
    assert plan == "" and hall.state.prizes == ()
    assert hall.revise(ORGANISER, {"do": "redo"}, ENGLISH) == ""
    published = next(one.version for one in hall.session.records if type(one.event).__name__ == "RoundPublished")
    asked = hall.revise(ORGANISER, {"do": "undo", "order": str(published + 1)}, ENGLISH)
    assert isinstance(asked, Plan) and asked.along
    told = hall.revise(ORGANISER, {"do": "undo", "order": str(published + 1), "sure": "7"}, ENGLISH)
    assert isinstance(told, Plan), "agreed to something else than what goes now"


@pytest.mark.parametrize(
    "form",
    [
        {"do": "worth", "kind": "win", "better": "1/0", "other_points": "0", "victory": "noted"},
        {"do": "worth", "kind": "win", "better": "Infinity", "other_points": "0", "victory": "noted"},
        {"do": "worth", "kind": "win", "better": "0.3", "other_points": "0", "victory": "noted"},
        {"do": "worth", "kind": "beauty", "better": "1", "other_points": "0", "victory": "noted"},
        {"do": "bye", "player": "Ada", "round": "x"},
        {"do": "bye", "player": "Ada", "round": "1", "kind": "win"},
        {"do": "rename", "player": "Ada"},
        {"do": "assign", "player": "Ada", "other": "Ben"},
        {"do": "join", "player": "Ada"},
        {"do": "check", "count": "0"},
        {"do": "fix_table", "player": "Ada", "table": "-3"},
        {"do": "result", "table": "1", "outcome": "first/beauty"},
        {"do": "result", "table": "1", "agreed": "first/"},
        {"do": "result", "table": "1", "agreed": "first/ 1 x"},
        {"do": "result", "table": "1", "outcome": "first", "game": "1"},
        {"do": "register", "names": "Licence,Joueur n°\n1,Zoé\n", "column_name": "Nom de guerre"},
        {"do": "day"},
    ],
    ids=lambda form: f"{form['do']}-{len(str(form))}",
)
def test_what_cannot_be_is_said(hall: Hall, form: dict[str, str]) -> None:
    version = hall.session.version
    assert hall.order(ORGANISER, form, ENGLISH)
    assert hall.session.version == version


def test_nobody_enters_after_the_hour_but_by_the_organiser(hall: Hall) -> None:
    from dataclasses import replace

    from companion.tournament.event import Settle

    hall.give(Settle(ORGANISER, replace(hall.state.setup, until_ms=Clock.now - 1)), ENGLISH)
    number, wrong = hall.register("Zoe", ENGLISH)
    assert number is None and "ended" in wrong
    order(hall, do="register", names="Zoe")


def test_a_player_who_enters_is_not_the_organisers_last_order(hall: Hall) -> None:
    order(hall, do="rename", player="Ada", name="Ada L.")
    number, wrong = hall.register("Zoe", ENGLISH, "phone-1")
    assert number == 4 and not wrong
    assert hall.revise(ORGANISER, {"do": "undo"}, ENGLISH) == ""
    assert [player.name for player in hall.state.players] == ["Ada", "Ben", "Cleo", "Zoe"]


def test_players_give_no_orders_of_the_staff(hall: Hall) -> None:
    for do in ("rename", "merge", "delete", "fix_table", "assign", "join", "note", "check", "prize", "day"):
        form = {"player": "Ada", "other": "Ben", "name": "X", "table": "1", "text": "x", "count": "1", "what": "x"}
        assert "does not give" in refused(hall, player_seat(1), do=do, **form), do


def form_in(page: str, of: str) -> dict[str, str]:
    """Return the hidden fields of the first form of a page that holds these words."""
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if of in form)
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def organisers(hall: Hall) -> str:
    return organiser_page(Writer(hall, ENGLISH, ORGANISER), [], "", is_open=False)


def players(hall: Hall, number: int) -> str:
    player = hall.player(number)
    assert player is not None
    return player_page(Writer(hall, ENGLISH), player)


def test_two_organisers_see_what_the_other_one_did(hall: Hall) -> None:
    order(hall, do="register", names="Dan")
    other = form_in(organisers(hall), "Pair the next round")
    order(hall, do="pair")
    assert "meanwhile" in refused(hall, ORGANISER, **other)
    seen = form_in(organisers(hall), "Publish")
    one, two = (pairing.players[0] for pairing in hall.state.rounds[-1].pairings)
    order(hall, do="swap", player=one, other=two)
    assert "meanwhile" in refused(hall, ORGANISER, **seen)
    order(hall, ORGANISER, **form_in(organisers(hall), "Pair again"))
    order(hall, ORGANISER, **form_in(organisers(hall), "Publish"))


def test_a_result_is_of_the_game_that_its_page_showed(hall: Hall) -> None:
    """A round is taken back, or others sit there now, while somebody writes how the game ended."""
    order(hall, do="register", names="Dan")
    for step in ("pair", "publish"):
        order(hall, do=step)
    said = {"outcome": "first", "first": "9", "second": "0"}
    (first, second), (third, _) = (pairing.players for pairing in hall.state.published[-1].pairings)
    one = hall.state.find(first)
    assert one is not None
    own, staffs = form_in(players(hall, one.number), "Report") | said, form_in(organisers(hall), "Report") | said
    order(hall, do="swap", player=second, other=third)
    assert "not played at this table" in refused(hall, player_seat(one.number), **own)
    assert "not played at this table" in refused(hall, ORGANISER, **staffs)
    for table in ("1", "2"):
        order(hall, ORGANISER, do="result", table=table, **said)
    own, staffs = form_in(players(hall, one.number), "Report") | said, form_in(organisers(hall), "Report") | said
    for step in ("pair", "publish"):
        order(hall, do=step)
    assert "not played at this table" in refused(hall, player_seat(one.number), **own)
    order(hall, ORGANISER, **staffs | {"second": "7"})
    assert hall.state.published[0].pairings[0].result.points == (9, 7), "the staff corrects the round it saw"  # type: ignore[union-attr]
    assert hall.state.published[1].missing == (1, 2)
    assert (
        hall.revise(ORGANISER, {"do": "undo"}, ENGLISH) == "" and hall.revise(ORGANISER, {"do": "undo"}, ENGLISH) == ""
    )


def test_who_agrees_says_so_by_one_tap(hall: Hall) -> None:
    for step in ("pair", "publish"):
        order(hall, do=step)
    one, other = (hall.state.find(name) for name in hall.state.published[0].pairings[0].players)
    assert one is not None and other is not None
    order(hall, player_seat(one.number), do="report", outcome="second/concession", first="40", second="90")
    assert "That is right" not in players(hall, one.number)
    order(hall, player_seat(other.number), **form_in(players(hall, other.number), "That is right"))
    result = hall.state.published[0].pairings[0].result
    assert result is not None
    assert (result.outcome, result.points, result.kind) == (Outcome.SECOND, (40, 90), Kind.CONCESSION)
    assert "That is right" not in players(hall, other.number)


def test_somebody_late_is_let_in_from_the_organisers_page(hall: Hall) -> None:
    for step in ("pair", "publish"):
        order(hall, do=step)
    bye = hall.state.published[0].bye
    assert bye is not None
    order(hall, do="register", names="Dan")
    order(hall, ORGANISER, **form_in(organisers(hall), f"Dan came late: let in now, against {bye.player}"))
    assert {bye.player, "Dan"} in [{*pairing.players} for pairing in hall.state.published[0].pairings]
    assert "came late" not in organisers(hall)


def test_a_picture_is_no_list_of_names() -> None:
    with pytest.raises(OutOfLimit, match="no list of names"):
        checked({"do": "register", "names": "\x89PNG\r\n\x1a\n\x00"}, ENGLISH)
    assert checked({"do": "register", "names": "Ada\r\nBen\tC"}, ENGLISH)["names"] == "Ada\r\nBen\tC"
