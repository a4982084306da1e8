# WS2812 LEDs that light up in a file: $TOWER_RING holds what the ring shows now, rrggbb for each LED.
import os


class NeoPixel:
    def __init__(self, pin, n, bpp=3, timing=1):
        self.pixels = [(0, 0, 0)] * n
        self.path = os.getenv("TOWER_RING")

    def __len__(self):
        return len(self.pixels)

    def __setitem__(self, at, colour):
        self.pixels[at] = colour

    def __getitem__(self, at):
        return self.pixels[at]

    def write(self):
        if not self.path:
            return
        with open(self.path + ".new", "w") as file:
            file.write(" ".join(["%02x%02x%02x" % tuple(colour) for colour in self.pixels]))
        os.rename(self.path + ".new", self.path)
