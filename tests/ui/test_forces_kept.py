"""Forces on this machine: none is lost by typing a name, by one that comes from elsewhere, by a tap beside."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.text.wording import Wording
from ui.library import Document, Library
from ui.presenters.heroclix.force_editor import BuildDesk
from ui.presenters.heroclix.forces import Forces, ForcesDesk, PasteDesk
from ui.presenters.pages import Go

WORDING = Wording("en")


def force(*figures: str) -> Document:
    return {"format": "tablewright/force@1", "figures": [{"figure": figure} for figure in figures]}


@pytest.fixture
def desk(tmp_path: Path) -> ForcesDesk:
    library = Library(tmp_path)
    library.keep_force("Deep", force("lq001"))
    library.keep_force("Draft", force("lq002", "lq003"))
    return ForcesDesk(Forces(library))


def test_a_name_that_is_passed_while_one_types_loses_no_force(desk: ForcesDesk) -> None:
    turn = desk.press("edit:Draft")
    assert isinstance(turn, Go)
    assert isinstance(turn.desk, BuildDesk)
    for letters in ("D", "De", "Dee", "Deep", "Deep s", "Deep se", "Deep sea"):
        turn.desk.enter("name", letters)
    forces = desk._forces.library.forces()
    assert sorted(forces) == ["Deep", "Deep sea"]
    assert forces["Deep"] == force("lq001")
    assert [one["figure"] for one in forces["Deep sea"]["figures"]] == ["lq002", "lq003"]


def test_a_name_that_no_file_can_have_is_typed_twice(desk: ForcesDesk) -> None:
    turn = desk.press("edit:Draft")
    assert isinstance(turn, Go)
    for _ in range(2):
        turn.desk.enter("name", "Red/Blue")
    assert sorted(desk._forces.library.forces()) == ["Deep", "Red-Blue"]


def test_a_pasted_force_of_the_same_name_stands_beside_the_own_one(desk: ForcesDesk) -> None:
    pasting = PasteDesk(desk._forces)
    for _ in range(2):  # the same one again is no third force
        pasting.enter("text", '{"format":"tablewright/force@1","name":"Deep","figures":[{"figure":"lq003"}]}')
        pasting.press("keep")
    forces = desk._forces.library.forces()
    assert sorted(forces) == ["Deep", "Deep-2", "Draft"]
    assert forces["Deep"] == force("lq001")


def test_a_forgotten_force_comes_back(desk: ForcesDesk) -> None:
    desk.press("drop:Deep")
    assert sorted(desk._forces.library.forces()) == ["Draft"]
    names = [tile.title for tile in desk.page(WORDING).tiles]
    row = next(tile for tile in desk.page(WORDING).tiles if tile.title == "Deep")
    assert (row.action, row.extra) == ("", (("undrop:Deep", "Bring it back"),))
    desk.press("drop:Deep")  # a finger that taps twice hits no neighbour
    assert sorted(desk._forces.library.forces()) == ["Draft"]
    desk.press("undrop:Deep")
    assert desk._forces.library.forces()["Deep"] == force("lq001")
    assert [tile.title for tile in desk.page(WORDING).tiles] == names


def test_what_is_in_the_force_is_told_where_figures_are_found_and_a_full_one_is_done(tmp_path: Path) -> None:
    forces = Forces(Library(tmp_path))
    turn = ForcesDesk(forces).press("build")
    assert isinstance(turn, Go)
    page = turn.desk.page(WORDING)
    assert page.likely == "find"
    finding = turn.desk.press("find")
    assert isinstance(finding, Go)
    crew = next(document for name, document in forces.documents().items() if name == "Undertow")
    for one in crew["figures"]:
        finding.desk.enter("words", one["figure"])
        (tile,) = finding.desk.page(WORDING).tiles
        assert (tile.badge, tile.chosen) == ("", False)
        finding.desk.press(tile.extra[0][0])
        (tile,) = finding.desk.page(WORDING).tiles
        assert (tile.badge, tile.chosen) == ("1 ×", True)
    page = turn.desk.page(WORDING)
    assert (page.title, page.notes, page.likely) == ("300 of 300 points", (), "done")


def test_which_of_several_is_meant_is_settled_by_a_tap(desk: ForcesDesk) -> None:
    pasting = PasteDesk(desk._forces)
    pasting.enter("text", "Mine\nlq002 Breakwater\n3x lq005")
    page = pasting.page(WORDING)
    assert [(tile.title, tile.tone) for tile in page.tiles] == [("Harbour Watch", ""), ("lq002 Breakwater", "bad")]
    assert "keep" in dict(page.buttons), "what was understood can be kept at once"
    turn = pasting.press("which:0")
    assert isinstance(turn, Go)
    choices = [tile.action for tile in turn.desk.page(WORDING).tiles]
    assert len(choices) == 3, "one figure, and another at two costs"
    turn.desk.press(choices[2])
    page = pasting.page(WORDING)
    assert [tile.text for tile in page.tiles] == ["lq003 · 65", "lq005 · 40"]
    assert pasting.page(WORDING).fields[0].text == "Mine\nlq003 Breakwater (65)\n3x lq005"
    pasting.press("keep")
    assert [one["figure"] for one in desk._forces.library.forces()["Mine"]["figures"]] == ["lq003", "lq005"]
