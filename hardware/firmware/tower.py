# The parts of the dice tower.
import pins
from app import App
from drivers.accel import Accel
from drivers.beam import Beam
from drivers.ring import Ring
from roll import Roll


def make(clock, outbox, connect):
    """The tower's application."""
    ring = Ring(pins.RING, pins.RING_LEDS, pins.RING_LIMIT_MA)
    accel = Accel(pins.I2C_ID, pins.I2C_SDA, pins.I2C_SCL, pins.ACCEL_INT)
    link = connect("arm,ring" + (",shake" if accel.found else ""))
    return App(link, outbox, Roll(), ring, Beam(pins.BEAM_TOP), Beam(pins.BEAM_BOTTOM), accel, clock)
