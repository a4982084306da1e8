# The pins of the board it runs on, and what hangs on them: the only door to pin numbers.
import sys

if sys.platform == "esp32":
    from board_esp32s3 import *
else:
    from board_pico import *

BAUD = 115200
RING_LEDS = 24
RING_LIMIT_MA = 350  # of a plain USB port's 500, beside board, beam and LEDs that are dark
RADIO_LIMIT_MA = 200  # the same while a radio is on: it takes up to 243 (320 at 3.3 V, data sheet of the CYW43439)
ZONE_LEDS = 8  # a light stick under each zone of the mat
PANEL_LIGHTS, PANEL_LEDS = 8, 2  # base lights of the panel, LEDs in each
STORE = "store"  # folder of the outbox
KEY = "key"  # file of the key that readings are signed with
CELL = "battery"  # file that says that it runs on a cell
CARD = "card"  # file of the password that opens the device's own network, written by who built it
JOIN_ONCE = "join-once"  # file: the safe application opens that network
COUNTRY = "country"  # file of two letters: the Wi-Fi channels of that country, not those that are allowed everywhere
BY_AIR = "by-air"  # file that says that what is on trial came by radio
WIFI = "wifi"  # file of what it takes to come in by radio
