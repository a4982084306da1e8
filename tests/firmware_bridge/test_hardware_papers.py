"""The papers beside the firmware tell the truth, and the firmware stays within what the board runs."""

from __future__ import annotations

import ast
import csv
import re
from pathlib import Path

import pytest

HARDWARE = Path(__file__).parents[2] / "hardware"
FIRMWARE = sorted((HARDWARE / "firmware").rglob("*.py"))
ON_BOARD = {"binascii", "gc", "os", "struct", "sys", "time"}  # of MicroPython's library, what we use
CHIPS = {"machine", "neopixel"}


def names(path: Path) -> dict[str, int]:
    """The upper-case numbers assigned in a file."""
    tree = ast.parse(path.read_text())
    found: dict[str, int] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int(value))):
                found[name] = value
    return found


def test_the_pin_table_is_the_pins_file() -> None:
    pins = names(HARDWARE / "firmware" / "pins.py")
    wanted = {
        pins[name]
        for name in ("UART_TX", "UART_RX", "I2C_SDA", "I2C_SCL", "ACCEL_INT", "BEAM_TOP", "BEAM_BOTTOM", "RING")
    }
    table = (HARDWARE / "wiring" / "tower.md").read_text()
    assert {int(number) for number in re.findall(r"^\| \d+ \| GP(\d+) \|", table, re.MULTILINE)} == wanted
    assert {int(number) for number in re.findall(r"GP(\d+)", table.split("```")[1])} == wanted
    assert f"{pins['BAUD']} baud" in table
    assert f"{pins['RING_LIMIT_MA']} mA" in table


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
        near_chips = path.parent.name == "drivers" or path.name in ("main.py", "pins.py")
        assert near_chips or not modules & CHIPS, "chips belong to drivers/ and main.py"


@pytest.mark.parametrize("path", FIRMWARE, ids=lambda path: str(path.relative_to(HARDWARE)))
def test_only_pins_names_pins(path: Path) -> None:
    if path.name != "pins.py":
        assert not re.search(r"\bPin\(\d", path.read_text())
