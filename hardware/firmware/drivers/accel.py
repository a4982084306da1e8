# LIS3DH on I2C: its motion interrupt (high-passed, so gravity and a slanted table do not count) on INT1.
# Register numbers from the data sheet, DocID17530.
from machine import I2C, Pin

ADDRESS = 0x18  # SDO to GND; 0x19 with SDO to 3.3 V
WHO_AM_I, I_AM = 0x0F, 0x33
SETTINGS = (
    (0x20, 0x57),  # CTRL_REG1: 100 Hz, x y z on
    (0x21, 0x01),  # CTRL_REG2: high-pass filter on the interrupt
    (0x22, 0x40),  # CTRL_REG3: interrupt 1 on pin INT1
    (0x23, 0x00),  # CTRL_REG4: +-2 g
    (0x24, 0x00),  # CTRL_REG5: not latched
    (0x32, 4),  # INT1_THS: 4 x 16 mg, above table noise, below a rolling die
    (0x33, 0),  # INT1_DURATION: at once
    (0x30, 0x2A),  # INT1_CFG: any axis above the threshold
)


class Accel:
    """Says whether the tower shook; without a chip it says never, and `found` is False."""

    def __init__(self, bus, sda, scl, interrupt):
        self._shook = False
        self.found = False
        try:
            i2c = I2C(bus, sda=Pin(sda), scl=Pin(scl), freq=400000)
            self.found = i2c.readfrom_mem(ADDRESS, WHO_AM_I, 1)[0] == I_AM
            if self.found:
                for register, value in SETTINGS:
                    i2c.writeto_mem(ADDRESS, register, bytes((value,)))
        except OSError:
            self.found = False
        self.pin = Pin(interrupt, Pin.IN)
        if self.found:
            self.pin.irq(self._shake, Pin.IRQ_RISING)

    def _shake(self, _pin):  # interrupt
        self._shook = True

    def take(self):
        """Whether it shook since the last call, or shakes now."""
        shook = self._shook or (self.found and self.pin.value() == 1)
        self._shook = False
        return shook
