"""Figure files in bad and good order, all invented: bad entries are told and left out, the rest is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.interchange.figures import load_figure_file
from tests.cli.command_line import companion

CLICK: dict[str, Any] = {
    "click_number": 1,
    "starting_line": True,
    "speed_value": 8,
    "attack_value": 10,
    "defense_value": 17,
    "damage_value": 3,
    "speed_power": "charge",
}
UNIT: dict[str, Any] = {
    "unit_id": "zz001",
    "set_id": "zz",
    "collector_number": "001",
    "name": "Someone",
    "type": "character",
    "point_values": [50],
    "properties": ["unique"],
    "team_abilities": [],
    "keywords": ["Test"],
    "special_powers": [],
    "dimensions": "1x2",
    "unit_range": "6",
    "targets": "2",
    "speed_type": "wing",
    "attack_type": "fist",
    "defense_type": "shield",
    "damage_type": "giant",
    "dial_size": "12",
    "dial": [CLICK],
}

FORUM = """\
zz001 R [b]Example Hero[/b]
Team: [b]Night Shift|Mystics[/b]
Range: [b]6 :bolt::bolt:[/b]
Points: [b]50[/b]
Keywords: [b]Example, Test[/b]
[dial][header][icon]m-boot[/icon][icon]a-fist[/icon][icon]d-shield[/icon][icon]g-starburst[/icon][/header]\
[click][slot=green]8[/slot][slot=none]10[/slot][slot=orange]16[/slot][slot=special]3[/slot][/click]\
[click][slot=pink]7[/slot][slot=red]9[/slot][slot=clear]15[/slot][slot=none].[/slot][/click]\
[click][slot=ko]KO[/slot][slot=ko]KO[/slot][slot=ko]KO[/slot][slot=ko]KO[/slot][/click][/dial]
[b](Damage) Example Power: [/b]Example Hero can use Outwit.
"""


def written(tmp_path: Path, *units: Any, name: str = "set.json") -> str:
    file = tmp_path / name
    file.write_text(json.dumps(list(units)))
    return str(file)


def test_one_unit_field_by_field(tmp_path: Path) -> None:
    figure = load_figure_file(written(tmp_path, UNIT)).figures[0]
    assert (figure.id, figure.unique, figure.range, figure.targets, figure.dimensions) == ("zz001", True, 6, 2, (1, 2))
    assert (figure.symbols.speed, figure.symbols.damage) == ("wing", "giant")
    assert figure.dial[0].speed.power == "charge"
    assert figure.dial[0].starting_line == "green"


def test_both_spellings_read_the_same(tmp_path: Path) -> None:
    newer = {key: value for key, value in UNIT.items() if key != "unit_id" and not key.endswith("_type")}
    newer |= {"id": "zz001", "combat_symbols": ["wing", "fist", "shield", "giant"], "unit_range": 6, "targets": 2}
    assert load_figure_file(written(tmp_path, newer)).figures == load_figure_file(written(tmp_path, UNIT)).figures


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("no id", {"unit_id": None}, "[1].unit_id"),
    ("unknown kind", {"type": "vehicle of some sort"}, "[1].type"),
    ("no dial", {"dial": []}, "[1]"),
    ("dial is text", {"dial": "1"}, "[1].dial"),
    ("unknown power", {"dial": [{**CLICK, "speed_power": "juggling"}]}, "[1].dial[0].speed_power"),
    ("power of another slot", {"dial": [{**CLICK, "speed_power": "outwit"}]}, "[1].dial[0].speed_power"),
    ("no value", {"dial": [{"click_number": 1}]}, "[1].dial[0]"),
    ("same click twice", {"dial": [CLICK, CLICK]}, "[1].dial"),
    ("click zero", {"dial": [{**CLICK, "click_number": 0}]}, "[1].dial[0].click_number"),
    ("range in words", {"unit_range": "far"}, "[1].unit_range"),
    ("base of no size", {"dimensions": "0x1"}, "[1].dimensions"),
    ("cost below nothing", {"point_values": [-5]}, "[1].point_values[0]"),
    ("id twice", {}, "[1].unit_id"),
]


@pytest.mark.parametrize(("change", "where"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_a_bad_unit_is_told_and_left_out(tmp_path: Path, change: dict[str, Any], where: str) -> None:
    file = written(tmp_path, UNIT, {**UNIT, "unit_id": "zz002" if change else "zz001", **change})
    answer = companion("import", "figures", file, "--out", tmp_path / "out", "--json")
    assert answer.status == 1
    summary = answer.document
    assert (summary["read"], summary["written"], summary["by_type"]) == (2, 1, {"character": 1})
    problem = summary["problems"][0]
    assert (problem["file"], problem["where"], problem["skipped"]) == (file, where, True)
    assert "expected" in problem["message"]


def test_forum_code_reads_as_players_post_it(tmp_path: Path) -> None:
    posts = FORUM + "\n" + FORUM.replace("zz001", "zz002")
    answer = companion("import", "figures", "-", "--out", tmp_path / "out", "--json", stdin=posts)
    assert (answer.status, answer.document["read"], answer.document["written"]) == (0, 2, 2)
    shown = companion("show", "figure", "zz002", "--data", tmp_path / "out", "--json").document
    speeds = [{"value": 8, "power": "charge"}, {"value": 7, "power": "sidestep"}]
    assert [click["speed"] for click in shown["clicks"]] == speeds
    assert shown["clicks"][0]["damage"] == {"value": 3, "power": "special"}
    assert shown["clicks"][1]["damage"] == {"value": 0, "power": None}
    assert (shown["range"], shown["targets"], shown["points"]) == (6, 2, [50])
    assert shown["team_abilities"] == ["night_shift", "mystics"]
    special = {"slot": "damage", "name": "Example Power", "text": "Example Hero can use Outwit."}
    assert shown["special_powers"] == [special]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("slot=green", "slot=mauve", "click 1 speed"),
        ("[b]50[/b]", "[b]lots[/b]", "Points"),
        ("[icon]a-fist[/icon]", "", "header"),
        ("[slot=none]10[/slot]", "", "click 1"),
    ],
)
def test_a_bad_post_is_told(tmp_path: Path, old: str, new: str, where: str) -> None:
    answer = companion("import", "figures", "-", "--json", stdin=FORUM.replace(old, new))
    assert answer.status == 1
    assert where in answer.document["problems"][0]["where"]


def test_a_patch_changes_adds_and_drops(tmp_path: Path) -> None:
    dial = [CLICK, {**CLICK, "click_number": 2, "starting_line": False}]
    units = written(tmp_path, {**UNIT, "dial": dial}, {**UNIT, "unit_id": "zz002"})
    patch = tmp_path / "patch.json"
    patch.write_text(
        json.dumps(
            {
                "updates": {
                    "zz001": {"name": "Other", "dial": [{}, {"speed_value": 6}]},
                    "qq001": {"name": "of another set"},
                },
                "additions": [{**UNIT, "unit_id": "zz003"}],
                "deletions": ["zz002"],
            }
        )
    )
    answer = companion("import", "figures", units, patch, "--out", tmp_path / "out", "--json")
    assert (answer.status, answer.document["written"]) == (0, 2)
    shown = companion("show", "figure", "zz001", "--data", tmp_path / "out", "--json").document
    assert shown["name"] == "Other"
    assert [click["speed"]["value"] for click in shown["clicks"]] == [8, 6]
    assert companion("show", "figure", "zz002", "--data", tmp_path / "out").status == 2
    assert companion("show", "figure", "zz003", "--data", tmp_path / "out").status == 0
