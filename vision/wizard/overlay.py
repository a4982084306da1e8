"""A camera's picture with what it reads drawn on it: squares, tags with their pieces, doubts, dice, and the state.

A window that shows pictures, where OpenCV brings one and there is a screen.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import MissingPart
from companion.table.observation import DiceSeen, PictureSeen, PieceSeen
from vision.arrays import Floats, Picture
from vision.plane.calibration import Calibration
from vision.plane.collars import COLLAR_TAG
from vision.plane.layout import Layout
from vision.plane.markers import detect_markers
from vision.plane.project import Doubt
from vision.settings import VisionSettings

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


_GRID, _GOOD, _DOUBT, _DIE = (200, 170, 60), (80, 200, 60), (40, 140, 255), (230, 120, 220)  # BGR
_FOOT = 0.4  # of a square: the ring round a figure's foot


def draw_seen(
    picture: Picture,
    layout: Layout,
    calibration: Calibration | None,
    *,
    pieces: Sequence[PieceSeen] = (),
    doubts: Sequence[Doubt] = (),
    dice: DiceSeen | None = None,
    rest: PictureSeen | None = None,
    lines: Sequence[str] = (),
) -> Picture:
    """A copy of the picture with everything on it; ``lines`` stand at the top left.

    ``rest`` is what the last rest showed: its figures without a tag, named where a collar tells, and unsure squares.
    """
    out = picture.copy()
    thick = _thickness(picture)
    if calibration is not None:
        _grid(out, layout, calibration, thick)
        _tags(out, layout, pieces, doubts, thick)
        if rest is not None:
            _figures(out, layout, calibration, rest, thick)
    return _dice(out, dice, lines)


def draw_dice(picture: Picture, dice: DiceSeen | None, lines: Sequence[str] = ()) -> Picture:
    """A copy of the picture of a tray with its dice on it; ``lines`` stand at the top left."""
    return _dice(picture.copy(), dice, lines)


def _dice(out: Picture, dice: DiceSeen | None, lines: Sequence[str]) -> Picture:
    thick = _thickness(out)
    for die in dice.dice if dice else ():
        at = (round(die.x), round(die.y))
        cv2.rectangle(
            out,
            (at[0] - round(die.width / 2), at[1] - round(die.height / 2)),
            (at[0] + round(die.width / 2), at[1] + round(die.height / 2)),
            _DIE,
            thick,
        )
        _say(out, die.face or "?", (at[0] + round(die.width / 2), at[1]), _DIE, thick)
    for number, line in enumerate(lines):
        _say(out, line, (12, 12 + round((number + 1) * 22 * thick)), (255, 255, 255), thick)
    return out


def _thickness(picture: Picture) -> int:
    """Return the width of a line that is seen on a picture of that size, px."""
    return max(1, round(int(picture.shape[1]) / 1300))


def _grid(out: Picture, layout: Layout, calibration: Calibration, thick: int) -> None:
    side = layout.square_mm
    for count, other, turn in ((layout.columns, layout.rows, False), (layout.rows, layout.columns, True)):
        along = np.linspace(0.0, other * side, 8 * other + 1)  # a bent lens bends the lines too
        for number in range(count + 1):
            across = np.full_like(along, number * side)
            points = np.column_stack([along, across] if turn else [across, along])
            cv2.polylines(out, [_px(calibration.to_px(points))], False, _GRID, thick, cv2.LINE_AA)


def _tags(out: Picture, layout: Layout, pieces: Sequence[PieceSeen], doubts: Sequence[Doubt], thick: int) -> None:
    names = {piece.tag: f"{layout.by_tag[piece.tag].piece} {piece.space}" for piece in pieces}
    unsure = {doubt.tag: f"{doubt.tag}?" for doubt in doubts}
    wanted = {tag for tag in {*names, *unsure} if tag < COLLAR_TAG}
    for marker in detect_markers(out, wanted, VisionSettings().markers, layout.family) if wanted else ():
        colour = _GOOD if marker.id in names else _DOUBT
        cv2.polylines(out, [_px(marker.corners_px)], True, colour, 2 * thick, cv2.LINE_AA)
        at = (round(marker.centre_px[0] + marker.side_px * 0.7), round(marker.centre_px[1]))
        _say(out, names.get(marker.id) or unsure[marker.id], at, colour, thick)


def _figures(out: Picture, layout: Layout, calibration: Calibration, rest: PictureSeen, thick: int) -> None:
    """Circles round the feet of figures, named where a collar card tells; unsure squares with a question mark."""
    feet = [(figure.spaces[0], figure.offset_mm, "") for figure in rest.figures or ()]
    feet += [
        (piece.space, piece.offset_mm, f" {layout.by_tag[piece.tag].piece}")
        for piece in rest.pieces
        if piece.tag >= COLLAR_TAG
    ]
    turn = np.linspace(0.0, 2.0 * np.pi, 33)
    for space, offset_mm, name in feet:
        middle = np.add(layout.places.middle_mm(space), offset_mm)
        ring = middle + _FOOT * layout.square_mm * np.column_stack([np.cos(turn), np.sin(turn)])
        cv2.polylines(out, [_px(calibration.to_px(ring))], True, _GOOD, 2 * thick, cv2.LINE_AA)
        at = calibration.to_px(middle[None] + (-0.3 * layout.square_mm, 0.6 * layout.square_mm))[0]
        _say(out, f"{space}{name}", (round(at[0]), round(at[1])), _GOOD, thick)
    for space in rest.unsure:
        middle = np.array(layout.places.middle_mm(space))
        corners = middle + 0.46 * layout.square_mm * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        cv2.polylines(out, [_px(calibration.to_px(corners))], True, _DOUBT, 2 * thick, cv2.LINE_AA)
        at = calibration.to_px(middle[None])[0]
        _say(out, f"{space}?", (round(at[0]), round(at[1])), _DOUBT, thick)


def _px(points: Floats) -> NDArray[np.int32]:
    return np.asarray(np.round(points).astype(np.int32).reshape(-1, 1, 2))


def _say(out: Picture, text: str, at: tuple[int, int], colour: tuple[int, int, int], thick: int) -> None:
    plain = text.encode("ascii", "replace").decode("ascii")  # the letters OpenCV has
    (wide, high), under = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, 0.5 * thick, thick)
    # an outline of thicker letters would be wider than the letters with OpenCV 5: a dark plate is not
    cv2.rectangle(out, (at[0] - 2, at[1] - high - 2), (at[0] + wide + 2, at[1] + under), (20, 20, 20), -1)
    cv2.putText(out, plain, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5 * thick, colour, thick, cv2.LINE_AA)
