# The lights of a mat or a panel, as the host orders them. An order sets a state.
from commands import DONE, REFUSED, UNKNOWN, pattern_of

LIGHT_MS = 40  # 25 pictures a second are enough for a breathing light
ALL = 255


class Lights:
    """A chain of lights and when to draw it."""

    def __init__(self, ring, clock):
        self.ring, self.clock = ring, clock
        self.count = ring.lights
        self._lit_at = -LIGHT_MS

    def order(self, fields):
        """The status of a LIGHT order that was carried out, or was not."""
        pattern, light = pattern_of(fields), fields["light"]
        if pattern is None:
            return UNKNOWN
        if light != ALL and light >= self.count:
            return REFUSED
        now = self.clock.now()
        for number in range(self.count):
            if light in (ALL, number):
                self.ring.show(pattern, now, fields["for_ms"], number)
        self._lit_at = now - LIGHT_MS
        return DONE

    def step(self, now, full, lost=False):
        """Draw what is due, with the warnings of a full outbox and of a lost host laid over it."""
        if now - self._lit_at >= LIGHT_MS:
            self._lit_at = now
            self.ring.draw(now, full, lost)
