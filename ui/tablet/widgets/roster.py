"""Everybody at a glance: a strip of figures with what is left of each, their tokens, who is out; one tap shows one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kivy.graphics import Color, Ellipse, Line, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.core.ids import PieceId
from ui.presenters.models import RosterFigure
from ui.tablet.theme import SURFACE, rgba
from ui.tablet.widgets.tokens import disc, health_bar

TILE_DP = 58  # width and height of a figure: more than a finger needs, and as many as a table has beside a board
GONE = 0.35  # how much of a figure out of play is seen


class RosterStrip(ScrollView):
    """The strip; empty, it takes no room."""

    def __init__(self, press: Callable[[str], None], portraits: Mapping[PieceId, Texture]) -> None:
        super().__init__(size_hint_x=None, width=0, do_scroll_x=False, bar_width=dp(3))
        self._press, self._portraits = press, portraits
        self._shown: tuple[RosterFigure, ...] = ()
        self._tiles = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(2))
        self._tiles.bind(minimum_height=self._tiles.setter("height"))
        self.bind(height=self._fit)
        self._tiles.bind(height=self._fit)
        self.add_widget(self._tiles)

    def show(self, figures: Sequence[RosterFigure]) -> None:
        """Draw these figures; the tiles of those that are as they were stay."""
        figures = tuple(figures)
        if figures == self._shown:
            return
        before, self._shown = self._shown, figures
        self.width = dp(TILE_DP + 4) if figures else 0
        if [one.piece for one in before] != [one.piece for one in figures]:
            self._tiles.clear_widgets()
            for one in figures:
                self._tiles.add_widget(RosterTile(one, self._press, self._portraits.get(one.piece)))
            return
        for tile, figure in zip(reversed(self._tiles.children), figures, strict=True):
            tile.show(figure)

    def _fit(self, *_: object) -> None:
        self.do_scroll_y = self._tiles.height > self.height  # else a touch goes through at once


class RosterTile(ButtonBehavior, Widget):
    """One figure: its letters or its portrait, a bar, dots for tokens; crossed out when it is out of play."""

    def __init__(self, figure: RosterFigure, press: Callable[[str], None], portrait: Texture | None) -> None:
        super().__init__(size_hint_y=None, height=dp(TILE_DP))
        self.figure, self._portrait = figure, portrait
        self.bind(pos=self._draw, size=self._draw, state=self._draw)
        self.bind(on_release=lambda *_: press(f"figure:{self.figure.piece}"))

    def show(self, figure: RosterFigure) -> None:
        """Draw it as it is now."""
        if figure != self.figure:
            self.figure = figure
            self._draw()

    def _draw(self, *_: object) -> None:
        one, (x, y), high = self.figure, self.pos, self.height
        self.canvas.clear()
        side, bar = high * 0.7, max(dp(7), high * 0.13)
        left, foot = x + (self.width - side) / 2, y + bar + dp(5)
        with self.canvas:
            Color(*rgba(SURFACE["accent" if one.is_chosen else "panel"], 0.7 if self.state == "down" else 1))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(9)])
        disc(self.canvas, one.label, one.seat, (left, foot), side, alpha=GONE if one.is_out else 1)
        with self.canvas:
            if self._portrait is not None:
                inset = side * 0.11
                Color(1, 1, 1, GONE if one.is_out else 1)
                Ellipse(texture=self._portrait, pos=(left + inset, foot + inset), size=(side - 2 * inset,) * 2)
            if one.is_out:
                Color(*rgba(SURFACE["bad"]))
                Line(points=[left, foot, left + side, foot + side], width=dp(2))
            for number in range(one.tokens):
                dot = dp(12)
                place = (x + self.width - dot * (number + 1) - dp(2), foot)
                Color(*rgba(SURFACE["accent"]))
                Ellipse(pos=place, size=(dot, dot))
                Color(0, 0, 0, 0.8)
                Line(ellipse=(*place, dot, dot), width=1)
        if one.health is not None:
            health_bar(self.canvas, one.health, (x + dp(5), y + dp(3)), (self.width - dp(10), bar))
