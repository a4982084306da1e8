"""The firmware stays within what the board runs, and only its drivers know chips."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HARDWARE = Path(__file__).parents[2] / "hardware"
FIRMWARE = sorted((HARDWARE / "firmware").rglob("*.py"))
ON_BOARD = {
    "binascii",
    "errno",
    "gc",
    "hashlib",
    "os",
    "select",
    "socket",
    "struct",
    "sys",
    "time",
}  # of MicroPython's library, what we use
CHIPS = {"machine", "neopixel", "network"}


@pytest.mark.parametrize("path", FIRMWARE, ids=lambda path: str(path.relative_to(HARDWARE)))
def test_a_firmware_file_stays_within_the_board(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
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
        assert not re.search(r"\bPin\(\d|\bGP\d", path.read_text(encoding="utf-8"))
