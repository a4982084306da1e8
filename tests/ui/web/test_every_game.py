"""Every game at a table of devices: each seat, and an onlooker, has a screen from the first moment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.ui.web.listening import Ear, hall_of
from ui.cli.records import open_record
from ui.presenters.games import names_of_games
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

GOLDEN = sorted((Path(__file__).parents[2] / "records").glob("*.record"))
RECORDS = [path for path in GOLDEN if path.stem.partition("-")[0] in names_of_games()]  # those that have an adapter


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_every_seat_and_an_onlooker_have_a_screen(record: Path) -> None:
    game = open_record(record)
    hall = hall_of(open_table(TableConfig(lang="en"), game.records[0].event))
    seats = [str(seat) for seat in hall.seating.seats]
    assert sorted(seats) == sorted(hall.table.session.seats), "a seat has no side"
    ears = [Ear(hall, seat) for seat in seats]
    fan = Ear(hall, "spectator")
    for ear in (*ears, fan):
        assert ear.parts["bar"]["title"] and "<svg" in ear.parts["ground"]["svg"]
        assert len(json.dumps(ear.parts)) < 400_000
        assert [seat["seat"] for seat in ear.parts["room"]["seats"]] == seats
    assert fan.parts["card"] is None and not fan.parts["bar"]["end_turn"]
    offers = [ear for ear in ears if ear.parts["card"] and ear.parts["card"]["buttons"]]
    asked = [ear for ear in ears if ear.parts["dice"]]
    assert offers or asked, "nobody may do anything"
    for ear in offers[:1]:
        assert ear.tap("press", ear.parts["card"]["buttons"][0][0]).ok
    for ear in ears:
        assert ear.tap("press", "language").ok
        assert ear.parts["bar"]["lang"] == "fr"
