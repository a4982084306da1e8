"""From frames to settled pictures of the table.

    frame ──dark?──> stillness ──SETTLED──> markers ──> calibration ──> places ──┐  a vote of 5 settled frames
                        │ BUSY: votes are dropped                                └─> PictureSeen, once per rest
    doubtful: a tag on a line, off the map, seen twice, wavering between squares
    hidden: a tag that cannot be read any more though nothing moved there

A picture that cannot be measured is said as ``LinkSeen(degraded)`` with the reason, once, and taken back when it works.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.board.squares import parse_square
from companion.core.ids import SpaceId
from companion.table.observation import LinkSeen, LinkState, Observation, PictureSeen, PieceSeen
from vision.arrays import Picture, grey
from vision.plane.calibration import Calibration, CalibrationRefused, calibrate
from vision.plane.layout import Layout
from vision.plane.markers import detect_markers
from vision.plane.project import Doubt, place_tags
from vision.plane.rectify import rectify
from vision.settings import VisionSettings
from vision.sources.frames import Frame
from vision.watch.stillness import Stillness, StillnessPhase

__all__ = ["TablePipeline", "TableReading", "read_table"]

TableReading = tuple[Calibration, tuple[PieceSeen, ...], tuple[Doubt, ...]]
_SQUARE_PX = 24  # of the rectified picture in which "nothing happened there" is judged


def read_table(picture: Picture, layout: Layout, settings: VisionSettings) -> TableReading | CalibrationRefused:
    """What one picture of the table shows: its calibration, the placed pieces, the doubts; or why nothing."""
    registered = {marker.id for marker in layout.corners} | set(layout.by_tag)
    found = detect_markers(picture, registered, settings.markers)
    size = (picture.shape[1], picture.shape[0])
    fitted = calibrate(found, layout, size, settings.calibration, settings.markers)
    if isinstance(fitted, CalibrationRefused):
        return fitted
    return (fitted, *place_tags(found, fitted, layout, settings))


class TablePipeline:
    """Reads a table from frames; one instance per camera. ``feed`` is the only door; it keeps what it needs."""

    def __init__(self, layout: Layout, settings: VisionSettings | None = None, *, source: str = "camera") -> None:
        self._layout, self._settings, self._source = layout, settings or VisionSettings(), source
        self._stillness = Stillness(self._settings.stillness)
        self._votes: list[TableReading] = []
        self._told = False  # this rest has had its picture
        self._trouble = ""  # the reason last told, so that it is told once
        self._last: tuple[dict[int, SpaceId], Picture] | None = None

    @property
    def phase(self) -> StillnessPhase:
        """How the table moved at the last frame."""
        return self._stillness.phase

    def feed(self, frame: Frame) -> Sequence[Observation]:
        """What this frame settles: usually nothing, one picture per rest, or the trouble it shows."""
        dark = self._dark(frame.picture)
        if dark:
            self._votes.clear()
            self._told = False
            return self._say(LinkState.DEGRADED, dark, frame.at_s)
        if self._stillness.feed(frame.picture, frame.at_s) is not StillnessPhase.SETTLED:
            if self._stillness.phase is StillnessPhase.BUSY:
                self._votes.clear()
                self._told = False
            return ()
        if self._told:
            return ()
        reading = read_table(frame.picture, self._layout, self._settings)
        if isinstance(reading, CalibrationRefused):
            self._votes.clear()
            return self._say(LinkState.DEGRADED, f"markers: {reading.why}", frame.at_s)
        self._votes.append(reading)
        if len(self._votes) < self._settings.vote.frames:
            return self._say(LinkState.ONLINE, "", frame.at_s)
        seen = self._count(frame)
        self._votes.clear()
        self._told = True
        return (*self._say(LinkState.ONLINE, "", frame.at_s), seen)

    def _dark(self, picture: Picture) -> str:
        level, spread = cv2.meanStdDev(grey(picture[::8, ::8]))
        if float(level.reshape(-1)[0]) < self._settings.dark.mean_level:
            return "picture-dark: the camera sees nothing; is its lens covered or the light off?"
        if float(spread.reshape(-1)[0]) < self._settings.dark.spread_level:
            return "picture-flat: the camera sees one even colour; is its lens covered?"
        return ""

    def _say(self, state: LinkState, why: str, at_s: float) -> tuple[Observation, ...]:
        if why == self._trouble:
            return ()
        self._trouble = why
        return (LinkSeen(self._source, at_s, state, why),)

    def _count(self, frame: Frame) -> PictureSeen:
        pieces: list[PieceSeen] = []
        doubts: list[str] = []
        most = len(self._votes)
        tags = sorted({p.tag for _, ps, _ in self._votes for p in ps} | {d.tag for _, _, ds in self._votes for d in ds})
        for tag in tags:
            seen = [piece for _, placed, _ in self._votes for piece in placed if piece.tag == tag]
            unsure = [doubt.why for _, _, doubted in self._votes for doubt in doubted if doubt.tag == tag]
            squares = Counter(piece.space for piece in seen)
            best, votes = squares.most_common(1)[0] if squares else (SpaceId(""), 0)
            if votes >= self._settings.vote.agree_share * most:
                pieces.append(_middle([piece for piece in seen if piece.space == best], most))
            elif unsure:
                doubts.append(Counter(unsure).most_common(1)[0][0])
            elif len(squares) > 1:
                doubts.append(f"tag {tag} ({self._name(tag)}) wavers between {' and '.join(sorted(squares))}")
            else:
                doubts.append(f"tag {tag} ({self._name(tag)}) was read in {votes} of {most} frames only, at {best}")
        lost = self._lost(frame, {piece.tag for piece in pieces} | set(tags))
        return PictureSeen(self._source, frame.at_s, tuple(pieces), tuple(doubts), tuple(lost), frame.name or None)

    def _lost(self, frame: Frame, found: set[int]) -> list[str]:
        calibration, pieces, _ = self._votes[-1]
        flat = rectify(grey(frame.picture), calibration, self._layout, _SQUARE_PX)
        flat = np.asarray(cv2.GaussianBlur(flat, (0, 0), 1.5), dtype=np.uint8)
        lost: list[str] = []
        places = {piece.tag: piece.space for piece in pieces}
        if self._last is not None:
            for tag, space in self._last[0].items():
                if tag in found:
                    continue
                if self._unchanged(space, flat):
                    lost.append(f"tag {tag} ({self._name(tag)}) is not readable, though nothing moved at {space}")
                    places[tag] = space  # still believed to be there: asked again next time
        self._last = (places, flat)
        return lost

    def _unchanged(self, space: SpaceId, flat: Picture) -> bool:
        assert self._last is not None
        column, row = parse_square(space)
        part = np.s_[row * _SQUARE_PX : (row + 1) * _SQUARE_PX, column * _SQUARE_PX : (column + 1) * _SQUARE_PX]
        return float(cv2.absdiff(self._last[1][part], flat[part]).mean()) < self._settings.vote.unchanged_level

    def _name(self, tag: int) -> str:
        return self._layout.by_tag[tag].piece


def _middle(seen: list[PieceSeen], frames: int) -> PieceSeen:
    offset = np.median([piece.offset_mm for piece in seen], axis=0)
    evidence = {key: float(np.median([piece.evidence[key] for piece in seen])) for key in seen[0].evidence}
    evidence |= {"votes": float(len(seen)), "frames": float(frames)}
    return replace(seen[0], offset_mm=(round(float(offset[0]), 2), round(float(offset[1]), 2)), evidence=evidence)
