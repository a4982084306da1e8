"""The shipped firmware tells the voltage of its cell, where its flash says that it has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hardware.board import powered

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("has_cell", [True, False])
def test_the_firmware_tells_its_cell(vm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_cell: bool) -> None:
    monkeypatch.setenv("BATTERY_MV", "3712")
    (tmp_path / "flash").mkdir()
    if has_cell:
        (tmp_path / "flash" / "battery").write_text("")
    with powered(vm, tmp_path, "panel") as board:
        board.hello()
        told = board.welcome().number("battery")
    assert told == pytest.approx(3712, abs=2) if has_cell else told == 0
