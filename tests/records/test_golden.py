"""Golden games: what was recorded once replays to the same state for ever; the same game makes the same lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games import systems
from tests.records.make import FOLDER, golden_lines, name_of
from ui.cli.records import open_record, summary_of


@pytest.mark.parametrize("system", systems(), ids=name_of)
def test_the_record_replays_to_the_same_state(system: Any) -> None:
    path = FOLDER / f"{name_of(system)}.record"
    assert path.exists(), "a system without a golden record"
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    summary = summary_of(open_record(path))
    assert {key: summary[key] for key in expected} == expected


@pytest.mark.parametrize("system", systems(), ids=name_of)
def test_the_same_game_is_recorded_line_by_line(system: Any) -> None:
    kept = (FOLDER / f"{name_of(system)}.record").read_text(encoding="utf-8").splitlines()
    kept = [line[: line.rindex(',"seal"')] + "}" for line in kept]
    played, _ = golden_lines(system)
    for number, (old, new) in enumerate(zip(kept, played, strict=False), start=1):
        assert old == new, f"line {number}"
    assert len(kept) == len(played)
