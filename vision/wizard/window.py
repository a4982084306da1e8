"""A window that shows pictures, where OpenCV brings one and there is a screen."""

from __future__ import annotations

import os
import sys

import cv2

from companion.errors import MissingPart
from vision.arrays import Picture

_CLOSING = (27, ord("q"))  # Esc


class Window:
    """One window; raises ``MissingPart`` where none can be opened."""

    def __init__(self, title: str) -> None:
        self._title = title
        screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if sys.platform.startswith("linux") and not screen:
            raise MissingPart("a screen", "give --out DIR for annotated pictures, or --json")
        try:
            cv2.namedWindow(title, cv2.WINDOW_NORMAL)
        except cv2.error:
            raise MissingPart("OpenCV's window", "install opencv-python (not headless), or give --out DIR") from None

    def show(self, picture: Picture) -> bool:
        """Whether the window is still open: Esc or q closes it."""
        cv2.imshow(self._title, picture)
        if cv2.waitKey(1) & 0xFF in _CLOSING:
            return False
        return cv2.getWindowProperty(self._title, cv2.WND_PROP_VISIBLE) >= 1

    def close(self) -> None:
        """Let go of the window; may be called twice."""
        try:
            cv2.destroyWindow(self._title)
        except cv2.error:
            return
