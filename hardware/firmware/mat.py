# The parts of the base reader mat.
import pins
from drivers.readers import found
from drivers.ring import Ring
from lights import Lights
from mat_app import MatApp


def make(clock, outbox, connect):
    """The mat's application."""
    readers = found(pins.SPI_ID, pins.SPI_SCK, pins.SPI_MOSI, pins.SPI_MISO, pins.READER_SELECT, pins.READER_RESET)
    lights = Lights(Ring(pins.RING, pins.ZONE_LEDS, pins.RING_LIMIT_MA, len(readers)), clock)
    return MatApp(connect("tags,light"), outbox, readers, lights, clock)
