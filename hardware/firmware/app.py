# The tower: one loop, every wait bounded. Sees, reports, lights; does not know the game.
import time

import formats
import link as talk

IDLE_MS = 2
LIGHT_MS = 40  # 25 pictures a second are enough for a breathing ring


class App:
    """The tower's parts, stepped together; given to it from outside so that a test can give others."""

    def __init__(self, link, outbox, roll, ring, top, bottom, accel, clock):
        self.link, self.outbox, self.roll, self.ring = link, outbox, roll, ring
        self.top, self.bottom, self.accel, self.clock = top, bottom, accel, clock
        self._lit_at = -LIGHT_MS
        self._full = False
        self._report(roll.phase)  # a restart says so: a roll under way is void

    def step(self):
        """Nothing: one round of sensors, link and light."""
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
            self._obey(now, command)
        if self._full != self.outbox.full:
            self._full = self.outbox.full
            self.link.tell()
        if now - self._lit_at >= LIGHT_MS:
            self._lit_at = now
            self.ring.draw(now, self._full)

    def run(self, feed):
        """Never returns; `feed` keeps the watch-dog quiet, and only a loop that served link and sensors calls it."""
        while True:
            self.step()
            feed()
            time.sleep_ms(IDLE_MS)

    def _obey(self, now, command):
        command_id, kind, body = command
        name = formats.NAMES["command"].get(kind)
        status = talk.UNKNOWN
        try:
            if name == "ARM":
                dice = formats.unpack("command", name, body)["dice"]
                status = talk.DONE if self._report(self.roll.arm(dice)) else talk.REFUSED
                self._show(now, "READY" if dice else "OFF")
            elif name == "RING":
                pattern = formats.NAMES["ring"].get(formats.unpack("command", name, body)["pattern"])
                if pattern is not None:
                    self._show(now, pattern)
                    status = talk.DONE
        except ValueError:
            status = talk.REFUSED
        self.link.done(command_id, status)

    def _show(self, now, pattern):
        self.ring.show(pattern, now)
        self._lit_at = now - LIGHT_MS

    def _report(self, phase):
        body = formats.pack("event", phase, self.roll.fields())
        return self.outbox.put(self.clock.now(), formats.KINDS["event"][phase][0], body)
