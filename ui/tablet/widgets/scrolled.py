"""Whatever is longer than its room, scrolled: it coasts to a stop within its bounds.

Kivy's own effect pulls what was pushed too far back by a spring, whose force grows with the time of a frame: on a busy
machine, with frames of half a second, it throws the content out of sight for good.
"""

from __future__ import annotations

from typing import Any

from kivy.effects.scroll import ScrollEffect
from kivy.uix.scrollview import ScrollView


class Coasting(ScrollEffect):
    """It ends at the bounds; a frame, however long, slows it down to a stand and never turns it round."""

    def update_velocity(self, dt: float) -> None:
        """Take the speed after ``dt`` seconds, and the way that it goes meanwhile."""
        super().update_velocity(min(dt, self.std_dt / self.friction))


class Scrolled(ScrollView):
    """One column, scrolled up and down; its bar stays, whether or not a finger moves it: there is more than is seen."""

    def __init__(self, **given: Any) -> None:
        super().__init__(do_scroll_x=False, effect_cls=Coasting, bar_inactive_color=self.bar_color, **given)
