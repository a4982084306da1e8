"""Figures and maps of other programs, brought in by touch: what came, what was left out; they are found then."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.errors import InputError
from companion.games.heroclix.figures.collection import load_figures
from companion.games.heroclix.figures.files import format_figures
from companion.text.wording import Wording
from tests.patience import PATIENCE_S
from ui.library import Library
from ui.presenters.heroclix.forces import Forces, PasteDesk
from ui.presenters.heroclix.imports import BringDesk
from ui.presenters.pages import Go, Page, PickDesk
from ui.qr import qr_of
from ui.table.photographs import code_text
from ui.tablet.navigation import Navigator

WORDING = Wording("en")
MAP = {"name": "Yard", "type": "outdoor", "width": 2, "height": 1, "rows": [{"tiles": [{}, {"terrain": "water"}]}]}


def waited(desk: BringDesk) -> Page:
    """The page when everything is read."""
    assert desk._bringing is not None
    desk._bringing.outcome.exception(timeout=PATIENCE_S)
    return desk.page(WORDING)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two of our figures, a map, a broken file and a shopping list, in folders."""
    place = tmp_path / "downloads"
    (place / "maps").mkdir(parents=True)
    (place / ".hidden").mkdir()
    (place / ".hidden" / "secret.json").write_text("{}")
    (place / "maps" / "yard.json").write_text(json.dumps(MAP))
    figures = list(load_figures().values())[:2]
    (place / "figures.json").write_text(json.dumps(format_figures("own", figures)))
    (place / "broken.json").write_text('{"format": 3')
    (place / "list.txt").write_text("eggs, milk")
    (place / "photo.jpg").write_bytes(b"\xff\xd8")
    return place


def test_a_folder_is_looked_through_and_brought_in(folder: Path, tmp_path: Path) -> None:
    library = Library(tmp_path / "shelf")
    forces = Forces(library)
    shipped = len(forces.figures)
    desk = BringDesk(library, forces.renew, folder)
    page = desk.page(WORDING)
    assert [tile.title for tile in page.tiles] == ["maps"]
    assert dict(page.buttons)["bring"] == "Import 4 files"
    desk.press("into:maps")
    assert dict(desk.page(WORDING).buttons)["bring"] == "Import 1 file"
    desk.press("up")
    desk.press("bring")
    page = waited(desk)
    assert page.text == "Imported: figures 2, maps 1. 2 entries were skipped:"
    assert sorted(tile.title.partition(" · ")[0] for tile in page.tiles) == ["broken.json", "list.txt"]
    assert [path.stem for path in library.maps()] == ["yard"]
    assert len(forces.index.find([])) == 2
    assert len(forces.figures) == shipped  # those that are shipped stay at hand
    assert not page.is_waiting


def test_a_folder_that_cannot_be_read_is_said_and_left(folder: Path, tmp_path: Path) -> None:
    library = Library(tmp_path / "shelf")
    desk = BringDesk(library, lambda: None, folder / "maps")
    (folder / "maps" / "yard.json").unlink()
    (folder / "maps").rmdir()
    with pytest.raises(InputError, match=r"No such file"):
        desk.page(WORDING)
    assert desk.page(WORDING).text.startswith(str(folder))


def test_a_full_disk_is_said_and_nothing_is_lost(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "yard.json")

    monkeypatch.setattr("companion.interchange.importing.write_file", full)
    desk = BringDesk(Library(tmp_path / "shelf"), lambda: None, folder)
    desk.press("bring")
    page = waited(desk)
    assert "No space left" in page.notes[0]
    assert page.buttons == (("more", "Choose another folder"),)


def test_a_broken_file_among_the_figures_is_said_and_the_house_opens(tmp_path: Path) -> None:
    library = Library(tmp_path)
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "x.json").write_text('{"format": 3')
    evening = Navigator(library)
    evening.press("en")
    titles = {tile.title: tile.action for tile in evening.page().tiles}
    evening.press(titles["Figures"])
    assert "x.json" in evening.page().notes[0]
    evening.press("back")
    assert evening.page().title == "Tablewright"


def test_real_sets_come_in(tmp_path: Path, shared: Path) -> None:
    data = shared / "data" / "heroclix"
    forces = Forces(Library(tmp_path))
    desk = BringDesk(forces.library, forces.renew, data / "hcunits" / "xml")
    desk.press("bring")
    came = waited(desk).text
    assert came.startswith("Imported: ")
    assert not came.startswith("Imported: figures 0")
    assert forces.index.find(["spider"])


def test_a_force_as_it_was_shared_comes_in_with_the_rest(folder: Path, tmp_path: Path) -> None:
    shared = {"format": "tablewright/force@1", "name": "Anna's crew", "figures": [{"figure": "nobody"}]}
    (folder / "crew.json").write_text(json.dumps(shared, indent=1))
    library = Library(tmp_path / "shelf")
    desk = BringDesk(library, lambda: None, folder)
    desk.press("bring")
    assert waited(desk).text == "Imported: figures 2, maps 1. 1 force imported. 2 entries were skipped:"
    assert library.forces() == {"Anna's crew": shared}
    (broken,) = Forces(library).against("Anna's crew", 300, WORDING)
    assert broken.startswith("nobody is not on this machine")


def test_a_code_is_read_from_a_photograph_and_one_of_something_else_is_told(tmp_path: Path) -> None:
    pytest.importorskip("cv2")
    library = Library(tmp_path, code_text)
    library.papers.mkdir()
    desk = PasteDesk(Forces(library))
    force = '{"format":"tablewright/force@1","name":"Friday","figures":[{"figure":"lq001"}]}'
    for name, text in (("force.png", force), ("menu.png", "https://example.org/menu")):
        photograph(text, library.papers / name)
    (library.papers / "cat.png").write_bytes(picture_png(Image.new("RGB", (300, 300), "white")))
    pick = picking(desk)
    with pytest.raises(InputError, match="no code"):
        pick.press(str(library.papers / "cat.png"))
    pick.press(str(library.papers / "menu.png"))
    assert "no figure" in desk.page(WORDING).notes[0]
    pick.press(str(library.papers / "force.png"))
    assert desk.page(WORDING).fields[0].text == force
    assert not desk.page(WORDING).notes
    desk.press("keep")
    assert library.forces()["Friday"]["figures"] == [{"figure": "lq001"}]


def picking(desk: PasteDesk) -> PickDesk:
    turn = desk.press("photograph")
    assert isinstance(turn, Go)
    assert isinstance(turn.desk, PickDesk)
    assert [tile.title for tile in turn.desk.page(WORDING).tiles] == ["cat.png", "menu.png", "force.png"]
    return turn.desk


def photograph(text: str, path: Path) -> None:
    """The code as another tablet shows it, small in a larger picture, turned a little."""
    code = Image.open(BytesIO(qr_of(text))).convert("RGB")
    scene = Image.new("RGB", (1200, 900), (90, 80, 70))
    scene.paste(code.rotate(7, expand=True, fillcolor=(90, 80, 70)), (300, 150))
    path.write_bytes(picture_png(scene))


def picture_png(image: Image.Image) -> bytes:
    made = BytesIO()
    image.save(made, "PNG")
    return made.getvalue()
