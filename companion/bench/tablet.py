"""The tablet: from the start of the process to the first frame on a screen nobody sees."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from companion.bench.rows import Row, limited
from companion.errors import MissingPart

FIRST_FRAME_S = 0.6
PATIENCE_S = 30.0

# Says the machine's monotonic time, which is the same for all processes, when the first frame is shown.
CHILD = """
import time
from kivy.app import App
from kivy.base import EventLoop
from companion.games.heroclix.opening.sample import sample_setup
from ui.bootstrap import open_table
from ui.config import TableConfig
from ui.evening import Evening
from ui.shelf import Shelf
from ui.window import open_window


def watch(*_):
    from kivy.core.window import Window
    def shown(*_):
        print("shown", time.monotonic(), flush=True)
        App.get_running_app().stop()
    Window.bind(on_flip=shown)

EventLoop.bind(on_start=watch)
open_window(Evening(Shelf(), table=open_table(TableConfig(), sample_setup())), (1280, 800))
"""


def measure(*, runs: int = 5) -> Iterator[Row]:
    """The median of some warm starts; the first start, which fills the caches, does not count."""
    seconds = [_start() for _ in range(1 + runs)]
    yield limited("tablet, start to first frame", median(seconds[1:]), "s", FIRST_FRAME_S)


def _start() -> float:
    environment = os.environ | {
        "SDL_VIDEODRIVER": "offscreen",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_NO_CONSOLELOG": "1",
        "KIVY_METRICS_DENSITY": "1",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]),
    }
    before = time.monotonic()
    command = [sys.executable, "-c", CHILD]
    try:
        child = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )
    except subprocess.TimeoutExpired as late:
        raise MissingPart("a frame of the tablet, off screen,", f"none was shown within {PATIENCE_S:.0f} s") from late
    said = [line.split() for line in child.stdout.splitlines()]
    shown = [float(words[1]) for words in said if words[:1] == ["shown"]]
    if not shown:
        last = (child.stderr.strip().splitlines() or [f"exit {child.returncode}"])[-1]
        raise MissingPart("a frame of the tablet, off screen,", last)
    return shown[0] - before
