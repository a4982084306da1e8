"""The dial in its window: four values, each on the colour of its power with the colour's glyph and the power's name."""

from __future__ import annotations

import math
from typing import Any

from kivy.graphics import Color, Ellipse, Line, Mesh, Rectangle, RoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from ui.presenters.models import DialModel, SlotModel
from ui.theme import DIAL_COLOURS, GLYPHS, SURFACE, ink_on, rgba
from ui.widgets.board import seat_colour
from ui.widgets.text import fitted

__all__ = ["DialWidget"]

_ANGLES = {"up": 90.0, "down": -90.0, "left": 180.0, "right": 0.0, "flat": 45.0}


class DialWidget(Widget):
    """Draws the model given to ``show``; empty, it shows a hint."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._model: DialModel | None = None
        self._hint = ""
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, model: DialModel | None, hint: str) -> None:
        """Nothing: draws the model, if it is another one."""
        if (model, hint) != (self._model, self._hint):
            self._model, self._hint = model, hint
            self._redraw()

    def _redraw(self, *_: Any) -> None:
        self.canvas.clear()
        with self.canvas:
            Color(*rgba(SURFACE["panel"]))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(10)])
            if self._model is None:
                self._text(self._hint, 16, self.x + dp(14), self.y + self.height / 2, SURFACE["quiet"], self.width)
                return
            self._draw(self._model)

    def _draw(self, model: DialModel) -> None:
        left, width, top = self.x + dp(12), self.width - dp(24), self.y + self.height
        Color(*rgba(seat_colour(model.seat)))
        RoundedRectangle(pos=(self.x, top - dp(40)), size=(self.width, dp(40)), radius=[dp(10), dp(10), 0, 0])
        self._text(model.name, 19, left, top - dp(20), ink_on(seat_colour(model.seat)), width, bold=True)
        line = f"{model.click}   {model.range}"
        self._text(line, 14, left, top - dp(54), SURFACE["quiet"], width - dp(60))
        for number in range(model.tokens):
            Color(*rgba(SURFACE["accent"]))
            Ellipse(pos=(self.x + self.width - dp(26) - number * dp(20), top - dp(62)), size=(dp(16), dp(16)))
        height = (self.height - dp(72) - dp(22) * len(model.notes)) / max(1, len(model.slots))
        for number, slot in enumerate(model.slots):
            self._slot(slot, left, top - dp(68) - (number + 1) * height, width, height - dp(4))
        for number, note in enumerate(reversed(model.notes)):
            self._text(note, 13, left, self.y + dp(13) + number * dp(20), SURFACE["accent"], width)

    def _slot(self, slot: SlotModel, x: float, y: float, width: float, height: float) -> None:
        colour = DIAL_COLOURS[slot.colour] if slot.colour else SURFACE["card"]
        box = min(height, dp(58))
        Color(*rgba(colour))
        RoundedRectangle(pos=(x, y + (height - box) / 2), size=(box * 1.25, box), radius=[dp(6)])
        if slot.colour in ("white", "black"):
            Color(*rgba(SURFACE["line"]))
            Line(rounded_rectangle=(x, y + (height - box) / 2, box * 1.25, box, dp(6)), width=1.4)
        ink = ink_on(colour) if slot.colour else SURFACE["text"]
        texture = fitted(slot.value, int(box * 0.52), int(box), ink, True)
        Color(1, 1, 1, 1)
        shift = box * 0.2 if slot.colour else 0
        middle = (x + shift + (box * 1.25 - shift - texture.width) / 2, y + (height - texture.height) / 2)
        Rectangle(texture=texture, pos=middle, size=texture.size)
        if slot.colour:
            self._glyph(slot.colour, x + box * 0.23, y + height / 2, box * 0.15, ink)
        left = x + box * 1.25 + dp(10)
        name = slot.power + (" *" if slot.by_hand else "")
        lift = dp(9) if name else 0
        self._text(slot.label, 13, left, y + height / 2 + lift, SURFACE["quiet"], width - box * 1.25 - dp(10))
        if name:
            self._text(name, 15, left, y + height / 2 - lift, SURFACE["text"], width - box * 1.25 - dp(10))

    def _glyph(self, colour: str, x: float, y: float, radius: float, ink: str) -> None:
        corners, stance = GLYPHS[colour]
        Color(*rgba(ink))
        if stance == "ring":
            Line(circle=(x, y, radius), width=1.6)
        elif corners == 0:
            Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
        else:
            start = math.radians(_ANGLES[stance])
            points = [(start + 2 * math.pi * n / corners) for n in range(corners)]
            vertices = [part for a in points for part in (x + radius * math.cos(a), y + radius * math.sin(a), 0, 0)]
            Mesh(vertices=vertices, indices=list(range(corners)), mode="triangle_fan")

    def _text(
        self, text: str, size: int, x: float, middle: float, colour: str, width: float, *, bold: bool = False
    ) -> None:
        texture = fitted(text, int(dp(size)), int(width), colour, bold)
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, pos=(x, middle - texture.height / 2), size=texture.size)
