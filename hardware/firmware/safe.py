# The safe application: no sensors, no lights, no outbox, no watch-dog. It says HELLO with the reason, sends the last
# traceback as LOG, takes an update, restarts when told. Ctrl-C on the board's own USB gives the REPL. Its door to join.py:
# the button held on for three seconds, or a device that nobody has told a network yet.
import gc
import os
import time

import node
import pins
from clock import Clock
from commands import obey
from drivers import board
from link import Link
from sealed import drop, read_pair
from update import Update

IDLE_MS = 5
HELD_MS = 3000  # a button that is held so long at power-on; `board.held` takes 10 ms
LAST_WORDS = 600  # bytes of err.log that are sent


class ShutOutbox:
    """The outbox as seen from outside: events stay on flash, none is sent, none is taken off."""

    def __init__(self, folder):
        self.epoch, self.oldest = read_pair(folder + "/base") or (0, 1)
        self.boot = (read_pair(folder + "/boot") or (0, 0))[0]
        self.next_seq = self.oldest
        self.count, self.full = 0, False

    def ack(self, _upto):
        return 0


def last_words(path="err.log"):
    """The end of the last traceback, or an empty text."""
    try:
        with open(path) as file:
            return file.read()[-LAST_WORDS:].strip()
    except (OSError, ValueError):
        return ""


def wants_to_join(why):
    """Whether the device's own network was asked for: by the node, or by a button that is held on."""
    files = os.listdir()
    drop(pins.JOIN_ONCE)
    if pins.CARD not in files or why != "button":
        return pins.JOIN_ONCE in files and why == "asked"
    for _ in range(HELD_MS // 10):
        if not board.held():
            return False
    return True


def run(kind, slots, why):
    """Never returns."""
    if wants_to_join(why):
        import join

        if join.password():
            join.run(kind)
        elif why == "asked":  # a word that no phone could use
            board.reset()
    gc.threshold(8192)
    clock = Clock()
    words = last_words()
    if why == "boot-loop" and words:
        why += ": " + words.split("\n")[-1].strip()[:50]
    link = Link(board.port(), ShutOutbox(pins.STORE), node.about(kind, "safe", "", why), clock, Update(slots))
    handlers = {"RESTART": node.restart_handler(slots, link, clock)}
    said = None
    while True:
        for command in link.poll():
            obey(link, command, handlers)
        if link.session is not None and link.session != said:
            said = link.session
            for line in words.split("\n"):
                link.log(3, line)
        if link.restart_at is not None and clock.now() >= link.restart_at:
            board.reset()
        time.sleep_ms(IDLE_MS)
