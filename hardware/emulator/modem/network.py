# What a Pico W's image brings along and Debian's cannot: a Wi-Fi that joins at once. Its sockets are in socket.py.
STA_IF = 0


class WLAN:
    def __init__(self, interface):
        self._is_joined = False

    def active(self, on):
        self._is_joined = self._is_joined and on

    def config(self, pm=None):
        raise ValueError(pm)

    def connect(self, ssid, password):
        self._is_joined = True

    def isconnected(self):
        return self._is_joined

    def status(self, what=None):
        return -61 if what == "rssi" else 3
