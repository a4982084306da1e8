"""A device on a cable, carried onto the broker: the same frames, on topics as a device by radio has.

    device ══ cable ══> Forwarder ── tw/wire/cable-NODE/up ──> broker ──> whoever listens
           <══════════            <─ …/down: the host's clock in ms, frames
                                  ── …/here, retained: a number of this line; "-" and why it is gone; "-" is the will

Nothing is kept here and nothing acknowledged: a frame that is lost is sent again by the device, which holds its events
until the table has them on its disk. What may not come by radio does not come this way either: keys, networks and
updates go over the cable of the machine that has it. An order that was stuck on its way lives so much shorter.

    no HELLO in 3 s   no-power, wrong-firmware, or firmware-crash, and the prompt is started again
    set aside until the cable is pulled   bad-name   nonsense   name-taken
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from companion.table.observation import LinkState
from firmware_bridge.broker_address import Connect
from firmware_bridge.link import Link
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.protocol import NAME, NO_SESSION, Decoder, Message, encode, fault_in
from firmware_bridge.radio_link import CABLE, GONE, STAMP, clock_in, now_ms, wire_topic

HELLO_S = 3.0  # seconds of silence after opening that mean that nobody is there; more: a slow board is waited for
ASK_S = 1.0  # seconds between two questions who is there; a board needs most of one to start
NONSENSE = 64  # damaged frames in a row: no cable is that bad; more: a port that is none of ours is kept longer
PACKET = 900  # bytes of frames in one message, as the protocol's 8.2 has it for a device
PROMPT, RESTART = b">>> ", b"\x04"  # MicroPython's prompt: the firmware ended; Ctrl-D starts it again
DOWN = frozenset({"WELCOME", "ACK", "CMD", "TIME_Q", "ERR"})  # frames a device takes from a host by radio


class Forwarder:
    """The device at the end of one cable. ``claim`` answers whether it may have its name: no other cable has it."""

    def __init__(
        self,
        link: Link,
        connect: Connect,
        *,
        clock: Callable[[], float] = time.monotonic,
        claim: Callable[[str], bool] = lambda node: True,
    ) -> None:
        self.link, self.node = link, ""
        self.mqtt: MqttLink | None = None  # from the first HELLO on: a connection has one name
        self.state = LinkState.CONNECTING, ""  # and the reason word
        self.refused = 0  # frames from the broker that may come over a cable alone
        self._connect, self._clock, self._claim = connect, clock, claim
        self._decoder = Decoder()
        self._opened = self._good = self._bad = 0
        self._since_s = self._asked_s = 0.0
        self._greeted, self._aside, self._tail = False, "", b""
        self._born: tuple[int, int] | None = None  # the openings of cable and broker that ``here`` tells of
        self._gone: tuple[int, str] | None = None  # the opening of the broker, and why the device is gone
        self._quickest_ms: int | None = None  # the smallest difference of both clocks since the birth

    def step(self) -> None:
        """Carry what came from either side."""
        data, now_s = self.link.read(), self._clock()
        if self.link.opened != self._opened:
            self._begin(now_s)
        frames = self._decoder.frames(data)
        if not self._aside:
            self._greet(frames)
            self._suspect(data)
        why = self.link.why or "cable" if not self.link.is_up else self._aside
        if not why and not self._greeted:
            why = self._ask(now_s)
        self._carry(frames, why)
        self._note(why)

    def release(self) -> None:
        """Speak for the device no more: another cable does."""
        self._leave("cable")
        self.node = ""

    def close(self) -> None:
        """Let go of the cable and say so on the broker; may be called twice."""
        self.link.close()
        self._leave("bridge-gone")

    def _begin(self, now_s: float) -> None:
        self._opened, self._since_s = self.link.opened, now_s
        self._decoder, self._good, self._bad = Decoder(), 0, 0
        self._greeted, self._aside, self._tail = False, "", b""
        self.state = LinkState.CONNECTING, ""
        self._ask_hello(now_s)

    def _ask_hello(self, now_s: float) -> None:
        self._asked_s = now_s
        self.link.write(b"\0" + encode(Message("ERR", {"code": NO_SESSION, "detail": b"who are you?"})))

    def _ask(self, now_s: float) -> str:
        """Ask again who is there; the reason word once it is late, empty before."""
        why = self.state[1]
        if now_s - self._asked_s >= ASK_S:
            if PROMPT in self._tail:
                self.link.write(RESTART)
                self._tail, why = b"", "firmware-crash"
            self._ask_hello(now_s)
        if now_s - self._since_s >= HELLO_S and not why:
            why = "wrong-firmware" if self._decoder.bad > 2 else "no-power"
        return why

    def _greet(self, frames: list[tuple[bytes, Message | None]]) -> None:
        for hello in (message for _, message in frames if message is not None and message.name == "HELLO"):
            node = hello.text("node")
            self._aside = fault_in(hello) or ("" if NAME.fullmatch(CABLE + node) else "bad-name")
            if not self._aside and not self._claim(node):
                self._aside = "name-taken"  # two boards of one name: a store that was copied, or a forgery
            if self._aside:
                return
            if node != self.node or self.mqtt is None:
                self._leave("cable")
                self.node = node
                will = MqttMessage(wire_topic(node, "here", CABLE), GONE, retain=True)
                self.mqtt = self._connect(CABLE + node, will, (wire_topic(node, "down", CABLE),))
                self._born = self._gone = None
            self._greeted = True

    def _suspect(self, data: bytes) -> None:
        self._tail = (self._tail + data)[-64:]
        if self._decoder.good != self._good:
            self._good, self._bad = self._decoder.good, self._decoder.bad
        if self._decoder.bad - self._bad >= NONSENSE:
            self._aside = "nonsense"

    def _carry(self, frames: list[tuple[bytes, Message | None]], why: str) -> None:
        """Say how the device is on the broker, then hand frames on in both directions while it is there."""
        mqtt = self.mqtt
        if mqtt is None:
            return
        came = mqtt.read()
        if not mqtt.is_up:
            return
        if why or not self._greeted:
            self._tell_gone(why)
            return
        self._tell_born()
        packet = b""
        for frame, _ in frames:
            if len(packet) + len(frame) > PACKET:
                self._publish("up", packet)
                packet = b""
            packet += frame
        if packet:
            self._publish("up", packet)
        for message in came:
            if not message.retain and len(message.payload) > STAMP:
                self._hand_down(message.payload)

    def _tell_born(self) -> None:
        assert self.mqtt is not None
        line = self.mqtt.opened, self.link.opened
        if self._born != line and self._publish("here", secrets.token_hex(8).encode(), retain=True):
            self._born, self._gone, self._quickest_ms = line, None, None

    def _tell_gone(self, why: str) -> None:
        assert self.mqtt is not None
        line = self.mqtt.opened, why
        if why and self._gone != line and self._publish("here", GONE + why.encode(), retain=True):
            self._gone, self._born = line, None

    def _hand_down(self, payload: bytes) -> None:
        """Write the host's frames onto the cable, those that any host may send."""
        waited_ms = self._waited_ms(payload)
        for frame, message in Decoder().frames(payload[STAMP:]):
            if message is None or message.name not in DOWN:
                self.refused += 1
            elif message.name != "CMD":
                self.link.write(frame)
            elif message.number("ttl_ms") > waited_ms:
                left_ms = message.number("ttl_ms") - waited_ms
                self.link.write(encode(Message("CMD", {**message.fields, "ttl_ms": left_ms})))

    def _waited_ms(self, payload: bytes) -> int:
        """How long a packet was on its way beyond the quickest since the birth, by the host's clock in front of it."""
        behind_ms = now_ms() - clock_in(payload) & 0xFFFFFFFF
        if self._quickest_ms is None or behind_ms - self._quickest_ms & 0x80000000:
            self._quickest_ms = behind_ms
        return behind_ms - self._quickest_ms & 0xFFFFFFFF

    def _publish(self, leaf: str, payload: bytes, *, retain: bool = False) -> bool:
        assert self.mqtt is not None
        return self.mqtt.write(MqttMessage(wire_topic(self.node, leaf, CABLE), payload, int(retain), retain))

    def _leave(self, why: str) -> None:
        if self.mqtt is not None:
            self._tell_gone(why)
            self.mqtt.close()
            self.mqtt = None

    def _note(self, why: str) -> None:
        if why:
            self.state = LinkState.OFFLINE, why
        elif self._greeted:
            self.state = LinkState.ONLINE, ""
