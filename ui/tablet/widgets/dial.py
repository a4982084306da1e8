"""The dial in its window: four values, each on the colour of its power with the colour's glyph and the power's name."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from kivy.graphics import Color, Ellipse, Line, Mesh, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.metrics import dp, sp
from kivy.uix.widget import Widget

from companion.painting.dial import SIDE, WINDOW, DialFace, paint_dial
from companion.painting.palette import DIAL_COLOURS, ink_on, seat_colour
from ui.presenters.models import DialModel, SlotModel
from ui.presenters.rules import uncited
from ui.tablet.theme import GLYPHS, SURFACE, TOUCH_DP, rgba
from ui.tablet.widgets.canvas import drawn
from ui.tablet.widgets.motion import Motion
from ui.tablet.widgets.scrolled import Scrolled
from ui.tablet.widgets.text import fitted, wrapped

_ANGLES = {"up": 90.0, "down": -90.0, "left": 180.0, "right": 0.0, "flat": 45.0}


HEAD, LINE, ROW, GAP = 42, 30, 58, 5  # heights in sp: name, click and range, one value; between two notes
ABREAST = 5  # values side by side where there are many and little room
WIDE, TIGHT = 400, 300  # sp from which values stand two by two; where they find no room below each other


class DialWidget(Widget):
    """Draws the model given to ``show``, as high as it needs; empty, it shows a hint."""

    def __init__(
        self, lay: Callable[[str], None] = lambda action: None, motion: Motion | None = None, **settings: object
    ) -> None:
        super().__init__(size_hint_y=None, **settings)
        self._motion = motion or Motion()
        self._turning: Texture | None = None  # the disc as it was, while its window turns
        self._halves: tuple[Rectangle, ...] = ()  # what the window shows meanwhile: of the old click, of the new one
        self._window: tuple[Texture, float, float, float] | None = None  # the disc now, its place and width
        self._share = 1.0
        self._lay = lay  # what laying something on a value presses
        self._model: DialModel | None = None
        self._hint = ""
        self._room = float("inf")  # the height there is; with too little, many values stand close together
        self.texts: list[tuple[float, float, float, float]] = []  # where the text came to lie, for tests
        self._lines: list[tuple[tuple[float, float, float, float], str]] = []  # the lines of text, and what a tap opens
        self.boxes: list[tuple[tuple[float, float, float, float], SlotModel]] = []  # and each value
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, model: DialModel | None, hint: str, *, is_turned: bool = False) -> None:
        """Draw the model, if it is another one; ``is_turned``: it is the same dial, at another click."""
        if (model, hint) != (self._model, self._hint):
            before = self._disc_texture() if is_turned else None
            self._model, self._hint = model, hint
            self._turning, self._share = before, 0.0
            self._redraw()
            if before is not None:
                self._motion.start("dial", self._turn)

    @property
    def parts(self) -> tuple[float, ...]:
        """The shares of the window that the old click and the new one have while it turns, for tests."""
        return (1 - self._share, self._share) if self._turning is not None else ()

    def _turn(self, share: float) -> None:
        """Roll the window: the old click's values go up, the new one's come after; no others are there (HC-DIAL-12)."""
        self._share = share
        if share >= 1:
            self._turning = None
        if self._turning is None or self._window is None or not self._halves:
            for half in self._halves:
                half.size = 0, 0
            return
        disc, left, low, side = self._window
        x, y, wide, high = (part / SIDE for part in WINDOW)
        for half, texture, first, last in ((0, self._turning, share, 1.0), (1, disc, 0.0, share)):
            foot, tall = 1 - y - high * last, high * (last - first)  # of the disc, upward
            size = texture.width, texture.height
            box = (x * size[0], foot * size[1], wide * size[0], tall * size[1])
            self._halves[half].texture = texture.get_region(*box)
            top = low + side * (1 - y)
            self._halves[half].size = side * wide, side * tall
            self._halves[half].pos = (
                left + side * x,
                top - side * tall if half == 0 else top - side * high,
            )

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Whether the touch was ours: a cube is taken up where there is one, or the finger taps."""
        if not self.collide_point(*touch.pos) or not self._opened(touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Whether the touch was ours: what was tapped, or dragged to, is where something is laid."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if opens := self._opened(touch.pos):
            self._lay(opens)
        return True

    def _opened(self, at: tuple[float, float]) -> str:
        """Return what a tap there presses: of a value, of the line below the name, of a note."""
        places = (*((box, slot.opens) for box, slot in self.boxes), *self._lines)
        held = (opens for (x, y, wide, high), opens in places if x <= at[0] <= x + wide and y <= at[1] <= y + high)
        return next(filter(None, held), "")

    @property
    def cuts(self) -> set[float]:
        """The heights, from the top, at which a value or a note ends."""
        boxes = (*(box for box, _ in self.boxes), *(box for box, _ in self._lines))
        return {float(self.height), *(float(self.top - y) for _, y, _, _ in boxes)}

    def make_room(self, height: float) -> None:
        """Say how much room there is; what needs more is scrolled."""
        if height != self._room:
            self._room = height
            self._redraw()

    @property
    def _is_dense(self) -> bool:
        """Whether the values stand close together, their places named: many of them, and too little room."""
        return self._model is not None and len(self._model.slots) > ABREAST and self._full() > self._room

    @property
    def _columns(self) -> int:
        if self.width >= sp(WIDE):
            return 2
        return 2 if self.width >= sp(TIGHT) and self._full(1) > self._room else 1

    @property
    def _is_disc(self) -> bool:
        """Whether it is drawn as a disc with its window: a dial, whose values are four, where there is room for it."""
        model = self._model
        return model is not None and model.clicks[1] > 0 and len(model.slots) == 4 and self._round(model) <= self._room

    def _round(self, model: DialModel) -> float:
        """Return the height of a disc with all that stands around it."""
        notes = sum(note.height + sp(GAP) for note in self._notes(model))
        return float(self._head(model) + 4 * self._power_row + notes + dp(8))

    @staticmethod
    def _head(model: DialModel) -> float:
        """Return the height of the name and of the line below it, where there is one."""
        return float(sp(HEAD + (LINE if model.line or model.tokens else GAP)))

    def _full(self, columns: int = 0) -> float:
        if self._model is None:
            return float(max(dp(56), sp(40)))
        if self._is_disc:
            return self._round(self._model)
        rows = -(-len(self._model.slots) // (columns or self._columns))
        notes = sum(note.height + sp(GAP) for note in self._notes(self._model))
        return float(self._head(self._model) + sp(ROW) * rows + notes + dp(8))

    def _notes(self, model: DialModel) -> list[Texture]:
        """Return the notes below the values, each as many lines as it needs."""
        size, width = int(sp(15)), int(self.width - dp(24))
        return [
            wrapped(uncited(note), size, width, SURFACE["accent"], is_tapped=bool(model.opens(place)))
            for place, note in enumerate(model.notes, 1)
        ]

    def _wanted(self) -> float:
        return self._full(ABREAST) if self._is_dense else self._full()

    def _redraw(self, *_: object) -> None:
        self.height = self._wanted()
        self.canvas.clear()
        self.texts.clear()
        self.boxes.clear()
        self._lines.clear()
        self._halves, self._window = (), None
        disc = self._disc_texture()  # outside of the canvas that it is shown on
        with self.canvas:
            Color(*rgba(SURFACE["panel"]))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(10)])
            if self._model is None:
                width = self.width - dp(28)
                self._text(self._hint, 18, self.x + dp(14), self.y + self.height / 2, SURFACE["quiet"], width)
                return
            self._draw(self._model, disc)

    def _disc_texture(self) -> Texture | None:
        model = self._model
        if model is None or not self._is_disc:
            return None
        values = tuple((slot.slot, slot.value, slot.colour) for slot in model.slots)
        return _drawn(DialFace(model.seat, values, *model.clicks), round(self._side))

    @property
    def _side(self) -> float:
        """The width of the disc."""
        return float(min(4 * self._power_row, (self.width - dp(24)) * 0.5))

    def _draw(self, model: DialModel, disc: Texture | None) -> None:
        left, width, top = self.x + dp(12), self.width - dp(24), self.y + self.height
        colour = seat_colour(model.seat)
        Color(*rgba(colour))
        RoundedRectangle(pos=(self.x, top - sp(HEAD)), size=(self.width, sp(HEAD)), radius=[dp(10), dp(10), 0, 0])
        self._text(model.name, 22, left, top - sp(HEAD) / 2, ink_on(colour), width, bold=True)
        self._text(model.line, 16, left, top - sp(HEAD + LINE / 2), SURFACE["quiet"], width - dp(60))
        for number in range(model.tokens):
            Color(*rgba(SURFACE["accent"]))
            side = sp(17)
            x = self.x + self.width - dp(28) - number * dp(22)
            Ellipse(pos=(x, top - sp(HEAD + LINE / 2) - side / 2), size=(side, side))
        if disc is not None:
            self._disc(model, disc, left, top - self._head(model), width)
        is_dense, row = self._is_dense, sp(ROW)
        columns = ABREAST if is_dense else self._columns
        share = (width - dp(8) * (columns - 1)) / columns
        for number, slot in enumerate(() if self._is_disc else model.slots):
            x, y = left + (number % columns) * (share + dp(8)), top - self._head(model) - (number // columns + 1) * row
            if is_dense:
                self._box(slot, x, y + dp(2), share, row - dp(5) - sp(18))
                self._text(slot.label, 12, x, y + row - sp(9), SURFACE["quiet"], share)
            else:
                self._slot(slot, x, y, share, row - dp(5))
        self._lines.append(((self.x, top - sp(HEAD + LINE), self.width, sp(LINE)), model.opens(0)))
        y = self.y + dp(4)
        for place, note in reversed([*enumerate(self._notes(model), 1)]):
            self._draw_text(note, left, y + note.height / 2)
            self._lines.append(((self.x, y, self.width, note.height + sp(GAP)), model.opens(place)))
            y += note.height + sp(GAP)

    @property
    def _power_row(self) -> float:
        return float(max(dp(TOUCH_DP), sp(44)))

    def _disc(self, model: DialModel, disc: Texture, left: float, top: float, width: float) -> None:
        """The dial, and beside it the power of each value: a tap on its row explains it."""
        row, side = self._power_row, self._side
        Color(1, 1, 1, 1)
        Rectangle(texture=disc, pos=(left, top - 2 * row - side / 2), size=(side, side))
        if self._turning is not None:
            self._window = disc, left, top - 2 * row - side / 2, side
            self._halves = Rectangle(size=(0, 0)), Rectangle(size=(0, 0))
            self._turn(self._share)
        x, room = left + side + dp(10), width - side - dp(10)
        for number, slot in enumerate(model.slots):
            y = top - (number + 1) * row
            self.boxes.append(((x, y, room, row), slot))
            colour = DIAL_COLOURS[slot.colour] if slot.colour else SURFACE["line"]
            Color(*rgba(colour))
            RoundedRectangle(pos=(x, y + dp(4)), size=(dp(14), row - dp(8)), radius=[dp(4)])
            if slot.colour is not None:
                self._glyph(slot.colour, x + dp(7), y + row / 2, dp(4.5), ink_on(colour))
            self._words(slot, x + dp(22), y + row / 2, room - dp(22))

    def _words(self, slot: SlotModel, left: float, middle: float, room: float) -> None:
        """A value's name, and the power it has."""
        name = slot.power + (" *" if slot.by_hand else "")
        lines = _in_two(name, int(sp(16)), int(room)) if name else []
        size, step = (16, 18) if len(lines) < 2 else (13, 15)  # three lines have no more room than two
        top = middle + sp(step) / 2 * len(lines)
        self._text(slot.label, 13, left, top, SURFACE["quiet"], room)
        for number, line in enumerate(lines):
            self._text(line, size, left, top - sp(step) * (number + 1), SURFACE["text"], room)

    def _slot(self, slot: SlotModel, x: float, y: float, width: float, height: float) -> None:
        self._box(slot, x, y, height * 1.25, height)
        left, room = x + height * 1.25 + dp(8), width - height * 1.25 - dp(8)
        name = slot.power + (" *" if slot.by_hand else "")
        lines = _in_two(name, int(sp(17)), int(room)) if name else []
        top = y + height / 2 + sp(10) * len(lines)
        self._text(slot.label, 15, left, top, SURFACE["quiet"], room)
        for number, line in enumerate(lines):
            size = 17 if len(lines) == 1 else 15
            self._text(line, size, left, top - sp(20 if len(lines) == 1 else 18) * (number + 1), SURFACE["text"], room)

    def _box(self, slot: SlotModel, x: float, y: float, width: float, height: float) -> None:
        """The value on the colour of its power, with the colour's glyph; ringed where something may be laid."""
        self.boxes.append(((x, y, width, height), slot))
        if slot.drop:
            Color(*rgba(SURFACE["accent"]))
            RoundedRectangle(pos=(x - dp(3), y - dp(3)), size=(width + dp(6), height + dp(6)), radius=[dp(8)])
        colour = DIAL_COLOURS[slot.colour] if slot.colour else SURFACE["card"]
        Color(*rgba(colour))
        RoundedRectangle(pos=(x, y), size=(width, height), radius=[dp(6)])
        if slot.colour in ("white", "black"):
            Color(*rgba(SURFACE["line"]))
            Line(rounded_rectangle=(x, y, width, height, dp(6)), width=1.4)
        ink = ink_on(colour) if slot.colour else SURFACE["text"]
        has_glyph = slot.colour is not None and width > 1.2 * height
        shift = height * 0.34 if has_glyph else 0
        texture = fitted(slot.value, int(height * 0.56), int(width - shift - dp(6)), ink, True)
        Color(1, 1, 1, 1)
        left = x + shift + (width - shift - texture.width) / 2
        Rectangle(texture=texture, pos=(left, y + (height - texture.height) / 2), size=texture.size)
        if slot.colour is not None and has_glyph:
            self._glyph(slot.colour, x + height * 0.23, y + height / 2, height * 0.15, ink)

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
        self._draw_text(fitted(text, int(sp(size)), max(1, int(width)), colour, bold), x, middle)

    def _draw_text(self, texture: Texture, x: float, middle: float) -> None:
        self.texts.append((x, middle - texture.height / 2, texture.width, texture.height))
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, pos=(x, middle - texture.height / 2), size=texture.size)


class DialFrame(Scrolled):
    """The dial in the room there is; a longer one moves under the finger, and begins anew when it is another's."""

    def __init__(self, dial: DialWidget) -> None:
        super().__init__(size_hint_y=None, do_scroll_y=False, bar_width=dp(4))
        self._dial, self._room = dial, float("inf")
        self.add_widget(dial)
        dial.bind(height=self._fit)
        self._fit()

    def make_room(self, height: float) -> None:
        """Limit the height from now on, but for the name."""
        self._room = max(height, sp(HEAD))
        self._dial.make_room(height)
        self._fit()

    def _fit(self, *_: object) -> None:
        """Take the room there is, or the height next to it that cuts no value and no note."""
        cut = min(self._dial.cuts, key=lambda height: abs(height - self._room), default=self._room)
        whole = cut if abs(cut - self._room) <= sp(ROW) / 2 else self._room
        self.height = min(self._dial.height, whole)
        self.do_scroll_y = self._dial.height > self.height  # else a touch goes through at once


@lru_cache(maxsize=32)
def _drawn(face: DialFace, side: int) -> Texture:
    return drawn(side, side, lambda canvas: paint_dial(canvas, face), SIDE)


def _in_two(text: str, size: int, width: int) -> list[str]:
    """The text in one line, or in two where it is too long for one."""
    if fitted(text, size, 10_000, SURFACE["text"]).width <= width:
        return [text]
    breaks = [place + 1 for place, letter in enumerate(text[:-2]) if letter in " /"]
    if not breaks:
        return [text]
    middle = min(breaks, key=lambda place: abs(place - len(text) / 2))
    return [text[:middle].strip(), text[middle:].strip()]
