"""Orders that forms ask for, given to the hall itself: what each does, and what is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.ids import Seat
from companion.text.wording import Wording
from companion.tournament import ORGANISER
from companion.tournament.results import Kind
from companion.tournament.revising import Plan
from companion.tournament.state import JUDGE, player_seat
from tests.tournament.events import opened
from ui.library import Library
from ui.presenters.games import read_sheet
from ui.venue.hall import Hall

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


def test_players_give_no_orders_of_the_staff(hall: Hall) -> None:
    for do in ("rename", "merge", "delete", "fix_table", "assign", "join", "note", "check", "prize", "day"):
        form = {"player": "Ada", "other": "Ben", "name": "X", "table": "1", "text": "x", "count": "1", "what": "x"}
        assert "does not give" in refused(hall, player_seat(1), do=do, **form), do
