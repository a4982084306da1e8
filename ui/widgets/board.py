"""The board: one widget that draws everything, tokens included, from a ``BoardModel``; it computes no rule.

tiles    one texture, a pixel a square       reach    another, see-through
walls, grid, letters: lines and textures     tokens   a disc in a ring, two letters, dots for action tokens
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from ui.presenters.models import BoardModel, TokenModel
from ui.theme import INK, SEAT_COLOURS, SPARE_SEATS, SURFACE, TERRAIN_COLOURS, ink_on, rgba
from ui.widgets.text import fitted

__all__ = ["BoardWidget", "seat_colour"]

VERDICT_COLOURS = {
    "clear": SURFACE["good"],
    "hindered": SURFACE["accent"],
    "blocked": SURFACE["bad"],
    "close": SURFACE["text"],
}


def seat_colour(seat: str) -> str:
    """The colour of a team."""
    return SEAT_COLOURS.get(seat) or SPARE_SEATS[sum(seat.encode()) % len(SPARE_SEATS)]


class BoardWidget(Widget):
    """Draws the model given to ``show``; a tap calls ``on_tap`` with the nearest figure's square or the square."""

    def __init__(self, on_tap: Callable[[int, int], None], **settings: Any) -> None:
        super().__init__(**settings)
        self._on_tap = on_tap
        self._model: BoardModel | None = None
        self._tiles: tuple[Any, Any] = ((), None)
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, model: BoardModel) -> None:
        """Nothing: draws the model, if it is another one."""
        if model != self._model:
            self._model = model
            self._redraw()

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

    def on_touch_down(self, touch: Any) -> bool:
        """Whether the touch was ours: a figure within 24 dp of it is meant, else the square under it."""
        if self._model is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        left, top = self.corner(0, 0)
        column, row = (touch.x - left) / self.cell, (top - touch.y) / self.cell
        slop = dp(24) / self.cell

        def distance(token: TokenModel) -> float:
            x, y = token.column + token.width / 2, token.row + token.height / 2
            inside = abs(column - x) <= token.width / 2 and abs(row - y) <= token.height / 2
            return 0.0 if inside else float(((column - x) ** 2 + (row - y) ** 2) ** 0.5)

        on_square = 0 <= column < self._model.columns and 0 <= row < self._model.rows
        near = min(self._model.tokens, key=distance, default=None)
        if near and (distance(near) == 0 or (distance(near) <= slop and self._reach_at(column, row) is None)):
            self._on_tap(int(near.column), int(near.row))
        elif on_square:
            self._on_tap(int(column), int(row))
        return True

    def _reach_at(self, column: float, row: float) -> int | None:
        assert self._model is not None
        place = (int(column), int(row))
        return next((one.reach for one in self._model.tiles if (one.column, one.row) == place), None)

    def _redraw(self, *_: Any) -> None:
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
            if any(tile.reach is not None for tile in model.tiles):
                Color(1, 1, 1, 1)
                Rectangle(texture=self._reach(model), pos=(left, top - height), size=(width, height))
            self._draw_levels(model)
            Color(*rgba("#1c1c1c"))
            for start, end in model.walls:
                Line(points=[*self.corner(*start), *self.corner(*end)], width=dp(2.6), cap="round")
            self._draw_labels(model)
            if model.line:
                self._draw_crossed(model)
        for token in model.tokens:
            self.canvas.add(self._token(token))
        if model.line:
            with self.canvas:
                Color(*rgba("#000000", 0.55))
                ends = _shortened(self.corner(*model.line.start), self.corner(*model.line.end), self.cell * 0.43)
                Line(points=ends, width=dp(3.4), cap="round")
                Color(*rgba(VERDICT_COLOURS[model.line.verdict]))
                Line(points=ends, width=dp(2.2), cap="round")

    def _ground(self, model: BoardModel) -> Any:
        kinds = tuple((tile.column, tile.row, tile.terrain, tile.elevation) for tile in model.tiles)
        if self._tiles[0] != kinds:
            colours = {(c, r): TERRAIN_COLOURS[kind] for c, r, kind, _ in kinds}
            self._tiles = kinds, _texture(model, lambda place: rgba(colours[place]))
        return self._tiles[1]

    def _reach(self, model: BoardModel) -> Any:
        reach = {(tile.column, tile.row): tile.reach for tile in model.tiles}
        near, far = rgba(SURFACE["good"], 0.34), rgba(INK, 0.3)  # where it may go; the rest of the map in shade
        return _texture(model, lambda place: near if reach[place] is not None else far)

    def _draw_levels(self, model: BoardModel) -> None:
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

    def _draw_labels(self, model: BoardModel) -> None:
        Color(1, 1, 1, 1)
        for column, text in enumerate(model.edge_labels[0]):
            texture = fitted(text, int(dp(13)), int(self.cell), SURFACE["quiet"])
            x, y = self.corner(column + 0.5, 0)
            Rectangle(texture=texture, pos=(x - texture.width / 2, y + dp(3)), size=texture.size)
        for row, text in enumerate(model.edge_labels[1]):
            texture = fitted(text, int(dp(13)), int(dp(22)), SURFACE["quiet"])
            x, y = self.corner(0, row + 0.5)
            Rectangle(texture=texture, pos=(x - texture.width - dp(5), y - texture.height / 2), size=texture.size)

    def _draw_crossed(self, model: BoardModel) -> None:
        assert model.line is not None
        for places, colour, alpha in (
            (model.line.crossed, VERDICT_COLOURS[model.line.verdict], 0.25),
            (model.line.causes, SURFACE["bad"], 0.55),
        ):
            Color(*rgba(colour, alpha))
            for column, row in places:
                x, y = self.corner(column, row + 1)
                Rectangle(pos=(x, y), size=(self.cell, self.cell))

    def _token(self, token: TokenModel) -> InstructionGroup:
        group, cell = InstructionGroup(), self.cell
        colour = seat_colour(token.seat)
        x, y = self.corner(token.column, token.row + token.height)
        width, height = cell * token.width, cell * token.height
        side = min(width, height) * 0.86
        pos = (x + (width - side) / 2, y + (height - side) / 2)
        if token.target or token.chosen:
            group.add(Color(*rgba(SURFACE["bad"] if token.target else SURFACE["accent"])))
            group.add(RoundedRectangle(pos=(x + 1, y + 1), size=(width - 2, height - 2), radius=[cell * 0.2]))
        group.add(Color(*rgba("#000000", 0.35)))
        group.add(Ellipse(pos=(pos[0] + 1.5, pos[1] - 2), size=(side, side)))
        group.add(Color(*rgba(colour, 0.55 if token.waiting else 1)))
        # the second team's discs are cut by a bar: told apart without colour
        group.add(Ellipse(pos=pos, size=(side, side)))
        group.add(Color(*rgba(ink_on(colour))))
        dashes = {"dash_length": 5, "dash_offset": 4} if token.seat == "blue" else {}
        inset = side * 0.09
        ring = (pos[0] + inset, pos[1] + inset, side - 2 * inset, side - 2 * inset)
        group.add(Line(ellipse=ring, width=1 if dashes else dp(1.1), **dashes))
        texture = fitted(token.label, int(side * 0.42), int(side * 0.74), ink_on(colour), True)
        group.add(Color(1, 1, 1, 1))
        middle = (pos[0] + (side - texture.width) / 2, pos[1] + (side - texture.height) / 2)
        group.add(Rectangle(texture=texture, pos=middle, size=texture.size))
        for number in range(token.tokens):
            dot = side * 0.32
            group.add(Color(*rgba(SURFACE["accent"])))
            group.add(Ellipse(pos=(x + width - dot * (number + 1) - 1, y + 1), size=(dot, dot)))
            group.add(Color(0, 0, 0, 0.8))
            group.add(Line(ellipse=(x + width - dot * (number + 1) - 1, y + 1, dot, dot), width=1))
        return group


def _shortened(start: tuple[float, float], end: tuple[float, float], by: float) -> list[float]:
    """The line without its two ends, so that it begins and ends at the rims of the discs."""
    (x, y), (u, v) = start, end
    share = min(0.45, by / max(1.0, ((u - x) ** 2 + (v - y) ** 2) ** 0.5))
    return [x + (u - x) * share, y + (v - y) * share, u - (u - x) * share, v - (v - y) * share]


def _texture(model: BoardModel, colour_of: Callable[[tuple[int, int]], tuple[float, ...]]) -> Any:
    """A texture with one pixel a square, not smoothed."""
    texture = Texture.create(size=(model.columns, model.rows), colorfmt="rgba")
    texture.mag_filter = texture.min_filter = "nearest"
    pixels = bytearray()
    for row in reversed(range(model.rows)):  # textures grow upward
        for column in range(model.columns):
            pixels += bytes(int(255 * part) for part in colour_of((column, row)))
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture
