# A network of the device's own, for a phone that tells it another one. Read in by join.py alone.
#
# Always with a password, for what a phone types travels through it: the password alone does not close a network on every
# board, so WPA2 is asked for and looked at. The board's port gives addresses, itself has 192.168.4.1.
import sys

import network
from drivers.radio import switch

WPA2 = 0x00400004 if sys.platform == "rp2" else 3  # numbers of the chip's driver on a Pico W, of ESP-IDF elsewhere


class Hotspot:
    """Open until `close`, under this name, for whoever has the password; OSError where it would be open to everybody."""

    def __init__(self, name, password):
        self._wlan = network.WLAN(network.AP_IF)
        words = {"ssid": name, "key": password, "security": WPA2}
        try:
            self._wlan.config(**words)
            switch(self._wlan, True)
        except (OSError, RuntimeError):  # an ESP32 wants it the other way round
            switch(self._wlan, True)
            self._wlan.config(**words)
        if self._wlan.config("security") != WPA2:
            self.close()
            raise OSError("no WPA2")

    def close(self):
        """Put everybody out."""
        switch(self._wlan, False)
