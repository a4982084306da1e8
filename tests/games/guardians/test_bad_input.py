"""Content and scenarios that cannot be: each is refused in one line, with its place (GC-SETUP-03, GC-SETUP-11)."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.guardians.content.content import default_document, parse_content
from companion.games.guardians.sample import SCENARIOS, load_scenario
from companion.games.guardians.scenario import parse_scenario
from tests.cli.command_line import companion

CONTENT = parse_content(Node("shipped", "", default_document()))
SKETCH: dict[str, Any] = {
    "format": "tablewright/guardians-scenario@1",
    "board": {"zones": {"a": 3, "b": 2}, "borders": ["a|b"], "orange": ["a.3"], "doors": {}},
    "sides": {"red": {"start": ["a.1"]}, "blue": {"start": ["b.1"]}},
    "villains": [{"id": "boss", "sheet": "horologe", "at": "b.2"}],
    "sites": {"safe": {"at": "a.3", "tests": [{"stat": "mental", "difficulty": 2}]}},
    "menace": {"boss": "boss", "end_of_turn": [{"verb": "attack", "who": "boss", "target": "nearest"}]},
    "articles": {"scoop": {"size": "small"}},
    "objectives": [{"id": "o", "side": "red", "when": {"passed": "safe"}, "article": "scoop"}],
}


def changed(path: str, value: Any, document: dict[str, Any]) -> dict[str, Any]:
    """The document with another value at that place; ``None`` takes it out."""
    made = copy.deepcopy(document)
    *steps, last = path.split("/")
    part: Any = made
    for step in steps:
        part = part[int(step) if isinstance(part, list) else step]
    key = int(last) if isinstance(part, list) else last
    if value is None:
        del part[key]
    else:
        part[key] = value
    return made


FAULTS = [
    ("board/zones/a", 0, "board.zones.a", "a zone without spaces"),
    ("board/borders/0", "a|c", "board.borders[0]", "two zones"),
    ("board/lines", {"a.1|c.9": []}, "board.lines.a.1|c.9", "two spaces of the board"),
    ("board/lines", {"a.1|b.1": ["moon"]}, "board.lines.a.1|b.1[0]", "one of"),
    ("board/adjacent", ["a.1|a.1"], "board.adjacent[0]", "two spaces of the board"),
    ("board/doors", {"gate": "closed"}, "board.doors.gate", "leads nowhere"),
    ("sides/blue/start/0", "a.1", "sides.blue.start[0]", "where red stands"),
    ("villains/0/at", "b.1", "villains[0].at", "where blue stands"),
    ("villains/0/sheet", "nobody", "villains[0].sheet", "one of"),
    ("sites/safe/at", "a.1", "sites.safe.at", "which is none"),
    ("sites/safe/tests/0/stat", "luck", "sites.safe.tests[0].stat", "one of"),
    ("menace/boss", "ghost", "menace.boss", "one of boss"),
    ("menace/end_of_turn/0/verb", "dance", "menace.end_of_turn[0].verb", "one of move"),
    ("menace/end_of_turn/0/to", "moon", "menace.end_of_turn[0].to", "a zone, a space"),
    ("menace/tiles", ["museum"], "menace.tiles[0]", "one of the tiles laid"),
    ("objectives/0/article", "lost", "objectives[0].article", "one of"),
    ("objectives", [], "articles.scoop", "nobody can win it"),
    ("objectives/0/when", {}, "objectives[0].when", "says nothing"),
    ("objectives/0/side", "green", "objectives[0].side", "one of red"),
    ("sides", {}, "sides", "none"),
    ("format", "tablewright/quest@1", "format", "one of"),
]


def test_the_sketch_is_playable() -> None:
    assert parse_scenario(Node("s", "", SKETCH), CONTENT).camps.keys() == {"red", "blue"}


@pytest.mark.rule("GC-SETUP-06", "GC-SETUP-11", "GC-MAP-03", "GC-MAP-08")
@pytest.mark.parametrize(("path", "value", "place", "said"), FAULTS, ids=[row[0] for row in FAULTS])
def test_a_fault_of_a_scenario_is_named_with_its_place(path: str, value: Any, place: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_scenario(Node("s.json", "", changed(path, value, SKETCH)), CONTENT)
    assert refused.value.place == place
    assert said in str(refused.value)


@pytest.mark.rule("GC-SETUP-11")
def test_an_object_lies_on_an_orange_space() -> None:
    wrong = {**SKETCH, "objects": [{"id": "van", "type": "car", "at": "a.2"}]}
    with pytest.raises(InputError, match=r"objects\[0\]\.at: found a\.2, which is none"):
        parse_scenario(Node("s.json", "", wrong), CONTENT)


DECKS = [
    ("cards/anvil-rust/weakness", None, "cards", "one Weakness card of anvil"),
    ("cards/anvil-grit", None, "cards", "8 cards of anvil"),
    ("cards/anvil-shoulder", None, "cards", "2 rookie cards of anvil"),
    ("cards/anvil-grit/hero", "nobody", "cards.anvil-grit.hero", "one of lantern"),
    ("cards/anvil-hammer/special/effects/0/verb", "sing", "cards.anvil-hammer.special.effects[0].verb", "one of bonus"),
    ("dice/combat/faces", [], "dice.combat.faces", "a die without faces"),
    ("dice/test/faces", [0, 1], "dice.test.faces", "8 faces"),
    ("dice/power/faces", ["POW"], "dice.power.faces", "thrown again for ever"),
    ("sheets/anvil/mental", None, "sheets.anvil", "a hero with MENTAL"),
    ("articles/hats/size", "huge", "articles.hats.size", "one of large"),
]


@pytest.mark.rule("GC-SETUP-03", "GC-DICE-04", "GC-RANK-03", "GC-CARD-25")
@pytest.mark.parametrize(("path", "value", "place", "said"), DECKS, ids=[row[0] for row in DECKS])
def test_a_fault_of_content_is_named_with_its_place(path: str, value: Any, place: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_content(Node("c", "", changed(path, value, default_document())))
    assert (refused.value.place, said in str(refused.value)) == (place, True), str(refused.value)


@pytest.mark.rule("GC-SETUP-06", "GC-MAP-08", "GC-VILL-05")
@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_shipped_scenarios_are_playable(path: Path) -> None:
    scenario, _ = load_scenario(load_document(str(path)))
    assert scenario.menace.end_of_turn
    assert scenario.objectives


def test_check_scenario_tells_all_of_them(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(SKETCH))
    bad.write_text(json.dumps(changed("board/zones/a", 0, SKETCH)))
    answer = companion("check-scenario", str(good), "--json")
    assert (answer.status, answer.document[0]["zones"]) == (0, 2)
    answer = companion("check-scenario", str(good), str(bad))
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert "board.zones.a" in answer.err
