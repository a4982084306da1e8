"""Everybody at a glance: a strip of figures with what is left of each, their tokens, who is out; one tap shows one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.board.picture import Token
from companion.core.ids import PieceId
from companion.painting.palette import ink_on
from ui.presenters.models import RosterFigure
from ui.tablet.theme import SURFACE, rgba
from ui.tablet.widgets.figures import alone
from ui.tablet.widgets.scrolled import Scrolled
from ui.tablet.widgets.text import fitted

TILE_DP = 58  # width and height of a figure: more than a finger needs, and as many as a table has beside a board
COUNT_SP = 14  # of the number below it


class RosterStrip(Scrolled):
    """The strip; empty, it takes no room."""

    def __init__(self, press: Callable[[str], None], portraits: Mapping[PieceId, Texture]) -> None:
        super().__init__(size_hint_x=None, width=0, bar_width=dp(3))
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
    """One figure: as it stands on the board; crossed out when it is out of play."""

    def __init__(self, figure: RosterFigure, press: Callable[[str], None], portrait: Texture | None) -> None:
        super().__init__(size_hint_y=None, height=dp(TILE_DP) + sp(COUNT_SP))
        self.figure, self._portrait = figure, portrait
        self.bind(pos=self._draw, size=self._draw, state=self._draw)
        self.bind(on_release=lambda *_: press(f"figure:{self.figure.piece}"))

    def show(self, figure: RosterFigure) -> None:
        """Draw it as it is now."""
        if figure != self.figure:
            self.figure = figure
            self._draw()

    def _draw(self, *_: object) -> None:
        one, side = self.figure, dp(TILE_DP) * 0.94
        left, low = self.x + (self.width - side) / 2, self.top - side - dp(2)
        self.canvas.clear()
        with self.canvas:
            Color(*rgba(SURFACE["accent" if one.is_chosen else "panel"], 0.7 if self.state == "down" else 1))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(9)])
        token = Token(
            one.piece, one.label, one.name, one.seat, 0, 0, tokens=one.tokens, done=one.is_out, health=one.health
        )
        self.canvas.add(alone(token, (left + side / 2, low + side / 2), side, self._portrait))
        if one.count:
            ink = ink_on(SURFACE["accent" if one.is_chosen else "panel"])
            count = fitted(one.count, int(sp(COUNT_SP)), int(self.width - dp(4)), ink, True)
            with self.canvas:
                Color(1, 1, 1, 1)
                Rectangle(texture=count, size=count.size, pos=(self.x + (self.width - count.width) / 2, self.y))
        if one.is_out:
            with self.canvas:
                Color(*rgba(SURFACE["bad"]))
                Line(points=[left + dp(9), low + dp(9), left + side - dp(9), low + side - dp(9)], width=dp(2))
