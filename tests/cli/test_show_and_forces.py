from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_line import companion


def force(*figures: dict[str, Any]) -> str:
    return json.dumps({"format": "tablewright/force@1", "figures": list(figures)})


def test_a_dial_in_json() -> None:
    found = companion("show", "figure", "lq003", "--json").document
    assert (found["id"], found["name"], found["points"]) == ("lq003", "Breakwater", [100, 65])
    assert found["clicks"][0] == {
        "click": 1,
        "starting_line": True,
        "line_colour": "green",
        "speed": {"value": 8, "power": "charge"},
        "attack": {"value": 11, "power": "super_strength"},
        "defense": {"value": 18, "power": "impervious"},
        "damage": {"value": 4, "power": None},
    }
    assert [click["click"] for click in found["clicks"] if click["starting_line"]] == [1, 4]


def test_a_dial_as_a_table_in_both_languages() -> None:
    assert "Super Strength" in companion("show", "figure", "lq003").out
    assert "Impénétrable" in companion("show", "figure", "lq003", "--lang", "fr").out


@pytest.mark.rule("HC-DIAL-03", "HC-DIAL-10")
def test_the_card_and_the_base_are_printed() -> None:
    """Name, number, points, ring, range with its bolts, symbols, keywords, team symbol, traits and every power."""
    out = companion("show", "figure", "lq001").out
    for printed in [
        "Wickmaster",
        "lq 001",
        "60 points",
        "set symbol: silver",
        "ring: silver",
        "range 6",
        "indomitable",
        "Lamplighters",
        "Mystical",
        "Leadership",
    ]:
        assert printed in out
    base = companion("show", "figure", "lq001", "--json").document
    assert (base["set_symbol"], base["ring"], base["range"], base["targets"]) == ("silver", "silver", 6, 1)


@pytest.mark.rule("HX-SEQ-09")
def test_a_dial_that_stops_says_so(tmp_path: Path) -> None:
    """The mark of an imported figure stands in the place of a power: on click 2 here."""
    clicks: list[dict[str, Any]] = [
        {"click": n, "speed": 7, "attack": 9, "defense": 16, "damage": 2} for n in (1, 2, 3)
    ]
    clicks[1] |= {"defense": [16, "stop"]}
    figures = [{"id": "st001", "name": "Stopper", "collector_number": "001", "points": [50], "dial": clicks}]
    document = {"format": "tablewright/figures@1", "set": "st", "figures": figures}
    (tmp_path / "st.json").write_text(json.dumps(document), encoding="utf-8")
    found = companion("show", "figure", "st001", "--data", tmp_path, "--json").document
    assert [click.get("stop", False) for click in found["clicks"]] == [False, True, False]
    assert companion("show", "figure", "st001", "--data", tmp_path).out.count("STOP") == 1


def test_an_unknown_figure_is_refused(tmp_path: Path) -> None:
    answer = companion("show", "figure", "nobody")
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert companion("show", "figure", "lq001", "--data", tmp_path).status == 2
    assert companion("show", "figure", "lq001", "--data", tmp_path / "missing").status == 2


FIRST_CREW = (("lq001", 60), ("lq002", 75), ("lq003", 100), ("lq006", 65))


@pytest.mark.rule("HC-TEAM-01", "HC-ACT-01")
def test_a_legal_force() -> None:  # EX-TEAM-01
    crew = force(*({"figure": name} for name in ("lq001", "lq002", "lq003", "lq006")))
    answer = companion("check-force", "-", "--points", "300", "--json", stdin=crew)
    assert answer.status == 0
    listed = [{"figure": name, "points": cost, "count": 1, "line": None} for name, cost in FIRST_CREW]
    verdict = {"legal": True, "total": 300, "actions": 3, "violations": []}
    taken = [{"figure": "lq003", "points": 100, "others": [65], "line": None}]  # no cost is written
    assert answer.document == {**verdict, "figures": listed, "problems": [], "taken": taken}
    assert companion("check-force", "-", "--points", "299", stdin=crew).status == 1


@pytest.mark.rule("HC-TEAM-05", "HC-TEAM-04", "HC-TEAM-03")
def test_an_illegal_force_says_why() -> None:
    twice = force({"figure": "lq001", "count": 2}, {"figure": "lq003", "points": 70})
    answer = companion("check-force", "-", "--points", "400", "--json", stdin=twice)
    assert answer.status == 1
    found = [(violation["rule"], violation["piece"]) for violation in answer.document["violations"]]
    assert found == [("HC-TEAM-04", "lq003"), ("HC-TEAM-05", "lq001")]
    empty = companion("check-force", "-", "--points", "300", "--json", stdin=force())
    assert [violation["rule"] for violation in empty.document["violations"]] == ["HC-TEAM-03"]


def test_a_force_with_an_unknown_figure_is_bad_input() -> None:
    answer = companion("check-force", "-", "--points", "300", stdin=force({"figure": "nobody"}))
    assert answer.status == 2
    assert "figures[0].figure" in answer.err


@pytest.mark.parametrize(
    "command", ["sight", "reach", "import", "import figures", "import maps", "show", "show figure", "check-force"]
)
def test_help_shows_an_example(command: str) -> None:
    answer = companion(*command.split(), "--help")
    assert answer.status == 0
    assert "Example" in answer.out
