"""The view of the board in its frame: how large it is drawn, and how far it is moved. Pixels, y upward.

wheel, double tap ──> larger or smaller around the finger      two fingers ──> pinch and move
one finger on no figure of one's own ──> move, when it is larger than its frame
"""

from __future__ import annotations

from dataclasses import dataclass

from kivy.metrics import dp

from companion.board.picture import Token

Point = tuple[float, float]
MOST = 6.0  # times as large as the whole board in its frame
STEP = 1.25  # of a turn of the wheel
FINGER = 64  # dp of a square after a double tap
LARGEST = 128  # dp of a square while little of a board is known


@dataclass(frozen=True, slots=True)
class Finger:
    """A finger on the board: where it came down, where it is, the figure that is meant."""

    start: Point
    now: Point
    token: Token | None = None
    is_moving: bool = False


class View:
    """The zoom of one board (1: it fits its frame), and the shift of its middle from the frame's."""

    def __init__(self) -> None:
        self.zoom, self.shift = 1.0, (0.0, 0.0)

    def fit(self) -> None:
        """Show the whole board."""
        self.zoom, self.shift = 1.0, (0.0, 0.0)

    def scale(self, factor: float, around: Point, frame: Point, board: Point) -> None:
        """Draw so many times as large; the point ``around``, from the frame's middle, stays under the finger.

        ``frame`` and ``board`` are widths and heights, the board's as it fits the frame.
        """
        before = self.zoom
        self.zoom = max(1.0, min(MOST, before * factor))
        by = self.zoom / before
        x, y = (at - (at - shift) * by for at, shift in zip(around, self.shift, strict=True))
        self.move((x - self.shift[0], y - self.shift[1]), frame, board)

    def move(self, by: Point, frame: Point, board: Point) -> None:
        """Move it, no farther than its rim to the frame's."""
        room = [max(0.0, (size * self.zoom - wide) / 2) for size, wide in zip(board, frame, strict=True)]
        x, y = (max(-most, min(most, at + d)) for at, d, most in zip(self.shift, by, room, strict=True))
        self.shift = x, y

    def to_finger(self, cell: float) -> float:
        """The factor that makes squares of ``cell`` pixels as large as a finger, or the board fit again."""
        return 1 / self.zoom if self.zoom > 1 else max(1.6, dp(FINGER) / cell)


def far(one: Point, other: Point) -> float:
    """Return the distance of two points, in the direction in which they are farther apart."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def way(one: Point, other: Point) -> Point:
    return other[0] - one[0], other[1] - one[1]
