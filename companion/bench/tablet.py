"""The tablet: the first frame on a screen nobody sees, beside an empty window's; figures found as one types."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

from companion.bench.rows import Row, limited
from companion.core.ids import FigureId
from companion.errors import MissingPart

FIRST_FRAME_S, MOST_OF_EMPTY = 0.6, 1.5
FIGURES, KEY_MS = 8317, 50.0  # as many as players have imported
SEARCHES = ("lantern", "rust saint 75", "undertow captain", "nobody has this name", "gull-wing")
PATIENCE_S = 30.0

# Says the machine's monotonic time, which is the same for all processes, when the first frame is shown.
CHILD = """
import time
from kivy.app import App
from kivy.base import EventLoop
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
open_window(Evening(Shelf()%s), (1280, 800))
"""
HOME = CHILD % ""
TABLE = """
from companion.games.heroclix.opening.sample import sample_setup
from ui.bootstrap import open_table
from ui.config import TableConfig
""" + CHILD % ", table=open_table(TableConfig(), sample_setup())"


EMPTY = """
import time
from kivy.app import App
from kivy.base import EventLoop
from kivy.uix.widget import Widget


def watch(*_):
    from kivy.core.window import Window
    def shown(*_):
        print("shown", time.monotonic(), flush=True)
        App.get_running_app().stop()
    Window.bind(on_flip=shown)

class Empty(App):
    def load_kv(self, *_, **__):
        return False

    def build(self):
        return Widget()

EventLoop.bind(on_start=watch)
Empty().run()
"""


def measure(*, runs: int = 5) -> Iterator[Row]:
    """The median of some warm starts; the first start, which fills the caches, does not count."""
    programs = (HOME, TABLE, EMPTY)
    seconds = [[_start(program) for program in programs] for _ in range(1 + runs)][1:]  # in turns
    home, table, empty = (median(column) for column in zip(*seconds, strict=True))
    yield Row("tablet, start to first frame, home", home, "s", empty, "an empty Kivy window", MOST_OF_EMPTY)
    yield limited("tablet, start to first frame, a game on the table", table, "s", FIRST_FRAME_S)
    yield limited(f"finding among {FIGURES} figures, a key, p95", _key_ms(), "ms", KEY_MS)


def _key_ms() -> float:
    """The page of every beginning of some searches, among as many figures as there are."""
    from companion.games.heroclix.figures.collection import load_figures
    from companion.games.heroclix.figures.files import format_figures
    from companion.interchange.figure_library import Library
    from companion.text.wording import Wording
    from ui.presenters.heroclix.finding import FindDesk

    shipped = list(load_figures().values())
    many = [
        replace(shipped[number % len(shipped)], id=FigureId(f"many{number}"), collector_number=str(number))
        for number in range(FIGURES)
    ]
    with tempfile.TemporaryDirectory(prefix="figures-") as folder:
        Path(folder, "many.json").write_text(json.dumps(format_figures("many", many)), encoding="utf-8")
        library = Library(folder)
        desk, wording, taken = FindDesk(lambda: library), Wording("en"), []
        for words in SEARCHES:
            for length in range(1, len(words) + 1):
                before = time.perf_counter()
                desk.enter("words", words[:length])
                desk.page(wording)
                taken.append(1000 * (time.perf_counter() - before))
    return quantiles(taken, n=20)[-1]


def _start(program: str) -> float:
    environment = os.environ | {
        "SDL_VIDEODRIVER": "offscreen",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_NO_CONSOLELOG": "1",
        "KIVY_METRICS_DENSITY": "1",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed house is compiled once
    before = time.monotonic()
    command = [sys.executable, "-c", program]
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
