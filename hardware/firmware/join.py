# The joining application: the device opens a network of its own, a phone tells it the table's, it tries that and says how it went.
#
#     page ──told──> on flash ──> trying ──in touch──> green, and the usual application
#      ^                             └── a word that stays ──> red; the page comes back and says it
#      └── nobody for 10 minutes, or a host at the cable ──> the usual application
#
# Only on a board whose builder wrote a password into the file `card`: it opens the device's network, and the device's
# password at the broker is made from it (`companion devices admit NODE` asks for it), so that nobody types a second one.
# No sensors here, and the events on flash are not touched. Read in by safe.py, gone after the restart.
import binascii
import hashlib
import time

import air
import pins
from clock import Clock
from drivers import board, radio
from drivers.hotspot import Hotspot
from drivers.ring import Ring
from page import Page
from protocol import Decoder

OPEN_MS = 600000
TRY_MS, STAYS_MS = 30000, 8000  # to come in; a word that stays so long will not go away by itself
SHOWN_MS = 1500
FAREWELL_MS = 700  # until what was answered is out on the air
BROKER_PORT = 1883
LEDS = 8  # of the first light of any kind
IDLE_MS, LIGHT_MS = 5, 40


def password():
    """What the builder wrote on the device's card; empty where there is none that a phone could use, and without a radio."""
    try:
        with open(pins.CARD) as file:
            word = file.read().strip()
    except (OSError, UnicodeError):
        return ""
    return word if 8 <= len(word.encode()) <= 63 and radio.is_there() else ""


def secret(card, node):
    """The device's password at the broker: HMAC-SHA-256 of its name by the card's word, 32 hex digits."""
    key = card.encode() + bytes(64 - len(card.encode()))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in key]) + b"tablewright radio-" + node.encode()).digest()
    return binascii.hexlify(hashlib.sha256(bytes([byte ^ 0x5C for byte in key]) + inner).digest())[:32].decode()


class Joining:
    """The device `node` on the way into a network; `step` says when the usual application should start."""

    def __init__(self, node, card, clock, port, ring):
        self._node = node
        self._card = card
        self._clock = clock
        self._port = port
        self._ring = ring
        self._decoder = Decoder()
        self._air, self._lit_at, self._until = None, 0, None
        self._open("")

    def step(self):
        """Whether it is over."""
        now = self._clock.now()
        if self._decoder.feed(self._port.read(256) or b""):
            return self._leave()  # somebody speaks over the cable
        if self._until is not None:  # in touch, and its light is seen
            over = now >= self._until
        elif self._air:
            over = self._try(now)
        else:
            over = self._ask(now)
        if now - self._lit_at >= LIGHT_MS:
            self._lit_at = now
            self._ring.draw(now, False)
        return over

    def _open(self, why, ssid="", host=""):
        self._spot = Hotspot(self._node, self._card)
        self._page = Page(self._node, air.is_host, why, ssid, host)
        self._end = self._clock.now() + OPEN_MS
        self._ring.show("MISS" if why else "ASK", self._clock.now())

    def _ask(self, now):
        self._page.step(now)
        if not self._page.is_done:
            self._gone_at = now + FAREWELL_MS
        elif now >= self._gone_at:
            told = self._page.told
            self._close()
            self._air = air.Air(pins.WIFI, self._node, self._clock)
            fields = dict(told, port=BROKER_PORT, secret=secret(self._card, self._node))
            self._told = (told["ssid"], told["host"])
            self._word, self._since, self._end = "", now, now + TRY_MS
            self._ring.show("ROLLING", now)
            if self._air.heard(fields)["status"] == air.NO_ROOM:
                self._again("no-room")
        return now >= self._end and self._leave()

    def _try(self, now):
        self._air.read(256)
        why = self._air.why
        if why != self._word:
            self._word, self._since = why, now
        if not why:
            self._ring.show("HIT", now)
            self._until = now + SHOWN_MS
        elif now >= self._end or why != "wifi-joining" and now - self._since >= STAYS_MS:
            self._again(why)
        return False

    def _again(self, why):
        self._air.close()
        self._air = None
        self._open(why, *self._told)

    def _close(self):
        if self._page:
            self._page.close()
            self._spot.close()
            self._page = None

    def _leave(self):
        self._close()
        return True


def run(kind):
    """Never returns."""
    clock, node = Clock(), kind + "-" + board.name()
    joining = Joining(node, password(), clock, board.port(), Ring(pins.RING, LEDS, pins.RING_LIMIT_MA))
    while not joining.step():
        time.sleep_ms(IDLE_MS)
    board.reset()
