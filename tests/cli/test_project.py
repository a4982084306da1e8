"""What ``companion project`` refuses before anything is lit, each in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_line import companion
from vision.plane.layout import build_layout, format_layout

pytestmark = pytest.mark.slow


@pytest.fixture
def layout(tmp_path: Path) -> Path:
    path = tmp_path / "layout.json"
    path.write_text(format_layout(build_layout(12, 9, {})))
    return path


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--camera", "0"], "--layout"),
        (["--demo", "--camera", "0", "--layout", "{layout}"], "--demo"),
        (["--camera", "photos/", "--layout", "{layout}"], "a live camera"),
        (["--camera", "virtual", "--layout", "{layout}", "--empty", "empty.png"], "--empty"),
        (["--camera", "virtual", "--layout", "{layout}", "--quest", "salt-cellars"], "12 x 9 squares"),
        (["--camera", "virtual", "--layout", "{layout}", "--scenario", "night-ferry"], "squares"),
        (["--camera", "virtual", "--layout", "{layout}"], "nothing to play"),
    ],
)
def test_one_line_says_what_is_wrong(arguments: list[str], says: str, layout: Path, tmp_path: Path) -> None:
    given = [argument.format(layout=layout) for argument in arguments]
    done = companion("project", tmp_path / "evening.db", *given, "--share", "127.0.0.1:0")
    assert done.status == 2
    assert says in done.err
    assert len(done.err.splitlines()) == 1
