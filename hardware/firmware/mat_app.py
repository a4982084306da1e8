# The base reader mat: one zone a round, what was voted into the outbox, lights. Does not know whose base a tag is.
import formats
from commands import DONE, obey
from drivers.fault import Fault
from presence import Zone

ROUND_MS = 100  # every zone is scanned ten times a second: 25 ms for each of four, of which a scan takes half
AWAY_MS = 1000  # a lost reader is tried this often, with a pulse on its reset line


class MatApp:
    """The mat's parts, stepped together. `readers` have scan() -> (uids, garbled), or raise Fault."""

    def __init__(self, link, outbox, readers, lights, clock):
        self.link = link
        self.outbox = outbox
        self.readers = readers
        self.lights = lights
        self.clock = clock
        self.handlers = {"LIGHT": lights.order, "RESCAN": self._rescan}
        self.zones = [Zone(number) for number in range(len(readers))]
        self._due = [number * ROUND_MS // len(readers) for number in range(len(readers))]
        self._full = self._said_ready = False

    def step(self):
        """Go one round of at most one scan, link and light."""
        now = self.clock.now()
        for number in range(len(self.readers)):
            if now >= self._due[number]:
                self._scan(number)
                self._due[number] = now + (AWAY_MS if self.zones[number].lost else ROUND_MS)
                break  # the link is served between any two scans
        self._report()
        for command in self.link.poll():
            obey(self.link, command, self.handlers)
        if self._full != self.outbox.full:
            self._full = self.outbox.full
            self.link.tell()
        self.lights.step(now, self._full, self.link.is_lost)

    def _scan(self, number):
        zone = self.zones[number]
        try:
            uids, garbled = self.readers[number].scan()
        except Fault as problem:
            zone.failed(problem.args[0])
        else:
            zone.scanned(uids, garbled)

    def _report(self):
        if not self._said_ready:  # first of all: what was said before is void
            bits = sum([1 << zone.number for zone in self.zones if self.readers[zone.number].found])
            if not self._put("MAT_READY", {"zones": len(self.zones), "readers": bits}):
                return
            self._said_ready = True
        for zone in self.zones:
            for event, fields in zone.news():
                if not self._put(event, fields):
                    return
                zone.told(event, fields)

    def _put(self, event, fields):
        body = formats.pack("event", event, fields)
        return self.outbox.put(self.clock.now(), formats.number("event", event), body) is not None

    def _rescan(self, _fields):
        for zone in self.zones:
            zone.forget()
        for reader in self.readers:
            reader.sleep()
        self._said_ready = False
        return DONE
