"""A card that asks for something stands on the page of who is asked, and on nobody else's; a square is no id."""

from __future__ import annotations

import pytest

from companion.core.opening import next_order
from companion.games.heroclix.face.opening import OPENING
from companion.system import DiceGenerator
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight, opening
from ui.table.bootstrap import Table


def deploying() -> Table:
    table, dice = opening(), DiceGenerator(5)
    session = table.session
    while session.state.flow.phase != "deployment":
        order = next_order(OPENING, session.system, session.state, session.seats, dice.roll)
        assert order is not None
        session.submit(order)
    return table


def test_who_does_not_set_up_is_not_told_to() -> None:
    hall = hall_of(deploying())
    ears = [Ear(hall, seat) for seat in ("red", "blue")]
    cards = {ear.guest.name: ear.parts["card"] for ear in ears}
    (acting,) = [ear.guest.name for ear in ears if ear.parts["bar"]["now"]["is_own"]]
    assert [name for name, card in cards.items() if card and card["kind"] == "setup"] == [acting]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_starting_area_is_called_by_no_id(lang: str) -> None:
    presenter = fight().presenter
    presenter.wording.lang = lang
    tiles = presenter.session.state.table.board
    space = next(one for one, tile in zip(tiles.spaces, tiles.tiles, strict=True) if tile.starting)
    presenter.tap_space(space)
    card = presenter.model().card
    assert card is not None and not {"north", "south", "east", "west"} & {*card.text.replace(".", " ").split()}
