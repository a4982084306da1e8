"""Boxes: a plate with one or two fitted lines of text, and a card as high as what is in it."""

from __future__ import annotations

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle, RoundedRectangle
from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.painting.palette import ink_on
from companion.text.letters import shown
from ui.tablet.theme import SURFACE, rgba
from ui.tablet.widgets.text import fitted, font_of, text_fits, wrapped

_MARGIN = 8  # dp left and right of the text
SOME = 3  # parts of a small line that is not wrapped for more of them
LEAST = 11  # pixels of a letter
LETTERS = 1.25  # height of a line over the size of its letters


class Plate(Widget):
    """A coloured plate; ``small`` is a second line under the text."""

    def __init__(
        self,
        text: str,
        colour: str,
        *,
        size: int,
        small: str = "",
        bold: bool = False,
        is_left: bool = False,
        **settings: object,
    ) -> None:
        super().__init__(**settings)
        self.text = text
        self.small = small
        self._colour = colour
        self._size = size
        self._bold, self._is_left = bold, is_left
        self.lines: list[tuple[float, float, float, float]] = []  # where the text came to lie, for tests
        self.bind(pos=self._draw, size=self._draw)

    def say(self, small: str) -> None:
        """Say something else in the second line."""
        if small != self.small:
            self.small = small
            self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        self.lines.clear()
        rows = [(self.text, self._size, self._bold)]
        if self.small:
            rows.append((self.small, min(self._size - 2, 15), False))
        share = self.height / len(rows)
        with self.canvas:
            Color(*rgba(self._colour))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(9)])
            Color(1, 1, 1, 1)
            for number, (text, size, bold) in enumerate(rows):
                self._line(text, size, bold, self.y + self.height - share * (number + 0.5), share)

    def _line(self, text: str, size: int, bold: bool, middle: float, height: float) -> None:
        room = max(1, int(self.width - 2 * dp(_MARGIN)))
        texture = fitted(text, int(min(sp(size), height / LETTERS)), room, ink_on(self._colour), bold)
        x = self.x + (dp(_MARGIN + 2) if self._is_left else (self.width - texture.width) / 2)
        self.lines.append((x, middle - texture.height / 2, texture.width, texture.height))
        Rectangle(texture=texture, pos=(x, middle - texture.height / 2), size=texture.size)


class BannerPlate(Plate):
    """The banner: the largest words of the screen, smaller ones below them."""

    left = ""  # of the turn

    WORDS, MORE = 28, 20  # sp
    SMALLEST = 15  # sp of the small line where it is wrapped; what two such lines have no room for is left out
    LEAST = 0.9  # of the size, for what is left of the turn to stand in the large line too
    HEIGHT = 60  # sp that the large words and a small line need
    WRAPPED = 68  # dp that they need with two small lines; larger letters are smaller there
    SHARE = 0.6  # of the height, for the large words
    READ = 0.85  # of their size; where there is less room it is the small line that shrinks

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        self.lines.clear()
        words, more = self._shared()
        read = self._read
        is_one = self._fits(more, self.SMALLEST)
        large = self.height if not more else max(self.height * self.SHARE, read) if is_one else read
        with self.canvas:
            Color(*rgba(self._colour))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(9)])
            Color(1, 1, 1, 1)
            self._line(words, self.WORDS, True, self.top - large / 2, large)
            if is_one and more:
                self._line(more, self.MORE, False, self.y + (self.height - large) / 2, self.height - large)
            elif more:
                self._wrapped(more, self.height - large)

    def _shared(self) -> tuple[str, str]:
        """The large line and the small one: what is left of the turn stands where there is room."""
        whole = " · ".join(filter(None, (self.text, self.left)))
        if self._fits(whole, self.WORDS * self.LEAST, bold=True):
            return whole, self._kept(self.small)
        return self.text, self._kept(" · ".join(filter(None, (self.left, self.small))))

    def _kept(self, text: str) -> str:
        """Return as many whole parts of the small line as can be read, the most urgent first: on one line, where that
        has room for some of them.
        """
        parts = text.split(" · ")
        for count in range(len(parts), SOME - 1, -1):
            if self._fits(line := " · ".join(parts[:count]), self.SMALLEST):
                return line
        while len(parts) > 1 and not self._wraps(" · ".join(parts), self._small):
            parts.pop()
        return " · ".join(parts)

    def _wrapped(self, text: str, height: float) -> None:
        """Write the text on two lines at the foot, smaller where one part alone is longer: it is never cut."""
        size = self._small
        while size > LEAST and not self._wraps(text, size):
            size -= 1
        texture = wrapped(text, size, self._room, ink_on(self._colour))
        at = self.x + dp(_MARGIN + 2), self.y + (height - texture.height) / 2
        self.lines.append((*at, *texture.size))
        Rectangle(texture=texture, pos=at, size=texture.size)

    @property
    def _read(self) -> float:
        """The height that the large words need to be read."""
        return float(min(self.height, sp(self.WORDS * self.READ) * LETTERS))

    @property
    def _small(self) -> int:
        """The size of two small lines, in pixels."""
        return max(LEAST, int(min(sp(self.SMALLEST), (self.height - self._read) / (2 * LETTERS))))

    @property
    def _room(self) -> int:
        return max(1, int(self.width - 2 * dp(_MARGIN)))

    def _wraps(self, text: str, size: int) -> bool:
        return bool(text_fits(shown(text), size, self._room, int(size * 2 * LETTERS)))

    def _fits(self, text: str, size: float, *, bold: bool = False) -> bool:
        label = CoreLabel(text="", font_size=int(sp(size)), bold=bold, font_name=font_of(text))
        return bool(label.get_extents(shown(text))[0] <= self._room)


class Card(BoxLayout):
    """A rounded box as high as what is in it."""

    def __init__(self, **settings: object) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, padding=dp(10), spacing=dp(6), **settings)
        self.bind(minimum_height=self.setter("height"), pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*rgba(SURFACE["card"]))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(10)])
