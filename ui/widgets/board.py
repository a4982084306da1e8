"""The board: one widget that draws everything, tokens included, from a ``BoardPicture``; it computes no rule.

tiles    one texture, a pixel a square       reach    another, see-through; an outline under an overlay
walls, grid, letters: lines and textures     overlay  the veil; tokens above it; the hand above everything

a tap on a square or another's figure: at once      on a figure that may be lifted: when the finger goes up again,
                                                    or it is dragged once the finger has moved by SLOP
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import floor
from typing import Protocol

from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.board.picture import BoardPicture, Field, Token
from companion.core.ids import PieceId
from companion.painting.palette import INK
from ui.presenters.models import HandModel
from ui.theme import SURFACE, TERRAIN_COLOURS, rgba
from ui.widgets.hand import VERDICT_COLOURS, HeldFigure, draw_line
from ui.widgets.text import fitted
from ui.widgets.things import door, rubble, thing
from ui.widgets.tokens import token
from ui.widgets.veil import Veil

SLOP = 12  # dp a finger moves before it drags


class Touches(Protocol):
    """Who is told what fingers do on the board; squares are (column, row) of the screen."""

    def tap(self, column: int, row: int) -> None:
        """Take a tap on a square, or on the figure there."""

    def lift(self, piece: PieceId) -> bool:
        """Whether the figure is in the hand now."""

    def over(self, column: int, row: int) -> HandModel | None:
        """The hand over a square; off the board where there is none."""

    def drop(self) -> None:
        """Let the figure go."""


class BoardWidget(Widget):
    """Draws the model given to ``show``; what fingers do goes to ``touches``, figures before squares."""

    def __init__(self, touches: Touches, **settings: object) -> None:
        super().__init__(**settings)
        self._touches = touches
        self._model: BoardPicture | None = None
        self._tiles: tuple[object, Texture | None] = ((), None)
        self._veil: Veil | None = None
        self._field: Field | None = None
        self._pressed: tuple[Token, tuple[float, float]] | None = None  # a figure that may yet be dragged
        self._over: tuple[int, int] | None = None  # the square under the finger that drags
        self.held = HeldFigure(self)
        self.bind(pos=self._resize, size=self._resize)

    def show(self, model: BoardPicture, hand: HandModel | None = None) -> None:
        """Draw the picture, if it is another one, and the hand over it."""
        still = replace(model, field=None)
        before, self._model = self._model, still
        is_other, self._field = still != before or (model.field is None) != (self._field is None), model.field
        if is_other:
            self._redraw()
        self.show_hand(hand)

    def show_hand(self, hand: HandModel | None) -> None:
        """Draw what a finger holds, and the overlay of where it is; the board stays as it is drawn."""
        if hand is None and self._over is not None:  # taken out of the hand: the finger's way to its end counts no more
            self._over = self._pressed = None
        if self._veil is not None:
            self._veil.show(hand.field if hand else self._field)
        self.held.show(hand)

    @property
    def cell(self) -> float:
        """The side of a square in pixels."""
        model = self._model
        return min((self.width - dp(26)) / model.columns, (self.height - dp(26)) / model.rows) if model else 1

    def width_for(self, height: float) -> float:
        """The width the board can use when it is so high."""
        model = self._model
        return (height - dp(26)) / model.rows * model.columns + dp(26) if model else height

    def corner(self, column: float, row: float) -> tuple[float, float]:
        """The pixel of a grid corner: columns to the right, rows downward."""
        model, cell = self._model, self.cell
        assert model is not None
        left = self.x + dp(24) + (self.width - dp(26) - cell * model.columns) / 2
        top = self.y + self.height - dp(24) - (self.height - dp(26) - cell * model.rows) / 2
        return left + column * cell, top - row * cell

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Whether the touch was ours: a figure within 24 dp of it is meant, else the square under it."""
        if self._model is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if self._pressed is not None:
            return True  # one finger at a time
        column, row = self._place(touch)
        slop = dp(24) / self.cell

        def distance(token: Token) -> float:
            x, y = token.column + token.width / 2, token.row + token.height / 2
            inside = abs(column - x) <= token.width / 2 and abs(row - y) <= token.height / 2
            return 0.0 if inside else float(((column - x) ** 2 + (row - y) ** 2) ** 0.5)

        near = min(self._model.tokens, key=distance, default=None)
        if near and (distance(near) == 0 or (distance(near) <= slop and self._reach_at(column, row) is None)):
            if near.may_be_lifted:
                touch.grab(self)
                self._pressed = near, touch.pos
            else:
                self._touches.tap(int(near.column), int(near.row))
        elif 0 <= column < self._model.columns and 0 <= row < self._model.rows:
            self._touches.tap(int(column), int(row))
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Whether the touch was ours: a figure follows the finger that has moved far enough."""
        if touch.grab_current is not self or self._pressed is None:
            return bool(super().on_touch_move(touch))
        token, (x, y) = self._pressed
        if self._over is None:
            far = max(abs(touch.x - x), abs(touch.y - y)) > dp(SLOP)
            if not far or not self._touches.lift(token.piece):
                return True
        column, row = self._place(touch)
        place = (floor(column), floor(row))
        self.held.move(touch.x, touch.y)
        if place != self._over:
            self._over = place
            self.show_hand(self._touches.over(*place))
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Whether the touch was ours: a figure that was not dragged is tapped, one that was is let go."""
        if touch.grab_current is not self or self._pressed is None:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        (token, _), self._pressed = self._pressed, None
        if self._over is None:
            self._touches.tap(int(token.column), int(token.row))
        else:
            self._over = None
            self._touches.drop()
        return True

    def _place(self, touch: MotionEvent) -> tuple[float, float]:
        left, top = self.corner(0, 0)
        return (touch.x - left) / self.cell, (top - touch.y) / self.cell

    def _reach_at(self, column: float, row: float) -> int | None:
        assert self._model is not None
        place = (int(column), int(row))
        return next((tile.reach for tile in self._model.tiles if (tile.column, tile.row) == place), None)

    def _resize(self, *_: object) -> None:
        self._redraw()
        self.held.forget()

    def _redraw(self) -> None:
        model = self._model
        self.canvas.clear()
        if model is None or self.width < dp(60):
            return
        (left, top), cell = self.corner(0, 0), self.cell
        width, height = cell * model.columns, cell * model.rows
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._ground(model), pos=(left, top - height), size=(width, height))
            Color(*rgba("#6f6a5d", 0.55))
            for column in range(model.columns + 1):
                Line(points=[*self.corner(column, 0), *self.corner(column, model.rows)], width=1)
            for row in range(model.rows + 1):
                Line(points=[*self.corner(0, row), *self.corner(model.columns, row)], width=1)
            if any(tile.reach is not None for tile in model.tiles) and self._field is None:
                Color(1, 1, 1, 1)
                Rectangle(texture=self._reach(model), pos=(left, top - height), size=(width, height))
            self._draw_levels(model)
            self._draw_labels(model)
            self._veil = Veil(model.columns, model.rows, (left, top - height), (width, height))
            self._veil.show(self._field)
            if self._field is not None:
                self._draw_reach(model)
            Color(*rgba("#1c1c1c"))
            for start, end in model.walls:
                Line(points=[*self.corner(*start), *self.corner(*end)], width=dp(2.6), cap="round")
            if model.line:
                self._draw_crossed(model)
        for one_door in model.doors:
            self.canvas.add(door(one_door, self.corner(*one_door.at[0]), self.corner(*one_door.at[1])))
        for column, row in model.debris:
            self.canvas.add(rubble(self.corner(column, row + 1), cell))
        for figure in model.tokens:
            self.canvas.add(token(figure, self.corner(figure.column, figure.row + figure.height), cell))
        covered = {(figure.column + c, figure.row + r) for figure in model.tokens for c in range(figure.width)
                   for r in range(figure.height)}  # fmt: skip
        for item in model.objects:
            is_shared = (item.column, item.row) in covered
            self.canvas.add(thing(item, self.corner(item.column, item.row + 1), cell, is_shared=is_shared))
        if model.line:
            lines = InstructionGroup()
            draw_line(lines, model.line, self)
            self.canvas.add(lines)

    def _ground(self, model: BoardPicture) -> Texture | None:
        kinds = tuple((tile.column, tile.row, tile.terrain, tile.elevation) for tile in model.tiles)
        if self._tiles[0] != kinds:
            colours = {(c, r): TERRAIN_COLOURS[kind] for c, r, kind, _ in kinds}
            self._tiles = kinds, _texture(model, lambda place: rgba(colours[place]))
        return self._tiles[1]

    def _reach(self, model: BoardPicture) -> Texture:
        reach = {(tile.column, tile.row): tile.reach for tile in model.tiles}
        near, far = rgba(SURFACE["good"], 0.34), rgba(INK, 0.3)  # where it may go; the rest of the map in shade
        return _texture(model, lambda place: near if reach[place] is not None else far)

    def _draw_levels(self, model: BoardPicture) -> None:
        """Higher squares are lighter inside a red rim; stairs are three steps across their border (HC-TERR-02, -43)."""
        for tile in model.tiles:
            if tile.elevation > 1:
                Color(1, 1, 1, 0.22 * (tile.elevation - 1))
                x, y = self.corner(tile.column, tile.row + 1)
                Rectangle(pos=(x, y), size=(self.cell, self.cell))
        Color(*rgba("#c0392b"))
        for start, end in model.rims:
            Line(points=[*self.corner(*start), *self.corner(*end)], width=dp(1.5))
        Color(*rgba("#5b4636"))
        for (column, row), (other, lower) in model.ramps:
            across, down = other - column, lower - row
            for step in (0.2, 0.5, 0.8):
                x, y = column + 0.5 + across * step, row + 0.5 + down * step
                Line(
                    points=[
                        *self.corner(x - down * 0.3, y - across * 0.3),
                        *self.corner(x + down * 0.3, y + across * 0.3),
                    ],
                    width=dp(1.4),
                )

    def _draw_labels(self, model: BoardPicture) -> None:
        Color(1, 1, 1, 1)
        for column, text in enumerate(model.edge_labels[0]):
            texture = fitted(text, int(dp(13)), int(self.cell), SURFACE["quiet"])
            x, y = self.corner(column + 0.5, 0)
            Rectangle(texture=texture, pos=(x - texture.width / 2, y + dp(3)), size=texture.size)
        for row, text in enumerate(model.edge_labels[1]):
            texture = fitted(text, int(dp(13)), int(dp(22)), SURFACE["quiet"])
            x, y = self.corner(0, row + 0.5)
            Rectangle(texture=texture, pos=(x - texture.width - dp(5), y - texture.height / 2), size=texture.size)

    def _draw_crossed(self, model: BoardPicture) -> None:
        assert model.line is not None
        for places, colour, alpha in (
            (model.line.crossed, VERDICT_COLOURS[model.line.verdict], 0.25),
            (model.line.causes, SURFACE["bad"], 0.55),
        ):
            Color(*rgba(colour, alpha))
            for column, row in places:
                x, y = self.corner(column, row + 1)
                Rectangle(pos=(x, y), size=(self.cell, self.cell))

    def _draw_reach(self, model: BoardPicture) -> None:
        """Where the figure may go, outlined: the overlay has the squares."""
        inside = {(tile.column, tile.row) for tile in model.tiles if tile.reach is not None}
        sides = [
            (*self.corner(c + x0, r + y0), *self.corner(c + x1, r + y1))
            for c, r in inside
            for dc, dr, x0, y0, x1, y1 in _SIDES
            if (c + dc, r + dr) not in inside
        ]
        for colour, width in ((INK, 2.6), (SURFACE["text"], 1.4)):
            Color(*rgba(colour))
            for side in sides:
                Line(points=side, width=dp(width), cap="square")


# the neighbour beyond each side of a square, and the side's two corners
_SIDES = ((0, -1, 0, 0, 1, 0), (0, 1, 0, 1, 1, 1), (-1, 0, 0, 0, 0, 1), (1, 0, 1, 0, 1, 1))


def _texture(model: BoardPicture, colour_of: Callable[[tuple[int, int]], tuple[float, ...]]) -> Texture:
    """A texture with one pixel a square, not smoothed."""
    texture = Texture.create(size=(model.columns, model.rows), colorfmt="rgba")
    texture.mag_filter = texture.min_filter = "nearest"
    pixels = bytearray()
    for row in reversed(range(model.rows)):  # textures grow upward
        for column in range(model.columns):
            pixels += bytes(int(255 * part) for part in colour_of((column, row)))
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture
