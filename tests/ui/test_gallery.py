"""The gallery of maps: searched, turned over, drawn picture by picture; a map that is torn is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games.heroclix.figures.collection import shipped_map
from companion.interchange.figure_library import FigureLibrary
from companion.text.wording import Wording
from tests.ui.test_evening import Opener, Taps, start  # noqa: F401  (the fixture)
from ui.library import Library
from ui.presenters.heroclix.figure_search import FindDesk
from ui.presenters.pages import PickDesk, Tile


def test_many_maps_are_searched_by_what_one_types(start: Opener) -> None:  # noqa: F811
    taps = start()
    folder = taps.evening.library.folder / "maps"
    folder.mkdir()
    document = json.loads(shipped_map("harbour-market").read_text())
    for number in range(9):
        (folder / f"{number}.json").write_text(json.dumps({**document, "name": f"Quay {number}"}))
    taps.on("New game", "HeroClix", "Map")
    assert len(taps.page.tiles) == 9
    taps.evening.enter("words", "QUAY 7")
    assert [tile.title for tile in taps.page.tiles] == ["Quay 7"]
    taps.on("Quay 7")
    assert taps.tile("Map").text == "Quay 7"


def test_a_gallery_opens_at_once_and_fills_itself(tmp_path: Path) -> None:
    """Nine of the maps at a time, a picture each time it is drawn; a map that is broken says so; the draft stands."""
    drawn: list[str] = []
    tiles = [Tile(f"map-{number}", f"Map {number}") for number in range(11)]
    picked: list[str] = []

    def picture(name: str) -> bytes:
        drawn.append(name)
        return name.encode()

    desk = PickDesk("evening.map", lambda _: tiles, picked.append, picture=picture)
    wording = Wording("en")
    page = desk.page(wording)
    assert (len(page.tiles), len(drawn), page.is_waiting) == (9, 1, True)
    for _ in range(8):
        page = desk.page(wording)
    assert ([tile.picture for tile in page.tiles], page.is_waiting) == (
        [tile.action.encode() for tile in tiles[:9]],
        False,
    )
    assert page.buttons == (("turn:+", "More"),)
    desk.press("turn:+")
    assert [tile.title for tile in desk.page(wording).tiles] == ["Map 9", "Map 10"]
    desk.enter("words", "map 3")
    assert [tile.title for tile in desk.page(wording).tiles] == ["Map 3"]
    desk.press("map-3")
    assert picked == ["map-3"]
    assert len(drawn) == 10  # the ninth, and none twice


def test_a_map_that_is_broken_since_the_last_time_is_no_dead_end(tmp_path: Path) -> None:
    library = Library(tmp_path)
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "torn.json").write_text("{")
    library.keep_draft("heroclix", {"map": str(tmp_path / "maps" / "torn.json")})
    taps = Taps(library)
    taps.on("English", "New game", "HeroClix")
    assert taps.tile("Map").text == "Harbour Market"
    taps.on("Map")
    assert "torn.json" in taps.tile("torn").text


def test_maps_are_looked_at_from_home(tmp_path: Path) -> None:
    taps = Taps(Library(tmp_path))
    taps.on("English", "Maps", "Lantern Vault")
    assert taps.page.text == "16 × 16 squares, 2 starting areas"
    assert taps.page.picture.startswith(b"\x89PNG")
    taps.on("Back")
    assert taps.page.title == "Maps"


def test_a_figure_is_numbered_as_its_base_has_it(tmp_path: Path) -> None:
    taps = Taps(Library(tmp_path))
    taps.on("English", "Figures")
    assert taps.tile("Breakwater").text.endswith(" · LQ 003")
    taps.on("Breakwater")
    assert taps.page.text.startswith("LQ 003 · range 0")


def test_help_answers_in_both_languages(tmp_path: Path) -> None:
    for language, help_, question in (("English", "Help", "refuses"), ("Français", "Aide", "refuse")):
        taps = Taps(Library(tmp_path / language))
        taps.on(language, help_)
        assert question in taps.tile(question).title
        assert all(tile.text and not tile.action for tile in taps.page.tiles)


@pytest.mark.parametrize(
    ("left", "title", "chip"),
    [(40, "40 points left", "Costs up to 40"), (-5, "5 points too many", "Costs up to 0")],
)
def test_a_force_says_what_is_left_or_how_much_is_too_many(tmp_path: Path, left: int, title: str, chip: str) -> None:
    page = FindDesk(lambda: FigureLibrary(str(tmp_path)), left=lambda: left).page(Wording("en"))
    assert page.title == title
    assert chip in [tile.title for tile in page.chips]
