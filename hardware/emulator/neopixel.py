# What the vendor's images bring along and Debian's source does not: WS2812 by machine.bitstream, green first.
from machine import bitstream


class NeoPixel:
    def __init__(self, pin, n):
        self.pin, self.n, self.buf = pin, n, bytearray(3 * n)
        pin.init(pin.OUT)

    def __len__(self):
        return self.n

    def __setitem__(self, at, colour):
        self.buf[3 * at : 3 * at + 3] = bytes((colour[1], colour[0], colour[2]))

    def __getitem__(self, at):
        green, red, blue = self.buf[3 * at : 3 * at + 3]
        return red, green, blue

    def write(self):
        bitstream(self.pin, 0, (400, 850, 800, 450), self.buf)
