"""``companion play --demo`` in a window, played with a real pointer: what is clicked stands in the game store.

Xvfb is the screen, xdotool the hand. Where to click is asked of the same screen, opened on a copy of the store.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.records import Game, open_record
from companion.errors import InputError
from companion.games.heroclix.events.play import FigureMoved, TurnEnded
from companion.storage.sqlite import SqliteRecorder
from tests.missing import absent
from tests.ui.screens.window import open_screen, window

__all__ = ["open_screen", "window"]

WIDTH, HEIGHT = 1280, 800


def part(name: str, package: str) -> str:
    """The program; missing, the test says so, and in CI it fails."""
    found = shutil.which(name)
    if found is None:
        words = f"{name} is missing: install the package {package}"
        absent(words)
    return found


@pytest.fixture
def display() -> Iterator[str]:
    """A screen of its own, as large as a tablet's."""
    size = f"{WIDTH}x{HEIGHT}x24"
    server = subprocess.Popen(  # without -noreset it starts anew whenever its only client hangs up
        [part("Xvfb", "xvfb"), "-noreset", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert server.stdout is not None
    yield f":{server.stdout.readline().strip()}"
    server.terminate()
    server.wait(timeout=10)
    server.stdout.close()


class Player:
    """Somebody with a mouse before the window."""

    def __init__(self, display: str, store: Path, open_screen: Callable[..., Any], folder: Path) -> None:
        self._xdotool = part("xdotool", "xdotool")
        self._env = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("KIVY", "SDL"))},
            "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "KIVY_NO_CONFIG": "1", "TABLEWRIGHT_LANG": "en",
        }  # fmt: skip
        self.store, self._open, self._folder, self._copies = store, open_screen, folder, 0
        command = [sys.executable, "-m", "companion", "play", "--demo", "--store", str(store), "--seconds", "120"]
        self.app = subprocess.Popen(command, env=self._env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def click(self, at: tuple[float, float]) -> None:
        """The pointer goes there and clicks; y upward, as the window has it."""
        x, y = at[0], HEIGHT - at[1]
        subprocess.run([self._xdotool, "mousemove", f"{x:.0f}", f"{y:.0f}"], env=self._env, check=True)
        for button in ("mousedown", "mouseup"):
            time.sleep(0.15)
            subprocess.run([self._xdotool, button, "1"], env=self._env, check=True)
        time.sleep(0.15)

    def game(self) -> Game:
        """The game in the store."""
        return open_record(self.store)

    def mirror(self) -> Any:
        """The same screen on a copy of the store: it knows where everything is."""
        self._copies += 1
        copy = self._folder / f"copy-{self._copies}.db"
        source, target = SqliteRecorder(self.store), SqliteRecorder(copy)
        target.append(list(source.read()), expected=0)
        source.close()
        target.close()
        return self._open(store=str(copy), size=(WIDTH, HEIGHT))

    def wait(self, reached: Callable[[], bool], what: str, seconds: float = 60) -> None:
        """Returns when it is reached; fails when it is not in time."""
        if not self.reaches(reached, seconds):
            assert self.app.stdout is not None
            said = self.app.stdout.read()[-2000:] if self.app.poll() is not None else "the window is open"
            pytest.fail(f"no {what} within {seconds} s: {said}")

    def reaches(self, reached: Callable[[], bool], seconds: float) -> bool:
        """Whether it is reached in time, while the window is open."""
        until = time.monotonic() + seconds
        while not reached():
            if self.app.poll() is not None or time.monotonic() > until:
                return False
            time.sleep(0.1)
        return True

    def has_begun(self) -> bool:
        """Whether the first turn has begun and the window is there."""
        try:
            if not any(hasattr(one.event, "turn") for one in self.game().records):
                return False
        except InputError:  # no store yet, or one without its first line
            return False
        place = self._ask("getmouselocation", "--shell")  # without a window manager the pointer finds the window
        under = next((line.partition("=")[2] for line in place.splitlines() if line.startswith("WINDOW=")), "")
        return "Tablewright" in self._ask("getwindowname", under)

    def _ask(self, *words: str) -> str:
        asked = subprocess.run([self._xdotool, *words], env=self._env, capture_output=True, text=True, check=False)
        return asked.stdout


def count(game: Game, kind: type) -> int:
    return sum(isinstance(one.event, kind) for one in game.records)


def test_a_figure_is_moved_and_the_turn_ended_with_a_mouse(
    display: str, open_screen: Callable[..., Any], tmp_path: Path
) -> None:
    player = Player(display, tmp_path / "game.db", open_screen, tmp_path)
    try:
        player.wait(player.has_begun, "first turn")
        time.sleep(3.0)  # the first frames
        mirror = player.mirror()
        state = mirror.session.state
        piece = next(state.on_map(state.active_seat))
        player.click(mirror.middle_of_space(piece.spaces[0]))
        mirror.tap(piece.spaces[0])
        to = next(tile.space for tile in mirror.presenter.model().board.tiles if tile.reach == 4)
        player.click(mirror.middle_of_space(to))
        mirror.tap(to)
        x, y = mirror.middle_of("Confirm")
        for lower in (14, 0, 28, 42):  # lines about the camera may stand above it: the mirror has no camera
            player.click((x, y - lower))
            if player.reaches(lambda: count(player.game(), FigureMoved) == 1, 6):
                break
        player.wait(lambda: count(player.game(), FigureMoved) == 1, "move in the store")
        moved = next(one.event for one in player.game().records if isinstance(one.event, FigureMoved))
        assert (moved.piece, moved.path[-1]) == (piece.id, to)
        player.click(player.mirror().middle_of("End turn"))
        player.wait(lambda: count(player.game(), TurnEnded) == 1, "end of the turn in the store")
    finally:
        player.app.terminate()
        said, _ = player.app.communicate(timeout=20)
    assert player.app.returncode == 0, said
    replayed = subprocess.run(
        [sys.executable, "-m", "companion", "replay", str(player.store), "--verify"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert replayed.returncode == 0, replayed.stderr
    assert "every seal holds" in replayed.stdout
