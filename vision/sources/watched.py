"""Frames that can be trusted to be new: a camera that freezes, repeats, or changes its picture is noticed.

    frame ──> other size than before? ── FramesLost "picture-size", once; the next reading goes on with the new size
         ──> time not later?          ── dropped; after 3 s FramesLost "no-frames: … time stands still"
         ──> same picture, bit by bit? ── dropped; after 3 s FramesLost "no-frames: … the same picture"
         ──> else                     ── handed on

A real sensor never gives the same picture twice: its noise differs. What froze must move before it counts as back.
"""

from __future__ import annotations

import zlib

import numpy as np

from vision.arrays import Frame, Picture
from vision.sources.frames import Clock, FramesLost, FrameSource

_FROZEN_S = 3.0  # some cameras repeat a frame or two; none does so for seconds
_MOST_DROPPED = 30  # repeated frames looked at in one reading


class WatchedFrames:
    """A running camera's frames with the stale ones taken out."""

    def __init__(self, frames: FrameSource, clock: Clock) -> None:
        self._frames, self._clock = frames, clock
        self._shape: tuple[int, ...] | None = None
        self._print: int | None = None  # of the last picture that was new
        self._at_s = float("-inf")
        self._new_s: float | None = None  # by the clock: when something new came last
        self._is_frozen = False

    def read(self) -> Frame | None:
        """The next frame that is new, or ``None``; raises ``FramesLost`` with the reason."""
        for _ in range(_MOST_DROPPED):
            frame = self._frames.read()
            now = self._clock()
            if frame is None:
                return None
            self._check_size(frame.picture)
            why = self._stale(frame)
            if not why:
                self._print, self._at_s, self._new_s = _print_of(frame.picture), frame.at_s, now
                self._is_frozen = False
                return frame
            if self._is_frozen or (self._new_s is not None and now - self._new_s > _FROZEN_S):
                self._is_frozen = True
                raise FramesLost(f"no-frames: {why}; switch the camera off and on")
        return None

    def reopen(self) -> None:
        """Open what is underneath; a new device has a time of its own."""
        self._frames.reopen()
        self._at_s = float("-inf")

    def close(self) -> None:
        self._frames.close()

    def _check_size(self, picture: Picture) -> None:
        before, self._shape = self._shape, picture.shape
        if before is not None and before != picture.shape:
            was, now = (f"{shape[1]} x {shape[0]}" for shape in (before, picture.shape))
            raise FramesLost(f"picture-size: the camera changed its picture from {was} to {now} pixels")

    def _stale(self, frame: Frame) -> str:
        if frame.at_s <= self._at_s:
            return "the camera's time stands still"
        return "the camera shows the same picture again and again" if _print_of(frame.picture) == self._print else ""


def _print_of(picture: Picture) -> int:
    return zlib.crc32(np.ascontiguousarray(picture).data)
