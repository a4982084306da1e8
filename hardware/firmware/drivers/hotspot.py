# A network of the device's own, for a phone that tells it another one. Read in by join.py alone.
#
# Always with a password: what a phone types travels through it. The board's port gives addresses, itself has 192.168.4.1.
import network


class Hotspot:
    """Open until `close`, under this name, for whoever has the password."""

    def __init__(self, name, password):
        self._wlan = network.WLAN(network.AP_IF)
        try:
            self._wlan.config(ssid=name, key=password)
            self._wlan.active(True)
        except (TypeError, ValueError):  # an ESP32 wants it the other way round, and to be told that it is WPA2
            self._wlan.active(True)
            self._wlan.config(ssid=name, key=password, security=3)

    def close(self):
        """Put everybody out."""
        self._wlan.active(False)
