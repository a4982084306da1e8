# The mat around the firmware: a reader in each zone, tags that come and go, readers that die.
#
# Orders: tag ZONE UID · take ZONE UID · half ZONE UID (half-lifted: answers and cannot be read) · dead ZONE · alive ZONE ·
#         hang ZONE · brown ZONE
import os

import mfrc522
import pins
import pn532
import tags
import world

zones = []  # the chips, in order


def wire(chips):
    """Hang each chip on its zone's select and reset lines."""
    zones[:] = chips
    for chip, select, reset in zip(chips, pins.READER_SELECT, pins.READER_RESET):
        world.spi_chips[select] = chip
        world.levels[select], world.levels[reset] = 1, 0
        world.wires[select] = lambda level, chip=chip: chip.end() if level else chip.begin()
        world.wires[reset] = lambda level, chip=chip: chip.released() if level else chip.pulled()


def put(zone, uid, damage=None):
    zones[zone].field.put(tags.Tag(bytes.fromhex(uid), damage))


def take(zone, uid):
    zones[zone].field.take(bytes.fromhex(uid))


def _set(name, value):
    return lambda words: setattr(zones[int(words[0])], name, value)


def begin():
    """Build the mat that $MAT_READERS names, one letter a zone: m for MFRC522, p for PN532, - for none."""
    letters = os.getenv("MAT_READERS") or "mmmm"
    chips = [pn532.Pn532() if letter == "p" else mfrc522.Mfrc522() for letter in letters]
    for chip, letter in zip(chips, letters):
        chip.dead = letter == "-"
    wire(chips)
    world.orders["tag"] = lambda words: put(int(words[0]), words[1])
    world.orders["half"] = lambda words: put(int(words[0]), words[1], "lost")
    world.orders["take"] = lambda words: take(int(words[0]), words[1])
    world.orders["dead"], world.orders["alive"] = _set("dead", True), _set("dead", False)
    world.orders["hang"], world.orders["brown"] = _set("hang", True), _set("brown_out_in", 0)
