# The light ring: WS2812 LEDs. A pattern is a state that is set; the same pattern set twice changes nothing.
#
#     OFF dark   READY green, breathing   ROLLING a blue spot going round   READING fixed white, for the camera
#     HIT green  MISS red                 ASK amber, breathing              (outbox full: every fourth LED amber)
from machine import Pin
from neopixel import NeoPixel

COLOURS = {"READY": (0, 120, 20), "ROLLING": (0, 40, 255), "READING": (255, 255, 255), "HIT": (0, 255, 30),
           "MISS": (255, 0, 0), "ASK": (255, 110, 0)}
BREATHING = ("READY", "ASK")
PERIOD_MS = 1600
CHANNEL_MA = 20  # one colour of one LED at 255


class Ring:
    def __init__(self, gpio, leds, limit_ma):
        self.leds = leds
        self.limit_ma = limit_ma
        self.pattern = "OFF"
        self._since = 0
        self._drawn = None
        self._pixels = NeoPixel(Pin(gpio, Pin.OUT), leds)

    def show(self, pattern, now):
        """Nothing: the ring shows `pattern` from the next `draw` on."""
        if pattern != self.pattern:
            self.pattern, self._since = pattern, now

    def draw(self, now, full):
        """Nothing: writes the LEDs if they changed; `full` lays the outbox warning over the pattern."""
        picture = self._picture(now - self._since)
        if full:
            picture = [(255, 110, 0) if led % 4 == 0 else colour for led, colour in enumerate(picture)]
        picture = self._limit(picture)
        if picture != self._drawn:
            for led in range(self.leds):
                self._pixels[led] = picture[led]
            self._pixels.write()
            self._drawn = picture

    def _picture(self, age):
        colour = COLOURS.get(self.pattern, (0, 0, 0))
        if self.pattern == "ROLLING":
            head = age // 40 % self.leds
            return [self._dim(colour, 4 - (head - led) % self.leds, 4) for led in range(self.leds)]
        if self.pattern in BREATHING:
            part = age % PERIOD_MS * 32 // PERIOD_MS  # 32 steps: 16 up, 16 down, never quite dark
            colour = self._dim(colour, 8 + (part if part < 16 else 31 - part), 24)
        return [colour] * self.leds

    def _dim(self, colour, part, whole):
        return tuple(channel * part // whole for channel in colour) if part > 0 else (0, 0, 0)

    def _limit(self, picture):
        drawn = (sum([sum(colour) for colour in picture]) * CHANNEL_MA + 254) // 255  # rounded up
        if drawn <= self.limit_ma:
            return picture
        return [self._dim(colour, self.limit_ma, drawn) for colour in picture]
