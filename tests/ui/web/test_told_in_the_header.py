"""The header says what is news: that the round is the last, and for whom the tablet plays."""

from __future__ import annotations

import pytest

from companion.core.ids import Seat
from tests.ui.web.listening import Ear
from tests.ui.web.test_coming_back import away, back, with_tablet
from tests.ui.web.test_vanishing import TABLES
from ui.presenters.models import BannerModel


@pytest.mark.parametrize("game", TABLES)
def test_for_whom_the_tablet_plays_is_said_on_every_screen(game: str) -> None:
    table = TABLES[game]()
    hall = with_tablet(table)
    look = table.presenter.look
    seat = str(table.presenter.banner.awaited(look)[0])
    absent, other = back(hall, seat), Ear(hall, "spectator", "Eva")
    away(hall, absent)
    table.presenter.holder.take_over((Seat(seat),))
    hall.settle()
    said = f"at the tablet, for {absent.guest.name}".lower()
    assert said in table.presenter.banner.model(look, None).small.lower()
    assert said in other.parts["bar"]["now"]["more"].lower()


def test_the_last_round_is_the_first_thing_below_the_words() -> None:
    now = BannerModel("Red's turn", "At the tablet: Red · Round 8, the last", "red", last="Round 8, the last")
    assert now.small == "Round 8, the last · At the tablet: Red"


@pytest.mark.parametrize("game", ["heroclix", "gotham"])
def test_a_last_round_is_known_to_the_banner(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = TABLES[game]()
    presenter, session = table.presenter, table.session
    while not session.state.flow.round:  # the set-up
        offers = (one for seat in session.seats for one in session.system.legal_commands(session.state, seat))
        session.submit(next(offers))
    assert presenter.model().now.last == ""
    face = type(presenter.game._face)  # type: ignore[attr-defined]
    monkeypatch.setattr(face, "last_round", property(lambda self: table.session.state.flow.round))
    now = presenter.banner.model(presenter.look, None)
    assert now.last and now.small.startswith(now.last)


def test_who_has_no_seat_reads_in_the_header_who_is_away() -> None:
    table = TABLES["heroclix"]()
    hall = with_tablet(table)
    seat = str(table.presenter.banner.awaited(table.presenter.look)[0])
    absent, eva = back(hall, seat), Ear(hall, "elsewhere", "Eva")
    away(hall, absent)
    assert f"Away: {absent.guest.name}" in eva.parts["bar"]["now"]["more"]
