"""What is on the glass can be touched and read: at least 48 dp, text inside its box, nothing outside the window."""

from __future__ import annotations

from typing import Any

from tests.ui.screens.driver import Box


def box_of(widget: Any) -> Box:
    """Where it is in the window."""
    x, y = widget.to_window(widget.x, widget.y)
    return x, y, widget.width, widget.height


def outside(inner: Box, outer: Box, slack: float = 1.0) -> bool:
    """Whether any of it lies beyond."""
    (x, y, w, h), (u, v, a, b) = inner, outer
    return x < u - slack or y < v - slack or x + w > u + a + slack or y + h > v + b + slack


def faults(root: Any, window: Any) -> list[str]:
    """What cannot be touched or read; what is scrolled may lie above or below the window, not beside it."""
    from kivy.metrics import sp
    from kivy.uix.scrollview import ScrollView

    from ui.tablet.screens.page.page import TileWidget
    from ui.tablet.widgets.buttons import TapButton
    from ui.tablet.widgets.dial import DialWidget
    from ui.tablet.widgets.hand_card import CardSideButton
    from ui.tablet.widgets.plates import BannerPlate, Plate
    from ui.tablet.widgets.roster import RosterTile
    from ui.tablet.widgets.text import Words

    found = []
    whole = (0.0, 0.0, float(window.width), float(window.height))
    scrolled = {widget for view in root.walk() if isinstance(view, ScrollView) for widget in view.walk()}
    for widget in root.walk():
        name = f"{type(widget).__name__} {getattr(widget, 'text', '')!r}"
        x, _, width, height = box = box_of(widget)
        if outside((x, 0.0, width, 1.0) if widget in scrolled else box, whole):
            found.append(f"{name} leaves the window: {box}")
        if isinstance(widget, TapButton | TileWidget | RosterTile | CardSideButton) and min(width, height) < 48:
            found.append(f"{name} is {width:.0f} x {height:.0f}")
        if isinstance(widget, TapButton | Words):
            wide, high = widget.texture_size
            if wide > width + 1 or high > height + 1 or (isinstance(widget, Words) and width < 40):
                found.append(f"{name} is larger than its box: {wide} x {high} in {width:.0f} x {height:.0f}")
        if isinstance(widget, BannerPlate):
            found += [
                f"{name}: {height:.0f} px high" for *_, height in widget.lines[:1] if height < 0.8 * sp(widget.WORDS)
            ]
        if isinstance(widget, Plate):
            found += [f"{name}: a line leaves its plate" for line in widget.lines if outside(line, box)]
        if isinstance(widget, DialWidget):
            own = (*widget.pos, *widget.size)  # where it is drawn, within what moves it
            found += [f"{name}: a text leaves the dial" for line in widget.texts if outside(line, own)]
    return found
