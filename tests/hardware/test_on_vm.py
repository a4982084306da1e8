"""Every test of ``on_vm/`` on its own line: the shipped files, in the real MicroPython VM, with chips of hardware/sim.

A file runs once, in a heap of a Pico's size; its functions are reported one by one.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.hardware.conftest import ON_VM, Run

pytestmark = pytest.mark.slow

FILES = sorted(ON_VM.glob("exam_*.py"))
TESTS = [
    (path.stem, node.name)
    for path in FILES
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]
BIG = {
    "exam_air",
    "exam_field",
    "exam_month",
    "exam_pause",
    "exam_power_cut",
    "exam_signer",
}  # needs room for copies of a whole flash, or for all devices at once, which no Pico has; what it examines needs none
_results: dict[str, str] = {}


@pytest.mark.parametrize(("file", "name"), TESTS, ids=[f"{file[5:]}-{name[5:]}" for file, name in TESTS])
def test_on_the_vm(on_vm: Run, tmp_path_factory: pytest.TempPathFactory, file: str, name: str) -> None:
    if file not in _results:
        folder: Path = tmp_path_factory.mktemp(file)
        _results[file] = on_vm(file, folder=folder, heap="8m" if file in BIG else "192k")
    line = re.search(rf"^(PASS|FAIL) {name}\b(.*)$", _results[file], re.MULTILINE)
    assert line, f"{file} never came to {name}:\n{_results[file]}"
    assert line[1] == "PASS", ast.literal_eval(line[2].strip())
