"""The camera over the table as an ``ObservationSource``: it never raises, it says what is wrong, and it recovers.

CONNECTING ──first frame──> ONLINE <──reads again── DEGRADED (dark, markers hidden)
    ^                          │
    └──reopened after a pause── OFFLINE (cable, no camera)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.errors import TablewrightError
from companion.table.observation import LinkSeen, LinkState, Observation
from vision.arrays import Frame
from vision.sources.frames import Clock, FrameSource
from vision.sources.thrown import ThrownFrames
from vision.watch.tray import TrayPipeline

_PER_POLL = 4  # frames read in one poll at most: a poll must stay short
_PAUSE_S = 2.0  # between two attempts to get a lost camera back


class Pipeline(Protocol):
    """A pipeline from frames to observations: a table's, a tray's."""

    def feed(self, frame: Frame) -> Sequence[Observation]:
        """Feed a frame; return the observations it settles."""


class TableCamera:
    """A camera, or anything that gives frames, seen as a source of observations."""

    def __init__(self, frames: FrameSource, pipeline: Pipeline, clock: Clock, *, name: str = "camera") -> None:
        self.name = name
        self._frames, self._pipeline, self._clock = frames, pipeline, clock
        self._state = LinkState.CONNECTING
        self._again_s = 0.0
        self._closed = False

    def poll(self) -> Sequence[Observation]:
        """Return the observations since the last call; a dead camera is a ``LinkSeen``, never an exception."""
        if self._closed:
            return ()
        seen: list[Observation] = []
        try:
            if self._state is LinkState.OFFLINE:
                if self._clock() < self._again_s:
                    return ()
                self._frames.reopen()
            self._read(seen)
        except TablewrightError as lost:
            seen.extend(self._gone(str(lost)))
        except Exception as broken:  # the border of the house: a driver's fault must not stop the game
            seen.extend(self._gone(f"camera-fault: {type(broken).__name__}: {broken}"))
        return tuple(seen)

    def close(self) -> None:
        """Let go of the camera; may be called twice."""
        self._closed = True
        self._frames.close()

    def _read(self, seen: list[Observation]) -> None:
        """Add what frames settle, one by one, so that a fault in a later one loses nothing."""
        for _ in range(_PER_POLL):
            frame = self._frames.read()
            if frame is None:
                break
            if self._state is not LinkState.ONLINE:
                self._state = LinkState.ONLINE
                seen.append(LinkSeen(self.name, frame.at_s, LinkState.ONLINE))
            seen.extend(self._pipeline.feed(frame))

    def _gone(self, why: str) -> Sequence[Observation]:
        now = self._clock()
        self._again_s = now + _PAUSE_S
        if self._state is LinkState.OFFLINE:
            return ()
        self._state = LinkState.OFFLINE
        return (LinkSeen(self.name, now, LinkState.OFFLINE, " ".join(why.split())),)


class TrayCamera(TableCamera):
    """A camera over a dice tray, which can be told which dice the next throw has, and what the last one showed.

    With a lamp it looks again before it asks: ``light(True)`` switches it on, and says whether there is one.
    """

    def __init__(self, frames: FrameSource, pipeline: TrayPipeline, clock: Clock, *, name: str = "tray") -> None:
        super().__init__(frames, pipeline, clock, name=name)
        self._tray = pipeline

    def expect(self, dice: Sequence[str], beside: Sequence[str] = ()) -> None:
        """Expect dice of these kinds in the next throw; see ``TrayPipeline``."""
        self._tray.expect(dice, beside)

    def told(self, faces: Sequence[str]) -> None:
        """Take in what the players say the throw showed."""
        self._tray.told(faces)

    def lit_by(self, light: Callable[[bool], bool]) -> None:
        """Take this lamp for second looks."""
        self._tray.light = light


class TrayPhotographs(TrayCamera):
    """A folder of photographs, one a throw: whenever a throw is asked for, the next one is looked at."""

    def __init__(self, frames: ThrownFrames, pipeline: TrayPipeline, clock: Clock, *, name: str = "tray") -> None:
        super().__init__(frames, pipeline, clock, name=name)
        self._photographs, self._is_over = frames, True

    def expect(self, dice: Sequence[str], beside: Sequence[str] = ()) -> None:
        """Expect a throw; a photograph is that of the throw that is asked for until that one is over."""
        super().expect(dice, beside)
        if dice and self._is_over:
            self._photographs.next()
        self._is_over = not dice

    def told(self, faces: Sequence[str]) -> None:
        """Take in what the throw showed: it is over."""
        super().told(faces)
        self._is_over = True

    def lit_by(self, light: Callable[[bool], bool]) -> None:
        """Leave the lamp alone: a photograph looks the same in its light."""
