"""The conversation with one device: identify, welcome, take events into custody, give orders, notice silence.

    OFFLINE ──cable up──> CONNECTING ──HELLO──> ONLINE <──traffic── DEGRADED
       ^                      │ 3 s without          │ 3 pings unanswered ^
       └──────────────────────┴──── cable gone, or 10 s of silence ───────┘

An EVENT is acknowledged after ``Spool.keep`` returned, never before; a known one is acknowledged again and nothing
more. No thread, no sleep, no clock of its own: ``step`` does what is due and returns.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping

from companion.table.observation import LinkState
from firmware_bridge import formats
from firmware_bridge.device_clock import DeviceClock
from firmware_bridge.link import Link
from firmware_bridge.orders import Orders
from firmware_bridge.protocol import REPLAYED, Decoder, Message, encode
from firmware_bridge.pulse import Pulse
from firmware_bridge.spool import Kept, Spool, SpooledEvent

__all__ = ["Device"]

NO_SESSION = 1  # ERR code: say HELLO
HELLO_S = 3.0  # silence after opening that means nobody is there
ASK_S = 1.0


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
    ) -> None:
        self.link, self.spool, self.decoder = link, spool, Decoder()
        self.orders = Orders(session)
        self.clock_map = DeviceClock()
        self.states: deque[tuple[float, LinkState, str]] = deque()
        self.about: Mapping[str, formats.Value] = {}
        self.telemetry: Mapping[str, formats.Value] = {}
        self.said: deque[tuple[int, str]] = deque(maxlen=50)  # its LOG lines
        self.counts = {"new": 0, "known": 0, "conflict": 0, "full": 0}
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

    def step(self) -> None:
        """Nothing: reads what came, sends what is due, notes every change of state."""
        data = self.link.read()
        now_s = self._clock()
        if self.link.opened != self._opened:
            self._begin(now_s)
        for message in self.decoder.feed(data):
            self._heard(message, now_s)
        if not self.link.is_up:
            self._welcomed = False
            self.orders.expire(now_s)
            self._note(now_s, LinkState.OFFLINE, self.link.why or "cable")
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
        self._welcomed = False
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
            self._ask_hello(now_s)
        if now_s - self._since_s >= HELLO_S and self._state != (LinkState.OFFLINE, "wrong-firmware"):
            self._note(now_s, LinkState.OFFLINE, "wrong-firmware" if self.decoder.bad > 2 else "no-power")

    def _ping(self, now_s: float) -> None:
        if self._pulse.is_due(now_s):
            self._send(Message("TIME_Q", {"t1": int(now_s * 1e6)}))
        silence = self._pulse.verdict(now_s)
        if silence is not None:
            self._note(now_s, silence, "no-answer")

    def _heard(self, message: Message, now_s: float) -> None:
        self._pulse.heard()
        if message.name == "HELLO":
            self._welcome(message, now_s)
        elif not self._welcomed:
            return
        elif message.name == "EVENT":
            self._take(message, now_s)
        elif message.name == "CMD_ACK":
            self.orders.answered(message.number("id"), message.number("status"))
        elif message.name == "TIME_A":
            t1_s = message.number("t1") / 1e6
            self.clock_map.answer(t1_s, message.number("t2"), message.number("t3"), now_s)
        elif message.name == "TELE":
            self.telemetry = message.fields
        elif message.name == "LOG":
            self.said.append((message.number("level"), message.text("text")))
        if self._welcomed:
            self._note(now_s, *self._health())

    def _health(self) -> tuple[LinkState, str]:
        if self.telemetry.get("full") or self.counts["full"]:
            return LinkState.DEGRADED, "outbox-full"
        if self.about.get("schema") not in (formats.SCHEMA_CRC, *formats.FORMER):
            return LinkState.DEGRADED, "wrong-firmware"  # it speaks our version, but of another edition: usable
        if self.counts["conflict"]:
            return LinkState.DEGRADED, "conflict"  # one key, two contents: an alarm, never an overwrite
        return LinkState.ONLINE, ""

    def _welcome(self, hello: Message, now_s: float) -> None:
        proto = min(formats.PROTO, hello.number("max"))  # the newest that both speak
        if proto < max(formats.OLDEST, hello.number("min")):
            self._welcomed = False
            self._since_s = now_s
            self._note(now_s, LinkState.OFFLINE, "wrong-firmware")
            return
        self.about, self.telemetry = hello.fields, {}
        self.clock_map.begin(hello.number("boot"))
        accepted = self.spool.begin(self.node, self.epoch, hello.number("oldest"))
        fields = {"proto": proto, "session": self._session, "accepted": accepted, "unix_ms": self._wall_ms()}
        self._send(Message("WELCOME", {**fields, "config": 0}))
        self._welcomed = True
        self._pulse.begin(now_s)

    def _take(self, message: Message, now_s: float) -> None:
        boot, t_ms = message.number("boot"), message.number("t_ms")
        then = self.clock_map.ours_s(boot, t_ms)
        ago_s, err_s = (max(now_s - then[0], 0.0), then[1]) if then else (0.0, 0.0)
        event = SpooledEvent(
            self.node,
            self.epoch,
            message.number("seq"),
            boot,
            t_ms,
            message.number("kind"),
            message.raw("body"),
            at_ms=self._wall_ms() - int(ago_s * 1000),
            err_ms=int(err_s * 1000 + 0.999),
            replayed=bool(message.flags & REPLAYED),
        )
        kept = self.spool.keep(event)
        self.counts[kept.value] += 1
        if kept is Kept.NEW:
            self.counts["full"] = 0
        upto = self.spool.upto(self.node, self.epoch)
        held = sum(1 << (seq - upto - 2) for seq in self.spool.held(self.node, self.epoch) if seq <= upto + 33)
        self._send(Message("ACK", {"epoch": self.epoch, "upto": upto, "map": held}))

    def _send(self, message: Message) -> None:
        self.link.write(encode(message))

    def _note(self, now_s: float, state: LinkState, why: str) -> None:
        if self._state != (state, why):
            self._state = (state, why)
            self.states.append((now_s, state, why))
