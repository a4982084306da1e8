# The tower: sees, reports, lights; does not know the game.
import formats
from commands import DONE, REFUSED, UNKNOWN, obey, pattern_of
from roll import ARMED, COCKED, ROLLING

LIGHT_MS = 40  # 25 pictures a second are enough for a breathing ring


class App:
    """The tower's parts, stepped together; given to it from outside so that a test can give others."""

    def __init__(self, link, outbox, roll, ring, top, bottom, accel, clock):
        self.link = link
        self.outbox = outbox
        self.roll = roll
        self.ring = ring
        self.top = top
        self.bottom = bottom
        self.accel = accel
        self.clock = clock
        self.handlers = {"ARM": self._arm, "RING": self._light}
        self._lit_at = -LIGHT_MS
        link.is_busy = lambda: roll.phase in (ARMED, ROLLING, COCKED)
        self._full = False
        self._report(roll.phase)  # a restart says so: a roll under way is void

    def step(self):
        """Go one round of sensors, link and light."""
        now = self.clock.now()
        phase = self.roll.step(now, self.top.take(), self.bottom.take(), self.accel.take())
        if phase is not None:
            self._report(phase)
            if phase == "ROLLING":
                self._show(now, "ROLLING")
            elif phase == "SETTLED":
                self._show(now, "READING")  # even white light for the camera
            elif phase == "COCKED":
                self._show(now, "ASK")
        for command in self.link.poll():
            obey(self.link, command, self.handlers)
        if self._full != self.outbox.full:
            self._full = self.outbox.full
            self.link.tell()
        if now - self._lit_at >= LIGHT_MS:
            self._lit_at = now
            self.ring.draw(now, self._full, self.link.is_lost)

    def _arm(self, fields):
        dice = fields["dice"]
        status = DONE if self._report(self.roll.arm(dice)) else REFUSED
        self._show(self.clock.now(), "READY" if dice else "OFF")
        return status

    def _light(self, fields):
        pattern = pattern_of(fields)
        if pattern is None:
            return UNKNOWN
        self._show(self.clock.now(), pattern, fields["for_ms"])
        return DONE

    def _show(self, now, pattern, for_ms=0):
        self.ring.show(pattern, now, for_ms)
        self._lit_at = now - LIGHT_MS

    def _report(self, phase):
        body = formats.pack("event", phase, self.roll.fields())
        return self.outbox.put(self.clock.now(), formats.number("event", phase), body)
