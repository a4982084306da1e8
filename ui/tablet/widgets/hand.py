"""The figure under a finger: the lit square, the line, a plate with words, and the disc that follows the finger.

everything but the disc is drawn anew only when the finger comes to another square
"""

from __future__ import annotations

from typing import Protocol

from kivy.graphics import (
    Canvas,
    Color,
    InstructionGroup,
    Line,
    PopMatrix,
    PushMatrix,
    Rectangle,
    RoundedRectangle,
    Translate,
)
from kivy.metrics import dp, sp

from companion.board.picture import Token
from companion.painting.grid import CELL, Grid
from companion.painting.marks import paint_line
from ui.presenters.models import HandModel
from ui.tablet.theme import SURFACE, rgba
from ui.tablet.widgets.canvas import KivyCanvas
from ui.tablet.widgets.figures import alone
from ui.tablet.widgets.text import wrapped

Box = tuple[float, float, float, float]  # x, y, width, height


class Squares(Protocol):
    """The board widget: where its squares are, and what draws above it."""

    canvas: Canvas
    x: float
    right: float
    top: float
    width: float

    @property
    def cell(self) -> float:
        """The side of a square in pixels."""

    def corner(self, column: float, row: float) -> tuple[float, float]:
        """The pixel of a grid corner."""


class HeldFigure:
    """Draws a hand above a board widget, which says where its squares are."""

    def __init__(self, board: Squares) -> None:
        self._board = board
        self._fixed, self._moving = InstructionGroup(), InstructionGroup()
        self._shift = Translate(0, 0)
        self._shown: HandModel | None = None
        self.plate: Box | None = None  # where the words came to lie, for tests

    def show(self, hand: HandModel | None) -> None:
        """Draw the hand, if it is another one."""
        if hand == self._shown:
            return
        before, self._shown = self._shown, hand
        after = self._board.canvas.after
        self._fixed.clear()
        if hand is None:
            after.clear()
            self.plate = None
            return
        if before is None or before.piece != hand.piece:
            after.clear()
            self._moving.clear()
            side = self._board.cell
            for part in (PushMatrix(), self._shift):
                self._moving.add(part)
            self._moving.add(alone(Token(hand.piece, hand.label, "", hand.seat, 0, 0), (0, 0), side * 1.1))
            self._moving.add(PopMatrix())
            after.add(self._fixed)
            after.add(self._moving)
        self._draw(hand)

    def move(self, x: float, y: float) -> None:
        """Keep the disc under the finger."""
        self._shift.xy = (x, y)

    def forget(self) -> None:
        """Draw the next hand anew: the board has another size."""
        hand, self._shown = self._shown, None
        self._board.canvas.after.clear()
        self.show(hand)

    def _draw(self, hand: HandModel) -> None:
        board, cell, group = self._board, self._board.cell, self._fixed
        tone = SURFACE["good"] if hand.is_legal else SURFACE["bad"]
        for column, row in hand.places:
            x, y = board.corner(column, row + 1)
            group.add(Color(*rgba(tone, 0.55)))
            group.add(Rectangle(pos=(x, y), size=(cell, cell)))
            group.add(Color(*rgba("#000000", 0.8)))
            group.add(Line(rectangle=(x, y, cell, cell), width=dp(2.6)))
            group.add(Color(*rgba(tone)))
            group.add(Line(rectangle=(x, y, cell, cell), width=dp(1.6)))
            if not hand.is_legal:  # crossed out: not by its colour alone
                group.add(Line(points=[x, y, x + cell, y + cell], width=dp(1.6)))
                group.add(Line(points=[x, y + cell, x + cell, y], width=dp(1.6)))
        text = wrapped(hand.words, int(sp(16)), int(min(dp(330), board.width - dp(20))), SURFACE["text"])
        self.plate = self._place(hand, text.width + dp(16), text.height + dp(8))
        if hand.line:
            canvas = KivyCanvas(group, board.corner(0, 0), cell / CELL)
            paint_line(canvas, hand.line, Grid())
        left, low, width, height = self.plate
        group.add(Color(*rgba(SURFACE["card"], 0.96)))
        group.add(RoundedRectangle(pos=(left, low), size=(width, height), radius=[dp(8)]))
        group.add(Color(*rgba(tone)))
        group.add(Line(rounded_rectangle=(left, low, width, height, dp(8)), width=dp(1.4)))
        group.add(Color(1, 1, 1, 1))
        group.add(Rectangle(texture=text, pos=(left + dp(8), low + dp(4)), size=text.size))

    def _place(self, hand: HandModel, width: float, height: float) -> Box:
        """Return the box of the words: above the finger, below it where there is no room, on
        the side away from the target.
        """
        board, half = self._board, self._board.cell / 2
        x, y = self._shift.x, self._shift.y + half
        if hand.places:
            x, y = board.corner(hand.places[0][0] + 0.5, hand.places[0][1])
        left = x - width / 2
        if hand.line and hand.line.start[0] != hand.line.end[0]:
            left = x - half if hand.line.end[0] < hand.line.start[0] else x + half - width
        left = max(board.x, min(left, board.right - width))
        low = y + board.cell * 0.9
        if low + height > board.top:
            low = y - board.cell * 2.1 - height
        return left, low, width, height
