"""Layout before touches: what was drawn anew stands where it will be seen, before a finger is asked what it hit.

Kivy lays widgets out after touches and before drawing: a tap in between falls on tiles that all still lie in a corner.
"""

from __future__ import annotations

from kivy.uix.widget import Widget

# what waits in Kivy's clock for the next drawing, and how it is done at once
WAITING = (
    ("_trigger_texture", "texture_update"),  # of a label
    ("_trigger_layout", "do_layout"),
    ("_trigger_update_from_scroll", "update_from_scroll"),
    ("share_soon", "share"),  # of a page: its tiles
)
PASSES = 8  # heights grow up the tree and widths down it, a level or two each time


def settle(root: Widget) -> None:
    """Lay out whatever still waits for it."""
    for _ in range(PASSES):
        if sum(_lay(widget) for widget in root.walk()) == 0:
            return


def _lay(widget: Widget) -> bool:
    """Whether something of it waited to be laid out."""
    waited = False
    for name, lay in WAITING:
        trigger = getattr(widget, name, None)
        if trigger is not None and trigger.is_triggered:
            trigger.cancel()
            getattr(widget, lay)()
            waited = True
    return waited
