"""The tablet: its first frame beside an empty window's, on a screen nobody sees; figures found; an hour of taps."""

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

from companion.core.ids import FigureId
from companion.errors import MissingPart
from ui.bench.rows import Row, limited

MOST_OF_EMPTY, LAID_OF_EMPTY = 1.5, 4.0  # a window that says what comes; the table with all its rules
FIGURES, KEY_MS = 8317, 50.0  # as many as players have imported
SEARCHES = ("lantern", "rust saint 75", "undertow captain", "nobody has this name", "gull-wing")
PATIENCE_S = 30.0
HOUR_TAPS, HOUR_PATIENCE_S = 600, 1800.0  # a tap every six seconds
MOST_OF_REDRAW, MOST_GROWN = 3.0, 1.05

# Says the machine's monotonic time, which is the same for all processes, when the first frame is shown.
CHILD = """
import time
from kivy.app import App
from kivy.base import EventLoop
from ui.tablet.navigation import Navigator
from ui.library import Library
from ui.tablet.window import open_window


def watch(*_):
    from kivy.core.window import Window
    def shown(*_):
        print("shown", time.monotonic(), flush=True)
        App.get_running_app().stop()
    Window.bind(on_flip=shown)

EventLoop.bind(on_start=watch)
open_window(Navigator(Library()%s), (1280, 800))
"""
HOME = CHILD % ""
OPENS = """
def opens():
    from companion.games.heroclix.sample import sample_setup
    from ui.table.bootstrap import open_table
    from ui.table.settings import TableConfig
    return open_table(TableConfig(), sample_setup())

"""
TABLE = OPENS + CHILD % ", opens=opens"
# the same, until the table itself is shown
WAITS = """    def shown(*_):
        if App.get_running_app()._table is None:
            return
"""
LAID = TABLE.replace("    def shown(*_):\n", WAITS)


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

HOUR = """
import json
from ui.bench.played import play
from ui.cli.demo.playable import MAP, play_opening
from companion.games.heroclix.sample import sample_setup
from companion.system import DiceGenerator
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig


def opened(number):
    table = open_table(TableConfig(lang="en"), sample_setup(MAP))
    play_opening(table.session, DiceGenerator(number))
    return table


print(json.dumps(play(%d, opened)))
"""


def measure(*, runs: int = 5) -> Iterator[Row]:
    """The median of some warm starts; the first start, which fills the caches, does not count."""
    programs = (HOME, TABLE, LAID, EMPTY)
    seconds = [[_start(program) for program in programs] for _ in range(1 + runs)][1:]  # in turns
    home, table, laid, empty = (median(column) for column in zip(*seconds, strict=True))
    yield Row("tablet, start to first frame, home", home, "s", empty, "an empty Kivy window", MOST_OF_EMPTY)
    yield Row("tablet, start to first frame, a game named", table, "s", empty, "an empty Kivy window", MOST_OF_EMPTY)
    yield Row("tablet, start to the table drawn", laid, "s", empty, "an empty Kivy window", LAID_OF_EMPTY)
    yield limited(f"finding among {FIGURES} figures, a key, p95", _key_ms(), "ms", KEY_MS)
    hour = played(HOUR_TAPS)
    again = "the same scenes drawn again, p95"
    yield Row("tablet, tap to drawn, p95", hour["tap"], "ms", hour["redraw"], again, MOST_OF_REDRAW)
    events, games = hour["events"], hour["games"]
    yield Row(
        f"tablet, memory after an hour of play: {HOUR_TAPS} taps, {events} events, {games} games",
        hour["after"],
        "MB",
        hour["before"],
        "after a tenth of it",
        MOST_GROWN,
    )


def _key_ms() -> float:
    """The page of every beginning of some searches, among as many figures as there are."""
    from companion.games.heroclix.figures.collection import load_figures
    from companion.games.heroclix.figures.files import format_figures
    from companion.interchange.figure_library import FigureLibrary
    from companion.text.wording import Wording
    from ui.presenters.heroclix.figure_search import FindDesk

    shipped = list(load_figures().values())
    many = [
        replace(shipped[number % len(shipped)], id=FigureId(f"many{number}"), collector_number=str(number))
        for number in range(FIGURES)
    ]
    with tempfile.TemporaryDirectory(prefix="figures-") as folder:
        Path(folder, "many.json").write_text(json.dumps(format_figures("many", many)), encoding="utf-8")
        library = FigureLibrary(folder)
        desk, wording, taken = FindDesk(lambda: library), Wording("en"), []
        for words in SEARCHES:
            for length in range(1, len(words) + 1):
                before = time.perf_counter()
                desk.enter("words", words[:length])
                desk.page(wording)
                taken.append(1000 * (time.perf_counter() - before))
    return quantiles(taken, n=20)[-1]


def _start(program: str) -> float:
    before = time.monotonic()
    said = [line.split() for line in _run(program, PATIENCE_S)]
    return next(float(words[1]) for words in said if words[:1] == ["shown"]) - before


def played(taps: int) -> dict[str, float]:
    """Measure so many taps on a table that nobody sees: time and memory."""
    measured: dict[str, float] = json.loads(_run(HOUR % taps, HOUR_PATIENCE_S)[-1])
    return measured


def _run(program: str, patience_s: float) -> list[str]:
    """Run a program with a window that nobody sees and return its output; raises ``MissingPart`` where it
    cannot run.
    """
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
    part = "a frame of the tablet, off screen,"
    try:
        child = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=patience_s,
        )
    except subprocess.TimeoutExpired as late:
        raise MissingPart(part, f"none was shown within {patience_s:.0f} s") from late
    said = child.stdout.splitlines()
    if child.returncode or not said:
        raise MissingPart(part, (child.stderr.strip().splitlines() or [f"exit {child.returncode}"])[-1])
    return said
