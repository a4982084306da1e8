# Which chip sits in which zone: asked at the start, so that a mat may carry either kind. A zone where nobody answers is
# taken for an MFRC522 and tried again for ever.
from machine import SPI, Pin

from drivers.mfrc522 import Mfrc522
from drivers.pn532 import Pn532

BAUD = 1000000  # both chips take it, over 20 cm of ribbon cable


def found(bus, sck, mosi, miso, selects, resets):
    """The readers of all zones, in order."""
    spi = SPI(bus, baudrate=BAUD, polarity=0, phase=0, sck=Pin(sck), mosi=Pin(mosi), miso=Pin(miso))
    pairs = list(zip(selects, resets))
    for select, reset in pairs:  # quiet before the first word: a floating select line answers to its neighbour's
        Pin(select, Pin.OUT, value=1)
        Pin(reset, Pin.OUT, value=0)
    readers = []
    for select, reset in pairs:
        reader = Mfrc522(spi, select, reset)
        if not reader.probe():
            other = Pn532(spi, select, reset)
            reader = other if other.probe() else reader
        readers.append(reader)
    return readers
