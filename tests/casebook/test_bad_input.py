"""Cases that cannot be read or played as written: refused at their place, in one line."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import pytest

from companion.casebook import run_case
from companion.errors import InputError
from tests.casebook.casebooks import WORKSHOP, written

GOOD = tomllib.loads("""
format = "tablewright/case@1"
[[case]]
id = "one"
title = "A move and an attack"
rules = ["HC-MOVE-01"]
setup.map = ["A....", ".:#..", "....B"]
setup.walls = ["A1|B1"]
setup.pieces.A = { side = "red", powers = ["toughness"] }
setup.pieces.B = { side = "blue" }
setup.pieces.C = { side = "blue", at = "E2", dial = [{ speed = [8, "charge"] }, {}] }
[[case.steps]]
do = "move"
piece = "A"
to = "D3"
[[case.steps]]
do = "end_turn"
[[case.steps]]
do = "close_attack"
attacker = "B"
target = "A"
dice = [5, 4]
[case.expect]
pieces.A = { at = "D3", has = ["toughness"] }
questions = [{ adjacent = ["A", "B"], is = true }, { reach = "C", may = ["E1"] }]
events = ["FigureMoved"]
""")
STEPS, EXPECT, PIECES = "case.0.steps", "case.0.expect", "case.0.setup.pieces"

# where the good case is changed, to what, and what the refusal says
TABLE: list[tuple[str, Any, str]] = [
    ("format", "tablewright/case@2", "format: "),
    ("weather", 1, "weather: "),
    ("system", "chess", "system: "),
    ("case", [], "case: "),
    ("case.0.weather", 1, "case[0].weather: "),
    ("case.0.id", 3, "case[0].id: "),
    ("case.0.title", {"de": "x"}, "case[0].title.de: "),
    ("case.0.rules", ["HC-MOVE-1"], "case[0].rules[0]: "),
    ("case.0.edition", "latest", "case[0].edition: "),
    ("case.0.like", "nobody", "case[0].like: "),
    ("case.0.setup.map", ["A...", ".:"], "case[0].setup.squares[1]: "),
    ("case.0.setup.map", ["A...?"], "'?'"),
    ("case.0.setup.map", "16 by 24", "case[0].setup.map: "),
    ("case.0.setup.map", "no/such.json", "no/such.json: "),
    (f"{PIECES}.A.symbols", {"speed": "glider"}, "case[0].setup.pieces.A.symbols.speed: "),
    (f"{PIECES}.A.symbols", {"attack": "wing"}, "case[0].setup.pieces.A.symbols.attack: "),
    ("case.0.setup.walls", ["A1|C1"], "case[0].setup.walls[0]: "),
    ("case.0.setup.removed_walls", ["D1|E1"], "case[0].setup.removed_walls[0]: "),
    ("case.0.setup.terrain", {"lava": ["A1"]}, "case[0].setup.terrain.lava: "),
    ("case.0.setup.markers", [{"square": "A1", "kind": "glue"}], "case[0].setup.markers[0].kind: "),
    ("case.0.setup.turn", "green", "case[0].setup.turn: "),
    ("case.0.setup.seats", ["red"], "case[0].setup.seats: "),
    (f"{PIECES}.C.at", "Z9", "pieces.C.at: "),
    (f"{PIECES}.C.at", "(4,9)", "pieces.C.at: "),
    (f"{PIECES}.C.at", ["E2", "E1", "D1"], "one rectangle"),
    (f"{PIECES}.C.at", "A1", "where A stands"),
    (f"{PIECES}.C.at", "C2", "not blocking terrain"),
    (f"{PIECES}.A.at", "A2", "pieces.A.at: "),
    (f"{PIECES}.E2", {"side": "red"}, "pieces.E2: found 'E2', which is one"),
    ("case.0.setup.objects", [{"id": "D1", "square": "A2", "weight": "light"}], "objects[0].id: "),
    (f"{STEPS}.0.to", "(9,8)", 'steps[0].to: found "(9,8)"'),
    (f"{STEPS}.0.refused", {"at": "C1", "en": 3}, "steps[0].refused.en: "),
    ("case.0.as_seen_by", "green", "case[0].as_seen_by: "),
    (f"{STEPS}.2.dice", {"green": [5, 4]}, "steps[2].dice.green: "),
    (f"{EXPECT}.view", {"mood": 3}, "expect.view.mood: "),
    (f"{EXPECT}.asks", {"rule": "HC-ATK-05", "mood": 3}, "expect.asks.mood: "),
    (f"{PIECES}.A.powers", ["toughnes"], "pieces.A.powers[0]: "),
    (f"{PIECES}.A.powers", ["toughness", "willpower"], "one power in the defense slot"),
    (f"{PIECES}.A.stamina", 3, "pieces.A.stamina: "),
    (f"{PIECES}.A.tokens", 3, "pieces.A.tokens: "),
    (f"{PIECES}.A.click", 9, "pieces.A.click: "),
    (f"{PIECES}.A.figure", "lq999", "beside 'figure'"),
    (f"{PIECES}.B.figure", "lq999", "pieces.B.figure: "),
    (f"{PIECES}.C.dial.0.speed", [8, "toughness"], "pieces.C.dial[0].speed[1]: "),
    (f"{STEPS}.0.do", "teleport", "steps[0].do: "),
    (f"{STEPS}.0.piece", "Q", "steps[0].piece: "),
    (f"{STEPS}.0.to", "J9", "steps[0].to: "),
    (f"{STEPS}.0.target", "B", "steps[0].target: "),
    (f"{STEPS}.0.refused", "HC-MOVE-1", "steps[0].refused: "),
    (f"{STEPS}.0.dice", [3], "1 too many"),
    (f"{STEPS}.0.choose", "east", "steps[0].choose: "),
    (f"{STEPS}.0", {"note": "nothing"}, "steps[0]: "),
    (f"{STEPS}.2.dice", [5], "2 dice for HC-ATK-05"),
    (f"{STEPS}.2.dice", [5, 4, 1], "1 too many"),
    (f"{STEPS}.2.dice", [5, 7], "faces of the dice"),
    (f"{STEPS}.2.dice", [], "'dice': 2 more for HC-ATK-05"),
    (f"{STEPS}.2.refused", "HC-ATK-04", "steps[2].refused: "),
    (f"{STEPS}.2.overrule", True, "steps[2].overrule: "),
    (f"{EXPECT}.mood", "good", "expect.mood: "),
    (f"{EXPECT}.turn", "green", "expect.turn: "),
    (f"{EXPECT}.pieces.Q", {"click": 1}, "expect.pieces.Q: "),
    (f"{EXPECT}.pieces.A.lacks", ["toughness"], "expect.pieces.A.lacks[0]: "),
    (f"{EXPECT}.pieces.A.has", ["brawn"], "expect.pieces.A.has[0]: "),
    (f"{EXPECT}.pieces.A.ko", True, "expect.pieces.A.at: "),
    (f"{EXPECT}.never", ["FigureMoved"], "expect.never[0]: "),
    (f"{EXPECT}.events", ["FigureFlew"], "expect.events[0]: "),
    (f"{EXPECT}.events", [{"event": "FigureMoved", "speed": 3}], "expect.events[0].speed: "),
    (f"{EXPECT}.never", [{"event": "KnockedOut", "piece": "Q"}], "expect.never[0].piece: "),
    (f"{EXPECT}.never", [{"rule": "HC-DMG-11", "piece": "Q"}], "expect.never[0].piece: "),
    (f"{EXPECT}.never", [{"event": "TurnBegan", "seat": "green"}], "expect.never[0].seat: "),
    (f"{EXPECT}.never", [{"event": "DamageDealt", "kind": "love"}], "expect.never[0].kind: "),
    (f"{EXPECT}.events", [{"piece": "A"}], "expect.events[0]: "),
    (f"{EXPECT}.legal", [{"do": "fly"}], "expect.legal[0].do: "),
    (f"{EXPECT}.questions.0", {"adjacent": ["A", "B"]}, "expect.questions[0]: "),
    (f"{EXPECT}.questions.0", {"near": "A"}, "expect.questions[0]: "),
    (f"{EXPECT}.questions.0.adjacent", ["A", "Q"], "questions[0].adjacent[1]: "),
    (f"{EXPECT}.questions.1", {"reach": "C"}, "question alone"),
    (f"{EXPECT}.questions.1.may_not", ["E1"], "questions[1].may_not[0]: "),
    (f"{EXPECT}.questions.1", {"reach": "C", "costs": {"Z9": 1}}, "questions[1].costs.Z9: "),
]


def changed(path: str, value: Any) -> Any:
    document = copy.deepcopy(GOOD)
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    inner: Any = document
    for key in way:
        inner = inner[key]
    inner[last] = value
    return document


def refusal(document: Any) -> str:
    try:
        (case,) = written(document)
    except InputError as wrong:
        return str(wrong)
    if isinstance(case, InputError):
        return str(case)
    result = run_case(case, WORKSHOP)
    assert result.error is not None, (result.verdict, result.failures)
    assert result.verdict == "refused"
    return str(result.error)


def test_the_good_case_is_good() -> None:
    (case,) = written(GOOD)
    assert not isinstance(case, InputError)
    assert run_case(case, WORKSHOP).verdict == "passed"


@pytest.mark.parametrize(("path", "value", "words"), TABLE, ids=[f"{row[0]}-{n}" for n, row in enumerate(TABLE)])
def test_what_cannot_be_used_is_refused_with_its_place(path: str, value: Any, words: str) -> None:
    line = refusal(changed(path, value))
    assert words in line
    assert ": found " in line
    assert ", expected " in line
    assert "\n" not in line


def test_a_case_that_expects_nothing_is_none() -> None:
    document = copy.deepcopy(GOOD)
    del document["case"][0]["expect"]
    assert "expects something" in refusal(document)


def test_two_cases_share_no_id_and_one_bad_case_spares_the_others() -> None:
    document = copy.deepcopy(GOOD)
    document["case"] += [copy.deepcopy(GOOD["case"][0]), {**copy.deepcopy(GOOD["case"][0]), "id": "three"}]
    first, second, third = written(document)
    assert isinstance(second, InputError)
    assert "case[1].id" in str(second)
    assert not isinstance(first, InputError)
    assert not isinstance(third, InputError)
