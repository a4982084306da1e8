"""From frames to settled pictures of the table.

    UNCALIBRATED ──markers──> IDLE <──told── SETTLED ──5 votes──> PictureSeen, once per rest
                               │ motion, hand   ^ 0.4 s, 5 frames
                               └─────> BUSY ──> SETTLING
    MOVED: the camera was bumped; the next rest registers anew      DARK, BLUR: nothing can be read; said and taken back

    doubtful: a tag on a line, off the map, seen twice, wavering between squares; a rest that was cut short
    hidden: a tag that cannot be read any more though nothing moved there
    unsure: a square of which nobody can say whether something stands there

A hand that comes back before the vote is complete does not lose the rest: what its frames agree on is told at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.errors import InputError
from companion.table.observation import LinkSeen, LinkState, Observation, PictureSeen
from vision.arrays import Frame, Picture
from vision.figures.reference import EmptyMap, empty_map
from vision.pictures import read_picture
from vision.plane.calibration import Calibration, CalibrationRefused, calibrate
from vision.plane.layout import Layout
from vision.plane.markers import detect_markers
from vision.plane.overhead import rectify
from vision.plane.project import place_tags
from vision.settings import VisionSettings
from vision.watch.figures import FigureLook, FigureVote
from vision.watch.guard import Guard, darkness, shift_squares
from vision.watch.stillness import Stillness, StillnessPhase
from vision.watch.tags import TableReading, TagVote

_HAND = "hand-stays: something like a hand has lain on the table for a while; nothing is read until it goes"
_SQUARE_PX = 24  # of the rectified map in which figures are told from it


class TableState(StrEnum):
    """The state of reading the table."""

    UNCALIBRATED = "uncalibrated"
    IDLE = "idle"  # at rest, and told
    BUSY = "busy"
    SETTLING = "settling"
    SETTLED = "settled"  # at rest, votes are being collected
    MOVED = "moved"
    DARK = "dark"
    BLUR = "blur"


@dataclass(frozen=True, slots=True)
class Trouble:
    """A reason why the table is not read: the state it leaves the reading in, and its words."""

    state: TableState
    why: str


def read_table(picture: Picture, layout: Layout, settings: VisionSettings) -> TableReading | CalibrationRefused:
    """Read one picture of the table: its calibration, the placed pieces, the doubts; or why it cannot be read."""
    registered = {marker.id for marker in layout.corners} | layout.flat_tags
    found = detect_markers(picture, registered, settings.markers, layout.family)
    size = (picture.shape[1], picture.shape[0])
    fitted = calibrate(found, layout, size, settings.calibration, settings.markers)
    if isinstance(fitted, CalibrationRefused):
        return fitted
    return (fitted, *place_tags(found, fitted, layout, settings))


def empty_reference(picture: Picture, layout: Layout, settings: VisionSettings) -> EmptyMap | CalibrationRefused:
    """The empty map as a picture of the table without figures shows it, or why it shows none."""
    reading = read_table(picture, layout, settings)
    if isinstance(reading, CalibrationRefused):
        return reading
    return empty_map(rectify(picture, reading[0], layout, _SQUARE_PX), layout.rows, layout.columns)


def read_empty_map(photo: str, layout: Layout, settings: VisionSettings) -> EmptyMap:
    """The empty map as a photograph of it shows; raises ``InputError`` that names the photograph and what it lacks."""
    made = empty_reference(read_picture(Path(photo)), layout, settings)
    if isinstance(made, CalibrationRefused):
        raise InputError(photo, "", made.why, "a photograph of the empty map with its corner markers")
    return made


class TablePipeline:
    """Reads a table from frames; one instance per camera. ``feed`` is the only door; it keeps what it needs.

    Tags are read when the layout has any; figures without a tag, and collars, when the ``empty`` map is given.
    """

    def __init__(
        self,
        layout: Layout,
        settings: VisionSettings | None = None,
        *,
        source: str = "camera",
        empty: EmptyMap | None = None,
    ) -> None:
        self._layout, self._settings, self._source = layout, settings or VisionSettings(), source
        self._stillness = Stillness(self._settings.stillness)
        self._guard = Guard(layout, self._settings)
        self._tags = TagVote(layout, self._settings.vote)
        self._figures = FigureVote(layout, empty, self._settings) if empty is not None else None
        self._calibration: Calibration | None = None  # the last one that held
        self._fresh = False  # it was made in this rest
        self._readings: list[TableReading] = []
        self._looks: list[FigureLook] = []
        self._frame: Frame | None = None  # the last that voted
        self._told = False  # this rest has had its picture
        self._trouble: Trouble | None = None  # the one last told, so that it is told once
        self.state = TableState.UNCALIBRATED

    @property
    def phase(self) -> StillnessPhase:
        """The movement of the table at the last frame."""
        return self._stillness.phase

    def feed(self, frame: Frame) -> Sequence[Observation]:
        """Feed a frame; return what it settles: usually nothing, one picture per rest, or the trouble it shows."""
        dark = darkness(frame.picture, self._settings.dark)
        if dark:
            return self._stopped(Trouble(TableState.DARK, dark), frame.at_s)
        blurred = self._guard.blurred(frame.picture, frame.at_s)
        if blurred:
            return self._stopped(Trouble(TableState.BLUR, blurred), frame.at_s)
        phase = self._stillness.feed(frame.picture, frame.at_s)
        bumped = self._guard.bumped(frame.picture, self._calibration, frame.at_s) if self._calibration else ""
        if bumped:
            return self._moved(bumped, frame.at_s)
        if phase is StillnessPhase.BUSY:
            cut = self._cut_short()
            self._drop()
            self._be(TableState.BUSY)
            if self._stillness.hand_s > self._settings.stillness.hand_patience_s:
                return self._say(Trouble(TableState.BUSY, _HAND), frame.at_s)
            return cut
        if phase is StillnessPhase.SETTLING:
            self._be(TableState.SETTLING)
            return ()
        return () if self._told else self._vote(frame)

    def _vote(self, frame: Frame) -> Sequence[Observation]:
        before = self._calibration
        refused = self._read(frame)
        if refused is not None:
            return self._stopped(refused, frame.at_s)
        assert self._calibration is not None
        if before is not None and before is not self._calibration:
            away = shift_squares(before, self._calibration, self._layout)
            if away > self._settings.moved.squares:
                return self._moved(
                    f"camera-moved: the map lies {away:.2f} squares from its place; reading again",
                    frame.at_s,
                    keep=self._calibration,
                )
        self.state = TableState.SETTLED
        if len(self._readings) < self._settings.vote.frames:
            is_moved = self._trouble is not None and self._trouble.state is TableState.MOVED
            return () if is_moved else self._say(None, frame.at_s)
        seen = self._picture(())
        self._drop()
        self._told = True
        self.state = TableState.IDLE
        return (*self._say(None, frame.at_s), seen)

    def _read(self, frame: Frame) -> Trouble | None:
        """Let the frame vote; return what is in the way where it cannot be measured."""
        if self._layout.flat_tags or not self._fresh or self._calibration is None:
            reading = read_table(frame.picture, self._layout, self._settings)
            if isinstance(reading, CalibrationRefused):
                return Trouble(TableState.UNCALIBRATED, f"markers: {reading.why}")
            strayed = self._guard.strayed(frame.picture, reading[0])
            if strayed:
                return Trouble(TableState.MOVED, strayed)
            if not self._fresh:
                self._calibration, self._fresh = reading[0], True
        else:
            reading = (self._calibration, (), ())  # without tags, one registration serves the whole rest
        self._readings.append(reading)
        if self._figures is not None:
            assert self._calibration is not None
            self._looks.append(self._figures.look(frame.picture, self._calibration))
        self._frame = frame
        return None

    def _picture(self, doubts: tuple[str, ...]) -> PictureSeen:
        assert self._frame is not None
        assert self._calibration is not None
        frame = self._frame
        pieces, unclear, hidden = self._tags.count(self._readings, frame.picture)
        doubts = (*unclear, *doubts)
        if self._figures is None:
            return PictureSeen(self._source, frame.at_s, pieces, doubts, hidden, frame.name or None)
        settled = self._figures.count(self._looks, frame.picture, self._calibration)
        collared = tuple(sorted(settled.collared, key=lambda piece: piece.tag))
        twice = sorted({a.tag for a in collared if sum(b.tag == a.tag for b in collared) > 1})
        doubts = (*doubts, *(f"tag {tag} ({self._layout.by_tag[tag].piece}) is seen twice" for tag in twice))
        return PictureSeen(
            self._source,
            frame.at_s,
            (*pieces, *collared),
            doubts,
            hidden,
            frame.name or None,
            settled.figures,
            settled.unsure,
        )

    def _cut_short(self) -> Sequence[Observation]:
        if len(self._readings) < self._settings.vote.fewest or self._told:
            return ()
        agreed = {tuple((p.tag, p.space) for p in pieces) for _, pieces, _ in self._readings}
        if len(agreed) > 1 or len({tuple(sorted(look.occupancy.feet)) for look in self._looks}) > 1:
            return ()
        return (self._picture(()),)

    def _moved(self, why: str, at_s: float, keep: Calibration | None = None) -> Sequence[Observation]:
        self._drop()
        self._stillness.forget()
        self._calibration, self._fresh = keep, keep is not None
        if self._figures is not None:
            self._figures.forget_light()
        self.state = TableState.MOVED
        return self._say(Trouble(TableState.MOVED, why), at_s)

    def _stopped(self, trouble: Trouble, at_s: float) -> Sequence[Observation]:
        """Forget this rest, and say why."""
        self._drop()
        self.state = trouble.state
        return self._say(trouble, at_s)

    def _be(self, state: TableState) -> None:
        waits = self.state in (TableState.MOVED, TableState.DARK, TableState.BLUR)
        if not (waits and self._trouble) and not (state is TableState.SETTLING and self._calibration is None):
            self.state = state

    def _drop(self) -> None:
        self._readings.clear()
        self._looks.clear()
        self._frame, self._told, self._fresh = None, False, False

    def _say(self, trouble: Trouble | None, at_s: float) -> tuple[Observation, ...]:
        """Tell a trouble, or its end, once; a camera that goes on moving is one trouble."""
        both = (self._trouble, trouble)
        if self._trouble == trouble or all(one is not None and one.state is TableState.MOVED for one in both):
            return ()
        self._trouble = trouble
        state = LinkState.DEGRADED if trouble else LinkState.ONLINE
        return (LinkSeen(self._source, at_s, state, trouble.why if trouble else ""),)
