"""Objects and conditions by taps: the cards between the areas and the figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.ids import PieceId
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.forces.setup import Condition, MapObject, Tactics, Theme
from companion.games.heroclix.sample import BLUE, RED, sample_setup
from tests.ui.scenes import press
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

TACTICS = Tactics(
    objects=(
        MapObject(PieceId("red-object-1"), RED, "Cask", Weight.LIGHT),
        MapObject(PieceId("red-object-2"), RED, "Bell", Weight.HEAVY, 12, is_special=True),
        MapObject(PieceId("blue-object-1"), BLUE, "Crate", Weight.LIGHT),
    ),
    conditions=(Condition("blue-condition-1", BLUE, "Sea Fog"),),
    themes=(Theme(RED, "Lamplighters", 4, 2),),
)


def opened() -> Table:
    table = open_table(TableConfig(lang="en"), replace(sample_setup(), tactics=TACTICS))
    table.presenter.press("do:0")
    for face in ("6", "5", "1", "2"):
        table.presenter.press(f"face:{face}")
    table.presenter.press("choose:south")
    return table


@pytest.mark.rule("HC-THEME-06", "HC-OBJ-08")
def test_a_condition_is_cancelled_and_objects_are_placed_in_turn() -> None:
    table = opened()
    taps = table.presenter
    card = taps.model().card
    assert card is not None
    assert card.buttons == (("choose:none", "no"), ("choose:blue-condition-1", "Sea Fog"))
    taps.press("choose:blue-condition-1")
    card = taps.model().card
    assert card is not None
    assert (card.title, [label for _, label in card.buttons]) == ("Red: Cask", ["Bell", "Place no more objects"])
    lit = {tile.space for tile in taps.model().board.tiles if tile.reach is not None}
    assert lit
    press(taps, "Bell")
    assert {tile.space for tile in taps.model().board.tiles if tile.reach is not None} < lit, "5 squares away"
    press(taps, "Cask")
    taps.tap_space(next(tile.space for tile in taps.model().board.tiles if tile.reach is not None))
    card = taps.model().card
    assert card is not None
    assert card.title == "Blue: Crate"
    press(taps, "Place no more objects")
    press(taps, "Place no more objects")
    card = taps.model().card
    assert card is not None
    assert card.title == "Red: Wickmaster"
    assert any("Cask" in line.text for line in taps.model().log)
