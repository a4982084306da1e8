# What a light shows: a pattern is a state that is set; the same pattern set twice changes nothing.
#
#     OFF dark   READY green, breathing   ROLLING a blue spot going round   READING fixed white, for the camera
#     HIT green  MISS red                 ASK amber, breathing              (outbox full: every fourth LED amber; no host by radio: every eighth)
COLOURS = {"READY": (0, 120, 20), "ROLLING": (0, 40, 255), "READING": (255, 255, 255), "HIT": (0, 255, 30),
           "MISS": (255, 0, 0), "ASK": (255, 110, 0)}
BREATHING = ("READY", "ASK")
PERIOD_MS = 1600
SPOT_MS = 40
CHANNEL_MA = 20  # one colour of one WS2812 LED at 255
AMBER, DARK = (255, 110, 0), (0, 0, 0)


def dim(colour, part, whole):
    """The colour at part/whole of its brightness."""
    return tuple(channel * part // whole for channel in colour) if part > 0 else DARK


def picture(pattern, age, leds):
    """The colours of `leds` LEDs that show a pattern since `age` ms."""
    colour = COLOURS.get(pattern, DARK)
    if pattern == "ROLLING":
        head = age // SPOT_MS % leds
        return [dim(colour, 4 - (head - led) % leds, 4) for led in range(leds)]
    if pattern in BREATHING:
        part = age % PERIOD_MS * 32 // PERIOD_MS  # 32 steps: 16 up, 16 down, never quite dark
        colour = dim(colour, 8 + (part if part < 16 else 31 - part), 24)
    return [colour] * leds


def limited(colours, limit_ma):
    """The same colours, dimmed together so far that they draw at most `limit_ma`."""
    drawn = (sum([sum(colour) for colour in colours]) * CHANNEL_MA + 254) // 255  # rounded up
    if drawn <= limit_ma:
        return colours
    return [dim(colour, limit_ma, drawn) for colour in colours]
