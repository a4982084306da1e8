# The world around the virtual tower: dice that fall through beams, a table that shakes. Drives pins, decides nothing.
#
#     control fifo ──"roll 2"──> tracks of (wait ms, change) ──> levels of pins, acceleration ──> interrupts
#
# A track never skips ahead: when the firmware was busy the rest of the throw comes later, as interrupts would have
# been served between. Orders: roll N, stuck N (one die stays inside), free, knock, press N, release N (a button of the panel); those of
# `cable` and `zones` are handed on. $HELD_PINS are pressed from the start.
import os
import time

import pins

BEAM_MS = 25  # how long a die cuts a beam
GAP_MS = 60  # from die to die
FALL_MS = 180  # from the top beam to the bottom one
TUMBLE_MS = 120  # a die keeps moving in the tray
SHAKE_MG, QUIET_MG = 400, 5

levels = {pins.BEAM_TOP: 1, pins.BEAM_BOTTOM: 1, pins.ACCEL_INT: 0, pins.BUTTON: 1}
levels.update({int(number): 0 for number in (os.getenv("HELD_PINS") or "").split()})
pending = None  # while interrupts are off: pin number -> the one edge of it that is remembered
missed = []  # pin numbers of the edges that were not
watchers = {}  # pin number -> (handler, rising, falling, pin object)
wires = {}  # pin number -> callable(level): a line that goes to a chip, told at every change
spi_chips = {}  # select pin -> chip with begin, exchange, end
chips = []  # things that answer to acceleration: a callable taking milli-g
tracks = []  # [due at ms, [(wait ms, callable)...]]
orders = {}  # word -> callable(list of words), added by the cable


def set_level(number, level):
    """Put a pin on a level and call the interrupt handler the firmware registered for that edge."""
    if levels.get(number) == level:
        return
    levels[number] = level
    if number in wires:
        wires[number](level)
    handler = watchers.get(number)
    if not handler or not (handler[1] if level else handler[2]):
        return
    if pending is None:
        handler[0](handler[3])
    elif number in pending:
        missed.append(number)
    else:
        pending[number] = handler


def interrupts(on):
    """Switch interrupts off, as a Pico does while it erases its flash; what is on again serves one edge of each pin."""
    global pending
    if on:
        waiting, pending = pending, None
        for handler in waiting.values():
            handler[0](handler[3])
    else:
        pending = {}


def shake(milli_g):
    for chip in chips:
        chip(milli_g)


def play(steps):
    """Start a track of (wait in ms, callable)."""
    tracks.append([time.ticks_ms(), list(steps)])


def cut(beam, start):
    return [(start, lambda: set_level(beam, 0)), (start + BEAM_MS, lambda: set_level(beam, 1))]


def throw(dice, stuck=0):
    """Let `dice` dice fall in at the top; all but `stuck` come out and tumble."""
    moments = []
    for die in range(dice):
        moments += cut(pins.BEAM_TOP, die * GAP_MS)
        if die < dice - stuck:
            moments += cut(pins.BEAM_BOTTOM, die * GAP_MS + FALL_MS)
    end = (dice - 1) * GAP_MS + FALL_MS + TUMBLE_MS
    moments += [(at, lambda: shake(SHAKE_MG)) for at in range(0, end, 20)]
    _play_moments(moments + [(end, lambda: shake(QUIET_MG))])


def knock(_words=None):
    _play_moments([(0, lambda: shake(SHAKE_MG)), (80, lambda: shake(QUIET_MG))])


def free(_words=None):
    """Let the stuck die come out."""
    _play_moments(cut(pins.BEAM_BOTTOM, 0) + [(0, lambda: shake(SHAKE_MG)), (TUMBLE_MS, lambda: shake(QUIET_MG))])


def number(words, otherwise):
    return int(words[0]) if words else otherwise


orders["roll"] = lambda words: throw(number(words, 2))
orders["stuck"] = orders["cocked"] = lambda words: throw(number(words, 2), 1)
orders["free"] = free
orders["knock"] = knock
orders["press"] = lambda words: set_level(pins.PANEL_BUTTONS[int(words[0])], 0)
orders["release"] = lambda words: set_level(pins.PANEL_BUTTONS[int(words[0])], 1)


def _play_moments(moments):
    moments.sort(key=lambda moment: moment[0])
    at = 0
    steps = []
    for moment, change in moments:
        steps.append((moment - at, change))
        at = moment
    play(steps)


class Control:
    """The way in for orders: one per line, through a fifo."""

    def __init__(self, path, nonblocking):
        self.file = open(path, "r+b")
        nonblocking(self.file.fileno())
        self.part = b""

    def step(self):
        data = self.file.read(256)
        if not data:
            return
        lines = (self.part + data).split(b"\n")
        self.part = lines[-1]
        for line in lines[:-1]:
            words = line.decode().split()
            if words and words[0] in orders:
                try:
                    orders[words[0]](words[1:])
                except (LookupError, ValueError) as wrong:  # a tag that is not there: nothing happens in the world
                    print("order", line, repr(wrong))


control = None


def step():
    """Take orders and play what is due; the shim calls it whenever the firmware looks at the world."""
    if control:
        control.step()
    now = time.ticks_ms()
    for track in list(tracks):
        while track[1] and time.ticks_diff(now, track[0]) >= track[1][0][0]:
            wait, change = track[1].pop(0)
            late = time.ticks_diff(now, track[0]) - wait
            track[0] = now if late > 10 else time.ticks_add(track[0], wait)
            change()
        if not track[1]:
            tracks.remove(track)
