"""Answers about seats: who only watches is asked once; who asked in vain is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.web.listening import Ear
from tests.ui.web.test_coming_back import asked, away, back, with_tablet
from tests.ui.web.test_vanishing import TABLES
from ui.web.guests import GuestFile


def seatless(game: str) -> tuple[Ear, Ear]:
    """Who came in without a seat, and the player of the first one."""
    hall = with_tablet(TABLES[game]())
    ann, eva = back(hall, str(hall.table.session.seats[0])), Ear(hall, "elsewhere", "Eva")
    return eva, ann


@pytest.mark.parametrize("game", TABLES)
def test_who_only_watches_says_so_once(game: str, tmp_path: Path) -> None:
    eva, _ = seatless(game)
    (ask,) = eva.parts["room"]["asks"]
    assert ask["text"] == "Which seat is yours?" and ask["do"][-1] == ["watch", "Just watching"]
    assert eva.tap("room", "watch").ok
    assert eva.parts["room"]["asks"] == []
    file = GuestFile(tmp_path / "game.db.guests")
    file.keep([eva.guest])
    assert [one.watches for one in GuestFile(tmp_path / "game.db.guests").guests()] == [True], "it is kept"
    free = next(seat["do"][0] for seat in eva.parts["room"]["seats"] if seat["do"] and not seat["held"])
    assert eva.tap("room", free).ok and not eva.guest.watches, "a seat is taken all the same"


@pytest.mark.parametrize("game", TABLES)
def test_who_asked_in_vain_is_told_by_whom(game: str) -> None:
    eva, ann = seatless(game)
    seat = ann.guest.seats[0]
    eva.tap("room", f"sit:{seat}")
    ann.tap("room", ann.parts["room"]["asks"][0]["do"][1][0])
    assert eva.parts["room"]["waits"] == ""
    told = eva.parts["room"]["asks"][0]
    assert "was no" in told["text"] and ann.guest.name in told["text"]
    assert eva.tap("room", told["do"][0][0]).ok
    assert not any("was no" in one["text"] for one in eva.parts["room"]["asks"])


def test_a_no_at_the_tablet_is_told_too() -> None:
    eva, ann = seatless("heroclix")
    seat = ann.guest.seats[0]
    away(eva.hall, ann)
    bob = back(eva.hall, "blue" if seat == "red" else "red")
    eva.tap("room", f"sit:{seat}")
    assert bob.parts["room"]["asks"] and asked(eva.hall.table.presenter).buttons
    eva.hall._answer(eva.guest.number, False)
    eva.hall.settle()
    assert "the tablet" in eva.parts["room"]["asks"][0]["text"]
