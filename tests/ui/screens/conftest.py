"""The window and the screen for every test here."""

from __future__ import annotations

from tests.ui.screens.window import open_screen, window

__all__ = ["open_screen", "window"]
