"""Marks dragged over a picture: by a finger, with a lens beside it, or by the arrows where the ring is on one.

┌ lens ┐ A1 ────────── P1      each mark is a button, so that the keyboard's ring goes round it
│  +   │  │   picture   │
└──────┘ A24 ───────── P24
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, Ellipse, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.painting.palette import INK
from ui.presenters.pages import Frame, Mark
from ui.tablet.theme import SURFACE, TOUCH_DP, rgba
from ui.tablet.widgets.text import fitted

LENS, ZOOM = 150, 2.5  # dp of the lens, and how much larger it shows
STEP, FINE = 0.02, 0.002  # of the picture that an arrow moves a mark, and with shift


class FrameWidget(Widget):
    """A picture with its marks; ``press`` is told where one was let go."""

    def __init__(self, picture: bytes, texture: Texture, frame: Frame, press: Callable[[str], None]) -> None:
        super().__init__()
        self.picture = picture
        self._texture = texture
        self._round = frame.is_round
        self.press = press
        self.handles = [Handle(mark, self) for mark in frame.marks]
        for handle in self.handles:
            self.add_widget(handle)
        self.bind(pos=self.place, size=self.place)

    def moved(self, frame: Frame) -> bool:
        """Whether these are its marks; they are where the frame says."""
        if [mark.key for mark in frame.marks] != [handle.text for handle in self.handles]:
            return False
        for handle, mark in zip(self.handles, frame.marks, strict=True):
            handle.at = mark.x, mark.y
        self.place()
        return True

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return the picture's box: left, bottom, width, height."""
        wide, high = self._texture.size
        scale = min(self.width / wide, self.height / high)
        left, bottom = self.center_x - wide * scale / 2, self.center_y - high * scale / 2
        return left, bottom, wide * scale, high * scale

    def place(self, *_: object) -> None:
        """Put every mark where it belongs, and draw."""
        for handle in self.handles:
            handle.move(*handle.at)
        self.draw()

    def draw(self, held: Handle | None = None) -> None:
        """Draw the picture, the outline or the circle, and the lens over what is ``held``."""
        left, bottom, wide, high = self.box
        points = [end for handle in self.handles for end in handle.center]
        self.canvas.before.clear()
        with self.canvas.before:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._texture, pos=(left, bottom), size=(wide, high))
            for colour, width in ((INK, 3.2), (SURFACE["accent"], 1.6)):
                Color(*rgba(colour))
                if self._round:
                    x, y, u, v = points
                    Line(circle=(x, y, ((x - u) ** 2 + (y - v) ** 2) ** 0.5), width=dp(width))
                else:
                    Line(points=points, close=True, width=dp(width))
        self.canvas.after.clear()
        if held is not None:
            self._draw_lens(held)

    def _draw_lens(self, held: Handle) -> None:
        _, _, wide, high = self.box
        side, (x, y) = min(dp(LENS), self.height / 2, self.width / 3), held.at
        part = side / ZOOM
        pos = (self.x if held.center_x > self.center_x else self.right - side, self.top - side)
        scale = self._texture.width / wide
        corner = ((x * wide - part / 2) * scale, ((1 - y) * high - part / 2) * scale)
        shown = self._texture.get_region(*corner, part * scale, part * scale)
        middle = (pos[0] + side / 2, pos[1] + side / 2)
        with self.canvas.after:
            Color(1, 1, 1, 1)
            Rectangle(texture=shown, pos=pos, size=(side, side))
            Color(*rgba(SURFACE["accent"]))
            Line(rectangle=(*pos, side, side), width=dp(1.6))
            Line(points=[middle[0] - dp(12), middle[1], middle[0] + dp(12), middle[1]], width=dp(1))
            Line(points=[middle[0], middle[1] - dp(12), middle[0], middle[1] + dp(12)], width=dp(1))


class Handle(ButtonBehavior, Widget):
    """One mark: as large as a finger, its middle free to be seen."""

    def __init__(self, mark: Mark, frame: FrameWidget) -> None:
        super().__init__(size_hint=(None, None), size=(dp(TOUCH_DP),) * 2)
        self.text, self.at, self._frame = mark.key, (mark.x, mark.y), frame
        self._off = (0.0, 0.0)  # of the finger from the middle

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take the mark, if the finger is on it."""
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._off = (self.center_x - touch.x, self.center_y - touch.y)
        self._frame.draw(self)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Drag it."""
        if touch.grab_current is not self:
            return False
        left, bottom, wide, high = self._frame.box
        self.move((touch.x + self._off[0] - left) / wide, 1 - (touch.y + self._off[1] - bottom) / high)
        self._frame.draw(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Let it go."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._frame.draw()
        self._tell()
        return True

    def nudge(self, right: int, down: int, *, is_fine: bool) -> None:
        """Move it by an arrow."""
        step = FINE if is_fine else STEP
        self.move(self.at[0] + right * step, self.at[1] + down * step)
        self._frame.draw()
        self._tell()

    def move(self, x: float, y: float) -> None:
        """Put it there; on the picture it stays."""
        self.at = (min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0))
        left, bottom, wide, high = self._frame.box
        self.center = left + self.at[0] * wide, bottom + (1 - self.at[1]) * high
        self._draw()

    def _tell(self) -> None:
        self._frame.press(f"mark:{self.text}:{self.at[0]:.4f}:{self.at[1]:.4f}")

    def _draw(self) -> None:
        self.canvas.clear()
        ring = dp(13)
        with self.canvas:
            for colour, width in ((INK, 3.2), (SURFACE["accent"], 1.8)):
                Color(*rgba(colour))
                Line(circle=(*self.center, ring), width=dp(width))
            Ellipse(pos=(self.center_x - dp(2), self.center_y - dp(2)), size=(dp(4), dp(4)))
            words = fitted(self.text, int(dp(16)), int(dp(TOUCH_DP)), SURFACE["text"], True)
            left, bottom = self.center_x - words.width / 2, self.center_y + ring + dp(2)
            Color(*rgba(INK, 0.75))
            Rectangle(pos=(left - dp(3), bottom), size=(words.width + dp(6), words.height))
            Color(1, 1, 1, 1)
            Rectangle(texture=words, pos=(left, bottom), size=words.size)
