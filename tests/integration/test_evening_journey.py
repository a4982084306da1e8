"""A first evening with a real pointer: `companion play` and nothing else typed, from the language to the table.

Xvfb is the screen, xdotool the hand. Where to click is asked of the same pages, opened beside it on another folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.integration.test_play_journey import HEIGHT, WIDTH, display, part
from tests.ui.screens.test_pages import Screen
from tests.ui.screens.window import window
from ui.bootstrap import game_kept
from ui.shelf import Shelf

__all__ = ["display", "window"]

TAPS = ("English", "New game", "HeroClix", "Red", "Undertow", "Blue", "Lamplighters", "Begin")


def middle_of(screen: Screen, words: str) -> tuple[float, float]:
    """Where the tile or button with these words is; y downward, as the pointer has it."""
    from ui.screens.page.page import TileWidget
    from ui.widgets.buttons import TapButton

    for widget in screen.root.walk():
        title = widget.tile.title if isinstance(widget, TileWidget) else getattr(widget, "text", "")
        if isinstance(widget, TileWidget | TapButton) and title == words:
            x, y = widget.to_window(widget.x + 60, widget.center_y)
            return x, HEIGHT - y
    raise LookupError(words)


@pytest.mark.slow
def test_a_game_is_begun_with_a_pointer_alone(display: str, window: None, tmp_path: Path) -> None:
    env: dict[str, Any] = {
        **{key: value for key, value in os.environ.items() if not key.startswith(("KIVY", "SDL", "TABLEWRIGHT"))},
        "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "KIVY_NO_CONFIG": "1", "XDG_DATA_HOME": str(tmp_path),
    }  # fmt: skip
    command = [sys.executable, "-m", "companion", "play", "--seconds", "150"]
    app = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    mirror = Screen(tmp_path / "mirror", "", (WIDTH, HEIGHT), 1.0)
    shelf = Shelf(tmp_path / "tablewright")
    try:
        for words in TAPS:
            x, y = middle_of(mirror, words)
            action = next(
                (tile.action for tile in mirror.evening.page().tiles if tile.title == words),
                {label: name for name, label in mirror.evening.page().buttons}.get(words, ""),
            )
            if words != "Begin":
                mirror.tap(action)
            until = time.monotonic() + 60
            before = _state(shelf)
            while _state(shelf) == before and time.monotonic() < until:  # the window may still be opening
                for order in (("mousemove", f"{x:.0f}", f"{y:.0f}"), ("mousedown", "1"), ("mouseup", "1")):
                    subprocess.run([part("xdotool", "xdotool"), *order], env=env, check=True)
                    time.sleep(0.15)
                time.sleep(0.6)
                if words not in ("English", "Begin"):
                    break
            assert app.poll() is None, app.stdout and app.stdout.read()[-2000:]
        (store,) = shelf.stores()
        setup = game_kept(store)
        assert setup is not None
        named = {one.seat: one.figure.keywords for one in setup.forces}
        assert "Undertow" in named["red"]
        assert "Lamplighters" in named["blue"]
    finally:
        mirror.close()
        app.terminate()
        app.communicate(timeout=30)


def _state(shelf: Shelf) -> tuple[object, ...]:
    return shelf.settings(), tuple(shelf.stores())
