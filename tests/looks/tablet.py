"""A real Kivy window, photographed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.ui.screens.driver import frames


class Window:
    """The process's one window in a size and a theme, emptied before and after."""

    def __init__(self, size: tuple[int, int], theme: str) -> None:
        from kivy.base import EventLoop
        from kivy.config import Config
        from kivy.metrics import Metrics

        Config.set("graphics", "width", 1920)
        Config.set("graphics", "height", 1200)
        from kivy.core.window import Window as KivyWindow

        from ui.tablet.theme import SURFACE, rgba, wear

        EventLoop.ensure_window()
        self._window: Any = KivyWindow
        wear(theme)
        Metrics.density, Metrics.fontscale = 1.0, 1.0
        KivyWindow.size, KivyWindow.clearcolor = size, rgba(SURFACE["screen"])

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        for child in list(self._window.children):
            self._window.remove_widget(child)

    def table(self, table: Any, file: Path) -> None:
        """The screen of an open table."""
        from ui.tablet.screens.table.table import TableScreen

        self._window.add_widget(TableScreen(table.presenter))
        self._take(file)
        table.close()

    def page(self, folder: Path, taps: tuple[str, ...], file: Path) -> None:
        """A page between games, and the taps that lead to it."""
        from tests.ui.screens.test_pages import Screen

        screen = Screen(folder, "en", (1280, 800), 1.0)
        screen.tap(*taps)
        while screen.app._page.is_waiting:  # pictures come one at a time
            screen.app._step()
        self._take(file)
        screen.close()

    def _take(self, file: Path) -> None:
        from PIL import Image

        frames(8)
        taken = Path(self._window.screenshot(name=str(file.with_suffix(".shot.png"))))
        with Image.open(taken) as picture:
            picture.convert("RGB").save(file)
        taken.unlink()
