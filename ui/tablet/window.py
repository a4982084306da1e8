"""Opening the window: Kivy reads its settings when it is imported, so they are made here, before that."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import sys

from companion.errors import MissingPart
from ui.tablet.navigation import Navigator


def open_window(
    navigator: Navigator,
    size: tuple[int, int],
    *,
    scale: float | None = None,
    text: float = 1.0,
    seconds: float | None = None,
) -> None:
    """Show pages and tables until the window is closed, or for so many seconds; then close the table that is open.

    ``scale`` is the size of everything (default: it fits the window), ``text`` that of the text alone. Raises what is
    wrong with the table that was to be shown first.
    """
    try:
        try:
            _look_for_a_screen()
        except MissingPart:
            navigator.lay()  # what is wrong with the game is told first
            raise
        width, height = size
        os.environ |= {
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_FILELOG": "1",
            "KIVY_LOG_MODE": "PYTHON",  # Kivy leaves stderr alone: a traceback is seen
            "KIVY_NO_CONSOLELOG": os.environ.get("KIVY_NO_CONSOLELOG", "1"),
            "KIVY_METRICS_FONTSCALE": str(text),
            "KIVY_METRICS_DENSITY": str(scale or max(0.75, min(width / 1280, height / 800))),
        }
        logging.getLogger("kivy").addFilter(lambda record: "Cutbuffer" not in record.getMessage())  # not needed here
        from kivy.config import Config

        Config.set("graphics", "width", width)
        Config.set("graphics", "height", height)
        Config.set("input", "mouse", "mouse,disable_multitouch")  # a right click is no second finger
        from ui.tablet.app import TabletApp

        app = TabletApp(navigator, seconds=seconds)
        signal.signal(signal.SIGTERM, lambda *_: app.stop())  # asked to go: the store and the devices are let go of
        app.run()
        if app.fault is not None:
            raise app.fault
    finally:
        if navigator.table is not None:
            navigator.table.close()


def _look_for_a_screen() -> None:
    """Raise ``MissingPart`` for what Kivy would end the process over, or draw where nobody sees it."""
    if not sys.platform.startswith("linux"):
        return
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        raise MissingPart("a screen", "start it on a desktop, or set DISPLAY")
    try:
        ctypes.CDLL("libGL.so.1")
    except OSError as missing:
        raise MissingPart("libGL.so.1", "install the packages libgl1 and libegl1") from missing
