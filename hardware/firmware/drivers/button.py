# A button to GND with the chip's pull-up: low while it is down. Bounces for some milliseconds when it closes and opens.
from machine import Pin

STILL_MS = 20  # a change counts when the level held for so long


class Button:
    """`step` gives the changes; ask it every few milliseconds."""

    def __init__(self, gpio):
        self.pin = Pin(gpio, Pin.IN, Pin.PULL_UP)
        self.down = False
        self._since = None  # ms: the level differs from `down` since then
        self._down_at = 0

    def step(self, now):
        """None, or (whether it is down now, ms it was held)."""
        if (self.pin.value() == 0) == self.down:
            self._since = None
            return None
        if self._since is None:
            self._since = now
        if now - self._since < STILL_MS:
            return None
        self.down = not self.down
        began, self._since = self._since, None
        if self.down:
            self._down_at = began
            return True, 0
        return False, began - self._down_at
