"""A figure as instructions: what the painter draws, and its portrait where there is one."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from kivy.graphics import Color, Ellipse, InstructionGroup, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture

from companion.board.picture import Token
from companion.core.ids import PieceId
from companion.painting.canvas import Point
from companion.painting.figures import base_of, paint_token, worn
from companion.painting.grid import CELL, Grid
from companion.painting.palette import ink_on
from ui.tablet.theme import rgba
from ui.tablet.widgets.canvas import KivyCanvas, drawn
from ui.tablet.widgets.text import fitted

_BOARD = Grid()
SIZES = (64, 128)  # pixels of a square that figures are drawn for: strip and board share them
ROOM = 0.25  # squares around its own that a figure's light, shadow and facing may take


def _look(token: Token) -> Token:
    """The figure as it is drawn: the same for all that look alike, wherever they stand."""
    return replace(token, piece=PieceId(""), name="", column=0, row=0)


@lru_cache(maxsize=128)
def _drawn(token: Token, cell: int, *, is_zoned: bool, is_bare: bool) -> Texture:
    """The figure as a texture, drawn once: a board is drawn anew at every tap, most figures are as they were."""
    wide, high = token.width + 2 * ROOM, token.height + 2 * ROOM

    def paint(canvas: KivyCanvas) -> None:
        grid = Grid(ROOM * CELL, ROOM * CELL)
        paint_token(canvas, token, grid, is_zoned=is_zoned, is_marked=True, is_bare=is_bare)

    return drawn(wide * cell, high * cell, paint, wide * CELL, fine=1)


def figure(
    token: Token, origin: Point, cell: float, portrait: Texture | None = None, *, is_zoned: bool = False
) -> InstructionGroup:
    """The figure as instructions; ``origin`` is the pixel of the board's first corner, ``cell`` a square's side."""
    group, scale = InstructionGroup(), cell / CELL
    size = next((size for size in SIZES if cell <= size), SIZES[-1])
    texture = _drawn(_look(token), size, is_zoned=is_zoned, is_bare=portrait is not None)
    wide, high = (token.width + 2 * ROOM) * cell, (token.height + 2 * ROOM) * cell
    left, top = origin[0] + (token.column - ROOM) * cell, origin[1] - (token.row - ROOM) * cell
    group.add(Color(1, 1, 1, 1))
    group.add(Rectangle(texture=texture, pos=(left, top - high), size=(wide, high)))
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
    colour = worn(token)
    texture = fitted(token.label, int(radius * 0.62), int(radius * 1.3), ink_on(colour), True)
    width, height = texture.width + radius * 0.3, texture.height
    left, low = foot[0] - width / 2, foot[1] - height * 0.2
    group.add(Color(*rgba(colour)))
    group.add(RoundedRectangle(pos=(left, low), size=(width, height), radius=[height / 2]))
    group.add(Color(1, 1, 1, 1))
    group.add(Rectangle(texture=texture, pos=(left + radius * 0.15, low), size=texture.size))
