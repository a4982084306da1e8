"""A projector that finds its own place: what it is to show now, and what the camera's frames make of it.

    its size ──> DARK ──the page shows it, frames──> pair 0, 1 … ──> AIMED ──rest after something moved──> checked
                  ^         refused: why, again after a pause ──┘       └──off by an eighth of a square──> DARK

The page says when a picture is up (``is_up``); frames of the moment after, three of them, are averaged. The page's
calls and the camera's frames come from different threads, and meet in one lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np

from companion.table.observation import Observation
from vision.arrays import Frame, Picture, grey
from vision.beam.aim import Aim, AimRefused, Grey, aim, bumped, find_dots
from vision.beam.lattice import Dot, Lattice
from vision.plane.calibration import Calibration, CalibrationRefused, calibrate
from vision.plane.layout import Layout
from vision.plane.markers import detect_markers
from vision.settings import VisionSettings
from vision.watch.pipeline import TablePipeline
from vision.watch.stillness import StillnessPhase

_LAG_S = 0.3  # from a page that has drawn to the light on the table on the camera's picture
_FRAMES = 3  # averaged for one picture
_PATIENCE_S = 6.0  # for a page that does not say that its picture is up
_AGAIN_S = 5.0  # after a refusal
_CHECK_S = 20.0  # between two looks for a bump
_BUMPED = 0.125  # of a square


@dataclass(frozen=True, slots=True)
class Showing:
    """The state of a projector: it shows dots, or (``aimed``) the game, or ``why`` neither. ``number`` counts up."""

    number: int = 0
    dots: tuple[Dot, ...] = ()
    aimed: Aim | None = None
    why: str = ""  # in plain words, and as a word of the catalogues
    code: str = ""
    done: float = 0.0  # of finding its place


class Seeker:
    """A projector that finds its own place. Times are monotonic seconds."""

    def __init__(self, layout: Layout, settings: VisionSettings | None = None) -> None:
        self._layout, self._settings = layout, settings or VisionSettings()
        self._lock = Lock()
        self._lattice: Lattice | None = None
        self._showing = Showing()
        self._plan: list[tuple[Dot, ...]] = []  # what is still to be shown
        self._taken: list[Grey] = []  # one for each that was shown
        self._dark: Picture | None = None  # the first of them, for the markers
        self._frames: list[Picture] = []
        self._shown_s, self._up_s = 0.0, float("inf")  # when it was ordered, when it was up
        self._aim: Aim | None = None
        self._calibration: Calibration | None = None
        self._checked_s, self._again_s, self._has_moved = 0.0, float("inf"), False

    @property
    def showing(self) -> Showing:
        """The state that the projector is to show now."""
        return self._showing

    def sized(self, size_px: tuple[int, int], at_s: float) -> None:
        """Find the place of a projector's page of that size; the same size again changes nothing."""
        with self._lock:
            if self._lattice is None or self._lattice.size_px != size_px:
                self._lattice = Lattice(size_px)
                self._begin(at_s)

    def gone(self) -> None:
        """Forget the page."""
        with self._lock:
            self._lattice = None
            self._aim = None
            self._plan = []
            self._up_s = float("inf")
            self._showing = Showing(self._showing.number + 1)

    def again(self, at_s: float) -> None:
        """Find its place anew: somebody asks for it."""
        with self._lock:
            if self._lattice is not None:
                self._begin(at_s)

    def is_up(self, number: int, at_s: float) -> None:
        """Take note that the page shows that picture."""
        with self._lock:
            if number == self._showing.number and self._up_s > at_s:
                self._up_s = at_s

    def feed(self, frame: Frame, *, at_rest: bool) -> bool:
        """Whether the frame was wanted here: it shows dots, and nobody else should read it."""
        with self._lock:
            if self._lattice is None:
                return False
            if self._plan:
                self._take(frame)
                return bool(self._plan)
            if not at_rest:
                self._has_moved = True
            if self._aim is None:
                if frame.at_s >= self._again_s:
                    self._begin(frame.at_s)
            elif at_rest and self._has_moved and frame.at_s - self._checked_s > _CHECK_S:
                self._plan, self._taken = [(), self._lattice.few], []
                self._show_next(frame.at_s)
            return bool(self._plan)

    def _begin(self, at_s: float) -> None:
        assert self._lattice is not None
        self._aim, self._taken, self._again_s = None, [], float("inf")
        self._plan = [(), *(lit for bit in range(self._lattice.bits) for lit in self._lattice.pair(bit))]
        self._show_next(at_s)

    def _show_next(self, at_s: float) -> None:
        self._frames, self._shown_s, self._up_s = [], at_s, float("inf")
        done = len(self._taken) / (len(self._taken) + len(self._plan))
        self._showing = Showing(self._showing.number + 1, self._plan[0], done=done)

    def _take(self, frame: Frame) -> None:
        if frame.at_s < self._up_s + _LAG_S:
            if self._up_s == float("inf") and frame.at_s > self._shown_s + _PATIENCE_S:
                self._refuse("the projector's page does not answer", "silent-page", frame.at_s)
            return
        if self._frames and self._frames[0].shape != frame.picture.shape:
            self._frames = []
        self._frames.append(frame.picture)
        if len(self._frames) < _FRAMES:
            return
        self._dark = self._frames[-1] if not self._taken else self._dark
        self._taken.append(np.asarray(np.mean([grey(one) for one in self._frames], axis=0), dtype=np.float16))
        self._plan = self._plan[1:]
        if self._plan:
            self._show_next(frame.at_s)
        elif len(self._taken) == 2:
            self._check(frame.at_s)
        else:
            self._find(frame.at_s)

    def _find(self, at_s: float) -> None:
        assert self._lattice is not None and self._dark is not None
        dark, lit = self._dark, self._taken[1:]
        found = detect_markers(
            dark, {marker.id for marker in self._layout.corners}, self._settings.markers, self._layout.family
        )
        size = (dark.shape[1], dark.shape[0])
        fitted = calibrate(found, self._layout, size, self._settings.calibration, self._settings.markers)
        if isinstance(fitted, CalibrationRefused):
            self._refuse(fitted.why, fitted.code, at_s)
            return
        pairs = list(zip(lit[::2], lit[1::2], strict=True))
        aimed = aim(find_dots(pairs, self._lattice), self._lattice, fitted, self._layout)
        if isinstance(aimed, AimRefused):
            self._refuse(aimed.why, aimed.code, at_s)
        else:
            self._calibration = fitted
            self._aimed(aimed, at_s)

    def _check(self, at_s: float) -> None:
        assert self._lattice is not None and self._aim is not None and self._calibration is not None
        dark, lit = self._taken
        off_mm = bumped(dark, lit, self._lattice.few, self._aim, self._calibration)
        if off_mm is not None and off_mm > _BUMPED * self._layout.square_mm:
            self._begin(at_s)
        else:
            self._aimed(self._aim, at_s)

    def _aimed(self, aimed: Aim, at_s: float) -> None:
        self._aim = aimed
        self._taken = []
        self._checked_s = at_s
        self._has_moved = False
        self._showing = Showing(self._showing.number + 1, aimed=aimed, done=1.0)

    def _refuse(self, why: str, code: str, at_s: float) -> None:
        self._aim = None
        self._plan = []
        self._taken = []
        self._again_s = at_s + _AGAIN_S
        self._showing = Showing(self._showing.number + 1, why=why, code=code)


class Lighted:
    """The table's pipeline beside a projector: frames that show dots are no frames of the table."""

    def __init__(self, pipeline: TablePipeline, seeker: Seeker) -> None:
        self._pipeline, self._seeker = pipeline, seeker

    def feed(self, frame: Frame) -> Sequence[Observation]:
        """Feed a frame to the seeker, or to the pipeline when the seeker does not need it; return the observations."""
        at_rest = self._pipeline.phase is StillnessPhase.SETTLED
        return () if self._seeker.feed(frame, at_rest=at_rest) else self._pipeline.feed(frame)
