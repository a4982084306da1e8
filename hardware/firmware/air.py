# The way to the host without a cable, as a port: the radio, the client, and what it takes to come in, on flash.
#
#     wifi     name and password of the network, host, port, secret of the broker, crc u32     whole or not there
#
# Set over a cable alone (WIFI); nobody gets any of it out again: WIFI_STATE says in a word what stands in the way. The
# host is an address, or a name that it announces in its network: then it is looked for whenever it is not there.
import gc
import os
import sys

import formats
from drivers import radio
from sealed import read_whole, write_whole

if radio.is_there():  # now: beside a full outbox there is no room left to read it in
    from mqtt import Mqtt

SEEK_MS, CROWDED_MS = 3000, 10000  # out of touch so long, it may have moved; no room now to look for it
DONE, REFUSED, NO_ROOM = [formats.number("pairing", name) for name in ("DONE", "REFUSED", "NO_ROOM")]


class Air:
    """A port that may be away: `write` takes nothing then. `why` is the reason in a word, empty while it is there."""

    def __init__(self, path, node, clock):
        self.path, self._user, self._clock = path, "radio-" + node, clock
        self._radio = self._mqtt = self._finder = None
        self._use(read_whole(path))

    @property
    def is_set(self):
        """Whether it was told how to come in, so that somebody expects it."""
        return self._mqtt is not None

    @property
    def why(self):
        if self._mqtt is None:
            return "wifi-unset" if radio.is_there() else "wifi-none"
        return self._radio.why or ("host-away" if self._mqtt.address is None else self._mqtt.why)

    @property
    def late(self):
        """For how many ms what was read last was under way too long."""
        return self._mqtt.late if self._mqtt else 0

    def read(self, size):
        """The next bytes of the host, or None; goes one round of radio and client."""
        if self._mqtt is None:
            return None
        now = self._clock.now()
        is_network = self._radio.step(now)
        if self._name:
            self._seek(now, is_network)
        self._mqtt.step(now, is_network and self._mqtt.address is not None)
        return self._mqtt.read(size)

    def write(self, data):
        """How many bytes were taken: all or none."""
        return self._mqtt.write(data) if self._mqtt else 0

    def renew(self):
        """Note that a new conversation began."""
        if self._mqtt:
            self._mqtt.renew()

    def doze(self, on):
        """Let the radio sleep between what is said, or keep it awake."""
        if self._radio:
            self._radio.doze(on)

    def heard(self, fields):
        """The fields of the answer to WIFI; an empty name of the network forgets it all."""
        status = DONE
        try:
            if not fields["ssid"]:
                if self._mqtt:
                    os.remove(self.path)
                self._use(None)
            elif not radio.is_there() or not is_host(fields["host"]) or not fields["port"]:
                status = REFUSED
            else:
                data = formats.pack("frame", "WIFI", fields)
                if data != read_whole(self.path):  # the same again, as when our answer was lost, changes nothing
                    write_whole(self.path, data)
                    self._use(data)
        except OSError:
            status = NO_ROOM
        return self.state(status)

    def state(self, status=DONE):
        """The fields of WIFI_STATE."""
        return {"status": status, "why": self.why, "signal": self.signal()}

    def signal(self):
        """How strong the network is, as the number behind the minus of its dBm; 0: there is none, or it cannot tell."""
        return self._radio.signal() if self._radio and not self._radio.why else 0

    def close(self):
        """Leave the network; what is on flash stays."""
        self._use(None)

    def _seek(self, now, is_network):
        """Look for the host by its name while nobody is in touch, with what is read in for that alone."""
        if not is_network or not self._mqtt.why:
            self._seek_at = now if self._mqtt.address is None else now + SEEK_MS
            if self._finder:
                self._finder.close()
                self._leave_off()
        elif now >= self._seek_at:
            try:
                if self._finder is None:
                    from mdns import Finder

                    self._finder = Finder(self._name)
                found = self._finder.step(now)
            except MemoryError:
                self._seek_at = now + CROWDED_MS
                self._leave_off()
                return
            if found and found != self._mqtt.address:
                self._mqtt.close()
                self._mqtt.address = found

    def _leave_off(self):
        self._finder = None
        sys.modules.pop("mdns", None)
        gc.collect()

    def _use(self, data):
        if self._finder:
            self._finder.close()
            self._leave_off()
        if self._mqtt:
            self._mqtt.close()
            self._radio.leave()
        self._radio = self._mqtt = None
        if not data or not radio.is_there():
            return
        fields = formats.unpack("frame", "WIFI", data)
        self._radio = radio.Radio(fields["ssid"], fields["password"])
        self._name, self._seek_at = "" if _is_address(fields["host"]) else fields["host"], 0
        self._mqtt = Mqtt(None if self._name else (fields["host"], fields["port"]), self._user, fields["secret"])


def is_host(host):
    """Whether these are four numbers, or what a host may announce itself by: a name of the Internet would make us wait."""
    return _is_address(host) or 0 < len(host) < 64 and not [sign for sign in host if sign not in "abcdefghijklmnopqrstuvwxyz0123456789-"]


def _is_address(host):
    parts = host.split(".")
    return len(parts) == 4 and not [part for part in parts if not part.isdigit() or int(part) > 255]
