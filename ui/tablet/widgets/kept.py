"""A column whose lines stay while what they say is still said: only a new one is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

Value = TypeVar("Value", bound=Hashable)


class Kept(Generic[Value]):
    """Shows values in ``box`` from the top, each by the widget that ``made`` returns for it."""

    def __init__(self, box: Layout, made: Callable[[Value], Widget]) -> None:
        self._box, self._made = box, made
        self._there: list[tuple[Value, Widget]] = []

    def show(self, values: Sequence[Value]) -> None:
        """Show these; what was there before keeps its widget, wherever it stands now."""
        kept = defaultdict[Value, list[Widget]](list)
        for value, widget in self._there:
            kept[value].append(widget)
        self._there = [(value, kept[value].pop(0) if kept[value] else self._made(value)) for value in values]
        self._box.clear_widgets()
        for _, widget in self._there:
            self._box.add_widget(widget)
