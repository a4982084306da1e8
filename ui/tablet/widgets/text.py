"""Text as textures and labels: fitted to its box, and never with a letter the font does not have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from kivy.core.text import DEFAULT_FONT, LabelBase
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.metrics import dp
from kivy.uix.label import Label
from kivy.utils import escape_markup

from companion.errors import MissingPart
from companion.painting.design import FONT
from companion.painting.font import is_lato, lato
from companion.text.letters import shown
from ui.presenters.rules import CITED
from ui.tablet.theme import SURFACE, rgba

try:
    _REGULAR, _BOLD = lato()
    LabelBase.register(FONT, _REGULAR, fn_bold=_BOLD)
    _FONT = FONT
except MissingPart:
    _FONT = DEFAULT_FONT
SIGN = "\u00a0§\u00a0"  # in the place of a rule's id, which is no word: as wide as a finger finds it
STRIPE = 4  # dp beside a line of the log


def font_of(text: str) -> str:
    """The house's font where it has every letter of the text, else Kivy's own."""
    return _FONT if is_lato(text) else DEFAULT_FONT


@lru_cache(maxsize=512)
def fitted(text: str, size: int, width: int, colour: str, bold: bool = False, rim: str = "") -> Texture:
    """A texture of one line of text, shrunk until it is no wider than ``width`` pixels, in a ``rim``."""
    look = {"text": shown(text), "bold": bold, "color": rgba(colour), "font_name": font_of(text)}
    if rim:
        look |= {"outline_width": 2, "outline_color": rgba(rim)}
    while True:
        label = CoreLabel(font_size=size, **look)
        label.refresh()
        if label.texture.width <= width or size <= 8:
            return label.texture
        size = max(8, int(size * 0.9))


@lru_cache(maxsize=256)
def wrapped(text: str, size: int, width: int, colour: str, is_tapped: bool = False) -> Texture:
    """A texture of some lines of text, wrapped in ``width`` pixels, no wider than they need; underlined, if tapped."""
    look = {"text": shown(text), "font_size": size, "color": rgba(colour), "font_name": font_of(text)}
    look["underline"] = is_tapped
    label = CoreLabel(**look)
    label.refresh()
    if label.texture.width > width:
        label = CoreLabel(**look, text_size=(width, None))
        label.refresh()
    return label.texture


@lru_cache(maxsize=512)
def text_fits(text: str, size: int, width: int, height: int) -> bool:
    """Whether the text, wrapped between words, fits in so many pixels."""
    measure = CoreLabel(text="", font_size=size, font_name=font_of(text))
    if any(measure.get_extents(word)[0] > width for word in text.split()):
        return False
    label = CoreLabel(text=text, font_size=size, text_size=(width, None), font_name=font_of(text))
    label.refresh()
    return bool(label.texture.height <= height)


class Words(Label):
    """A label that wraps in its width and is as high as its text."""

    def __init__(self, text: str = "", *, colour: str = "", size: float = 16, **settings: object) -> None:
        settings.setdefault("halign", "left")
        settings.setdefault("valign", "middle")
        ink = rgba(colour or SURFACE["text"])
        settings.setdefault("font_name", font_of(text))
        super().__init__(text=shown(text), color=ink, font_size=f"{size}sp", size_hint_y=None, **settings)
        self.bind(width=self._wrap, texture_size=self._grow)

    def _wrap(self, *_: object) -> None:
        self.text_size = (self.width, None)

    def _grow(self, *_: object) -> None:
        self.height = self.texture_size[1] + self.font_size * 0.3


class Roomy(Words):
    """Words with room for the longest of what may stand in their place: nothing below them moves."""

    def __init__(self, text: str, may_be: Sequence[str], **settings: Any) -> None:
        self._may_be = may_be
        super().__init__(text, **settings)

    def _grow(self, *_: object) -> None:
        width, size = int(self.width), int(self.font_size)
        most = max(_height(text, size, width, self.bold) for text in self._may_be)
        self.height = max(most, self.texture_size[1]) + self.font_size * 0.3


@lru_cache(maxsize=512)
def _height(text: str, size: int, width: int, bold: bool) -> int:
    label = CoreLabel(text=shown(text), font_size=size, text_size=(width, None), font_name=font_of(text), bold=bold)
    label.refresh()
    return int(label.texture.height)


class Cited(Words):
    """Words in which a rule that is cited is underlined, and tapped: ``open_rule`` is told its id.

    ``is_struck``: of what was taken back.
    """

    def __init__(
        self,
        text: str = "",
        open_rule: Callable[[str], None] | None = None,
        *,
        is_struck: bool = False,
        **settings: object,
    ) -> None:
        self._open_rule, self._is_struck = open_rule, is_struck
        super().__init__("", **{**settings, "markup": True})  # type: ignore[arg-type]
        self.tell(text)
        self.bind(on_ref_press=self._follow)

    def tell(self, text: str) -> None:
        """Show this text."""
        self.font_name = font_of(text)
        marked = _marked(shown(text))
        self.text = f"[s]{marked}[/s]" if self._is_struck else marked

    def _follow(self, _: object, rule: str) -> None:
        if self._open_rule is not None:
            self._open_rule(rule)


def _marked(text: str) -> str:
    """Return plain text as markup: every rule that it cites underlined, to be tapped."""
    parts = CITED.split(text)  # text, id, text, …
    return "".join(
        f"[ref={part}][u]{SIGN}[/u][/ref]" if place % 2 else escape_markup(part) for place, part in enumerate(parts)
    )


class Told(Cited):
    """A line of the log; where it tells a number, a tap shows its terms below it, another hides them.

    ``stripe`` is the colour beside it: that of whose turn it was.
    """

    def __init__(self, text: str, terms: Sequence[str], stripe: str = "", **settings: object) -> None:
        self._closed, self._terms = f"{text}  …" if terms else text, terms
        self._is_open = False
        super().__init__(self._closed, padding=(dp(STRIPE + 5), 0, 0, 0), **settings)  # type: ignore[arg-type]
        if stripe:
            with self.canvas.before:
                Color(*rgba(stripe))
                self._stripe = Rectangle()
            self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self._stripe.pos, self._stripe.size = self.pos, (dp(STRIPE), self.height)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Whether the touch was ours."""
        if super().on_touch_down(touch):  # on a rule
            return True
        if not self._terms or not self.collide_point(*touch.pos):
            return False
        self._is_open = not self._is_open
        self.tell("\n   ".join((self._closed, *self._terms)) if self._is_open else self._closed)
        return True
