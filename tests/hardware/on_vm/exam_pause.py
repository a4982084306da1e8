"""A throw while the flash is erased: interrupts are off then, and one edge of a beam is remembered (rp2 rp2_flash,
machine_pin). What passed unseen may leave a die uncounted; it never makes an armed throw look whole that was not."""

import pins
import tower
import world
from exam_month import Device, pico
from examine import same

DICE, STEP_MS = 2, 5
ERASES_MS = (45, 400)  # of a sector by the flash's data sheet: usual, worst


def moments():
    """When which beam changes while the dice fall in and come out: (ms, pin, level)."""
    out = []
    for die in range(DICE):
        for gpio, later in ((pins.BEAM_TOP, 0), (pins.BEAM_BOTTOM, world.FALL_MS)):
            at = die * world.GAP_MS + later
            out += [(at, gpio, 0), (at + world.BEAM_MS, gpio, 1)]
    return sorted(out)


def thrown(device, pause_at, pause_ms):
    """The names and fields of the events of one armed throw, with interrupts off for a while."""
    device.app.roll.arm(DICE)
    steps, begin = moments(), device.box.next_seq
    for at in range(0, 5000, STEP_MS):
        if at == pause_at:
            world.interrupts(False)
        if at == pause_at + pause_ms:
            world.interrupts(True)
        while steps and steps[0][0] <= at:
            world.set_level(*steps.pop(0)[1:])
        pico.sleep_ms(STEP_MS)
        if not pause_at <= at < pause_at + pause_ms:
            device.app.step()
    told = [(name, fields) for name, fields in device.said()][begin - device.read - 1 :]
    device.read = device.box.next_seq - 1
    device.box.ack(device.read)
    return told


def test_a_die_that_passed_while_the_flash_was_erased_is_asked_for():
    device = Device(tower)
    device.idle(0.001)
    whole = asked = 0
    for pause_ms in ERASES_MS:
        for pause_at in range(0, 350, 2 * STEP_MS):
            told = thrown(device, pause_at, pause_ms)
            name, fields = told[-1]
            if name == "SETTLED":
                whole += 1
                same(fields["left"], DICE, "off for %d ms at %d" % (pause_ms, pause_at))
            else:
                asked += 1
                same(name, "COCKED", "off for %d ms at %d" % (pause_ms, pause_at))
                same(len(world.missed) > 0, True, "asked for nothing")
            world.missed[:] = []
    same((whole > 0, asked > 0), (True, True), "both ends were seen")
