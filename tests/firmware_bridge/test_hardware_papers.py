"""The papers beside the firmware tell the truth, and the firmware stays within what the board runs."""

from __future__ import annotations

import ast
import csv
import re
from pathlib import Path

import pytest

HARDWARE = Path(__file__).parents[2] / "hardware"
FIRMWARE = sorted((HARDWARE / "firmware").rglob("*.py"))
ON_BOARD = {"binascii", "gc", "hashlib", "os", "struct", "sys", "time"}  # of MicroPython's library, what we use
CHIPS = {"machine", "neopixel"}


def test_the_list_of_parts_can_be_bought() -> None:
    with (HARDWARE / "bom" / "bom.csv").open() as file:
        rows = list(csv.DictReader(file))
    low = sum(int(row["quantity"]) * float(row["unit_price_usd_from"]) for row in rows)
    high = sum(int(row["quantity"]) * float(row["unit_price_usd_to"]) for row in rows)
    assert 20 < low < 30 < high < 50  # "about 30 dollars"
    assert all(row["optional"] in ("yes", "no") and row["part"] for row in rows)


@pytest.mark.parametrize("path", FIRMWARE, ids=lambda path: str(path.relative_to(HARDWARE)))
def test_a_firmware_file_stays_within_the_board(path: Path) -> None:
    tree = ast.parse(path.read_text())
    ours = {other.stem for other in FIRMWARE} | {"drivers"}
    for node in ast.walk(tree):
        assert not isinstance(node, (ast.Match, ast.JoinedStr, ast.AsyncFunctionDef, ast.AnnAssign)), ast.dump(node)
        if isinstance(node, ast.Import):
            modules = {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules = {str(node.module).split(".")[0]}
        else:
            continue
        assert modules <= ON_BOARD | CHIPS | ours, modules
        assert path.parent.name == "drivers" or not modules & CHIPS, "chips belong to drivers/"


@pytest.mark.parametrize("path", FIRMWARE, ids=lambda path: str(path.relative_to(HARDWARE)))
def test_only_pins_names_pins(path: Path) -> None:
    if not path.name.startswith("board_"):
        assert not re.search(r"\bPin\(\d|\bGP\d", path.read_text())
