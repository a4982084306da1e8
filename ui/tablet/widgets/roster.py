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
COUNT_SP = 14  # of the number below it, and of its name
NAMED_SP = 108  # of the words beside it, where there is room for its name


class RosterStrip(Scrolled):
    """The strip; empty, it takes no room."""

    def __init__(self, press: Callable[[str], None], portraits: Mapping[PieceId, Texture]) -> None:
        super().__init__(size_hint_x=None, width=0, bar_width=dp(3))
        self._press, self._portraits = press, portraits
        self._shown: tuple[RosterFigure, ...] = ()
        self._is_named = False
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
        self.width = self._wide()
        if [one.piece for one in before] != [one.piece for one in figures]:
            self._tiles.clear_widgets()
            for one in figures:
                self._tiles.add_widget(RosterTile(one, self._press, self._portraits.get(one.piece), self._is_named))
            return
        for tile, figure in zip(reversed(self._tiles.children), figures, strict=True):
            tile.show(figure)

    @property
    def bare(self) -> float:
        """The pixels that the figures take without names."""
        return float(dp(TILE_DP + 4)) if self._shown else 0.0

    @property
    def more(self) -> float:
        """The pixels that names take beside the figures."""
        return float(sp(NAMED_SP)) if self._shown else 0.0

    def name(self, *, is_named: bool) -> None:
        """Draw the names too, or the figures alone."""
        if is_named != self._is_named:
            self._is_named = is_named
            for tile in self._tiles.children:
                tile.name(is_named=is_named)
            self.width = self._wide()

    def _wide(self) -> float:
        return self.bare + self.more * self._is_named

    def _fit(self, *_: object) -> None:
        self.do_scroll_y = self._tiles.height > self.height  # else a touch goes through at once


class RosterTile(ButtonBehavior, Widget):
    """One figure: as it stands on the board, lit while it acts; dark with its rim crossed when it is out of play."""

    def __init__(
        self, figure: RosterFigure, press: Callable[[str], None], portrait: Texture | None, is_named: bool
    ) -> None:
        super().__init__(size_hint_y=None)
        self.figure, self._portrait = figure, portrait
        self.name(is_named=is_named)
        self.bind(pos=self._draw, size=self._draw, state=self._draw)
        self.bind(on_release=lambda *_: press(f"figure:{self.figure.piece}"))

    def show(self, figure: RosterFigure) -> None:
        """Draw it as it is now."""
        if figure != self.figure:
            self.figure = figure
            self._draw()

    def name(self, *, is_named: bool) -> None:
        """Draw its name and its number beside it, or the number below it."""
        self._is_named = is_named
        self.height = max(dp(TILE_DP), 3 * sp(COUNT_SP)) if is_named else dp(TILE_DP) + sp(COUNT_SP)
        self._draw()

    def _draw(self, *_: object) -> None:
        one, side = self.figure, dp(TILE_DP) * 0.94
        left, low = self.x + (dp(TILE_DP) - side) / 2, self.y + self.height - side - dp(2)
        ground = SURFACE["accent" if one.is_chosen else "panel"]
        self.canvas.clear()
        with self.canvas:
            Color(*rgba(ground, 0.7 if self.state == "down" else 1))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(9)])
            if one.is_due:
                Color(*rgba(SURFACE["accent"]))
                Line(rounded_rectangle=(self.x + 1, self.y + 1, self.width - 2, self.height - 2, dp(9)), width=dp(1.2))
        token = Token(
            one.piece, one.label, one.name, one.seat, 0, 0, tokens=one.tokens, done=one.is_out, health=one.health
        )
        self.canvas.add(alone(token, (left + side / 2, low + side / 2), side, self._portrait))
        if one.is_out:
            with self.canvas:
                Color(*rgba(SURFACE["bad"]))
                for start, end in ((0.1, 0.3), (0.7, 0.9)):  # the letters stay free
                    ends = [at + side * share for share in (start, end) for at in (left, low)]
                    Line(points=ends, width=dp(2))
        self._write(left + side if self._is_named else None, ink_on(ground))

    def _write(self, beside: float | None, ink: str) -> None:
        """Write its number below it; or ``beside`` it, from that pixel on, its name above the number."""
        size, room = int(sp(COUNT_SP)), self.width - dp(4)
        if beside is None:
            lines = [self.figure.count]
        else:
            lines, room = [self.figure.name, self.figure.count], self.x + self.width - beside - dp(8)
        shown = [fitted(line, size, int(room), ink, bold=True) for line in lines if line]
        y = self.y if beside is None else self.y + self.height / 2 - sum(one.height for one in shown) / 2
        with self.canvas:
            Color(1, 1, 1, 1)
            for texture in reversed(shown):
                x = self.x + (self.width - texture.width) / 2 if beside is None else beside + dp(4)
                Rectangle(texture=texture, size=texture.size, pos=(x, y))
                y += texture.height
