"""A finger that plays a table's screen by itself, in a window that nobody sees: tap, frame, tap."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ui.presenters.open_table import OpenTable

SIZE = (1280, 800)  # pixels of the window nobody sees
NEVER = ("Take ", "Overrule", "Concede", "Undo", "Back", "Cancel", "Line of", "Turn off", "Turn on", "More", "Français")
ENDS = 0.2  # of the taps with nothing to be moved end the turn


class Finger:
    """Plays both sides of one game after the other: what moves a game on is likelier than what only looks."""

    def __init__(self, opened: Callable[[int], OpenTable], seed: int) -> None:
        from kivy.config import Config

        for name, value in (("width", SIZE[0]), ("height", SIZE[1]), ("maxfps", 0)):  # a frame is not waited for
            Config.set("graphics", name, value)
        from kivy.base import EventLoop
        from kivy.core.window import Window

        EventLoop.ensure_window()
        self._loop, self._window, self._rng = EventLoop, Window, random.Random(seed)
        self._opened = opened
        self._table: Any = None
        self.games = self.events = 0
        self._open()

    @property
    def told(self) -> int:
        """The number of events of all games."""
        return self.events + int(self._table.presenter.session.version)

    def _open(self) -> None:
        from ui.tablet.screens.table.table import TableScreen

        if self._table is not None:
            self.events = self.told
            self._window.remove_widget(self._screen)
            self._table.close()
        self._table = self._opened(self.games)
        self._screen: Any = TableScreen(self._table.presenter)
        self._window.add_widget(self._screen)
        self.games += 1
        for _ in range(4):
            self.redraw()

    def tap(self, at: tuple[float, float]) -> None:
        """Tap once and draw the frame that shows the effect."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(*at)
        touch.touch_down()
        touch.touch_up()
        self.redraw()

    def redraw(self) -> None:
        """A frame, until its last pixel: an unseen window has nothing else that waits for it."""
        from kivy.graphics.opengl import glFinish

        self._window.canvas.ask_update()
        self._loop.idle()
        glFinish()

    def aim(self) -> tuple[float, float]:
        """Return where to tap next; on the next game, when this one is over."""
        if self._table.presenter.state.flow.outcome is not None:
            self._open()
        model, rng = self._table.presenter.model(), self._rng
        buttons = {text: at for text, at in self._buttons() if not text.startswith(NEVER)}
        offered = [label for _, label in model.card.buttons if label in buttons] if model.card else []
        goals = [tile for tile in model.board.tiles if tile.reach is not None]
        sure = [text for text in buttons if text.startswith(("Roll for me", "Confirm"))]
        if sure:
            return buttons[sure[0]]
        if offered and (not goals or rng.random() < 0.6):
            return buttons[rng.choice(offered)]
        ends = [text for text in buttons if text.startswith("End turn")]
        if ends and not goals and rng.random() < ENDS:
            return buttons[ends[0]]
        targets = [token for token in model.board.tokens if token.target]
        lifted = [token for token in model.board.tokens if token.may_be_lifted]
        if targets or (lifted and not goals) or (lifted and rng.random() < 0.4):
            token = rng.choice(targets or lifted)
            return self._at(token.column + token.width / 2, token.row + token.height / 2)
        if goals and rng.random() < 0.8:
            tile = rng.choice(goals)
            return self._at(tile.column + 0.5, tile.row + 0.5)
        return buttons[rng.choice(sorted(buttons))]

    def _at(self, column: float, row: float) -> tuple[float, float]:
        x, y = self._screen.board.corner(column, row)
        return float(x), float(y)

    def _buttons(self) -> list[tuple[str, tuple[float, float]]]:
        from ui.tablet.widgets.buttons import TapButton

        there = [each for each in self._screen.walk() if isinstance(each, TapButton)]
        found = [(each.text, each.to_window(*each.center)) for each in there]
        return [(text, at) for text, at in found if text and 0 < at[0] < SIZE[0] and 0 < at[1] < SIZE[1]]
