"""Sources of frames: a folder of pictures, a camera or clip, or a sequence in memory.

Every source is a ``FrameSource``: ``read`` gives the next frame or ``None``; a source that died raises ``FramesLost``
and may be opened again. Time comes from outside (``clock``: monotonic seconds), never from the wall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from companion.errors import TablewrightError
from vision.arrays import Frame
from vision.pictures import PICTURE_ENDINGS, read_picture

Clock = Callable[[], float]


class FramesLost(TablewrightError):
    """A source that gives no more frames though it should: the reason a player can act on (``cable`` …)."""


class FrameSource(Protocol):
    """A source that gives frames in order."""

    def read(self) -> Frame | None:
        """The next frame, or ``None`` when there is none now; raises ``FramesLost`` when the device died."""

    def reopen(self) -> None:
        """Try to get the device back; raises ``FramesLost`` when it is still gone."""

    def close(self) -> None:
        """Let go of the device; may be called twice."""


class SequenceFrames:
    """Frames made elsewhere (the virtual camera, a test), in the order given."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        self._frames: Iterator[Frame] = iter(frames)

    def read(self) -> Frame | None:
        """The next frame, or ``None`` at the end."""
        return next(self._frames, None)

    def reopen(self) -> None:
        """Do nothing: a sequence cannot die."""

    def close(self) -> None:
        """Do nothing: there is no device."""
        self._frames = iter(())


class FolderFrames:
    """The pictures of a folder (or one picture) in the order of their names, as if taken ``interval_s`` apart."""

    def __init__(self, folder: Path, *, interval_s: float = 0.1) -> None:
        inside = folder.iterdir() if folder.is_dir() else [folder]
        self._paths = sorted(path for path in inside if path.suffix.lower() in PICTURE_ENDINGS)
        self._interval_s, self._next = interval_s, 0

    def __len__(self) -> int:
        return len(self._paths)

    def read(self) -> Frame | None:
        """The next picture; raises ``InputError`` naming a file that is none."""
        if self._next >= len(self._paths):
            return None
        path = self._paths[self._next]
        self._next += 1
        return Frame(read_picture(path), (self._next - 1) * self._interval_s, path.name)

    def reopen(self) -> None:
        """Do nothing: a folder does not die."""

    def close(self) -> None:
        """Do nothing: there is no device."""
        self._next = len(self._paths)


class CameraFrames:
    """A camera by its number, or a clip by its path, through OpenCV.

    A clip's frames carry the clip's own times; a camera's frames the ``clock``'s at the moment they came.
    """

    def __init__(self, device: int | Path, clock: Clock) -> None:
        self._device, self._clock = device, clock
        self._capture: Any = None
        self._is_clip = not isinstance(device, int)
        self._began = False

    def read(self) -> Frame | None:
        """The next frame; ``None`` at a clip's end; raises ``FramesLost`` when the camera gives nothing."""
        if self._capture is None:
            self.reopen()
        came, picture = self._capture.read()
        if not came or picture is None:
            if self._is_clip and self._began:
                return None
            self.close()
            raise FramesLost("no-frames: the camera gives no picture; check its cable")
        self._began = True
        at_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0 if self._is_clip else self._clock()
        return Frame(np.asarray(picture, dtype=np.uint8), float(at_s))

    def reopen(self) -> None:
        """Open the device again; raises ``FramesLost`` when it is not there."""
        self.close()
        where = self._device if isinstance(self._device, int) else str(self._device)
        capture = cv2.VideoCapture(where)
        if not capture.isOpened():
            capture.release()
            raise FramesLost(f"not-found: no camera or clip at {where}")
        if not self._is_clip:
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # the newest frame, not a queue of old ones
        self._capture, self._began = capture, False

    def close(self) -> None:
        """Let go of the device."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None
