"""The demonstration of a quest: four turns, a record that replays, and one for the heroes that holds no secret."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command_line import companion


@pytest.mark.rule("HQ-GEN-03")
def test_it_plays_four_turns_and_keeps_the_masters_secrets(tmp_path: Path) -> None:
    answer = companion("demo", "--system", "heroquest", "--out", str(tmp_path), "--json")
    assert answer.status == 0, answer.err
    told = json.loads(answer.out)
    assert told["turns"] >= 4
    replayed = companion("replay", told["record"], "--verify", "--json")
    assert replayed.status == 0 and json.loads(replayed.out)["round"] == 2
    heroes = Path(told["heroes"]).read_text(encoding="utf-8") + Path(told["story"]).read_text(encoding="utf-8")
    for secret in ("fimir-1", "gargoyle-1", "trap-8", "secret-1", "zombie-2"):
        assert secret not in heroes
        assert secret in Path(told["record"]).read_text(encoding="utf-8")
