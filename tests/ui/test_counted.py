"""A photograph of a hero's screen on that hero's page: beside the record, asked about, laid as by a finger."""

from __future__ import annotations

import pytest

from companion.core.ids import PieceId
from companion.table.follow import Follower
from companion.table.observation import BoxSeen, ScreenSeen
from tests.ui.test_gotham_screen import begun, opened
from ui.presenters.models import CardModel
from ui.presenters.table import TablePresenter

RECORDED = {"available": 9, "fatigue": 0, "wounds": 0, "movement": 0, "melee": 0, "ranged": 0}  # lamplight begins so


def photographed(**counts: int | tuple[int, ...]) -> ScreenSeen:
    """What is seen where it is not as recorded; several counts: it may be any of them."""
    boxes = [
        BoxSeen(box, None, count) if isinstance(count, tuple) else BoxSeen(box, count, (count,))
        for box, count in (RECORDED | counts).items()
    ]
    return ScreenSeen("anna", 1.0, "lamplight", tuple(boxes))


@pytest.fixture
def table() -> TablePresenter:
    """Lamplight is chosen, in the heroes' turn."""
    session = begun(opened())
    table = TablePresenter(session, Follower(session, {}), lang="en")
    table.tap_piece(PieceId("lamplight"))
    return table


def card(table: TablePresenter) -> CardModel:
    shown = table.model().card
    assert shown is not None
    return shown


def test_cubes_that_were_laid_open_what_they_pay_for(table: TablePresenter) -> None:
    version = table.session.version
    table.counts.take(photographed(available=7, ranged=2))
    assert card(table).text == "Cubes: 7 seen, 9 recorded\nRanged: 2 seen, 0 recorded"
    table.press("lay")
    assert card(table).title == "Lay 2 cubes on Ranged"
    dial = table.model().dial
    assert dial is not None
    assert {slot.slot: slot.value for slot in dial.slots if slot.slot in RECORDED} == {
        "available": "7",
        "ranged": "2",
        "fatigue": "0",
        "wounds": "0",
        "movement": "0",
        "melee": "0",
    }
    assert table.session.version == version, "a photograph writes nothing"


def test_an_uncertain_box_is_asked_about_first(table: TablePresenter) -> None:
    table.counts.take(photographed(available=7, ranged=(1, 2)))
    assert card(table).text == "How many cubes lie on Ranged?"
    assert [label for _, label in card(table).buttons] == ["1", "2", "No"]
    table.press("count:ranged:2")
    assert ("lay", "Lay them like this") in card(table).buttons


@pytest.mark.parametrize(
    "counts",
    [{"available": 8, "fatigue": 1}, {"available": 7, "ranged": 1}, {"available": 7, "ranged": 1, "movement": 1}],
    ids=["no cube is laid on fatigue", "one is missing", "two boxes at once"],
)
def test_what_no_finger_could_lay_is_put_right(table: TablePresenter, counts: dict[str, int]) -> None:
    table.counts.take(photographed(**counts))
    assert card(table).text.startswith("The cubes differ from the record.")
    assert [does for does, _ in card(table).buttons] == ["dismiss"]
    table.press("dismiss")
    assert not table.counts.is_open


def test_as_recorded_and_not_to_be_counted(table: TablePresenter) -> None:
    table.counts.take(photographed())
    assert card(table).text == "As recorded"
    table.counts.take(ScreenSeen("anna", 1.0, "lamplight", (), "the screen is not found on the photograph"))
    assert card(table).text == "The cubes cannot be counted: the screen is not found on the photograph"
