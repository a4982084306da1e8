"""``companion check-force`` with tactics: every violation in words and in JSON, bad input with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_line import companion

CREW = [{"figure": name} for name in ("lq001", "lq002", "lq003", "lq006")]


def force(**more: Any) -> str:
    return json.dumps({"format": "tablewright/force@1", "figures": CREW, **more})


@pytest.mark.rule("HC-OBJ-06", "HC-FEAT-10", "HC-THEME-01", "HC-TEAM-01")
def test_all_violations_are_told() -> None:
    document = force(
        theme="Spy",
        objects=["light", "light"],
        feats=[
            {"feat": "boat-hook", "to": ["lq003"]},
            {"feat": "paid-watch"},
            {"feat": "night-shift", "to": ["lq001", "lq002", "lq006"]},
        ],
    )
    answer = companion("check-force", "-", "--points", "300", "--json", stdin=document)
    assert answer.status == 1
    assert (answer.document["total"], answer.document["actions"], answer.document["legal"]) == (333, 3, False)
    assert [(one["rule"], one["piece"]) for one in answer.document["violations"]] == [
        ("HC-TEAM-01", None),
        ("HC-OBJ-06", None),
        ("HC-FEAT-10", None),
        ("HC-THEME-01", "lq001"),
        ("HC-THEME-01", "lq002"),
        ("HC-THEME-01", "lq003"),
    ]
    words = companion("check-force", "-", "--points", "300", stdin=document).out
    assert "HC-FEAT-10  force: The feats cost 33: 30 at most." in words


def test_a_themed_team_is_named() -> None:
    legal = companion("check-force", "-", "--points", "300", stdin=force(theme="lamplighters"))
    assert legal.status == 0
    assert "themed team: Lamplighters" in legal.out
    assert "équipe à thème" in companion("check-force", "-", "--points", "300", "--lang", "fr", stdin=force()).out


@pytest.mark.rule("HC-TEAM-09")
def test_a_format_without_a_tactic() -> None:
    given = ("check-force", "-", "--points", "300", "--without", "conditions")
    assert companion(*given, stdin=force(conditions=["sea-fog"])).status == 1
    assert companion(*given, stdin=force(objects=["light"])).status == 0
    assert companion(*given[:-1], "weather", stdin=force()).status == 2


def test_cards_of_your_own(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text('format = "tablewright/cards@1"\n[[feats]]\nid = "own"\nname = "Own"\npoints = 31\n')
    own = force(feats=[{"feat": "own", "to": ["lq001"]}])
    found = companion("check-force", "-", "--points", "400", "--cards", file, stdin=own)
    assert found.status == 0
    answer = companion("check-force", "-", "--points", "400", stdin=own)
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "feats[0].feat" in answer.err
    assert companion("check-force", "-", "--points", "400", "--cards", tmp_path / "none", stdin=own).status == 2


def test_the_command_knows_the_tactics_of_the_rules() -> None:
    from companion.games.heroclix.forces.rules import TACTICS
    from ui.cli import check_force

    assert check_force.TACTICS == TACTICS
