"""A camera that runs by itself, read in a thread of its own: the newest frame, never an old one, never a wait.

    device or stream ──thread──> one place for the newest frame ──read()──> Frame, or None when there is no newer one
                          │ gives nothing, or says nothing for 4 s
                          └──────────────────────────────────────────> FramesLost; reopen() starts a new thread

Only one frame is kept, whatever the camera's pace. A driver that never comes back cannot hold up ``close``: its thread
is left behind (and at most a few of them: then the device is not opened again).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import cv2
import numpy as np

from vision.arrays import Frame, Picture
from vision.sources.frames import Clock, FramesLost

_STALL_S = 4.0  # a webcam gives 5 frames a second even in a dark room; a phone on a bad network pauses for 1-2 s
_START_S = 12.0  # to the first frame: a phone's stream takes its time
_LEFT_BEHIND = 3  # threads that hang in a driver: more would leak memory
_JOIN_S = 0.5  # a device that hangs is left to its thread after it
_SILENT = 0  # LOG_LEVEL_SILENT


class Capture(Protocol):
    """A capture to read from: OpenCV's, or a script in a test."""

    def read(self) -> tuple[bool, Any]:
        """Whether a picture came, and the picture."""

    def release(self) -> None:
        """Let go of the device."""


@dataclass
class _Run:
    """One opening of the device; its thread touches nothing else."""

    began_s: float
    stop: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    newest: tuple[Picture, float] | None = None
    last_s: float | None = None
    why: str = ""
    thread: threading.Thread | None = None


class LiveFrames:
    """Frames of a running camera; ``clock`` gives the monotonic seconds they are stamped with."""

    def __init__(self, opener: Callable[[], Capture], clock: Clock, *, name: str = "camera") -> None:
        self._opener, self._clock, self._name = opener, clock, name
        self._run: _Run | None = None
        self._behind: list[threading.Thread] = []

    def read(self) -> Frame | None:
        """The newest frame that was not read yet, or ``None``; raises ``FramesLost`` when the camera is gone."""
        if self._run is None:
            self.reopen()
        run = self._run
        assert run is not None
        with run.lock:
            taken, run.newest = run.newest, None
            why, last_s = run.why, run.last_s
        if taken is not None:
            return Frame(*taken)
        if why:
            self.close()
            raise FramesLost(why)
        quiet_s = self._clock() - (last_s if last_s is not None else run.began_s)
        if quiet_s > (_STALL_S if last_s is not None else _START_S):
            self.close()
            raise FramesLost(
                f"no-frames: {self._name} has given no picture for {quiet_s:.0f} s; check its cable or network"
            )
        return None

    def reopen(self) -> None:
        """Start the camera again; raises ``FramesLost`` while too many attempts still hang in its driver."""
        self.close()
        self._behind = [one for one in self._behind if one.is_alive()]
        if len(self._behind) >= _LEFT_BEHIND:
            raise FramesLost(f"no-frames: {self._name} hangs in its driver; pull its plug, then start again")
        run = _Run(self._clock())
        run.thread = threading.Thread(
            target=_watch, args=(run, self._opener, self._clock), daemon=True, name=f"frames of {self._name}"
        )
        self._run = run
        run.thread.start()

    def close(self) -> None:
        """Let go of the camera within half a second, even when it hangs; may be called twice."""
        run, self._run = self._run, None
        if run is None or run.thread is None:
            return
        run.stop.set()
        run.thread.join(_JOIN_S)
        with run.lock:
            run.newest = None
        if run.thread.is_alive():
            self._behind.append(run.thread)


def open_device(where: int | str) -> Capture:
    """OpenCV's capture of a camera's number or a stream's address; raises ``FramesLost`` when it is not there."""
    quiet: Any = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel  # OpenCV 4 has it elsewhere than 5
    quiet(_SILENT)  # it tells the terminal what we tell the player
    if isinstance(where, int):
        capture = cv2.VideoCapture(where)
    else:
        patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5000]
        capture = cv2.VideoCapture(where, cv2.CAP_FFMPEG, patience)
    if not capture.isOpened():
        capture.release()
        kind = f"camera number {where}" if isinstance(where, int) else f"stream at {where}"
        raise FramesLost(f"not-found: there is no {kind}")
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    made: Capture = capture
    return made


def _watch(run: _Run, opener: Callable[[], Capture], clock: Clock) -> None:
    capture: Capture | None = None
    try:
        capture = opener()
        while not run.stop.is_set():
            came, picture = capture.read()
            if not came or picture is None:
                run.why = "no-frames: the camera gives no picture any more; check its cable or network"
                return
            with run.lock:
                if not run.stop.is_set():
                    run.last_s = clock()
                    run.newest = (np.asarray(picture, dtype=np.uint8), run.last_s)
    except FramesLost as lost:
        run.why = str(lost)
    except Exception as broken:  # a driver's own fault: said by the next read, in the reader's thread
        run.why = f"camera-fault: {type(broken).__name__}: {broken}"
    finally:
        if capture is not None:
            capture.release()
