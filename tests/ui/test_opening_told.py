"""The page of a new game: what each scenario is about, who the seats are, what a row is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.text.wording import LANGUAGES, Wording
from ui.library import Library
from ui.presenters.guardians.new_game import OpeningDesk as GuardiansDesk
from ui.presenters.heroquest.new_game import OpeningDesk as QuestDesk
from ui.presenters.pages import Go


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("made", "row"), [(GuardiansDesk, "pick:scenario"), (QuestDesk, "pick:quest")])
def test_each_scenario_says_what_it_is_about(tmp_path: Path, made: type, row: str, lang: str) -> None:
    turn = made(Library(tmp_path)).press(row)
    assert isinstance(turn, Go)
    tiles = turn.desk.page(Wording(lang)).tiles
    assert tiles and all(tile.text.endswith(".") and len(tile.text) > 60 for tile in tiles), tiles
    other = turn.desk.page(Wording("en" if lang == "fr" else "fr")).tiles
    assert {tile.text for tile in tiles}.isdisjoint(tile.text for tile in other)


def test_seats_of_one_side_are_called_by_the_heroes_that_they_play(tmp_path: Path) -> None:
    desk, wording = GuardiansDesk(Library(tmp_path)), Wording("en")
    turn = desk.press("players")
    assert isinstance(turn, Go)
    labels = [field.label for field in turn.desk.page(wording).fields]
    assert labels == ["Night Lantern", "Mistral", "Anvil", "Briar"]
    desk._keep("together")("team_up")
    turn = desk.press("players")
    assert isinstance(turn, Go)
    assert [field.label for field in turn.desk.page(wording).fields] == ["The Dawn Watch", "The Dusk League"]


def test_the_row_of_dice_says_when_it_is_wanted(tmp_path: Path) -> None:
    page = GuardiansDesk(Library(tmp_path)).page(Wording("en"))
    (dice,) = (tile for tile in page.tiles if tile.action == "dice")
    assert dice.text.startswith("Change them only if those in your box differ")
