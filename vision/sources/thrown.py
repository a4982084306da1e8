"""Photographs of throws in a folder, one a throw: each lies before the camera until the next throw is asked for.

next ──> the first photograph that was not shown yet, by name ──> shown, at rest ──next──> the one after
           └── none there: nothing is seen until one is put there
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.arrays import Frame, Picture
from vision.pictures import PICTURE_ENDINGS, read_picture
from vision.sources.frames import Clock

_PERIOD_S = 0.1  # between two frames of one photograph


class ThrownFrames:
    """The photographs as a camera would show them: between two of them something moves."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder, self._clock = folder, clock
        self._shown: set[str] = set()
        self._name = ""
        self._picture: Picture | None = None  # the photograph that lies there
        self._is_wanted = self._is_new = False
        self._next_s = clock()

    def next(self) -> None:
        """Go on to the photograph of the next throw; it may be put there later."""
        self._is_wanted = True

    def read(self) -> Frame | None:
        """The frame that is due by the clock; raises ``InputError`` naming a photograph that is none (yet)."""
        now = self._clock()
        if now < self._next_s:
            return None
        self._next_s = now + _PERIOD_S
        if self._is_wanted and (path := self._newcomer()) is not None:
            self._picture, self._name = read_picture(path), path.name
            self._shown.add(path.name)
            self._is_wanted, self._is_new = False, True
        if self._picture is None:
            return None
        moved, self._is_new = self._is_new, False  # the same faces again are another throw
        return Frame(np.asarray(255 - self._picture if moved else self._picture), now, self._name)

    def _newcomer(self) -> Path | None:
        there = (path for path in self._folder.iterdir() if path.suffix.lower() in PICTURE_ENDINGS)
        return min((path for path in there if path.name not in self._shown), default=None)

    def reopen(self) -> None:
        """Do nothing: a folder is looked into again at every reading."""

    def close(self) -> None:
        """Show nothing more."""
        self._picture, self._is_wanted = None, False
