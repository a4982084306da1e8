# WS2812 LEDs in one chain, cut into lights of equal length; the tower's ring is a chain with one light.
#
# Written only when something changed, and only when the app asks (25 times a second at most): a write keeps the
# interrupts off for 30 us a LED, in which the UART's own FIFO holds what arrives.
from machine import Pin
from neopixel import NeoPixel

import pins
from drivers import radio
from patterns import AMBER, limited, picture


class Ring:
    def __init__(self, gpio, leds, limit_ma, lights=1):
        self.leds, self.lights, self.limit_ma = leds, lights, limit_ma
        self._shown = [["OFF", 0, 0] for _ in range(lights)]  # pattern, since ms, dark again after ms or 0
        self._drawn = None
        self._pixels = NeoPixel(Pin(gpio, Pin.OUT), leds * lights)

    @property
    def pattern(self):
        """What the first light shows."""
        return self._shown[0][0]

    def show(self, pattern, now, for_ms=0, light=0):
        """Let one light show `pattern` from the next `draw` on, for so many milliseconds or until it is told."""
        entry = self._shown[light]
        if entry[0] != pattern:
            entry[1] = now
        elif for_ms:
            for_ms += now - entry[1]  # shown again: the time runs from now, the breathing goes on
        entry[0], entry[2] = pattern, for_ms

    def draw(self, now, full, lost=False):
        """Write the LEDs if they changed; every fourth is amber while the outbox is `full`, every eighth while `lost`."""
        colours = []
        for entry in self._shown:
            if entry[2] and now - entry[1] >= entry[2]:
                entry[0], entry[2] = "OFF", 0
            colours += picture(entry[0], now - entry[1], self.leds)
        if full or lost:
            every = 4 if full else 8
            colours = [AMBER if led % every == 0 else colour for led, colour in enumerate(colours)]
        colours = limited(colours, min(self.limit_ma, pins.RADIO_LIMIT_MA) if radio.is_on else self.limit_ma)
        if colours != self._drawn:
            for led in range(len(colours)):
                self._pixels[led] = colours[led]
            self._pixels.write()
            self._drawn = colours
