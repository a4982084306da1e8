# The Wi-Fi of the virtual device: only the joining is simulated, with the words of a Pico W; sockets are the machine's own.
#
# $TOWER_WIFI is a file, the air around the device: "SSID PASSWORD" of the network in reach, or nothing at all; a third
# word "mute" is a network that gives no addresses. Without the variable the board has no radio. While the network is
# away, sockets of a real board would be dead too: the firmware must close them by itself. A network of the board's own
# stands in the file $TOWER_WIFI-own while it is open: its name and its password.
import os
import time

if not os.getenv("TOWER_WIFI"):
    raise ImportError("no radio on this board")

STA_IF, AP_IF = 0, 1
STAT_IDLE, STAT_CONNECTING, STAT_GOT_IP = 0, 1, 3
STAT_CONNECT_FAIL, STAT_NO_AP_FOUND, STAT_WRONG_PASSWORD = -1, -2, -3
NO_ADDRESS = 2
OPEN = 0  # a network of one's own that was given a password and no WPA2
JOIN_MS = 150  # a real one takes one to four seconds


def country(code):
    """The last word of the file beside the air, for whoever looks at the chip; ValueError as on a board."""
    if len(code) != 2:
        raise ValueError
    with open(os.getenv("TOWER_WIFI") + ".country", "w") as file:
        file.write(code)


class WLAN:
    PM_NONE, PM_PERFORMANCE = 0x10, 0xA11142

    def __init__(self, interface):
        self._wanted = None
        self._at = 0
        self._is_on = False
        self._joined = None
        self._own = os.getenv("TOWER_WIFI") + "-own" if interface == AP_IF else None
        self._named, self._security = ("MPY", ""), OPEN

    def active(self, on):
        self._is_on = on
        if self._own and on:
            with open(self._own, "w") as file:
                file.write("%s %s" % (self._named[0], self._named[1] if self._security else ""))
        elif self._own:
            os.remove(self._own)
        if not on:
            self._wanted = self._joined = None

    def config(self, what=None, pm=None, ssid=None, key=None, security=None):
        if what == "security":
            return self._security
        if ssid is not None:
            self._named, self._security = (ssid, key), security
        if pm is not None:
            with open(os.getenv("TOWER_WIFI") + ".pm", "w") as file:  # how it sleeps, for whoever looks at the chip
                file.write("asleep" if pm == self.PM_PERFORMANCE else "awake")

    def connect(self, ssid, password):
        self._wanted, self._at, self._joined = (ssid, password), time.ticks_ms(), None

    def isconnected(self):
        return self.status() == STAT_GOT_IP

    def status(self, what=None):
        if what == "rssi":
            return -61
        air = self._air()
        if self._joined:
            if air[:2] == self._joined:
                return STAT_GOT_IP
            self._joined = self._wanted = None  # it went away
        if not self._is_on or self._wanted is None:
            return STAT_IDLE
        if time.ticks_diff(time.ticks_ms(), self._at) < JOIN_MS:
            return STAT_CONNECTING
        if not air or air[0] != self._wanted[0]:
            return STAT_NO_AP_FOUND
        if air[1] != self._wanted[1]:
            return STAT_WRONG_PASSWORD
        if air[2:]:
            return NO_ADDRESS
        self._joined = air
        return STAT_GOT_IP

    def _air(self):
        try:
            with open(os.getenv("TOWER_WIFI")) as file:
                return tuple(file.read().split())
        except OSError:
            return ()
