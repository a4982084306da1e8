"""``companion camera tray``: learnt from pictures, shown, used by ``companion dice``, forgotten; one-line refusals."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.command_line import companion
from tests.rendered import render_dice
from vision.pictures import write_picture

pytestmark = pytest.mark.slow


@pytest.fixture
def throws(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{number}.png" for number in range(2)]
    for number, path in enumerate(paths):
        write_picture(path, render_dice([5, 2], 30 + number, size_px=(480, 360)).picture)
    return paths


def test_a_tray_is_learnt_shown_used_and_forgotten(tmp_path: Path, throws: list[Path]) -> None:
    kept, drawn = tmp_path / "tray.json", tmp_path / "tray.png"
    learning = [word for path in throws for word in ("--learn", path)]
    told = companion("camera", "tray", "0", "--file", kept, *learning, "--expect", "2", "--picture", drawn, "--json")
    assert told.status == 0, told.err
    document = json.loads(told.out)
    assert (document["camera"], document["throws"], document["picture_px"]) == ("0", 2, [480, 360])
    assert document["dice"]["count"] == 4
    assert drawn.exists()
    shown = companion("camera", "tray", "0", "--file", kept, "--lang", "fr")
    assert (shown.status, "2 lancers" in shown.out) == (0, True)
    read = json.loads(companion("dice", throws[0], "--tray", kept, "--json").out)
    assert (read["verdict"], read["total"]) == ("read", 7)
    assert companion("camera", "tray", "0", "--file", kept, "--forget").status == 0
    assert companion("camera", "tray", "0", "--file", kept, "--json").status == 2


def test_what_is_of_another_camera_damaged_or_of_another_size_is_refused_in_one_line(
    tmp_path: Path, throws: list[Path]
) -> None:
    kept, small = tmp_path / "tray.json", tmp_path / "small.png"
    assert companion("camera", "tray", "0", "--file", kept, "--learn", throws[0], "--expect", "2").status == 0
    write_picture(small, np.full((120, 160, 3), 90, np.uint8))
    for arguments, place in (
        (("camera", "tray", "1", "--file", kept), "camera"),
        (("dice", small, "--tray", kept), "picture_px"),
        (("camera", "tray", "0", "--file", kept, "--learn", small), "picture_px"),
    ):
        refused = companion(*arguments)
        assert (refused.status, refused.err.count("\n")) == (2, 1)
        assert place in refused.err
    kept.write_text(kept.read_text()[:200])
    damaged = companion("camera", "tray", "0", "--file", kept)
    assert (damaged.status, damaged.err.count("\n")) == (2, 1)


def test_a_camera_without_a_tray_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    told = companion("camera", "tray", "0", "--lang", "en")
    assert (told.status, told.out) == (1, "0: no tray is remembered\n")
