"""Each device for a month on its charger, used now and then: milliseconds as an RP2040 counts them, which come round
after 2**30 of them (12.4 days), and from half of that on seem to lie ahead."""

import clock
import formats
import mat
import mfrc522 as chip
import panel
import pins
import pn532 as pn532_chip
import tower
import world
import zones
from drivers import beam, mfrc522, pn532
from examine import same
from link import Link
from outbox import Outbox

PERIOD = 1 << 30
DAY_MS = 86400000
IDLE_DAYS = (0.001, 1, 6, 6.3, 7, 9, 12, 12.5, 14, 18, 19, 31)  # between two uses
STEP_MS = DAY_MS // 4  # of an idle month; the true device takes its round every few milliseconds
TAG = "04a1b2c3d4e5"  # and the zone


class PicoTime:
    """MicroPython's time on 32 bits; a sleep moves it on, and so does looking at it, by 20 us."""

    us = (PERIOD - 5000) * 1000  # it comes round while the first device starts

    def ticks_us(self):
        self.us += 20
        return self.us % PERIOD

    def ticks_ms(self):
        self.us += 20
        return self.us // 1000 % PERIOD

    def ticks_diff(self, one, other):
        return (one - other + PERIOD // 2) % PERIOD - PERIOD // 2

    def ticks_add(self, one, delta):
        return (one + delta) % PERIOD

    def sleep_ms(self, ms):
        self.us += 1000 * ms


pico = PicoTime()
for module in (clock, beam, mfrc522, pn532, chip, pn532_chip):
    module.time = pico


class Wire:
    def read(self, size):
        return None

    def write(self, data):
        return len(data)


class Device:
    """A device with nobody at its other end: its events stay in the outbox, where the test reads them."""

    def __init__(self, kind):
        self.clock = clock.Clock()
        self.box = Outbox("month-" + kind.__name__, None, 500)
        self.app = kind.make(self.clock, self.box, self._link)
        self.read = 0

    def _link(self, caps):
        return Link(Wire(), self.box, {"node": "month", "fw": "0", "hw": "t", "caps": caps}, self.clock)

    def run(self, ms, step_ms=10):
        for _ in range(0, ms, step_ms):
            pico.sleep_ms(step_ms)
            self.app.step()

    def idle(self, days):
        """Stand there for so long; what was said by then is read."""
        self.run(100)
        self.run(int(days * DAY_MS), min(STEP_MS, int(days * DAY_MS) // 4))
        self.read = self.box.next_seq - 1
        self.box.ack(self.read)

    def said(self):
        out = []
        for seq in range(self.read + 1, self.box.next_seq):
            event = self.box.get(seq)
            name = formats.NAMES["event"][event[3]]
            out.append((name, formats.unpack("event", name, event[4])))
        return out


def edge(gpio):
    world.set_level(gpio, 0)
    world.set_level(gpio, 1)


def test_a_tower_counts_every_die_of_the_first_throw():
    device = Device(tower)
    for days in IDLE_DAYS:
        device.idle(days)
        for gpio in (pins.BEAM_TOP, pins.BEAM_BOTTOM):
            for _ in range(2):
                edge(gpio)
                device.run(5, 5)
                edge(gpio)  # the rim of the same die
                device.run(100)
        device.run(1000)
        settled = [fields for name, fields in device.said() if name == "SETTLED"]
        same([(one["entered"], one["left"]) for one in settled], [(2, 2)], "after %s days" % days)


def test_a_panel_knows_each_press_and_how_long_it_was():
    device = Device(panel)
    for days in IDLE_DAYS:
        device.idle(days)
        world.set_level(pins.PANEL_BUTTONS[0], 0)
        device.run(300)
        world.set_level(pins.PANEL_BUTTONS[0], 1)
        device.run(300)
        held = [(name, fields["held_ms"] // 100) for name, fields in device.said()]
        same(held, [("BUTTON_DOWN", 0), ("BUTTON_UP", 3)], "after %s days" % days)


def test_a_mat_sees_a_tag_come_and_go():
    chips = [chip.Mfrc522(), chip.Mfrc522(), pn532_chip.Pn532(), chip.Mfrc522()]
    zones.wire(chips)
    device = Device(mat)
    for days in (6.3, 12.5, 31):  # its chips are simulated bit by bit
        device.idle(days)
        for put in (zones.put, zones.take):
            for zone in (1, 2):
                put(zone, TAG + "%02x" % zone)
            device.run(1000, 25)
        told = [(name, fields["zone"]) for name, fields in device.said()]
        same(sorted(told), [("TAG_OFF", 1), ("TAG_OFF", 2), ("TAG_ON", 1), ("TAG_ON", 2)], "after %s days" % days)
