"""A device on the broker: custody goes on until the core says that it has the event on its disk.

    Device ──> Spool ──ev, QoS 1──> broker ──> core ──ack, retained──> Spool.sent()
      ^                                │
      └────────── cmd ─────────────────┘        state and info retained; the will says offline

A PUBACK is not an acknowledgement: a broker answers before it has written anything. Whatever is not acknowledged is
published again after a reconnect, when the core asks for it (``replay``), and every five seconds; the core drops what
it knows. A node without its device still hands over what it left behind.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from companion.errors import InputError
from companion.table.observation import LinkState
from firmware_bridge.broker_address import Connect
from firmware_bridge.device import Device
from firmware_bridge.formats import Value
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.spool import Spool
from firmware_bridge.topics import format_event, parse_object, topic

AGAIN_S = 5.0
LOOK_S = 0.5
WINDOW = 64  # events under way to the core: more are nobody's who keeps to the rules
REPLAY = "replay"  # the kind of a command that the node's own end of the broker obeys

_HELLO_ONLY = ("up_ms", "next", "oldest")  # true at the moment of the greeting alone


class NodeOnBroker:
    """Speaks for one device on the broker; ``attach`` gives it the device whenever that is there."""

    def __init__(
        self,
        node: str,
        spool: Spool,
        connect: Connect,
        *,
        table: str,
        session: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.node, self.spool, self.table = node, spool, table
        self.device: Device | None = None
        self._session, self._clock = session, clock
        self._opened = 0
        self._published: dict[tuple[str, int, int], float] = {}  # key -> when
        self._owed, self._look_s = -1, 0.0  # what the spool held at the last look; when to look again anyway
        self._state: tuple[LinkState, str] = (LinkState.OFFLINE, "cable")
        self._told: dict[str, object] = {}  # leaf -> what stands there since the last connection
        self._asked: dict[int, int] = {}  # our order id -> the core's
        self.link = connect(
            node, self._word(LinkState.OFFLINE, "bridge-gone"), (self._topic("ack"), self._topic("cmd"))
        )

    def attach(self, device: Device) -> None:
        """Take this device for the node from now on."""
        self.device = device

    def step(self) -> None:
        """Go one round with the broker; the device is stepped by whoever owns it."""
        if self.device is not None:
            for _, state, why in self.device.states:
                self._state = (state, why)
            self.device.states.clear()
        for message in self.link.read():
            self._heard(message)
        if not self.link.is_up:
            return
        if self.link.opened != self._opened:  # a restarted broker may have forgotten everything
            self._opened = self.link.opened
            self._told.clear()
            self._published.clear()
            self._owed = -1
        self._tell()
        self._publish()
        self._answer()

    def close(self, why: str = "closed") -> None:
        """Say offline and leave the broker."""
        self.link.write(self._word(LinkState.OFFLINE, why))
        self.link.close()

    def _topic(self, leaf: str) -> str:
        return topic(self.table, self.node, leaf)

    def _word(self, state: LinkState, why: str) -> MqttMessage:
        boot = int(self.device.about.get("boot", 0)) if self.device is not None else 0
        words = {"s": state.value, "session": self._session, "boot": boot, "why": why}
        return MqttMessage(self._topic("state"), json.dumps(words).encode(), retain=True)

    def _tell(self) -> None:
        if self.device is not None:
            about = {name: value for name, value in self.device.about.items() if name not in _HELLO_ONLY}
            self._say("info", about, retain=True)
            tele: dict[str, Value] = {**self.device.telemetry, "host_bad": self.device.decoder.bad}
            self._say("tele", tele, qos=0)
        if self._told.get("state") != self._state and self.link.write(self._word(*self._state)):
            self._told["state"] = self._state

    def _say(self, leaf: str, words: dict[str, Value], *, qos: int = 1, retain: bool = False) -> None:
        if self._told.get(leaf) != words and self.link.write(
            MqttMessage(self._topic(leaf), json.dumps(words).encode(), qos, retain)
        ):
            self._told[leaf] = words

    def _publish(self) -> None:
        now_s, owed = self._clock(), self.spool.changes(self.node)
        if owed == self._owed and now_s < self._look_s:
            return  # sixteen idle nodes must not ask the disk sixteen times for every word of one of them
        self._owed, self._look_s = owed, now_s + LOOK_S
        mine = self.spool.unsent(self.node, WINDOW)
        oldest = {event.epoch: event.seq for event in reversed(mine)}
        for event in mine:
            if now_s - self._published.get(event.key, -AGAIN_S) < AGAIN_S:
                continue
            if not self.link.write(MqttMessage(self._topic("ev"), format_event(event, oldest[event.epoch]))):
                self._owed = -1
                return
            self._published[event.key] = now_s

    def _answer(self) -> None:
        if self.device is None:
            return
        for number, end in list(self.device.orders.ended):
            if number in self._asked:
                self._end(self._asked.pop(number), end.value)

    def _end(self, number: int, status: str) -> None:
        words = {"id": number, "status": status}
        self.link.write(MqttMessage(self._topic("cmd/ack"), json.dumps(words).encode()))

    def _heard(self, message: MqttMessage) -> None:
        try:
            words = parse_object(message.topic, message.payload)
            if message.topic == self._topic("ack"):
                self._acknowledged(int(words["epoch"]), int(words["upto"]))
            elif message.topic == self._topic("cmd") and not message.retain:
                self._order(words)
        except (InputError, KeyError, TypeError, ValueError):
            return  # not for us: the broker's rules let only the core write here

    def _acknowledged(self, epoch: int, upto: int) -> None:
        self.spool.sent(self.node, epoch, upto)
        self._published = {key: at for key, at in self._published.items() if key[1] != epoch or key[2] > upto}

    def _order(self, words: dict[str, object]) -> None:
        number = int(str(words["id"]))
        if words["kind"] == REPLAY:
            start = (int(str(words["epoch"])), int(str(words["from"])))
            self._published = {
                key: at for key, at in self._published.items() if key[1] != start[0] or key[2] < start[1]
            }
            self._owed = -1
            self._end(number, "done")
        elif self.device is not None:
            body = bytes.fromhex(str(words["body"]))
            ttl_s = int(str(words["ttl_ms"])) / 1000
            self._asked[self.device.order(int(str(words["kind"])) & 0xFF, body[:64], ttl_s)] = number
        else:
            self._end(number, "expired")
