# The radio of the board: joins one network and stays joined. The only file that knows `network`.
#
#     join() ──> joining ──> an address          AGAIN_MS after a refusal, JOIN_MS without an end: once more
#                   └──> why: wifi-away, wifi-password, wifi-address, wifi-failed
#
# Nothing here waits, but for the chip itself when it is switched on, once. The numbers of `status` differ from port to
# port, and some have no name for all of them: 2 is "joined, no address yet" of the Pico W.
try:
    import network
except ImportError:  # a board without a radio
    network = None

import pins

is_on = False  # whether it draws power
LOOK_MS = 50
AGAIN_MS, JOIN_MS = 1500, 15000
ADDRESS_MS = 8000  # joined so long without an address: nobody there gives one
NO_ADDRESS = 2


def is_there():
    """Whether this board has a radio."""
    return network is not None


def switch(wlan, on):
    """Switch an interface of the chip on, in the country that the board was told, or off."""
    global is_on
    is_on = on
    try:
        with open(pins.COUNTRY) as file:
            network.country(file.read().strip().upper())
    except (AttributeError, OSError, UnicodeError, ValueError):
        pass  # nobody wrote it, or a port that does not know it: the channels that are allowed everywhere
    wlan.active(on)


class Radio:
    """Keeps the board in one network. `why` is empty while it has an address."""

    def __init__(self, ssid, password):
        self._ssid, self._password = ssid, password
        self.why = "wifi-joining"
        self._look_at = self._joined_at = None
        self._address_at = None  # when it was joined without an address
        self._words = {_status("STAT_WRONG_PASSWORD", -3): "wifi-password", _status("STAT_NO_AP_FOUND", -2): "wifi-away",
                       _status("STAT_HANDSHAKE_TIMEOUT", -3): "wifi-password", _status("STAT_CONNECT_FAIL", -1): "wifi-failed"}
        self._wlan = network.WLAN(network.STA_IF)
        switch(self._wlan, True)
        self._dozes = None
        self.doze(False)

    def step(self, now):
        """Whether there is a network with an address; joins it again when it is time to."""
        if self._look_at is not None and now < self._look_at:
            return not self.why
        self._look_at = now + LOOK_MS
        if self._wlan.isconnected():
            self.why, self._address_at = "", None
            return True
        if not self.why:
            self.why, self._joined_at = "wifi-away", None  # it was there a moment ago
        status = self._wlan.status()
        word = self._words.get(status)
        if status == NO_ADDRESS:
            if self._address_at is None:
                self._address_at = now
            if now - self._address_at >= ADDRESS_MS:
                word = "wifi-address"
        else:
            self._address_at = None
        if word:
            self.why = word
        waited = JOIN_MS if self._joined_at is None else now - self._joined_at
        if waited >= (AGAIN_MS if word or status == _status("STAT_IDLE", 0) else JOIN_MS):
            self._join(now)
        return False

    def doze(self, on):
        """Let the chip sleep from beacon to beacon, which holds an order back for 100 ms and more; or keep it awake."""
        if on != self._dozes:
            self._dozes = on
            try:
                self._wlan.config(pm=network.WLAN.PM_PERFORMANCE if on else network.WLAN.PM_NONE)
            except (AttributeError, OSError, ValueError):
                pass  # a port that does not know it

    def signal(self):
        """How strong the network is, as the number behind the minus of its dBm; 0: unknown."""
        try:
            return min(max(-self._wlan.status("rssi"), 0), 255)
        except (OSError, TypeError, ValueError):
            return 0

    def leave(self):
        """Switch the radio off."""
        switch(self._wlan, False)

    def _join(self, now):
        self._joined_at, self._address_at = now, None
        try:
            self._wlan.connect(self._ssid, self._password)
        except (OSError, ValueError):  # refused at once, as a password that is too short
            self.why = "wifi-failed"


def _status(name, otherwise):
    return getattr(network, name, otherwise)
