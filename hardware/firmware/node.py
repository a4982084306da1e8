# What every device has: a clock, a port, a radio if any, an outbox, a signer, a link, updates, a watch-dog. The kind brings the rest.
#
#     main.py ──> run(kind) ──> tower.py | mat.py | panel.py: make(clock, outbox, connect) -> app with step, handlers
#
# The watch-dog is fed by the loop alone, after it served sensors and link.
import gc
import os
import sys
import time

gc.threshold(8192)  # from here on, before the messages are parsed: litter between what stays leaves no room for one long read

import pins
from air import Air
from clock import Clock
from commands import DONE, REFUSED
from drivers import board
from link import Link
from outbox import Outbox
from sealed import drop
from signer import Signer
from update import BY_AIR, Update

VERSION = "0.3.0"
IDLE_MS = 2
LASTS_MS = 10000  # a start that lasts so long was none of a boot loop
TRIAL_MS = 60000  # an update must hear WELCOME within this
BEFORE_RESTART_MS = 200  # so that the answer is out


def about(kind, caps, slot, why):
    """Who we are, for HELLO."""
    return {"node": kind + "-" + board.name(), "fw": VERSION,
            "hw": sys.platform, "caps": caps, "slot": slot, "why": why}


class Proof:
    """Watches whether this start proves itself: see slots.py. What came by radio must be welcomed there."""

    def __init__(self, slots, clock):
        self.slots, self._start, self._clock = slots, clock.now(), clock
        self._done, self._by_air = False, BY_AIR in os.listdir()

    def step(self, link):
        """Note a success, or fall back and restart."""
        if self._done:
            return
        age = self._clock.now() - self._start
        welcome = link.is_by_air if self._by_air else link.session is not None
        if welcome if self.slots.trial else age >= LASTS_MS:
            self.slots.well()
            self._done = True
            drop(BY_AIR)
        elif self.slots.trial and age >= TRIAL_MS:
            self.slots.failed()
            board.reset()


def restart_handler(slots, link, clock):
    """The handler of RESTART; `link.restart_at` then says when."""

    def restart(fields):
        if fields["mode"] > 1:
            return REFUSED
        if fields["mode"] == 1:
            slots.safe_once()
        link.restart_at = clock.now() + BEFORE_RESTART_MS
        return DONE

    return restart


def run(kind, slots):
    """Never returns."""
    clock = Clock()
    outbox = Outbox(pins.STORE)
    links = []

    def connect(caps):
        who = about(kind, caps, slots.folder, "")
        signer = Signer(pins.KEY, who["node"], outbox)
        air = Air(pins.WIFI, who["node"], clock)
        links.append(Link(board.port(), outbox, who, clock, Update(slots), signer, cable=True, air=air))
        return links[0]

    app = __import__(kind).make(clock, outbox, connect)
    link = links[0]
    if pins.CELL in os.listdir():
        from drivers import battery

        link.battery = battery.gauge()
    app.handlers["RESTART"] = restart_handler(slots, link, clock)
    proof = Proof(slots, clock)
    feed = board.watchdog()
    while True:
        app.step()
        proof.step(link)
        if link.restart_at is not None and clock.now() >= link.restart_at:
            board.reset()
        feed()
        time.sleep_ms(IDLE_MS)
