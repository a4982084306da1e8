"""The board: one widget that draws everything, tokens included, from a ``BoardPicture``; it computes no rule.

ground   what the painter draws, once, as a texture       overlay  the veil; marks and figures above it
marks, figures: the painter's, on Kivy's canvas           the hand above everything

a finger goes up where it came down: a tap      a figure that may be lifted is dragged once the finger has moved by SLOP
wheel, double tap, two fingers: larger, smaller      one finger beside the figures: moves what is larger than its frame
"""

from __future__ import annotations

from dataclasses import replace
from math import floor
from typing import Protocol

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, ScissorPop, ScissorPush
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.board.picture import BoardPicture, Box, Field, Tile, Token
from companion.core.ids import PieceId
from companion.painting.figures import paint_things
from companion.painting.grid import CELL, Grid
from companion.painting.ground import known_labels, paint_borders, paint_ground, paint_names
from companion.painting.marks import paint_marks
from ui.presenters.models import HandModel
from ui.tablet.theme import SURFACE
from ui.tablet.widgets.canvas import KivyCanvas, drawn
from ui.tablet.widgets.dress import Dress
from ui.tablet.widgets.hand import HeldFigure
from ui.tablet.widgets.motion import Motion
from ui.tablet.widgets.pieces import Pieces
from ui.tablet.widgets.text import fitted
from ui.tablet.widgets.veil import Veil
from ui.tablet.widgets.view import LARGEST, STEP, Finger, View, far, way

SLOP = 12  # dp a finger moves before it drags
LEAST = 120  # dp of a board that is drawn: a widget that has no place yet is 100 wide and high


class Touches(Protocol):
    """The listener to fingers on the board; squares are (column, row) of the screen."""

    def tap(self, column: int, row: int) -> None:
        """Take a tap on a square, or on the figure there."""

    def tap_figure(self, piece: PieceId) -> None:
        """Take a tap on a figure, and where it stands."""

    def lift(self, piece: PieceId) -> bool:
        """Whether the figure is in the hand now."""

    def over(self, column: int, row: int) -> HandModel | None:
        """The hand over a square; off the board where there is none."""

    def drop(self) -> None:
        """Let the figure go."""


class BoardWidget(Widget):
    """Draws the model given to ``show``; what fingers do goes to ``touches``, figures before squares."""

    def __init__(self, touches: Touches, motion: Motion | None = None, **settings: object) -> None:
        super().__init__(**settings)
        self.pieces = Pieces(motion or Motion())
        self._touches = touches
        self._model: BoardPicture | None = None
        self.box: Box = (0, 0, 1, 1)  # the squares that are drawn
        self._is_part = False  # whether it is not the whole board: of a dungeon what is explored
        self._drawn: tuple[object, int, Texture] | None = None  # the ground: what it was drawn of, how wide
        self._is_settled, self._settle = False, Clock.create_trigger(self._sharpen)
        self._veil: Veil | None = None
        self.dress = Dress()
        self._field: Field | None = None
        self.view, self._is_own = View(), False  # whether the players chose themselves what they see
        self._first: Finger | None = None
        self._second: Finger | None = None
        self._over: tuple[int, int] | None = None  # the square under the finger that drags
        self.held = HeldFigure(self)
        later = Clock.create_trigger(self._resize, -1)  # once, after all that is laid out before the next frame
        self.bind(pos=later, size=later)

    def show(self, model: BoardPicture, hand: HandModel | None = None) -> None:
        """Draw the picture, if it is another one, and the hand over it."""
        still = replace(model, field=None)
        before, self._model = self._model, still
        self.box, self._is_part = model.shown, model.explored is not None  # asked for a thousand times a frame
        is_other, self._field = still != before or (model.field is None) != (self._field is None), model.field
        if is_other:
            self.pieces.change(before, still)
            self._follow()
            self._redraw()
        self.show_hand(hand)

    def _follow(self) -> None:
        """Show all that is drawn, as large as there is room, until somebody zooms or moves the board."""
        if not self._is_own:
            self.view.fit()

    def show_hand(self, hand: HandModel | None) -> None:
        """Draw what a finger holds, and the overlay of where it is; the board stays as it is drawn."""
        if hand is None and self._over is not None:  # taken out of the hand: the finger's way to its end counts no more
            self._over = self._first = None
        if self._veil is not None:
            self._veil.show(hand.field if hand else self._field)
        self.held.show(hand)

    @property
    def cell(self) -> float:
        """The side of a square in pixels."""
        return self._fitting * self.view.zoom

    @property
    def _fitting(self) -> float:
        """The side of a square when all that is drawn is in sight."""
        (left, top, right, bottom), (width, height) = self.box, self._frame
        fits = min(width / (right - left), height / (bottom - top))
        return min(fits, dp(LARGEST)) if self._is_part else fits

    @property
    def _frame(self) -> tuple[float, float]:
        """Width and height of what the board is seen through: without the letters around it."""
        return self.width - dp(26), self.height - dp(26)

    @property
    def _middle(self) -> tuple[float, float]:
        width, height = self._frame
        return self.x + dp(24) + width / 2, self.y + dp(2) + height / 2

    @property
    def _board(self) -> tuple[float, float]:
        """Width and height of what is drawn of the board when all of it is in sight."""
        left, top, right, bottom = self.box
        return (right - left) * self._fitting, (bottom - top) * self._fitting

    def tap_square(self, column: int, row: int) -> None:
        """Tap that square by other means than a finger."""
        self._touches.tap(column, row)

    def width_for(self, height: float) -> float:
        """The width the board can use when it is so high."""
        model = self._model
        return (height - dp(26)) / model.rows * model.columns + dp(26) if model else height

    def corner(self, column: float, row: float) -> tuple[float, float]:
        """The pixel of a grid corner: columns to the right, rows downward."""
        (left, top, end, foot), cell, (x, y), (right, up) = self.box, self.cell, self._middle, self.view.shift
        return x + right + (column - (left + end) / 2) * cell, y + up - (row - (top + foot) / 2) * cell

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Whether the touch was ours: a figure within 24 dp of it is meant, else the square under it."""
        if self._model is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if touch.is_mouse_scrolling:
            self._scale(STEP if touch.button == "scrolldown" else 1 / STEP, touch.pos)
        elif touch.is_double_tap and self._first is None:
            self._scale(self.view.to_finger(self.cell), touch.pos)
        elif self._first is None:
            touch.grab(self)
            self._first = Finger(touch.pos, touch.pos, self._token_at(touch))
        elif self._second is None and self._over is None:  # two fingers pinch; a figure in the hand stays in it
            touch.grab(self)
            self._second, self._first = Finger(touch.pos, touch.pos), replace(self._first, token=None, is_moving=True)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Whether the touch was ours: a figure follows the finger that has moved far enough; else the board does."""
        first = self._first
        if touch.grab_current is not self or first is None:
            return bool(super().on_touch_move(touch))
        second = self._second
        if second is not None:
            self._pinch(first, second, touch)
        elif first.is_moving or far(first.start, touch.pos) > dp(SLOP):
            if first.token is not None and first.token.may_be_lifted:
                self._drag(first.token, touch)
            else:
                self._is_own = True
                self.view.move(way(first.now, touch.pos), self._frame, self._board)
                self._resize()
            if self._first is not None:
                self._first = replace(self._first, now=touch.pos, is_moving=True)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Whether the touch was ours: what was not dragged is tapped; what was is let go where the finger is now."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if self._first is not None and self._second is None:
            self._arrive(touch)  # a fast finger is lifted elsewhere than it was last seen
        first, self._first, self._second = self._first, None, None
        if first is None or self._model is None:
            return True
        if self._over is not None:
            self._over = None
            self._touches.drop()
        elif not first.is_moving:
            column, row = self._place(touch)
            if first.token is not None:
                self._touches.tap_figure(first.token.piece)
            elif 0 <= column < self._model.columns and 0 <= row < self._model.rows:
                self._touches.tap(int(column), int(row))
        return True

    def _arrive(self, touch: MotionEvent) -> None:
        """Follow the finger to where it is lifted."""
        first = self._first
        if first is None or first.token is None or not first.token.may_be_lifted:
            return
        if first.is_moving or far(first.start, touch.pos) > dp(SLOP):
            self._first = replace(first, is_moving=True)
            self._drag(first.token, touch)

    def _drag(self, token: Token, touch: MotionEvent) -> None:
        if self._over is None and not self._touches.lift(token.piece):
            return
        column, row = self._place(touch)
        place = (floor(column), floor(row))
        self.held.move(touch.x, touch.y)
        if place != self._over:
            self._over = place
            self.show_hand(self._touches.over(*place))

    def _pinch(self, first: Finger, second: Finger, touch: MotionEvent) -> None:
        """The two points under the fingers stay under them, as far as a zoom and a shift can."""
        is_first = far(first.now, touch.pos) < far(second.now, touch.pos)
        moved = replace(first if is_first else second, now=touch.pos)
        ends = (moved, second) if is_first else (first, moved)
        before, after = far(first.now, second.now), far(ends[0].now, ends[1].now)
        middles = [((a.now[0] + b.now[0]) / 2, (a.now[1] + b.now[1]) / 2) for a, b in ((first, second), ends)]
        self._first, self._second = ends
        self.view.move(way(*middles), self._frame, self._board)
        if before > dp(SLOP):
            self._scale(after / before, middles[1])

    def _scale(self, factor: float, at: tuple[float, float]) -> None:
        self._is_own = True
        self.view.scale(factor, way(self._middle, at), self._frame, self._board)
        self._resize()

    def _token_at(self, touch: MotionEvent) -> Token | None:
        """The figure that is meant: under the finger, or within 24 dp of it where no move would end."""
        assert self._model is not None
        column, row = self._place(touch)

        def distance(token: Token) -> float:
            x, y = token.column + token.width / 2, token.row + token.height / 2
            inside = abs(column - x) <= token.width / 2 and abs(row - y) <= token.height / 2
            return 0.0 if inside else float(((column - x) ** 2 + (row - y) ** 2) ** 0.5)

        near = min(self._model.tokens, key=distance, default=None)
        is_near = near and distance(near) * self.cell <= dp(24)
        return near if is_near and near and (distance(near) == 0 or self._reach_at(column, row) is None) else None

    def _place(self, touch: MotionEvent) -> tuple[float, float]:
        left, top = self.corner(0, 0)
        return (touch.x - left) / self.cell, (top - touch.y) / self.cell

    def _reach_at(self, column: float, row: float) -> int | None:
        assert self._model is not None
        column, row = int(column), int(row)
        return next((tile.reach for tile in self._model.tiles if (tile.column, tile.row) == (column, row)), None)

    def _resize(self, *_: object) -> None:
        self._follow()
        self._redraw()
        self.held.forget()

    def _redraw(self) -> None:
        model = self._model
        self.canvas.clear()
        if model is None or min(self.width, self.height) < dp(LEAST):
            return  # not laid out yet
        if self.view.zoom > 1:
            x, y = self.to_window(self.x, self.y)
            self.canvas.add(ScissorPush(x=int(x), y=int(y), width=int(self.width), height=int(self.height)))
        (left, top), cell, grid = self.corner(0, 0), self.cell, Grid()
        width, height = cell * model.columns, cell * model.rows
        (x0, y0), (x1, y1) = self.corner(self.box[0], self.box[3]), self.corner(self.box[2], self.box[1])
        canvas, ground = KivyCanvas(self.canvas, (left, top), cell / CELL), self._ground(model)
        with self.canvas:
            Color(1, 1, 1, 1)
            if ground is not None:
                Rectangle(texture=ground, pos=(x0, y0), size=(x1 - x0, y1 - y0))
            if (worn := self.dress.ground) is not None:  # as many squares high as it is: tiles lie beside some boards
                high = min(model.rows, round(model.columns * worn.height / worn.width)) * cell
                Rectangle(texture=worn, pos=(left, top - high), size=(width, high))
            self._draw_labels(model)
            self._veil = Veil(model.columns, model.rows, (left, top - height), (width, height))
            self._veil.show(self._field)
        if self.dress.ground is not None:
            paint_borders(canvas, model, grid)
        paint_marks(canvas, model, grid, is_seen=self._field is not None)
        is_zoned = bool(model.plates)
        self.pieces.draw_things(self.canvas, (left, top), cell, is_zoned=is_zoned)
        paint_things(canvas, replace(model, objects=()), grid)
        self.pieces.draw(self.canvas, (left, top), cell, is_zoned=is_zoned, portraits=self.dress.portraits)
        paint_names(canvas, model, grid)
        if self.view.zoom > 1:
            with self.canvas:
                self._draw_labels(model)
            self.canvas.add(ScissorPop())

    def _ground(self, model: BoardPicture) -> Texture | None:
        """The printed board, drawn once for a board of that size; ``None``: with the next frame."""
        left, top, right, bottom = self.box
        width, height = (round(self.cell * squares) for squares in (right - left, bottom - top))
        key = (self.box, tuple(map(_printed, model.tiles)), model.walls, model.rims, model.ramps, model.doors)
        known, size, texture = self._drawn or (None, 0, None)
        if (texture is None or (known == key and size != width)) and not self._is_settled:
            self._settle()  # while a window is laid out its sizes change: the texture is stretched until it is
            return texture
        if texture is None or (known, size) != (key, width):

            def paint(canvas: KivyCanvas) -> None:
                grid = Grid(-left * CELL, -top * CELL)
                paint_ground(canvas, model, grid)
                paint_borders(canvas, model, grid)

            texture = drawn(width, height, paint, (right - left) * CELL)
            self._drawn = key, width, texture
        return texture

    def _sharpen(self, *_: object) -> None:
        """Draw the ground for the size that the board has come to have."""
        self._is_settled = True
        self._redraw()
        self._is_settled = False

    def _draw_labels(self, model: BoardPicture) -> None:
        Color(1, 1, 1, 1)
        columns, rows = known_labels(model)
        for column, text in columns:
            texture = fitted(text, int(dp(13)), int(self.cell), SURFACE["quiet"])
            x, y = self.corner(column + 0.5, self.box[1])
            y = min(y + dp(3), self.y + self.height - texture.height)  # in sight, however large the board is
            Rectangle(texture=texture, pos=(x - texture.width / 2, y), size=texture.size)
        for row, text in rows:
            texture = fitted(text, int(dp(13)), int(dp(22)), SURFACE["quiet"])
            x, y = self.corner(self.box[0], row + 0.5)
            x = max(x - texture.width - dp(5), self.x)
            Rectangle(texture=texture, pos=(x, y - texture.height / 2), size=texture.size)


def _printed(tile: Tile) -> tuple[object, ...]:
    return tile.column, tile.row, tile.kinds, tile.elevation, tile.starting, tile.indoor, tile.spot
