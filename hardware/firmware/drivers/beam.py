# An infrared break-beam with open collector: low while something is in it. Counts cuts in the interrupt.
import time

from machine import Pin

DEAD_MS = 12  # a die keeps the beam cut for longer; an edge sooner than this is the rim of the same die
#
# ticks_ms comes round: an edge of a week ago seems to lie ahead. So the edge that is over is noted while that can be told.


class Beam:
    def __init__(self, gpio):
        self._count = self._taken = 0
        self._at = self._over = time.ticks_ms()  # of the last edge, and of the last that is known to be over
        self.pin = Pin(gpio, Pin.IN, Pin.PULL_UP)
        self.pin.irq(self._cut, Pin.IRQ_FALLING)

    def _cut(self, _pin):  # interrupt: no allocation, small integers only
        now = time.ticks_ms()
        if self._at == self._over or time.ticks_diff(now, self._at) >= DEAD_MS:
            self._count = self._count + 1 & 0xFFFF
        self._at = now

    def take(self):
        """The cuts since the last call; ask at least once a day."""
        at = self._at
        if time.ticks_diff(time.ticks_ms(), at) >= DEAD_MS:
            self._over = at  # another edge that came meanwhile has another time
        count = self._count
        new = count - self._taken & 0xFFFF
        self._taken = count
        return new
