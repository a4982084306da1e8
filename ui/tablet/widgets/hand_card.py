"""A card of a hand, as the painter draws it; a tap on one of its sides presses that side's button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, Line, Rectangle
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.painting.card import WIDE, height_of, paint_card
from ui.presenters.models import CardModel, HandCard
from ui.tablet.theme import SURFACE, rgba
from ui.tablet.widgets.canvas import drawn


class HandCardWidget(BoxLayout):
    """The card, as high as its width asks for."""

    def __init__(self, card: HandCard, high: int, shown: CardModel, press: Callable[[str], None]) -> None:
        super().__init__(size_hint_y=None)
        self._card, self._high = card, high
        labels = dict(shown.buttons)
        for side in card.sides:
            is_lit = side.does == shown.likely
            self.add_widget(CardSideButton(labels[side.does], partial(press, side.does), is_lit=is_lit))
        self.bind(width=lambda _, width: setattr(self, "height", max(dp(48), width * self._high / WIDE)))
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        if self.width < dp(80):
            return  # not laid out yet
        texture = drawn(self.width, self.height, lambda canvas: paint_card(canvas, self._card, self._high), WIDE)
        self.canvas.before.clear()
        with self.canvas.before:
            Color(1, 1, 1, 1)
            Rectangle(texture=texture, pos=self.pos, size=self.size)


def hand_widgets(shown: CardModel, press: Callable[[str], None]) -> list[HandCardWidget]:
    """Return the cards of a hand, equally high."""
    high = height_of(shown.hand)
    return [HandCardWidget(card, high, shown, press) for card in shown.hand]


class CardSideButton(ButtonBehavior, Widget):
    """A side of the card under a finger; outlined where it is the likely one."""

    def __init__(self, text: str, on_tap: Callable[[], None], *, is_lit: bool = False) -> None:
        super().__init__()
        self.text, self.is_lit = text, is_lit  # the button's, in words
        self.bind(on_release=lambda *_: on_tap())
        self.bind(state=self._draw, pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        if self.state == "down" or self.is_lit:
            with self.canvas.after:
                Color(*rgba(SURFACE["accent" if self.state == "down" else "good"]))
                Line(
                    rounded_rectangle=(self.x + dp(2), self.y + dp(2), self.width - dp(4), self.height - dp(4), dp(8)),
                    width=1.5,
                )
