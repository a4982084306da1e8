"""Documents that cannot be played, each refused in one line with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.documents import Node
from companion.errors import InputError
from companion.games.gotham.sample import SCENARIOS, scenario_setup
from companion.games.gotham.scenario.document import parse_scenario
from tests.cli.command_line import companion

A, B = {"cubes": 8, "at": "a"}, {"life": 2, "at": "b"}


def document(**changes: Any) -> dict[str, Any]:
    return {"zones": ["a", "b"], "pieces": {"A": A, "B": B}, **changes}


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    (document(pieces={"A": {**A, "skills": {"luck": None}}}), "pieces.A.skills.luck", "whole number from 1"),
    (document(pieces={"A": {**A, "skills": {"luck": -1}}}), "pieces.A.skills.luck", "whole number from 1"),
    (document(pieces={"A": {**A, "skills": ["luck"]}}), "pieces.A.skills", "an object"),
    (document(pieces={"A": {**A, "skills": {"lucky": 1}}}), "pieces.A.skills.lucky", "a skill or trait"),
    (document(pieces={"A": {"kind": "hero", "at": "a"}}), "pieces.A", "energy cubes"),
    (document(pieces={"A": {**A, "at": "c"}}), "pieces.A.at", "one of a, b"),
    (document(pieces={"a": A}), "pieces.a", "no zone of the board"),
    (document(pieces={"A": {**A, "traits": ["luck"]}}), "pieces.A.traits[0]", "a trait"),
    (document(zones=["a", "b", "c"], borders=["a|b"]), "zones", "a border for every zone"),
    (document(borders=["a|b", "b|a"]), "borders[1]", "every border once"),
    (document(borders=["a|x"]), "borders[0]", "two zones of the board"),
    (document(lines=[["a", "x"]]), "lines[0]", "a line through zones of the board"),
    (document(lines=[["a"]]), "lines[0]", "two zones or more"),
    (document(dice={"red": []}), "dice.red", "the successes of each face"),
    (document(dice={"red": [-1]}), "dice.red[0]", "whole number from 0"),
    (
        document(skills={"x": {"category": "melee", "hooks": [{"step": "nowhere", "verb": "add", "rule": "X"}]}}),
        "skills.x.hooks[0].step",
        "one of action",
    ),
    (
        document(skills={"x": {"category": "melee", "hooks": [{"step": "pool", "verb": "fly", "rule": "X"}]}}),
        "skills.x.hooks[0].verb",
        "one of",
    ),
    (
        document(
            skills={"x": {"category": "misc", "hooks": [{"step": "pool", "verb": "dice", "of": "q", "rule": "X"}]}}
        ),
        "skills.x.hooks[0].of",
        "one of yellow",
    ),
    (document(pieces={"A": {"tiles": []}}), "pieces.A.tiles", "at least one tile"),
    (document(settings={"overhang": "high"}), "settings.overhang", "whole number"),
    (document(settings={"overhung": 1}), "settings.overhung", "one of the keys"),
    (document(tokens={"z": ["flame"]}), "tokens.z", "a zone of the board"),
    (document(ends=[{"winner": "heroes", "when": {"task": "x"}}]), "ends[0].when", "a task of the scenario"),
    (document(pieces={"A": {"cubes": 3, "wounds": 4, "at": "a"}}), "pieces.A", "3 cubes in all"),
]


@pytest.mark.parametrize(("value", "place", "expected"), FAULTS, ids=[f"{row[1]}-{n}" for n, row in enumerate(FAULTS)])
def test_a_fault_is_named_with_its_place(value: dict[str, Any], place: str, expected: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_scenario(Node("night.json", "", value))
    assert refused.value.place == place and expected in refused.value.expected
    assert "\n" not in str(refused.value)


def test_check_scenario(tmp_path: Path) -> None:
    shipped = SCENARIOS / "night-shift.json"
    told = companion("check-scenario", str(shipped), "--json")
    assert told.status == 0
    (row,) = json.loads(told.out)
    assert row.pop("file") == str(shipped) and row.pop("name") == "Night Shift at the Tannery"
    assert row == {"figures": 12, "heroes": 4, "zones": 15, "tasks": 3, "ends": 3}
    wrong = json.loads(shipped.read_text(encoding="utf-8"))
    wrong["pieces"]["wren"]["at"] = "the-moon"
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(wrong), encoding="utf-8")
    answer = companion("check-scenario", str(file))
    assert answer.status == 2 and "pieces.wren.at" in answer.err and len(answer.err.splitlines()) == 1


@pytest.mark.parametrize("key", ["name", "ends"])
def test_a_scenario_has_a_name_and_ends(key: str, tmp_path: Path) -> None:
    value = json.loads((SCENARIOS / "night-shift.json").read_text(encoding="utf-8"))
    del value[key]
    file = tmp_path / "night.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(InputError, match=key):
        scenario_setup(str(file))
