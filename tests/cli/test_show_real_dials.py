"""What ``companion show figure`` prints is what the file of the figure says, click by click."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_line import companion

SLOTS = ("speed", "attack", "defense", "damage")


def expected(unit: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The dial straight from the file: number, starting line, and each slot's value and power."""
    return [
        (
            click["click_number"],
            bool(click.get("starting_line")),
            *((click.get(f"{slot}_value"), click.get(f"{slot}_power")) for slot in SLOTS),
        )
        for click in unit["dial"]
    ]


@pytest.mark.slow
def test_a_dial_of_every_set_equals_its_file(shared: Path, tmp_path: Path) -> None:
    sets = sorted((shared / "data/heroclix/hcunits/sets").glob("*.json"))
    assert len(sets) == 25
    for file in sets:
        folder = tmp_path / file.stem
        folder.mkdir()
        assert companion("import", "figures", str(file), "--out", str(folder)).status in (0, 1)
        units = [unit for unit in json.loads(file.read_text(encoding="utf-8")) if unit.get("dial")]
        for unit in units[:: max(1, len(units) // 6)]:
            shown = companion("show", "figure", unit["unit_id"], "--data", str(folder), "--json")
            assert shown.status == 0, shown.err
            dial = json.loads(shown.out)
            got = [
                (
                    click["click"],
                    bool(click.get("starting_line")),
                    *((click[slot].get("value"), click[slot].get("power")) for slot in SLOTS),
                )
                for click in dial["clicks"]
            ]
            assert got == expected(unit), unit["unit_id"]
            assert dial["points"] == unit["point_values"]
