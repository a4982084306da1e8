"""The Kivy app: a window with a page or with the table, and the gate that lets the sensors' threads in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics
from kivy.uix.boxlayout import BoxLayout

from ui.tablet.navigation import Navigator
from ui.tablet.screens.memory import EVERY_S, give_back
from ui.tablet.screens.page.page import PageScreen
from ui.tablet.theme import SURFACE, rgba, wear
from ui.tablet.widgets.focus import Focus
from ui.tablet.widgets.settled import settle

if TYPE_CHECKING:  # the table's screen comes with the first table
    from ui.presenters.models import ClockModel
    from ui.presenters.open_table import OpenTable
    from ui.presenters.sounds import Sound
    from ui.tablet.screens.table.table import TableScreen


class TabletApp(App):
    """The tablet app; closes the table that is open when it ends."""

    title = "Tablewright"

    def __init__(self, navigator: Navigator, *, seconds: float | None = None, **settings: object) -> None:
        super().__init__(**settings)
        self.navigator, self._seconds = navigator, seconds
        self._table: TableScreen | None = None
        self._started: OpenTable | None = None  # the table whose devices are watched
        self._chimes: Callable[[Sound], None] | None = None
        self._text = Metrics.fontscale
        self._made()

    def _made(self) -> None:
        self._page = PageScreen(self._press, self._enter)

    def build(self) -> BoxLayout:
        """The root widget."""
        self._root = BoxLayout()
        self._focus = Focus(self._root)
        self.fault: Exception | None = None  # of the table that was to be shown first
        self._show()
        if self.navigator.is_laying:
            Window.bind(on_flip=self._shown)
        self._steps = Clock.schedule_interval(lambda _: self._step(), 0.05)  # also how long a phone waits at most
        self._giving = Clock.schedule_interval(lambda _: give_back(), EVERY_S)
        Window.bind(on_keyboard=self._key, on_touch_down=self._touched)
        if self._seconds:
            Clock.schedule_once(lambda _: self.stop(), self._seconds)
        return self._root

    def _shown(self, *_: object) -> None:
        """Lay the table, the first frame being on the glass."""
        Window.unbind(on_flip=self._shown)
        Clock.schedule_once(lambda _: self._lay(), 0)

    def _lay(self) -> None:
        try:
            self.navigator.lay()
        except Exception as wrong:  # told where the window was asked for
            self.fault = wrong
            self.stop()
        else:
            self._show()

    def _show(self) -> None:
        """The table where one is open, else the page on top."""
        table_session, is_other = self.navigator.table_session, self._dressed()
        Window.allow_screensaver = table_session is None  # who thinks about a move finds the table as it was
        if table_session is None or self.navigator.is_aside:
            if self._page.parent is None or is_other:
                self._table = None
                self._root.clear_widgets()
                self._made()
                self._root.add_widget(self._page)
            self._page.show(self.navigator.page())
        elif self._table is None or self._table.presenter is not table_session.table.presenter:
            from ui.tablet.screens.table.table import TableScreen
            from ui.tablet.widgets.motion import Motion

            table = table_session.table
            self._root.clear_widgets()
            self._table = TableScreen(
                table.presenter,
                self._leave,
                table_session.door,
                is_left_hand=self.navigator.settings.left_hand,
                looks=table_session.looks(),
                hear=self._cues(),
                hands=table_session.hands if self.navigator.settings.hands else None,
                motion=Motion(is_on=self.navigator.settings.motion),
            )
            self._root.add_widget(self._table)
            if table is not self._started:
                self._started = table
                Clock.schedule_once(lambda _: table.start(), 0.05)  # after the first frame: their libraries are large

    def _cues(self) -> Callable[[Sound], None]:
        """Return what plays sounds and shakes, as far as they are switched on; made with the first table."""
        if self._chimes is None:
            from ui.tablet.widgets.buzz import Buzz
            from ui.tablet.widgets.chimes import Chimes

            self._chimes, self._buzz = Chimes(self.navigator.library.folder / "sounds").play, Buzz().play
        settings = self.navigator.settings
        ways = [way for way, is_on in ((self._chimes, settings.sound), (self._buzz, settings.vibration)) if is_on]

        def hear(sound: Sound) -> None:
            for way in ways:
                way(sound)

        return hear

    def _dressed(self) -> bool:
        """Whether the text has another size, or the colours are others than before; the settings say which."""
        settings = self.navigator.settings
        size, is_other = self._text * settings.text, wear(settings.theme)
        Window.clearcolor = rgba(SURFACE["screen"])
        if Metrics.fontscale == size:
            return is_other
        Metrics.fontscale = size
        return True

    def _press(self, action: str) -> None:
        self.navigator.press(action)
        self._show()

    def _enter(self, field: str, text: str) -> None:
        self.navigator.enter(field, text)
        self._show()

    def _leave(self, wish: str) -> None:
        self.navigator.leave_table(wish)
        self._show()

    def _step(self) -> None:
        self._focus.draw()
        table_session = self.navigator.table_session
        if table_session is not None:
            table_session.keep_language()
            if table_session.table.step() and self._table is not None:
                self._table.refresh()
            self._tell(table_session.time())
        if self._table is None and self._page.is_waiting:
            self._page.show(self.navigator.page())

    def _tell(self, time: ClockModel | None) -> None:
        """Show the time; when it is called, the table's card is another one."""
        if self._table is not None and self._table.show_time(time):
            self._table.refresh()

    def _key(self, _window: object, key: int, _scan: int, _letter: str, modifiers: list[str]) -> bool:
        """Whether the key was ours: escape, and a tablet's own button back, go one page back; others tap."""
        if key != 27:
            return self._focus.key(key, modifiers)
        if self._table is not None:
            self._leave("more")
        else:
            self._press("back")
        return True

    def _touched(self, *_: object) -> None:
        settle(self._root)
        self._focus.hide()

    def on_stop(self) -> None:
        """Let go of the window, the sensors and the store."""
        self._steps.cancel()
        self._giving.cancel()
        Window.unbind(on_keyboard=self._key, on_touch_down=self._touched)
        self.navigator.close()
