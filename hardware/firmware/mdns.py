# Where the host of a name is: one question of multicast DNS (RFC 6762, 6763), whose answer comes straight to us.
#
#     SRV NAME._mqtt._tcp.local? ──> 224.0.0.251:5353           a stranger's host has another name, and is not asked
#     <── SRV port, target; A address of the target
#
# Read in while there is something to look for, and let go of afterwards (air.py). Nothing here waits.
import os
import socket
import struct

GROUP = ("224.0.0.251", 5353)
ASK_MS = 1000
PACKET = 1024  # no answer of a host of ours is longer
A, SRV, INTERNET = 1, 33, 1
MOST = 24  # records in an answer, and steps through a name: beyond, somebody plays with us


class Finder:
    """Asks every second for the host called `name`."""

    def __init__(self, name):
        self._labels = [name.encode(), b"_mqtt", b"_tcp", b"local"]
        self._socket, self._ask_at = None, 0

    def step(self, now):
        """(address, port) when it answered, else None."""
        try:
            if now >= self._ask_at:
                self._ask_at = now + ASK_MS
                self._ask()
            data = self._socket.recv(PACKET) if self._socket else b""
        except OSError:  # nothing came yet, or no way to the network
            return None
        try:
            return self._found(data)
        except (IndexError, ValueError):  # no DNS
            return None

    def close(self):
        """Ask no more."""
        if self._socket:
            self._socket.close()
            self._socket = None

    def _ask(self):
        self.close()  # a new one each time: of a network that was away it would never hear again
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._mark = os.urandom(2)
        name = b"".join([bytes((len(label),)) + label for label in self._labels])
        words = self._mark + struct.pack(">HHHHH", 0, 1, 0, 0, 0) + name + struct.pack(">BHH", 0, SRV, INTERNET)
        self._socket.sendto(words, socket.getaddrinfo(*GROUP)[0][-1])

    def _found(self, data):
        flags, questions, answers, others, more = struct.unpack(">HHHHH", data[2:12])
        if data[:2] != self._mark or flags & 0x800F != 0x8000 or questions + answers + others + more > MOST:
            return None
        at, served, addresses = 12, None, {}
        for _ in range(questions):
            at = _name(data, at)[1] + 4
        for _ in range(answers + others + more):
            labels, at = _name(data, at)
            kind, family, _, size = struct.unpack(">HHIH", data[at : at + 10])
            at += 10
            if at + size > len(data):
                raise ValueError("half")
            if kind == SRV and family & 0x7FFF == INTERNET and labels == self._labels:
                served = (data[at + 4] << 8 | data[at + 5], _name(data, at + 6)[0])
            elif kind == A and family & 0x7FFF == INTERNET and size == 4:
                addresses[b".".join(labels)] = "%d.%d.%d.%d" % tuple(data[at : at + 4])
            at += size
        host = served and served[0] and addresses.get(b".".join(served[1]))
        return (host, served[0]) if host else None


def _name(data, at):
    """(its labels in small letters, the place behind it) of a name that may go on elsewhere."""
    labels, end = [], None
    for _ in range(MOST):
        size = data[at]
        if size >= 192:
            end = at + 2 if end is None else end
            at = (size & 63) << 8 | data[at + 1]
        elif size:
            labels.append(data[at + 1 : at + 1 + size].lower())
            at += 1 + size
        else:
            return labels, at + 1 if end is None else end
    raise ValueError("name")
