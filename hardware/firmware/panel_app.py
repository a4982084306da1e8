# Base lights and buttons: says which button, shows what it is told. Does not know what a button is for.
import formats
from commands import obey

HELD_MOST = 65535


class PanelApp:
    """The panel's parts, stepped together. `buttons` have step(now) -> None or (down, held ms)."""

    def __init__(self, link, outbox, buttons, lights, clock):
        self.link = link
        self.outbox = outbox
        self.buttons = buttons
        self.lights = lights
        self.clock = clock
        self.handlers = {"LIGHT": lights.order}
        self._full = False
        self._put("PANEL_READY", {"buttons": len(buttons), "lights": lights.count})

    def step(self):
        """Go one round of buttons, link and lights."""
        now = self.clock.now()
        for number, button in enumerate(self.buttons):
            change = button.step(now)
            if change is not None:
                event = "BUTTON_DOWN" if change[0] else "BUTTON_UP"
                self._put(event, {"button": number, "held_ms": min(change[1], HELD_MOST)})
        for command in self.link.poll():
            obey(self.link, command, self.handlers)
        if self._full != self.outbox.full:
            self._full = self.outbox.full
            self.link.tell()
        self.lights.step(now, self._full, self.link.is_lost)

    def _put(self, event, fields):  # a full outbox refuses, and the lights show it
        self.outbox.put(self.clock.now(), formats.number("event", event), formats.pack("event", event, fields))
