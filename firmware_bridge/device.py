"""The conversation with one device: identify, welcome, take events into custody, give orders, notice silence.

    OFFLINE ──cable up──> CONNECTING ──HELLO──> ONLINE <──traffic── DEGRADED
       ^                      │ 3 s without          │ 3 pings unanswered ^
       └──────────────────────┴──── cable gone, or 10 s of silence ───────┘

An EVENT is acknowledged once it is on disk (``custody``), never before. Whoever says what no device of ours says is
set aside with the reason until its cable is pulled: nothing of it is kept, answered or shown. No thread, no sleep, no
clock of its own: ``step`` does what is due and returns.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from companion.table.observation import LinkState
from firmware_bridge import formats
from firmware_bridge.battery import Battery
from firmware_bridge.custody import Custody
from firmware_bridge.link import Link
from firmware_bridge.orders import Orders
from firmware_bridge.protocol import NO_SESSION, Decoder, Message, encode, fault_in, protocol_for
from firmware_bridge.pulse import Pulse
from firmware_bridge.signing import Keys
from firmware_bridge.spool import Spool

HELLO_S = 3.0  # seconds of silence after opening that mean that nobody is there; more: a slow board is waited for
ASK_S = 1.0  # seconds between two questions who is there; a board needs most of one to start
_EDITIONS = (formats.SCHEMA_CRC, *formats.FORMER)
_NO_HELLO = ((LinkState.OFFLINE, "wrong-firmware"), (LinkState.OFFLINE, "firmware-crash"))
_NO_TROUBLE = (None, "", "wifi-unset", "wifi-none", "wifi-joining")
NONSENSE = 64  # damaged frames in a row: no cable is that bad; more: a stranger is listened to longer
ODD = 16  # numbers far ahead of the last one; more: the same
PROMPT, RESTART = b">>> ", b"\x04"  # MicroPython's prompt means that the firmware ended; Ctrl-D starts it again


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


class Device:
    """One device behind a link. ``states`` collects ``(at_s, LinkState, why)``; events go into the spool."""

    def __init__(
        self,
        link: Link,
        spool: Spool,
        *,
        session: int,
        clock: Callable[[], float] = time.monotonic,
        wall_ms: Callable[[], int] = _wall_ms,
        keys: Keys | None = None,  # of those that must sign; a bridge has none
        expected: str = "",  # the name that the link vouches for; empty: any
    ) -> None:
        self.link, self.spool, self.decoder = link, spool, Decoder()
        self.orders = Orders(session)
        self.custody = Custody(spool, wall_ms, keys)
        self.clock_map, self.counts = self.custody.clock_map, self.custody.counts
        self.quarantined = ""  # why it was set aside, else empty
        self.states: deque[tuple[float, LinkState, str]] = deque()
        self.about: Mapping[str, formats.Value] = {}
        self.telemetry: Mapping[str, formats.Value] = {}
        self.battery = Battery()
        self.said: deque[tuple[int, str]] = deque(maxlen=50)  # its LOG lines
        self._good = self._bad = 0  # frames of the decoder at the last good one
        self._tail = b""
        self._missing, self._protocol, self._expected = False, formats.PROTO, expected
        self.radio: Mapping[str, formats.Value] = {}  # what it said of its radio over a cable
        self._session, self._clock, self._wall_ms = session, clock, wall_ms
        self._state: tuple[LinkState, str] | None = None
        self._opened = 0
        self._welcomed = False
        self._since_s = self._asked_s = clock()
        self._pulse = Pulse(self._since_s)

    @property
    def node(self) -> str:
        """The device's name, empty before its HELLO."""
        return str(self.about.get("node", ""))

    @property
    def epoch(self) -> int:
        """The epoch of its store, 0 before its HELLO."""
        return int(self.about.get("epoch", 0))

    @property
    def state(self) -> tuple[LinkState, str]:
        """How it is now, and the reason word."""
        return self._state or (LinkState.CONNECTING, "")

    def step(self) -> None:
        """Read what came, send what is due, note every change of state."""
        data = self.link.read()
        now_s = self._clock()
        if self.link.opened != self._opened:
            self._begin(now_s)
        messages = self.decoder.feed(data)
        if not self.quarantined:
            self._hear(messages, now_s)
            self._suspect(data)
        if not self.link.is_up:
            self._welcomed = False
            self.orders.expire(now_s)
            self._note(now_s, LinkState.OFFLINE, self.link.why or "cable")
        elif self.quarantined:
            self._welcomed = False
            self._note(now_s, LinkState.OFFLINE, self.quarantined)
        elif not self._welcomed:
            self._ask(now_s)
        else:
            self._ping(now_s)
            for frame in self.orders.due(now_s):
                self._send(frame)

    def order(self, kind: int, body: bytes, ttl_s: float) -> int:
        """The id of the order, sent at once if the device is there; its end appears in ``orders.ended``."""
        now_s = self._clock()
        number = self.orders.give(kind, body, ttl_s, now_s)
        if self._welcomed:
            for frame in self.orders.due(now_s):
                self._send(frame)
        return number

    def _begin(self, now_s: float) -> None:
        self._opened = self.link.opened
        self.decoder = Decoder()
        self._good = self._bad = self.counts["odd"] = 0
        self._welcomed, self.quarantined, self._tail = False, "", b""
        self._since_s = now_s
        self._note(now_s, LinkState.CONNECTING, "")
        self._ask_hello(now_s)

    def _ask_hello(self, now_s: float) -> None:
        self._asked_s = now_s
        self.link.write(b"\0")
        self._send(Message("ERR", {"code": NO_SESSION, "detail": b"who are you?"}))

    def _ask(self, now_s: float) -> None:
        self.orders.expire(now_s)
        if now_s - self._asked_s >= ASK_S:
            if PROMPT in self._tail:
                self.link.write(RESTART)
                self._tail = b""
                self._note(now_s, LinkState.OFFLINE, "firmware-crash")
            self._ask_hello(now_s)
        if now_s - self._since_s >= HELLO_S and self._state not in _NO_HELLO:
            self._note(now_s, LinkState.OFFLINE, "wrong-firmware" if self.decoder.bad > 2 else "no-power")

    def _suspect(self, data: bytes) -> None:
        """Set the device aside when what it says cannot come from one of ours."""
        self._tail = (self._tail + data)[-64:]
        if self.decoder.good != self._good:
            self._good, self._bad = self.decoder.good, self.decoder.bad
        if self.decoder.bad - self._bad >= NONSENSE or self.counts["odd"] >= ODD:
            self.quarantined = "nonsense"

    def _ping(self, now_s: float) -> None:
        if self._pulse.is_due(now_s):
            self._send(Message("TIME_Q", {"t1": int(now_s * 1e6)}))
        silence = self._pulse.verdict(now_s)
        if silence is not None:
            self._note(now_s, silence, "no-answer")

    def _hear(self, messages: Sequence[Message], now_s: float) -> None:
        events: list[Message] = []
        for message in messages:
            if message.name == "EVENT" and self._welcomed:
                events.append(message)
                continue
            self._take(events, now_s)
            self._heard(message, now_s)
        self._take(events, now_s)
        if messages and self._welcomed:
            self._note(now_s, *self._health())

    def _heard(self, message: Message, now_s: float) -> None:
        self._pulse.heard()
        if message.name == "HELLO":
            self._welcome(message, now_s)
        elif not self._welcomed:
            return
        elif message.name == "CMD_ACK":
            self.orders.answered(message.number("id"), message.number("status"))
        elif message.name == "TIME_A":
            t1_s = message.number("t1") / 1e6
            self.clock_map.answer(t1_s, message.number("t2"), message.number("t3"), now_s)
        elif message.name == "TELE":
            self.telemetry = message.fields
            self.battery.note(message.number("battery"))
        elif message.name == "WIFI_STATE":
            self.radio = message.fields
        elif message.name == "LOG":
            self.said.append((message.number("level"), message.text("text")))

    def _health(self) -> tuple[LinkState, str]:
        for why, holds in (
            ("disk-full", (self.custody.is_full and self.spool.trouble) or self.spool.is_behind),
            ("outbox-full", self.custody.is_full or self.telemetry.get("full")),
            ("update-needed", self._protocol < formats.OLDEST),
            ("wrong-firmware", self.about.get("schema") not in _EDITIONS),  # our version, another edition: usable
            ("conflict", self.counts["conflict"]),  # one key, two contents: an alarm, never an overwrite
            ("events-missing", self._missing),
            ("battery-low", self.battery.is_low),
            (str(self.radio.get("why")), self.radio.get("why") not in _NO_TROUBLE),  # it works, over this cable alone
        ):
            if holds:
                return LinkState.DEGRADED, why
        return LinkState.ONLINE, ""

    def _welcome(self, hello: Message, now_s: float) -> None:
        self._since_s, self._welcomed = now_s, False
        fault = fault_in(hello) or ("bad-name" if self._expected not in ("", hello.text("node")) else "")
        self._protocol = protocol_for(hello)
        if fault:
            self.quarantined = fault
            return
        if not self._protocol:
            self._note(now_s, LinkState.OFFLINE, "wrong-firmware")
            return
        self.about = hello.fields
        self.telemetry = {}
        self.radio = {}
        self.battery = Battery()
        gaps = len(self.spool.gaps(self.node))
        accepted = self.custody.begin(self.node, self.epoch, hello.number("oldest"), hello.number("boot"))
        self._missing = len(self.spool.gaps(self.node)) > gaps
        fields = {"proto": self._protocol, "session": self._session, "accepted": accepted, "unix_ms": self._wall_ms()}
        self._send(Message("WELCOME", {**fields, "config": 0}))
        self._welcomed = True
        self._pulse.begin(now_s)

    def _take(self, events: list[Message], now_s: float) -> None:
        if events and not self.quarantined:
            self._pulse.heard()
            self._send(self.custody.take(events, now_s))
            self.quarantined = self.custody.objection
        events.clear()

    def _send(self, message: Message) -> None:
        self.link.write(encode(message))

    def _note(self, now_s: float, state: LinkState, why: str) -> None:
        if self._state != (state, why):
            self._state = (state, why)
            self.states.append((now_s, state, why))
