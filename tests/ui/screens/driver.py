"""Drives the table screen as fingers do: touches in window pixels, through the real widget tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.core.ids import SpaceId
from companion.games.heroclix.sample import sample_setup
from companion.system import DiceGenerator
from ui.cli.demo.playable import play_opening
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

__all__ = ["Driver", "frames"]


def frames(count: int) -> None:
    """Lay out so many frames and draw the last: without a graphics card drawing is half of a test's time."""
    from kivy.base import EventLoop
    from kivy.clock import Clock

    with patch.multiple(EventLoop.window, on_draw=lambda: None, on_flip=lambda: None):
        for _ in range(count - 1):
            Clock.tick()
            EventLoop.idle()
    Clock.tick()
    EventLoop.idle()


Box = tuple[float, float, float, float]  # x, y, width, height


class Driver:
    """The table screen of the sample game at its first turn, or of another ``setup``, in a window of this size."""

    def __init__(
        self,
        *,
        lang: str = "en",
        font: float = 1.0,
        size: tuple[int, int] = (1280, 800),
        map_name: str = "lantern-vault",
        store: str = "",
        setup: Any = None,
        motion: Any = None,
        roller: Any = None,
    ) -> None:
        from kivy.base import EventLoop
        from kivy.core.window import Window
        from kivy.metrics import Metrics

        from ui.tablet.screens.table.table import TableScreen
        from ui.tablet.theme import SURFACE, rgba, wear

        wear("dark")  # whatever an evening before it has put on in this process
        config = TableConfig(store=store, lang=lang)
        self.table = open_table(config, setup or sample_setup(map_name), roller=roller)
        self.presenter, self.session = self.table.presenter, self.table.session
        if setup is None:
            play_opening(self.session, DiceGenerator(4))
        EventLoop.ensure_window()
        self.window: Any = Window
        Metrics.density, Metrics.fontscale = 1.0, font
        Window.size, Window.clearcolor = size, rgba(SURFACE["screen"])
        for child in list(Window.children):
            Window.remove_widget(child)
        self.screen: Any = TableScreen(self.presenter, motion=motion)
        Window.add_widget(self.screen)
        self.frames(4)

    def frames(self, count: int = 2) -> None:
        """So many frames are laid out, the last of them drawn."""
        frames(count)

    def refresh(self) -> None:
        """The screen shows what the presenter says now."""
        self.screen.refresh()
        self.frames(4)

    def touch(self, x: float, y: float) -> None:
        """A finger goes down and up there; y upward, as the window has it."""
        from kivy.tests.common import UnitTestTouch

        finger = UnitTestTouch(x, y)
        finger.touch_down()
        self.frames(1)
        finger.touch_up()
        self.frames(4)

    def hold(self, space: SpaceId) -> Any:
        """The finger that went down on the square and stays there; ``drag`` moves it, ``touch_up`` lifts it."""
        from kivy.tests.common import UnitTestTouch

        finger = UnitTestTouch(*self.middle_of_space(space))
        finger.touch_down()
        self.frames(1)
        return finger

    def drag(self, finger: Any, *spaces: SpaceId) -> None:
        """The finger moves over the squares, half a square at a time."""
        for space in spaces:
            (x, y), (u, v) = (finger.x, finger.y), self.middle_of_space(space)
            finger.touch_move((x + u) / 2, (y + v) / 2)
            self.frames(1)
            finger.touch_move(u, v)
            self.frames(1)

    def tap(self, space: SpaceId, off: tuple[float, float] = (0, 0)) -> None:
        """A finger taps the square, ``off`` its centre by some pixels."""
        x, y = self.middle_of_space(space)
        self.touch(x + off[0], y + off[1])

    def press(self, label: str) -> None:
        """A finger taps the button with this text."""
        self.touch(*self.middle_of(label))

    def middle_of(self, label: str) -> tuple[float, float]:
        """Where the button with this text is."""
        button = next(one for one in self.buttons() if one.text == label)
        x, y = button.to_window(*button.center)
        return float(x), float(y)

    def middle_of_space(self, space: SpaceId) -> tuple[float, float]:
        """Where the square is."""
        column, row = self.presenter.game.drawing.place(space)
        x, y = self.screen.board.corner(column + 0.5, row + 0.5)
        return float(x), float(y)

    def buttons(self) -> list[Any]:
        """The buttons on the screen, from the top."""
        from ui.tablet.widgets.buttons import TapButton
        from ui.tablet.widgets.hand_card import CardSideButton

        found = (one for one in self.walk() if isinstance(one, TapButton | CardSideButton))
        return sorted(found, key=lambda one: -one.center_y)

    def walk(self) -> Iterator[Any]:
        """Every widget of the screen."""
        yield from self.screen.walk()

    def shot(self, folder: Path) -> Any:
        """A picture of the window."""
        from PIL import Image

        with Image.open(self.window.screenshot(name=str(folder / "shot.png"))) as picture:
            return picture.convert("RGB")

    def close(self) -> None:
        """The screen is gone; the window stays for the next one."""
        self.window.remove_widget(self.screen)
        self.table.close()
