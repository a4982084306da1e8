# A small MQTT 3.1.1 client for one conversation with the host, over a socket that never waits.
#
#     TCP ── CONNECT (will) ──> CONNACK ── SUBSCRIBE, probe, birth ──> the birth comes back ──> ready
#      ^                                                                     │ the probe comes back: no rules
#      └────────── RETRY_MS ──── SILENT_MS without a byte, or an error ──────┘
#
#     tw/wire/USER/up     our frames            QoS 0: the window above sends again what was not acknowledged
#     tw/wire/USER/down   the host's frames, behind four bytes of its clock in ms
#     tw/wire/USER/here   retained: a number of this connection; "-" is the will
#
# The session is clean: what a broker would keep for us while we are away are orders that come too late. What the field
# taught (umqtt, mqtt_as): a look-up of a name waits without end, so the host is four numbers; a socket may look open for
# hours, so a ping that is not answered ends it; the old socket is closed before a new one is made.
import binascii
import errno
import os
import select
import socket
import struct

CONNECT_MS, RETRY_MS, REFUSED_MS = 1500, 300, 5000
ECHO_MS = 3000
PING_MS, SILENT_MS, KEEPALIVE_S = 2000, 5000, 8
ROOM = 2048  # bytes that wait for the socket; beyond, frames are refused, and sent again by the window
GATHER = 900  # bytes of frames in one PUBLISH
PACKET = 1200  # no host of ours sends a longer one
WAITING = 8  # payloads nobody has read yet
DOWN, OPENING, GREETING, PROVING, READY = 0, 1, 2, 3, 4
LATER = (errno.EINPROGRESS, errno.EALREADY, errno.EAGAIN)


class Mqtt:
    """The way to the host at `address` (host, port), None while it is not known. `why` is empty while frames can travel."""

    def __init__(self, address, user, secret):
        self.address, self._user, self._secret = address, user.encode(), secret.encode()
        self.why, self.late = "broker-gone", 0
        topic = "tw/wire/" + user + "/"
        self._up, self._down, self._here = (topic + "up").encode(), (topic + "down").encode(), (topic + "here").encode()
        self._state, self._socket = DOWN, None
        self._buffer = bytearray(256)
        self._begin()
        self._next_at = 0
        self.renew()

    def step(self, now, is_network):
        """Go one round: connect, send, receive, notice silence."""
        if not is_network:
            self._drop(now, "broker-gone")
            self._next_at = now
            return
        try:
            if self._state == DOWN:
                if now >= self._next_at:
                    self._open(now)
            elif self._state == OPENING:
                self._opening(now)
            else:
                self._serve(now)
        except OSError:
            self._drop(now, "broker-gone")

    def write(self, frame):
        """How many bytes were taken: all of them, or none."""
        if self._state != READY or len(self._out) + len(self._frames) > ROOM - len(frame):
            return 0
        self._frames.extend(frame)
        if len(self._frames) > GATHER:
            self._gather()
        return len(frame)

    def read(self, size):
        """The next bytes of the host or None; `late` then says for how many ms they were under way too long."""
        if not self._payloads:
            return None
        self.late, data = self._payloads.pop(0)
        if len(data) > size:
            self._payloads.insert(0, (self.late, data[size:]))
        return data[:size]

    def renew(self):
        """Begin a new conversation: the host's clock may be another one."""
        self._base = None

    def close(self):
        """Hang up without a word: the will says it."""
        self._drop(0, "broker-gone")

    def _begin(self):
        self._in = bytearray()
        self._out = bytearray()
        self._frames = bytearray()
        self._payloads = []

    def _open(self, now):
        self._begin()
        self._socket = socket.socket()
        self._socket.setblocking(False)
        try:
            self._socket.setsockopt(getattr(socket, "IPPROTO_TCP", 6), getattr(socket, "TCP_NODELAY", 1), 1)
        except (OSError, ValueError, NotImplementedError):
            pass
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLOUT)
        self._state, self._until = OPENING, now + CONNECT_MS
        try:
            self._socket.connect(socket.getaddrinfo(*self.address)[0][-1])
        except OSError as problem:
            if problem.args[0] not in LATER:
                raise

    def _opening(self, now):
        events = [found[1] for found in self._poll.poll(0)]
        if events and events[0] & (select.POLLERR | select.POLLHUP):
            self._drop(now, "broker-gone")
        elif events:
            self._poll.unregister(self._socket)
            self._mark = binascii.hexlify(os.urandom(6))
            words = [self._user, self._here, b"-", self._user, self._secret]
            body = b"\0\4MQTT\4\xe6" + struct.pack(">H", KEEPALIVE_S)  # a will, retained; name, password; a clean session
            self._packet(0x10, body + b"".join([_text(word) for word in words]))
            self._state = GREETING
            self._heard_at = now
            self._ping_at = now
            self._until = now + ECHO_MS
        elif now >= self._until:
            self._drop(now, "broker-gone")

    def _serve(self, now):
        for _ in range(4):
            count = self._socket.readinto(self._buffer)
            if count is None:
                break
            if count == 0:
                # a broker that hangs up on the birth does not let us write it
                self._drop(now, "broker-rules" if self._state == PROVING else "broker-gone")
                return
            self._heard_at = now
            self._in.extend(memoryview(self._buffer)[:count])
            while self._state and self._take(now):
                pass
            if not self._state:
                return
        if self._state != READY and now >= self._until:
            self._drop(now, "broker-rules" if self._state == PROVING else "broker-gone")
        elif now - self._heard_at >= SILENT_MS:
            self._drop(now, "broker-gone")
        else:
            if now - self._ping_at >= PING_MS:
                self._ping_at = now
                self._packet(0xC0, b"")
            if self._frames:
                self._gather()
            if self._out:
                taken = self._socket.write(self._out) or 0
                self._out = self._out[taken:]

    def _take(self, now):
        """Whether a whole packet was there, and was obeyed."""
        length, at = 0, 1
        while True:
            if at >= len(self._in):
                return False
            length |= (self._in[at] & 127) << 7 * (at - 1)
            at += 1
            if self._in[at - 1] < 128:
                break
            if at > 4:
                length = PACKET + 1
                break
        if length > PACKET:
            self._drop(now, "broker-rules")
            return False
        if len(self._in) < at + length:
            return False
        kind, body = self._in[0] >> 4, bytes(self._in[at : at + length])
        self._in = self._in[at + length :]
        if kind == 2 and length == 2:
            self._greeted(now, body[1])
        elif kind == 3 and length >= 2:
            end = 2 + (body[0] << 8 | body[1])
            self._heard(now, body[2:end], body[end:])
        return True

    def _greeted(self, now, code):
        if code:
            self._drop(now, "broker-auth" if code in (4, 5) else "broker-gone")
            self._next_at = now + REFUSED_MS
            return
        self._state = PROVING
        self._packet(0x82, b"\0\1" + _text(self._down) + b"\0" + _text(self._here) + b"\0")
        self._packet(0x30, _text(self._down) + b"?" + self._mark)  # our rules let nobody but the host write there
        self._packet(0x31, _text(self._here) + self._mark)

    def _heard(self, now, topic, payload):
        if topic == self._here:
            if payload == self._mark and self._state == PROVING:
                self._state, self.why = READY, ""
        elif topic != self._down:
            pass
        elif payload == b"?" + self._mark:
            self._drop(now, "broker-rules")
            self._next_at = now + REFUSED_MS
        elif self._state == READY and len(payload) > 4 and len(self._payloads) < WAITING:
            self._payloads.append((self._lateness(now, payload), payload[4:]))

    def _lateness(self, now, payload):
        """How many ms longer than the quickest one this payload took; the two clocks may drift by 1.5 per cent."""
        offset = now - struct.unpack("<I", payload[:4])[0] & 0xFFFFFFFF
        if self._base is None:
            self._base, self._base_at = offset, now
        drift = now - self._base_at >> 6
        self._base, self._base_at = self._base + drift, self._base_at + (drift << 6)
        late = (offset - self._base + 0x80000000 & 0xFFFFFFFF) - 0x80000000
        if late < 0:
            self._base = offset
        return max(late, 0)

    def _gather(self):
        self._packet(0x30, _text(self._up) + self._frames)
        self._frames = bytearray()

    def _packet(self, kind, body):
        length = len(body)
        self._out.append(kind)
        while length > 127:
            self._out.append(length & 127 | 128)
            length >>= 7
        self._out.append(length)
        self._out.extend(body)

    def _drop(self, now, why):
        if self._state != DOWN:
            self.why, self._next_at = why, now + (REFUSED_MS if why == "broker-rules" else RETRY_MS)
        self._state = DOWN
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._begin()


def _text(data):
    return struct.pack(">H", len(data)) + data
