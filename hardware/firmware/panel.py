# The parts of the base lights and buttons.
import pins
from drivers.button import Button
from drivers.ring import Ring
from lights import Lights
from panel_app import PanelApp


def make(clock, outbox, connect):
    """The panel's application."""
    buttons = [Button(gpio) for gpio in pins.PANEL_BUTTONS]
    lights = Lights(Ring(pins.RING, pins.PANEL_LEDS, pins.RING_LIMIT_MA, pins.PANEL_LIGHTS), clock)
    return PanelApp(connect("button,light"), outbox, buttons, lights, clock)
