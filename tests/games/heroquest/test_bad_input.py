"""Quests and content that cannot be played are refused in one line with the place of what is wrong, and exit 2."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.documents import Node
from companion.errors import InputError
from companion.games.heroquest.content.content import default_content, default_document, parse_content
from companion.games.heroquest.quest import parse_quest
from companion.games.heroquest.sample import QUESTS, quest_setup
from tests.cli.command_line import companion

Change = Callable[[dict[str, Any]], object]
SHIPPED = QUESTS / "salt-cellars.json"


def quest() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return found


WRONG: list[tuple[str, Change, str, str]] = [
    ("a room without a way", lambda q: q["doors"].clear(), "places.b", "a way to it from the start"),
    ("two in a square", lambda q: q["monsters"][0].update(at="I4"), "monsters[2].at", "where goblin-1 stands"),
    ("on furniture", lambda q: q["monsters"][0].update(at="H2"), "monsters[0].at", "where table-1 stands"),
    ("a door to nowhere", lambda q: q["doors"][0].update(between=["E3", "F3"]), "doors[0].between", "one side is rock"),
    ("a door in a room", lambda q: q["doors"][0].update(between=["A1", "B1"]), "doors[0].between", "a door inside a"),
    ("unknown furniture", lambda q: q["furniture"][0].update(type="piano"), "furniture[0].type", '"piano"'),
    ("no gold", lambda q: q.update(finds={"a": "gold fifty"}), "finds.a", '"gold fifty"'),
    (
        "an unknown item",
        lambda q: q["furniture"][0].update(contents=["item x"]),
        "furniture[0].contents[0]",
        '"item x"',
    ),
    ("an unknown monster", lambda q: q["monsters"][3].update(type="dragon"), "monsters[3].type", '"dragon"'),
    ("an unknown trap", lambda q: q["traps"][1].update(type="net"), "traps[1].type", '"net"'),
    ("a blade without a way", lambda q: q["traps"][6].pop("direction"), "traps[6]", "where a blade goes"),
    (
        "a letter of no place",
        lambda q: q["squares"].__setitem__(0, "xaaaa#bbbbb#ddddd"),
        "squares[0]",
        "the letter 'x'",
    ),
    ("a short row", lambda q: q["squares"].__setitem__(1, "aaa"), "squares[1]", "17 letters"),
    ("a monster in rock", lambda q: q["monsters"][0].update(at="F1"), "monsters[0].at", "which is rock"),
    ("an id twice", lambda q: q["doors"][1].update(id="door-1"), "doors[1].id", "an id of its own"),
    ("an id like a square", lambda q: q["traps"][1].update(id="C3"), "traps[1].id", "no space of the map"),
    ("a goal nobody is", lambda q: q.update(goal={"slay": "nobody"}), "goal.slay", '"nobody"'),
    ("nowhere to begin", lambda q: q.update(start=[]), "start", "at least one square"),
    ("a strange key", lambda q: q.update(music="slow"), "music", "the key 'music'"),
]


@pytest.mark.parametrize(("change", "place", "words"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_quest_that_cannot_be_played_is_refused_with_its_place(change: Change, place: str, words: str) -> None:
    document = quest()
    change(document)
    with pytest.raises(InputError) as caught:
        parse_quest(Node("q.json", "", document), default_content())
    assert caught.value.place == place
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.rule("HQ-DICE-04", "HQ-DICE-01")
@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda c: c["dice"]["violet"].update(faces=[]), "dice.violet"),
        (lambda c: c["dice"].pop("red"), "dice"),
        (lambda c: c["dice"]["combat"].update(faces=["skull", "star"]), "dice.combat.faces[1]"),
        (lambda c: c["heroes"]["elf_4"].update(weapons=["spoon"]), "heroes.elf_4.weapons[0]"),
        (lambda c: c["monsters"]["orc"].pop("attack"), "monsters.orc"),
        (lambda c: c["monsters"]["orc"].update(status="huge"), "monsters.orc.status"),
        (lambda c: c["tables"].update(critical=[[5, 2, 1]]), "tables.critical[0]"),
        (lambda c: c["tables"].update(treasure=[["coins", "nowhere", "gold 1"]]), "tables.treasure[0]"),
        (lambda c: c["tables"].update(treasure=[["coins", "few", "item x"]]), "tables.treasure[0][2]"),
        (lambda c: c["options"].update(sihgt=4), "options.sihgt"),
    ],
)
def test_content_that_cannot_be_used_is_refused_with_its_place(change: Change, place: str) -> None:
    document: dict[str, Any] = json.loads(json.dumps(default_document()))
    change(document)
    with pytest.raises(InputError) as caught:
        parse_content(Node("c", "", document))
    assert caught.value.place == place


@pytest.mark.rule("HQ-DICE-04", "HQ-DICE-02", "HQ-DICE-03")
def test_the_shipped_dice_are_as_the_text_states_and_our_own_where_it_does_not() -> None:
    dice = default_content().dice
    assert sum(face.label == "star" for face in dice["star"].faces) * 2 == len(dice["star"].faces)
    assert sum(face.label == "trap" for face in dice["trap"].faces) * 6 == len(dice["trap"].faces)
    skulls = {
        key: sum(face.tags.count("skull") for face in dice[key].faces) / len(dice[key].faces)
        for key in ("combat", "yellow", "orange", "red", "violet")
    }
    assert list(skulls.values()) == sorted(skulls.values())
    assert skulls["orange"] == 2 * skulls["yellow"]
    assert skulls["violet"] >= 4 * skulls["combat"]


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    document = quest()
    document["doors"].clear()
    bad.write_text(json.dumps(document), encoding="utf-8")
    answer = companion("check-quest", str(bad))
    assert answer.status == 2 and answer.out == ""
    assert answer.err.count("\n") == 1 and "places.b" in answer.err
    good = companion("check-quest", str(SHIPPED), "--json")
    assert good.status == 0 and len(json.loads(good.out)["rooms"]) == 6


def test_own_dice_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "dice.toml").write_text('format = "tablewright/dice@1"\n[combat]\nfaces = []\n', encoding="utf-8")
    answer = companion("check-quest", str(SHIPPED), "--content", str(tmp_path))
    assert answer.status == 2
    assert "dice.combat" in answer.err
    with pytest.raises(InputError, match="a square for each"):
        short = quest() | {"start": ["A1"]}
        (tmp_path / "q.json").write_text(json.dumps(short), encoding="utf-8")
        quest_setup(str(tmp_path / "q.json"))
