"""A rematch says what it does and is confirmed; where everybody else agreed at their devices it begins by one tap."""

from __future__ import annotations

import pytest

from companion.core.commands import Concede
from tests.ui.web.listening import Ear
from tests.ui.web.test_coming_back import asked, back, with_tablet
from tests.ui.web.test_vanishing import TABLES
from ui.web.shared_table import SharedTable


def ended(game: str) -> tuple[SharedTable, Ear, Ear]:
    """A tablet and two phones at the end of a game."""
    table = TABLES[game]()
    hall = with_tablet(table)
    table.presenter.may_leave = True
    seats = table.session.seats
    ann, bob = back(hall, str(seats[0])), back(hall, str(seats[-1]))
    for seat in seats:
        table.session.submit(Concede(seat))
    assert table.session.state.flow.outcome is not None
    hall.settle()
    return hall, ann, bob


def buttons(ear: Ear) -> dict[str, str]:
    return dict(ear.parts["card"]["buttons"])


@pytest.mark.parametrize("game", TABLES)
def test_a_rematch_is_confirmed_until_everybody_else_agreed(game: str) -> None:
    hall, ann, bob = ended(game)
    tablet = hall.table.presenter
    assert "leave:again" not in dict(asked(tablet).buttons)
    tablet.press("pick:again")
    asks = asked(tablet)
    assert asks.text.startswith("The same game begins anew, with the same players in the same seats.")
    assert dict(asks.buttons) == {"pick:": "Close", "leave:again": "Begin the rematch"}
    assert "Rematch, no answer yet: " in asks.text
    tablet.press("pick:")
    assert buttons(ann)["again"] == "I'd play again"
    before, lines = buttons(ann), len(ann.parts["card"]["text"].splitlines())
    assert ann.tap("press", "again").ok
    given = "You said: play again · Rematch, no answer yet: "
    assert [*buttons(ann)] == [*before], "it stands where it stood"
    assert buttons(ann)["again"].startswith(given + bob.guest.name), "and says that it is given, and who is awaited"
    assert len(ann.parts["card"]["text"].splitlines()) == lines, "nothing moves it"
    assert f"For a rematch: {ann.guest.name}" in bob.parts["card"]["text"]
    assert f"Rematch, no answer yet: {bob.guest.name}" in asked(tablet).text
    assert "leave:again" not in dict(asked(tablet).buttons)
    assert bob.tap("press", "again").ok
    assert "leave:again" in dict(asked(tablet).buttons), "everybody else agreed: one tap"
    begun = "Everybody agrees: now tap “Rematch” on the tablet"
    assert buttons(ann)["again"] == f"You said: play again · {begun}", "on the button, which is in sight"
    assert begun not in asked(tablet).text


def test_a_table_without_a_screen_of_its_own_offers_none() -> None:
    hall, *_ = ended("heroclix")
    hall.table.presenter.may_leave = False
    late = back(hall, "spectator")
    assert "again" not in dict(late.parts["card"]["buttons"])
