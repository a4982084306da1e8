# The parts of a Pico that the tower uses, for MicroPython's unix port: found before the built-in `machine`, so the
# shipped files run untouched. Pins and chips belong to `world`, the wire to `cable`.
import binascii
import os
import sys

import cable
import world

_alarm = cable.libc.func("I", "alarm", "I")
if os.getenv("TOWER_CONTROL"):
    world.control = world.Control(os.getenv("TOWER_CONTROL"), cable.nonblocking)


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        world.levels.setdefault(number, 1 if pull == Pin.PULL_UP else 0)
        if value is not None:
            world.set_level(number, value)

    def irq(self, handler=None, trigger=12):
        world.watchers[self.number] = (handler, bool(trigger & Pin.IRQ_RISING), bool(trigger & Pin.IRQ_FALLING), self)

    def value(self, level=None):
        world.step()
        if level is not None:
            world.set_level(self.number, level)
        return world.levels[self.number]


class ADC:
    """The converter behind the divider of the cell: half of $BATTERY_MV, of 3.3 V."""

    def __init__(self, pin):
        self._pin = pin

    def read_u16(self):
        return min(int(os.getenv("BATTERY_MV") or 0) * 65535 // 2 // 3300, 65535)


class UART:
    def __init__(self, number, baudrate=9600, tx=None, rx=None, rxbuf=256, txbuf=256, timeout=0):
        self.rxbuf = rxbuf
        self.cable = cable.Cable(os.getenv("TOWER_PORT"), int(os.getenv("TOWER_SEED", "1")))

    def read(self, size=None):
        world.step()
        self.cable.step()
        return self.cable.read(size or self.rxbuf)

    def write(self, data):
        return self.cable.write(data)


class I2C:
    def __init__(self, number, scl=None, sda=None, freq=400000):
        import lis3dh

        self.chips = {0x18: lis3dh.registers}

    def _chip(self, address):
        if address not in self.chips:
            raise OSError(5)  # nobody acknowledged
        return self.chips[address]

    def readfrom_mem(self, address, register, size):
        chip = self._chip(address)
        return bytes([chip.get(register + at, 0) for at in range(size)])

    def writeto_mem(self, address, register, data):
        chip = self._chip(address)
        for at, value in enumerate(data):
            chip[register + at] = value


class SPI:
    """The bus of the readers: whoever has its select line low hears and answers; two at once is a fault of the driver."""

    def __init__(self, number, baudrate=1000000, polarity=0, phase=0, sck=None, mosi=None, miso=None):
        self.baudrate = baudrate
        if not world.spi_chips:
            import zones

            zones.begin()

    def _exchange(self, byte):
        listening = [chip for select, chip in world.spi_chips.items() if not world.levels[select]]
        assert len(listening) < 2, "two chips selected at once"
        return listening[0].exchange(byte) if listening else 0xFF

    def write(self, data):
        for byte in data:
            self._exchange(byte)

    def read(self, size, write=0):
        return bytes([self._exchange(write) for _ in range(size)])

    def write_readinto(self, data, into):
        for at, byte in enumerate(data):
            into[at] = self._exchange(byte)


class WDT:
    """A real one: the kernel ends the program (SIGALRM) when it was not fed in time, wherever it hangs."""

    def __init__(self, timeout=8000):
        self.seconds = (timeout + 999) // 1000
        self.feed()

    def feed(self):
        _alarm(self.seconds)


def unique_id():
    return binascii.unhexlify(os.getenv("TOWER_ID", "00000000"))


PWRON_RESET, WDT_RESET = 1, 3


def reset_cause():
    return WDT_RESET if os.getenv("TOWER_RESET") else PWRON_RESET


def reset():
    sys.exit(3)
