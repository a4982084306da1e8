"""What a command imports before it answers: its own rooms and no more. ``companion bench start`` tells the cost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
POSITION = "companion/games/heroclix/data/positions/harbour-market.json"

CHILD = """
import sys
from ui.cli import main
try:
    main()
except SystemExit as stop:
    print(stop.code or 0, *sorted(sys.modules), file=sys.stderr)
"""

DOOR = {"ui.cli.__init__", "ui.cli.front", "ui.cli.console", "companion.errors"}
FILES = {"companion.core.ids", "companion.documents", "companion.files"}
WORDS = {"ui.cli.text", "companion.text", "companion.core.phrases"}
BOARD = {"companion.board", "companion.interchange", "ui.cli.sight", "ui.cli.photo", *WORDS}
FIGURES = {
    *("companion.games.heroclix.figures", "companion.interchange.figure_library", "companion.interchange.roster"),
    *("companion.core.typed", "ui.cli.show", *WORDS),
}

# a command, and the rooms of ours it may open
MAY_OPEN = [
    ("--help", DOOR),
    ("--version", DOOR),
    ("sight --help", {*DOOR, "ui.cli.sight", "ui.cli.photo", "ui.cli.text"}),
    (f"sight {POSITION} --from red-1 --to blue-1", {*DOOR, *FILES, *BOARD, "companion.games.heroclix.editions.lines"}),
    ("show figure lq003 --lang fr", {*DOOR, *FILES, *FIGURES}),
]
OTHERS = {"babel", "cv2", "fpdf", "kivy", "msgspec", "numpy", "paho", "PIL", "rich", "serial"}


@pytest.mark.parametrize(("command", "rooms"), MAY_OPEN, ids=[command for command, _ in MAY_OPEN])
def test_a_command_opens_its_own_rooms_alone(command: str, rooms: set[str]) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", CHILD, *command.split()], cwd=ROOT, capture_output=True, text=True, check=True
    )
    status, *modules = ended.stderr.split()
    assert (status, bool(ended.stdout)) == ("0", True)
    doors = {".".join(room.split(".")[:deep]) for room in rooms for deep in range(1, room.count(".") + 1)}
    ours = {name for name in modules if name.split(".")[0] in ("companion", "firmware_bridge", "ui", "vision")}
    assert {name for name in ours if name not in doors and not any(_within(name, room) for room in rooms)} == set()
    assert {name.split(".")[0] for name in modules} & OTHERS == set()


def _within(name: str, room: str) -> bool:
    return name == room or name.startswith(room + ".")


@pytest.mark.parametrize(
    ("library", "arguments", "words"),
    [
        (
            "cv2",
            ["dice", "no.jpg"],
            "the camera's parts are not installed: {pip} 'tablewright[camera]'",
        ),
        (
            "kivy",
            ["play", "--demo"],
            "the tablet's parts are not installed: {pip} 'tablewright[tablet]'",
        ),
        (
            "serial",
            ["devices"],
            "the devices' parts are not installed: {pip} 'tablewright[hardware]'",
        ),
    ],
)
def test_a_part_that_is_not_installed_is_named_in_one_line(library: str, arguments: list[str], words: str) -> None:
    """An import that fails as it does where the extra was left out, in a process of its own."""
    child = f"import sys; sys.modules[{library!r}] = None; from ui.cli import main; main()"
    screen = {**os.environ, "DISPLAY": ":0"}  # said to be there, and never opened
    command = [sys.executable, "-c", child, *arguments]
    ended = subprocess.run(command, cwd=ROOT, env=screen, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (
        2,
        "",
        words.format(pip=f"{sys.executable} -m pip install") + "\n",
    )


def test_a_library_of_the_system_that_is_missing_is_named_in_one_line(tmp_path: Path) -> None:
    """An import that fails as OpenCV's does on a bare Debian."""
    (tmp_path / "cv2.py").write_text('raise ImportError("libxcb.so.1: cannot open shared object file")')
    child = "from ui.cli import main; main()"
    found = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    ended = subprocess.run(
        [sys.executable, "-c", child, "dice", "no.jpg"],
        cwd=ROOT,
        env=found,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("libxcb.so.1: cannot open shared object file; on Debian: apt-get install ")
    assert ended.stderr.count("\n") == 1
