"""The vote of settled frames on figures without a tag, and what changed since the last rest.

frame ──rectify, difference, occupancy──> FigureLook ──5 of them──> per square: occupied, empty or unsure (80 %)
last look ──appearance of each figure──> likeness to the figures of the last rest     evidence: stirred, covered
          ──collars of new and touched squares──> PieceSeen      empty squares ──> the reference learns them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.board.squares import format_square
from companion.core.ids import SpaceId
from companion.table.observation import FigureSeen, PieceSeen
from vision.arrays import Picture, grey
from vision.figures.collar import read_collar
from vision.figures.difference import Difference, difference
from vision.figures.likeness import Appearance, appearance, likeness
from vision.figures.occupancy import Foot, Occupancy, State, judge_squares
from vision.figures.reference import EmptyMap, Square
from vision.plane.calibration import Calibration
from vision.plane.collars import COLLAR_TAG
from vision.plane.layout import Layout
from vision.plane.overhead import rectify
from vision.plane.project import square_centre_mm
from vision.settings import VisionSettings


@dataclass(frozen=True, eq=False)
class FigureLook:
    """One frame: the rectified map, how it differs from the empty one, what stands where."""

    flat: Picture
    seen: Difference
    occupancy: Occupancy


@dataclass(frozen=True, slots=True)
class SettledFigures:
    """The figures of one rest."""

    figures: tuple[FigureSeen, ...]
    unsure: tuple[SpaceId, ...]
    collared: tuple[PieceSeen, ...]


class FigureVote:
    """Looks at frames and counts them; keeps the empty map, and the figures of the last rest."""

    def __init__(self, layout: Layout, empty: EmptyMap, settings: VisionSettings) -> None:
        self._layout, self.empty, self._settings = layout, empty, settings
        self._looks: dict[Square, Appearance] = {}  # of the last rest
        self._collars: dict[Square, PieceSeen] = {}
        self._flat: tuple[Picture, Difference] | None = None

    def look(self, picture: Picture, calibration: Calibration) -> FigureLook:
        """Look at one frame."""
        flat = rectify(picture, calibration, self._layout, self.empty.square_px)
        seen = difference(flat, self.empty.flat, self.empty.square_px, self._settings.difference)
        judged = judge_squares(seen, self._layout, calibration.camera_mm, self._settings.occupancy)
        return FigureLook(flat, seen, judged)

    def forget_light(self) -> None:
        """Begin anew: the camera stands elsewhere, so that nothing can be called untouched."""
        self._flat = None

    def count(self, looks: Sequence[FigureLook], picture: Picture, calibration: Calibration) -> SettledFigures:
        """Return what the looks of one rest agree on; ``picture`` is the last frame."""
        last = looks[-1]
        states = self._agreed(looks)
        feet = {square: foot for look in looks for square, foot in look.occupancy.feet.items()}
        stirred = self._stirred(last)
        figures: list[FigureSeen] = []
        collared: list[PieceSeen] = []
        shapes: dict[Square, Appearance] = {}
        for square in sorted(square for square, state in states.items() if state is State.OCCUPIED):
            foot = feet[square]
            shapes[square] = appearance(last.flat, last.seen, foot, self._settings.likeness)
            piece = self._collar(square, self._is_same_card(last, square), picture, calibration)
            if piece is not None:
                collared.append(piece)
            else:
                share = -1.0 if stirred is None else self._share(stirred, square)
                figures.append(self._figure(square, foot, shapes[square], share, looks))
        unsure = {square for square, state in states.items() if state is State.UNSURE}
        for square in unsure & set(self._looks):  # still the last thing known about it
            shapes[square] = self._looks[square]
        self._looks = shapes
        self._collars = {self._square(piece): piece for piece in collared}
        self._flat = (last.flat, last.seen)
        free = {square for square, state in states.items() if state is State.EMPTY}
        calm = {one for one in free if last.occupancy.covered[one] < self._settings.occupancy.learn_below}
        self.empty = self.empty.learnt(last.flat, calm, last.seen)
        return SettledFigures(tuple(figures), tuple(format_square(*one) for one in sorted(unsure)), tuple(collared))

    def _agreed(self, looks: Sequence[FigureLook]) -> dict[Square, State]:
        agreed: dict[Square, State] = {}
        for square in looks[0].occupancy.states:
            state, votes = Counter(look.occupancy.states[square] for look in looks).most_common(1)[0]
            agreed[square] = state if votes >= self._settings.vote.agree_share * len(looks) else State.UNSURE
        return agreed

    def _figure(
        self, square: Square, foot: Foot, shape: Appearance, stirred: float, looks: Sequence[FigureLook]
    ) -> FigureSeen:
        alike = {
            format_square(*where): likeness(shape, before, self._settings.likeness)
            for where, before in sorted(self._looks.items())
        }
        votes = sum(look.occupancy.states[square] is State.OCCUPIED for look in looks)
        evidence = {"covered": round(foot.covered, 3), "votes": float(votes), "frames": float(len(looks))}
        if stirred >= 0.0:
            evidence["stirred"] = round(stirred, 3)
        return FigureSeen((format_square(*square),), foot.offset_mm, alike, evidence)

    def _is_same_card(self, now: FigureLook, square: Square) -> bool:
        """Whether nothing on the square moved by so much as a pixel since the last rest.

        Twins that changed places differ in the cells of their cards alone, and those are two pixels wide: what counts
        as untouched for a figure, whose edges wander a little, does not do here.
        """
        if self._flat is None:
            return False
        px = self.empty.square_px
        part = np.s_[square[1] * px : (square[1] + 1) * px, square[0] * px : (square[0] + 1) * px]
        (before, lit), (after, light) = self._flat, (now.flat, now.seen)
        change = np.abs(
            np.log(cv2.GaussianBlur(after[part], (0, 0), 0.7).astype(np.float32) + 20.0)
            - light.shine[part]
            - np.log(cv2.GaussianBlur(before[part], (0, 0), 0.7).astype(np.float32) + 20.0)
            + lit.shine[part]
        )
        return float(np.percentile(change.mean(axis=2), 97)) < self._settings.vote.same_card

    def _collar(self, square: Square, same: bool, picture: Picture, calibration: Calibration) -> PieceSeen | None:
        if not self._layout.collars:
            return None
        if same and square in self._collars:
            return self._collars[square]
        middle = square_centre_mm(*square, self._layout)
        read = read_collar(grey(picture), calibration, middle, self._layout.collars, self._settings.collar)
        if read.identity is None:
            return None
        evidence = {"score": read.score, "margin": read.margin, "contrast": read.contrast}
        return PieceSeen(COLLAR_TAG + read.identity, format_square(*square), read.offset_mm, evidence)

    def _square(self, piece: PieceSeen) -> Square:
        return next(square for square in self._all_squares() if format_square(*square) == piece.space)

    def _all_squares(self) -> list[Square]:
        return [(column, row) for row in range(self._layout.rows) for column in range(self._layout.columns)]

    def _stirred(self, now: FigureLook) -> Picture | None:
        """Return a mask, 1 per pixel, of changes other than light since the last rest; None when it is not known."""
        if self._flat is None:
            return None
        flat, seen = self._flat
        before, after = (
            np.log(cv2.GaussianBlur(shot, (0, 0), 1.2).astype(np.float32) + 20.0) - lit.shine
            for shot, lit in ((flat, seen), (now.flat, now.seen))
        )
        kernel = np.ones((3, 3), np.uint8)
        rise = np.maximum(after - cv2.dilate(before, kernel), 0.0) + np.minimum(after - cv2.erode(before, kernel), 0.0)
        light = rise.mean(axis=2)
        colour = np.linalg.norm(rise - light[..., None], axis=2)
        vote = self._settings.vote  # a shadow that came or went changes the light alone, and not by much
        return np.asarray((colour > vote.stirred_colour) | (np.abs(light) > vote.stirred_light), dtype=np.uint8)

    def _share(self, stirred: Picture, square: Square) -> float:
        px = self.empty.square_px
        part = stirred[square[1] * px : (square[1] + 1) * px, square[0] * px : (square[0] + 1) * px]
        return float(part.mean())
