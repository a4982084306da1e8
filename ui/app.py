"""The Kivy app: a window with the table screen, and the gate that lets the sensors' threads in."""

from __future__ import annotations

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from ui.presenters.opened import OpenTable
from ui.screens.table.table import TableScreen
from ui.theme import SURFACE, rgba


class TableApp(App):
    """The tablet app on a table that ``ui.bootstrap`` has connected; closes it when it ends."""

    title = "Tablewright"

    def __init__(self, table: OpenTable, *, seconds: float | None = None, **settings: object) -> None:
        super().__init__(**settings)
        self._table, self._seconds = table, seconds

    def build(self) -> TableScreen:
        """The root widget."""
        Window.clearcolor = rgba(SURFACE["screen"])
        screen = TableScreen(self._table.presenter)
        Clock.schedule_interval(lambda _: self._step(screen), 0.1)
        if self._seconds:
            Clock.schedule_once(lambda _: self.stop(), self._seconds)
        return screen

    def _step(self, screen: TableScreen) -> None:
        if self._table.step():
            screen.refresh()

    def on_start(self) -> None:
        """Watch the sensors from the first frame on, not before: their libraries are large."""
        Clock.schedule_once(lambda _: self._table.start(), 0.05)

    def on_stop(self) -> None:
        """Let go of the sensors and the store."""
        self._table.close()
