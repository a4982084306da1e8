# The device's end of the table link.
#
#     lost ──HELLO each 500 ms──> WELCOME ──> in session: events in a window of 16, resent until acknowledged
#      ^                                         │
#      └── ERR "no session" or 10 s of silence ──┘
#
# Knows no pin: `port` has read(n) -> bytes or None and write(bytes) -> bytes taken; `clock` has now() -> ms; `update`
# has heard(name, fields) -> the fields of the answer; `signer` puts the tags under events. With `air` there are two
# ways, and one outbox, one sequence: the talk goes over the one whose WELCOME came last, and the radio does not
# interrupt a cable that is in use. A key and the radio's secrets are taken over a cable alone: whoever holds the cable
# holds the device. By radio an update begins only with a tag that the key's owner made for this very start.
import gc

import formats
import protocol
from commands import EXPIRED
from signer import refusal
from window import Window

HELLO_MS = 500
SILENT_MS = 10000
PULLED_MS = 3000  # a cable that says nothing for so long, where a host pings every two seconds, may be pulled
TELE_MS = 5000
DOZE_MS = 5000  # on a cell the radio sleeps so long after the last order or event: what comes next is heard a beacon later
READ = 256  # bytes a round: more than the wire brings, and small enough for a crowded memory
KEPT_COMMANDS = 32
NO_SESSION, WRONG_VERSION = formats.number("error", "NO_SESSION"), formats.number("error", "WRONG_VERSION")


class Way:
    """One way to a host: its port, and the frames that come in there."""

    def __init__(self, port, cable):
        self.port, self.cable = port, cable
        self.decoder = protocol.Decoder()


class Link:
    """Keeps the talk with the host going; `poll` gives the commands that came in."""

    def __init__(self, port, outbox, about, clock, update=None, signer=None, cable=False, air=None):
        self.outbox = outbox
        self.about = about
        self.clock = clock
        self.update = update
        self.signer = signer
        self.air = air
        self.ways = [Way(port, cable)] + ([Way(air, False)] if air else [])
        self.way = self.ways[0]  # of the session
        self.is_busy = None  # a callable: whether something is under way that a restart would void
        self.battery = None  # a callable that gives the millivolts of the cell, where there is one
        self.session = None
        self.window = Window()
        self.restart_at = None  # ms: somebody asked for a restart
        self._slow = 0  # the longest round since the last telemetry
        self._radio = None  # what the host was told of the radio
        self._busy_at = clock.now()  # when something was last to be said or done
        self._hello_at = self._tele_at = self._read_at = self._heard_at = clock.now()
        self._hello_at -= HELLO_MS
        self._done = []  # (command id, status), newest last
        port.write(b"\0")

    def poll(self):
        """The new commands as (id, kind, body); answer each with `done`."""
        now = self.clock.now()
        late = now - self._read_at  # what we read now may have waited this long for us
        self._read_at = now
        self._slow = max(self._slow, late)
        commands = []
        for way in self.ways:
            data = way.port.read(READ)
            if data:
                for name, _flags, fields in way.decoder.feed(data):
                    self._one(way, now, late + (self.air.late if way.port is self.air else 0), name, fields, commands)
        if self.session is not None and now - self._heard_at > SILENT_MS:
            self.session = None
        if self.session is None:
            if now - self._hello_at >= HELLO_MS:
                self._hello_at = now
                for way in self.ways:
                    self._hello(now, way)
        else:
            self._send_events(now)
            self._tell_radio()
            if now - self._tele_at >= TELE_MS:
                self._tele(now)
        if self.battery and self.air:
            if commands or self.outbox.count:
                self._busy_at = now
            self.air.doze(now - self._busy_at >= DOZE_MS)
        return commands

    def done(self, command_id, status):
        """Remember and send the result of a command."""
        self._done.append((command_id, status))
        if len(self._done) > KEPT_COMMANDS:
            self._done.pop(0)
        self._send("CMD_ACK", {"id": command_id, "status": status})

    def log(self, level, text):
        """Say something to whoever listens; never kept."""
        self._send("LOG", {"level": level, "text": text.encode()[:200]})

    def tell(self):
        """Send the telemetry now, because something in it changed."""
        self._tele(self.clock.now())

    @property
    def is_lost(self):
        """Whether somebody expects us on the radio, and there is no host at all: none greeted, or the radio itself is away."""
        if self.air is None or not self.air.is_set or self._read_at - self._heard_at <= PULLED_MS:
            return False
        return self.session is None or (self.way.port is self.air and bool(self.air.why))

    def _one(self, way, now, late, name, fields, commands):
        if way is not self.way and self.session is not None:
            if name not in ("WELCOME", "ERR") or self.way.port is not self.air and now - self._heard_at < PULLED_MS:
                return
            if name == "ERR":
                if fields["code"] == NO_SESSION:
                    self._hello(now, way)
                return
        self._heard_at = now
        if name == "WELCOME":
            if not formats.OLDEST <= fields["proto"] <= formats.PROTO:
                self._send("ERR", {"code": WRONG_VERSION, "detail": b"versions %d to %d" % (formats.OLDEST, formats.PROTO)}, 0, way)
                return
            if fields["session"] != self.session:
                self._done = []
                self.window.begin()
            self.session, self.way, self._radio = fields["session"], way, None
            if way.port is self.air:
                self.air.renew()
            self._accept(now, fields["accepted"], 0)
            self._tele(now)
        elif name == "ERR" and fields["code"] == NO_SESSION:
            self.session, self._hello_at = None, now - HELLO_MS
        elif name == "TIME_Q":
            self._send("TIME_A", {"t1": fields["t1"], "t2": now, "t3": self.clock.now()})
        elif name == "ACK" and fields["epoch"] == self.outbox.epoch:
            self._accept(now, fields["upto"], fields["map"])
        elif name.startswith("FW_") and self.session is not None and self.update is not None:
            by_air = way.port is self.air
            may = not (self.is_busy and self.is_busy()) and (not by_air or self._is_ours(fields))
            self._send("FW_STATE", self.update.heard(name, fields, by_air, may))
        elif name == "WIFI" and self.session is not None:
            if self.air is not None and way.cable:
                self._send("WIFI_STATE", self.air.heard(fields))
        elif name == "KEY" and self.session is not None:
            may = way.cable and self.signer is not None
            self._send("KEY_STATE", self.signer.heard(fields) if may else refusal(self.outbox.epoch))
        elif name == "CMD" and self.session is not None:
            for known, status in self._done:
                if known == fields["id"]:
                    self._send("CMD_ACK", {"id": known, "status": status})
                    return
            if fields["id"] in [command[0] for command in commands]:
                return  # a copy that came in the same breath
            if late >= fields["ttl_ms"]:
                self.done(fields["id"], EXPIRED)
            else:
                commands.append((fields["id"], fields["kind"], fields["body"]))

    def _is_ours(self, fields):
        """Whether whoever sends this FW_BEGIN holds our key; other frames need no tag: the manifest's hash covers them."""
        if "tag" not in fields:
            return True
        return self.signer is not None and self.signer.owns(self.outbox.boot, fields)

    @property
    def is_by_air(self):
        """Whether a host speaks with us by radio."""
        return self.session is not None and self.way.port is self.air

    def _accept(self, now, upto, held):
        if upto >= self.outbox.next_seq:
            return  # not ours: we never gave that number
        self.window.acknowledged(now, upto, held, self.outbox.ack(upto))

    def _send_events(self, now):
        for seq in self.window.due(now, self.outbox.oldest, self.outbox.next_seq):
            event = self.outbox.get(seq)
            flags = protocol.REPLAYED if event[2] != self.outbox.boot else 0
            tag = self.signer.tag(event) if self.signer else b""
            if tag:
                flags, event = flags | protocol.SIGNED, event[:4] + (event[4] + tag,)
            self._send("EVENT", dict(zip(("seq", "t_ms", "boot", "kind", "body"), event)), flags)

    def _tell_radio(self):
        if self.air is not None and self.way.port is not self.air and self.air.why != self._radio:
            self._radio = self.air.why
            self._send("WIFI_STATE", self.air.state())

    def _hello(self, now, way):
        box = self.outbox
        hello = {"min": formats.OLDEST, "max": formats.PROTO, "epoch": box.epoch, "boot": box.boot, "why": "", "slot": "",
                 "signs": self.signer.first if self.signer else 0, "check": self.signer.check if self.signer else "",
                 "next": box.next_seq, "oldest": box.oldest, "schema": formats.SCHEMA_CRC, "up_ms": now}
        hello.update(self.about)
        hello.update(self._supply())
        self._send("HELLO", hello, 0, way)

    def _tele(self, now):
        self._tele_at = now
        free = gc.mem_free() if hasattr(gc, "mem_free") else 0  # CPython has none
        tele = {"bad": sum([way.decoder.bad for way in self.ways]), "resent": self.window.resent, "waiting": self.outbox.count,
                "full": 1 if self.outbox.full else 0, "heap": free, "slow_ms": min(self._slow, 65535)}
        tele.update(self._supply())
        self._send("TELE", tele)
        self._slow = 0

    def _supply(self):
        """What it lives on, and how well it is heard."""
        return {"battery": self.battery() if self.battery else 0, "signal": self.air.signal() if self.air else 0}

    def _send(self, name, fields, flags=0, way=None):
        port, frame = (way or self.way).port, protocol.seal(name, fields, flags)
        if (port.write(frame) or 0) < len(frame) and port is not self.air:  # the air takes a whole frame or none
            port.write(b"\0")  # cut off: the other side starts afresh at the next zero
