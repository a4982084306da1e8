# The voltage of the cell, through a divider that halves it. Loaded only where a file on the flash says that there is a
# cell: without one its pin is in the air.
from machine import ADC, Pin

import pins

READINGS = 16  # one alone jumps by some mV
FULL, FULL_MV = 65535, 3300
HALVED = 2


def gauge():
    """A callable that gives the millivolts of the cell."""
    converter = ADC(Pin(pins.BATTERY))

    def millivolts():
        return sum([converter.read_u16() for _ in range(READINGS)]) * HALVED * FULL_MV // FULL // READINGS

    return millivolts
