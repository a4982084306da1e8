"""Buttons: at least 48 dp high, rounded, their text fitted and in a colour that can be read."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, Line, RoundedRectangle
from kivy.metrics import dp, sp
from kivy.uix.button import Button

from companion.painting.palette import ink_on
from companion.text.letters import shown
from ui.tablet.theme import OFF_FILL, OFF_WORDS, SURFACE, TOUCH_DP, rgba
from ui.tablet.widgets.text import font_of, text_fits


class TapButton(Button):
    """A button that calls ``on_tap`` when released; ``tone`` is a colour of the theme."""

    LEFT = 6  # dp before its words

    def __init__(self, text: str, on_tap: Callable[[], None], *, tone: str = "line", **settings: object) -> None:
        settings.setdefault("size_hint_y", None)
        settings.setdefault("height", dp(TOUCH_DP))
        super().__init__(
            text=shown(text),
            background_normal="",
            background_down="",
            background_color=(0, 0, 0, 0),
            color=rgba(ink_on(SURFACE[tone])),
            disabled_color=rgba(SURFACE["text"], OFF_WORDS),
            halign="center",
            valign="middle",
            font_name=font_of(text),
            **settings,
        )
        self.tone, self._action, self._sp = tone, on_tap, 18.0
        self.bind(pos=self._draw, size=self._draw, state=self._draw, disabled=self._draw)
        self.bind(on_release=lambda *_: self._action())
        self._draw()

    def say(self, text: str, tone: str) -> None:
        """Say something else, in another colour."""
        self.text, self.font_name = shown(text), font_of(text)
        self.tone, self.color = tone, rgba(ink_on(SURFACE[tone]))
        self._draw()

    def _draw(self, *_: object) -> None:
        self._fit()
        self.canvas.before.clear()
        alpha = OFF_FILL if self.disabled else 0.7 if self.state == "down" else 1
        with self.canvas.before:
            Color(*rgba(SURFACE[self.tone], alpha))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(9)])

    def _fit(self) -> None:
        """Wraps the text in the button and shrinks it until it fits."""
        size, room = self._sp, max(1, self.width - dp(self.LEFT + 6))
        while size > 9 and not text_fits(self.text, int(sp(size)), int(room), int(self.height - dp(4))):
            size -= 1
        self.font_size, self.text_size = int(sp(size)), (self.width, self.height)
        self.padding = (dp(self.LEFT), 0, dp(6), 0)


class CheckButton(TapButton):
    """A button that checks something off: a box before words on no ground, so that it looks like no order."""

    LEFT, BOX = 42, 20  # dp before the words, of the box

    def __init__(self, text: str, on_tap: Callable[[], None], **settings: object) -> None:
        super().__init__(text, on_tap, tone="panel", **settings)
        self.halign = "left"

    def _draw(self, *_: object) -> None:
        super()._draw()
        side = dp(self.BOX)
        left, low = self.x + dp(12), self.center_y - side / 2
        with self.canvas.before:
            Color(*rgba(SURFACE["quiet"]))
            Line(rounded_rectangle=(left, low, side, side, dp(4)), width=dp(1))
