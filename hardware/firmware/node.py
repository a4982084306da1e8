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

import formats
import pins
from air import Air
from clock import Clock
from commands import DONE, REFUSED
from drivers import board
from link import Link
from outbox import Outbox
from sealed import drop
from signer import Signer

NOT_NOW, NO_ROOM = formats.number("update", "REFUSED"), formats.number("update", "NO_ROOM")
VERSION = "0.3.0"
IDLE_MS = 2
LASTS_MS = 10000  # a start that lasts so long was none of a boot loop
ALONE_MS = 30000  # since power-on without a host, on a board that was told no network
FORGOTTEN_MS = 60000  # an update that nobody goes on with
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
        self._done, self._by_air = False, pins.BY_AIR in os.listdir()

    def step(self, link):
        """Note a success, or fall back and restart."""
        if self._done:
            return
        age = self._clock.now() - self._start
        welcome = link.is_by_air if self._by_air else link.session is not None
        if welcome if self.slots.trial else age >= LASTS_MS:
            self.slots.well()
            self._done = True
            drop(pins.BY_AIR)
        elif self.slots.trial and age >= TRIAL_MS:
            self.slots.failed()
            board.reset()


class Updates:
    """What takes an update is read in when one begins: without it a game has more room."""

    def __init__(self, slots, clock):
        self._slots = slots
        self._clock = clock
        self._taker = None
        self._at = 0

    def heard(self, name, fields, by_air, may):
        """The FW_STATE fields for one FW_ frame."""
        self._at = self._clock.now()
        if self._taker is None:
            if not may or name != "FW_BEGIN":
                return {"id": fields["id"], "at": 0, "status": NOT_NOW}
            try:
                from update import Update
            except MemoryError:
                self._drop()
                return {"id": fields["id"], "at": 0, "status": NO_ROOM}
            self._taker = Update(self._slots)
        return self._taker.heard(name, fields, by_air, may)

    def step(self):
        """Let go of an update that was given up."""
        if self._taker and self._clock.now() - self._at >= FORGOTTEN_MS:
            self._taker.close()
            self._drop()

    def _drop(self):
        self._taker = None
        for name in ("update", "manifest"):
            sys.modules.pop(name, None)
        gc.collect()


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


def ask_for_network(slots):
    """Start again as an access point, where a phone tells the network: see join.py."""
    with open(pins.JOIN_ONCE, "w") as file:
        file.write("1")
    slots.safe_once()
    board.reset()


def run(kind, slots):
    """Never returns."""
    clock = Clock()
    outbox = Outbox(pins.STORE)
    updates = Updates(slots, clock)
    links = []

    def connect(caps):
        who = about(kind, caps, slots.folder, "")
        signer = Signer(pins.KEY, who["node"], outbox)
        air = Air(pins.WIFI, who["node"], clock)
        links.append(Link(board.port(), outbox, who, clock, updates, signer, cable=True, air=air))
        return links[0]

    app = __import__(kind).make(clock, outbox, connect)
    link = links[0]
    if pins.CELL in os.listdir():
        from drivers import battery

        link.battery = battery.gauge()
    app.handlers["RESTART"] = restart_handler(slots, link, clock)
    proof = Proof(slots, clock)
    is_alone = board.powered() and pins.CARD in os.listdir() and not link.air.is_set and not slots.trial
    feed = board.watchdog()
    while True:
        app.step()
        proof.step(link)
        updates.step()
        if link.restart_at is not None and clock.now() >= link.restart_at:
            board.reset()
        if is_alone and (link.session is not None or clock.now() >= ALONE_MS):
            is_alone = False
            if link.session is None:
                ask_for_network(slots)
        feed()
        time.sleep_ms(IDLE_MS)
