"""A figure as instructions: what the painter draws, and its portrait where there is one."""

from __future__ import annotations

from dataclasses import replace

from kivy.graphics import Color, Ellipse, InstructionGroup, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture

from companion.board.picture import Token
from companion.painting.canvas import Point
from companion.painting.figures import base_of, paint_token
from companion.painting.grid import CELL, Grid
from companion.painting.palette import ink_on, seat_colour
from ui.tablet.theme import rgba
from ui.tablet.widgets.canvas import KivyCanvas
from ui.tablet.widgets.text import fitted

_BOARD = Grid()


def figure(
    token: Token, origin: Point, cell: float, portrait: Texture | None = None, *, is_zoned: bool = False
) -> InstructionGroup:
    """The figure as instructions; ``origin`` is the pixel of the board's first corner, ``cell`` a square's side."""
    group, scale = InstructionGroup(), cell / CELL
    canvas = KivyCanvas(group, origin, scale)
    paint_token(canvas, token, _BOARD, is_zoned=is_zoned, is_marked=True, is_bare=portrait is not None)
    if portrait is not None:
        base = base_of(token, _BOARD, is_zoned=is_zoned)
        x, y, radius = origin[0] + base.x * scale, origin[1] - base.y * scale, (base.radius - 8) * scale
        group.add(Color(1, 1, 1, 0.55 if token.waiting else 1))
        group.add(Ellipse(texture=portrait, pos=(x - radius, y - radius), size=(2 * radius,) * 2))
        _letters(group, token, (x, y - radius), radius)
    return group


def alone(token: Token, middle: Point, side: float, portrait: Texture | None = None) -> InstructionGroup:
    """The same figure off the board, around a pixel, in a square so many pixels wide."""
    at = replace(token, column=0, row=0, width=1, height=1)
    return figure(at, (middle[0] - side / 2, middle[1] + side / 2), side, portrait)


def _letters(group: InstructionGroup, token: Token, foot: Point, radius: float) -> None:
    """The letters of a figure that is seen, small at its foot."""
    colour = seat_colour(token.seat)
    texture = fitted(token.label, int(radius * 0.62), int(radius * 1.3), ink_on(colour), True)
    width, height = texture.width + radius * 0.3, texture.height
    left, low = foot[0] - width / 2, foot[1] - height * 0.2
    group.add(Color(*rgba(colour)))
    group.add(RoundedRectangle(pos=(left, low), size=(width, height), radius=[height / 2]))
    group.add(Color(1, 1, 1, 1))
    group.add(Rectangle(texture=texture, pos=(left + radius * 0.15, low), size=texture.size))
