"""Everything by keyboard: a ring goes round what may be touched, enter taps it, arrows walk over the board.

tab, shift-tab ──> the next one, from the top left      enter, space ──> a tap      arrows on the board ──> its squares
                                                                      arrows on a mark ──> it moves; shift: finely
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from kivy.core.window import Keyboard
from kivy.graphics import Color, InstructionGroup, Line
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from ui.tablet.theme import SURFACE, rgba

CODES = Keyboard.keycodes
WAYS = {CODES["left"]: (-1, 0), CODES["right"]: (1, 0), CODES["up"]: (0, -1), CODES["down"]: (0, 1)}
TAPS = (CODES["enter"], CODES["numpadenter"], CODES["spacebar"])
Key = tuple[str, int]  # its words, and which one of those with the same


class Focus:
    """The ring of one window, over what hangs on ``root``; hidden until the first key, and again after a touch."""

    def __init__(self, root: Widget) -> None:
        self._root = root
        self._key: Key | None = None  # what it is on, by its words: a screen that is filled anew keeps it
        self._place = 0  # and how far from the top left, should that be gone
        self._square = (0, 0)
        self._ring = InstructionGroup()
        self._drawn: tuple[float, ...] = ()
        root.canvas.after.add(self._ring)

    def key(self, code: int, modifiers: list[str]) -> bool:
        """Whether the key was ours."""
        on = self.on()
        if code == CODES["tab"]:
            self._go(-1 if "shift" in modifiers else 1)
        elif _is_board(on) and code in WAYS:
            self._walk(on, *WAYS[code])
        elif on is not None and hasattr(on, "nudge") and code in WAYS:  # a mark on a picture
            on.nudge(*WAYS[code], is_fine="shift" in modifiers)
        elif code in TAPS and on is not None and not isinstance(on, TextInput):
            self._tap(on)
        else:
            return False
        self.draw()
        return True

    def hide(self) -> None:
        """A finger or a pointer is used: no ring."""
        self._key = None
        self.draw()

    def on(self) -> Widget | None:
        """Return the widget under the ring; the one in its place where that is gone."""
        if self._key is None:
            return None
        there = self._all()
        return there.get(self._key) or next(iter([*there.values()][self._place :][:1]), None)

    def draw(self) -> None:
        """Draw the ring where it belongs now."""
        on = self.on()
        box = self._box(on) if on is not None else ()
        if box == self._drawn:
            return
        self._drawn = box
        self._ring.clear()
        if box:
            for colour, width in (("screen", 4.5), ("accent", 2.5)):
                self._ring.add(Color(*rgba(SURFACE[colour])))
                self._ring.add(Line(rectangle=box, width=dp(width)))

    def _all(self) -> dict[Key, Widget]:
        """Return the widgets that may be touched now, in reading order; the same words may come several times."""
        found = [one for one in self._root.walk() if isinstance(one, ButtonBehavior | TextInput) or _is_board(one)]
        usable = [one for one in found if not one.disabled and one.width > 1 and one.height > 1 and _words(one)]
        count, named = Counter[str](), dict[Key, Widget]()
        for one in sorted(usable, key=_reading):
            count[_words(one)] += 1
            named[_words(one), count[_words(one)]] = one
        return named

    def _go(self, by: int) -> None:
        there = self._all()
        if not there:
            return
        keys, on = list(there), self.on()
        now = next((place for place, one in enumerate(there.values()) if one is on), -1 if by > 0 else 0)
        self._place = (now + by) % len(keys)
        self._key = keys[self._place]
        one = there[self._key]
        for typed in there.values():
            if isinstance(typed, TextInput):
                typed.focus = typed is one
        above: Any = one.parent
        while above is not None and above is not self._root:
            if isinstance(above, ScrollView):
                above.scroll_to(one)
                return
            above = above.parent

    def _walk(self, board: Widget, right: int, down: int) -> None:
        (left, top, end, foot), (column, row) = board.box, self._square
        self._square = (min(max(left, column + right), end - 1), min(max(top, row + down), foot - 1))

    def _tap(self, on: Widget) -> None:
        if _is_board(on):
            on.tap_square(*self._square)
        else:
            on.dispatch("on_release")

    def _box(self, on: Widget) -> tuple[float, ...]:
        if _is_board(on):
            (left, bottom), side = on.corner(self._square[0], self._square[1] + 1), on.cell
            return (*on.to_window(left, bottom), side, side)
        return (*on.to_window(on.x, on.y), on.width, on.height)


def _is_board(one: Widget | None) -> bool:
    """Whether it has squares; a page does without a board's libraries."""
    return hasattr(one, "tap_square")


def _words(one: Widget) -> str:
    """Return the key of a widget: its words, or the field it is."""
    tile = getattr(one, "tile", None)
    if tile is not None:
        return str(tile.title if tile.action else "")
    return str(getattr(one, "name", "") or getattr(one, "text", "") or type(one).__name__)


def _reading(one: Widget) -> tuple[int, float]:
    """Rows from the top, each from the left."""
    return -round(one.to_window(0, one.top)[1] / dp(24)), one.to_window(one.x, 0)[0]
