"""A real Kivy window without a screen. Whether one can be opened is tried first in a process of its own: where it
cannot, Kivy would end this one with status 102 and not a word."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from tests.missing import absent
from tests.patience import PATIENCE_S
from tests.ui.screens.driver import Driver

__all__ = ["open_screen", "window"]

ENVIRONMENT = {
    "SDL_VIDEODRIVER": "offscreen",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # Kivy leaves the test runner's output alone
    "KCFG_GRAPHICS_MAXFPS": "0",  # nobody looks on: no frame is waited for
}
OPENS = "from kivy.core.window import Window; raise SystemExit(0 if Window else 102)"


@pytest.fixture(scope="session")
def window() -> None:
    """An open window; missing libraries are named, and fail in CI."""
    os.environ.update(ENVIRONMENT)
    tried = subprocess.run(
        [sys.executable, "-c", OPENS], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    if tried.returncode != 0:
        words = f"no window can be opened (status {tried.returncode}): libegl1, libgl1 or libmtdev1 is missing"
        absent(words)
    from kivy.config import Config

    Config.set("graphics", "width", 1280)  # of the first window of a process: another size is laid out, not drawn whole
    Config.set("graphics", "height", 800)


Opener = Callable[..., Driver]


@pytest.fixture
def open_screen(window: None) -> Iterator[Opener]:
    """Opens the table screen on the sample game: ``open_screen(lang="fr", font=1.3)``."""
    opened: list[Driver] = []

    def opener(**settings: object) -> Driver:
        opened.append(Driver(**settings))  # type: ignore[arg-type]
        return opened[-1]

    yield opener
    for one in opened:
        one.close()
