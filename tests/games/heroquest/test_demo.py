"""The demonstration of a quest to its end: dice read as symbols, and a folder without secrets for the heroes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_line import companion
from tests.heads import counted_and_told

pytestmark = pytest.mark.slow

SECRETS = ("zombie-1", "zombie-2", "trap-9", "secret-1", "chaos-1")  # where no hero came


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    answer = companion(
        "demo", "--system", "heroquest", "--headless", "--json", "--out", str(tmp_path_factory.mktemp("quest"))
    )
    assert answer.status == 0, answer.err
    told: dict[str, Any] = json.loads(answer.out)
    return told


@pytest.mark.rule("HQ-GEN-03")
def test_it_plays_to_its_end_and_keeps_the_masters_secrets(played: dict[str, Any]) -> None:
    assert played["turns"] > 8
    replayed = companion("replay", played["record"], "--verify", "--json")
    assert replayed.status == 0 and json.loads(replayed.out)["winners"]
    heroes = Path(played["heroes"])
    theirs = (heroes / "game.record").read_text(encoding="utf-8") + (heroes / "report.html").read_text(encoding="utf-8")
    for secret in SECRETS:
        assert secret not in theirs
        assert secret in Path(played["record"]).read_text(encoding="utf-8")
    heard = companion("replay", str(heroes / "game.record"), "--verify")
    assert heard.status == 0 and "every seal holds" in heard.out and "cannot be replayed" in heard.out


def test_combat_dice_are_read_as_symbols_and_what_the_camera_cannot_read_is_read_out(played: dict[str, Any]) -> None:
    assert played["rolled"] >= 5 and played["corrected"] == 0 and played["died"] == []
    assert played["asked"] <= 2, "the die that was made to lean, and little else"
    lines = [json.loads(line) for line in Path(played["record"]).read_text(encoding="utf-8").splitlines()]
    rolls = [one["event"]["result"] for one in lines if one["type"] == "DiceReported"]
    read = [roll["faces"] for roll in rolls if roll["source"] == "camera"]
    assert any(set(faces) <= {"skull", "white", "black"} for faces in read), "symbols, by the camera alone"
    report = Path(played["report"]).read_text(encoding="utf-8")
    assert re.search(r"Read out: \d+\b.*critical D20 \(19 needed\) \d+ \(by hand\)", report)


@pytest.mark.parametrize("name", ["master.html", "heroes/report.html"])
def test_a_head_counts_what_its_lines_say(played: dict[str, Any], name: str) -> None:
    """A throw of which the players said one die was not read by the camera, and no line says so."""
    counted, told = counted_and_told(Path(played["report"]).parent / name)
    assert counted == told and counted["rolls"] >= 5
    assert played["rolled"] == counted_and_told(Path(played["report"]))[1]["rolls"]


def test_the_pictures_of_the_heroes_are_those_of_rolls_they_heard_of(played: dict[str, Any]) -> None:
    heroes = Path(played["heroes"])
    report = (heroes / "report.html").read_text(encoding="utf-8")
    linked = set(re.findall(r'src="pictures/([^"]+)"', report))
    assert linked == {one.name for one in (heroes / "pictures").iterdir()}
    assert {"enrol-combat-skull.jpg", "001-dice.jpg"} <= linked
    assert report.count(' class="board" ') >= 5, "the dungeon after each turn"


def test_a_tower_that_dies_leaves_a_quest_of_dice_read_out(tmp_path: Path) -> None:
    for place in ("pictures/holiday.jpg", "heroes/mine.txt"):  # somebody's own, in the folder that is named
        (tmp_path / place).parent.mkdir()
        (tmp_path / place).write_text("mine")
    answer = companion(
        "demo", "--system", "heroquest", "--headless", "--json", "--fail", "tower", "--out", str(tmp_path)
    )
    assert answer.status == 0, answer.err
    told = json.loads(answer.out)
    assert told["died"] == ["tower"] and told["turns"] > 4
    assert "Tower: gone · check its cable" in (tmp_path / "heroes" / "report.html").read_text(encoding="utf-8")
    assert (tmp_path / "pictures/holiday.jpg").read_text() == (tmp_path / "heroes/mine.txt").read_text() == "mine"


@pytest.mark.parametrize("words", [("--system", "heroquest", "--fail", "camera"), ("--quest", "a.json")])
def test_what_a_demonstration_does_not_have_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    answer = companion("demo", "--headless", "--out", str(tmp_path), *words)
    assert answer.status == 2
    assert "heroquest" in answer.err or "--fail tower" in answer.err
