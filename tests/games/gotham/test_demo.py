"""The demonstration of a mission to its end: eight skills and more, dice of several colours read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_line import companion
from tests.heads import counted_and_told

pytestmark = pytest.mark.long  # of the four demos, those of HeroClix and HeroQuest are played in the usual run


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    out = str(tmp_path_factory.mktemp("mission"))
    answer = companion("demo", "--system", "gotham", "--headless", "--json", "--out", out)
    assert answer.status == 0, answer.err
    told: dict[str, Any] = json.loads(answer.out)
    return told


def test_a_mission_to_its_end_with_its_tiles_and_skills(played: dict[str, Any]) -> None:
    assert played["tiles"] >= 2 and len(played["skills"]) >= 8
    replayed = companion("replay", played["record"], "--verify", "--json")
    assert replayed.status == 0 and json.loads(replayed.out)["winners"]


def test_the_report_tells_every_number_with_its_terms(played: dict[str, Any]) -> None:
    page = Path(played["report"]).read_text(encoding="utf-8")
    assert "Nerves of Steel +1" in page and "<svg" in page
    for told in (
        "The Ferrier spends 3 cubes on Melee (3 left) and attacks the Old Clerk with the Short Chain.",
        "throws a grenade at the Dock with the Smoke Pellet.",
        "thanks to Luck",
        "left to bear",
        ": no wound.",  # of an attack without effect
        "Objective: ✓ the heroes win when ",
        "wear no marker",
    ):
        assert told in page, told
    assert "1 times" not in page
    assert "GO-" not in re.sub(' id="[^"]*"', "", page), "rules are told by their names"
    assert played["rolled"] >= 15 and played["corrected"] == 0


def test_its_head_counts_what_its_lines_say(played: dict[str, Any]) -> None:
    counted, told = counted_and_told(Path(played["report"]))
    assert counted == told and counted["rolls"] == played["rolled"]


def test_board_and_dice_are_rendered_and_read(played: dict[str, Any]) -> None:
    """The camera over the board sees every change of the record; hands that take up the dice the record names are
    followed, so that nothing is asked but the leaning die and what it leads to."""
    pictures = Path(played["report"]).parent / "pictures"
    boards = [*pictures.glob("*-table.jpg")]
    assert len(boards) >= 4 and played["agreed"] >= 4
    assert played["asked"] <= 2
