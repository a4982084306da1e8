# A model of the LIS3DH as the tower uses it: the registers, and interrupt 1 from the high-passed acceleration.
# Only a chip that the firmware set up as the data sheet asks for raises its INT1 pin.
import pins
import world

registers = {0x0F: 0x33}


def accelerate(milli_g):
    """Move INT1 as the chip would for this acceleration (gravity already filtered away)."""
    on = registers.get(0x20, 0) & 0xF0 and registers.get(0x20, 0) & 0x07
    routed = registers.get(0x22, 0) & 0x40 and registers.get(0x21, 0) & 0x01
    axes = registers.get(0x30, 0) & 0x2A
    above = milli_g > registers.get(0x32, 0) * 16
    world.set_level(pins.ACCEL_INT, 1 if on and routed and axes and above else 0)


world.chips.append(accelerate)
