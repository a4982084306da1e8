"""A device on the broker: custody goes on until the core says that it has the event on its disk.

    Device ──> Spool ──ev, QoS 1──> broker ──> core ──ack, retained──> Spool.sent()
      ^                                │
      └────────── cmd ─────────────────┘        state and info retained; the will says offline

A PUBACK is not an acknowledgement: a broker answers before it has written anything. Whatever is not acknowledged is
published again after a reconnect and every five seconds; the core drops what it knows.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from companion.errors import InputError
from companion.table.observation import LinkState
from firmware_bridge.device import Device
from firmware_bridge.formats import Value
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.topics import format_event, parse_object, topic

__all__ = ["NodeOnBroker"]

AGAIN_S = 5.0
WINDOW = 64

Connect = Callable[[str, MqttMessage, tuple[str, ...]], MqttLink]  # (name, will, topics) -> link


class NodeOnBroker:
    """Speaks for one device on the broker; the connection is made when the device has said its name."""

    def __init__(
        self,
        device: Device,
        connect: Connect,
        *,
        table: str,
        session: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.device, self.table = device, table
        self.link: MqttLink | None = None
        self._connect, self._session, self._clock = connect, session, clock
        self._opened = 0
        self._published: dict[tuple[str, int, int], float] = {}  # key -> when
        self._state: tuple[LinkState, str] = (LinkState.CONNECTING, "")
        self._about: dict[str, Value] = {}
        self._tele: dict[str, Value] = {}
        self._told: tuple[LinkState, str] | None = None
        self._asked: dict[int, int] = {}  # our order id -> the core's

    def step(self) -> None:
        """Nothing: one round with the device and with the broker."""
        self.device.step()
        for _, state, why in self.device.states:
            self._state = (state, why)
        self.device.states.clear()
        if self.device.node and self.link is None:
            self.link = self._connect(
                self.device.node, self._word(LinkState.OFFLINE, "cable"), (self._topic("ack"), self._topic("cmd"))
            )
        if self.link is None:
            return
        for message in self.link.read():
            self._heard(message)
        if self.link.is_up:
            if self.link.opened != self._opened:  # a restarted broker may have forgotten everything
                self._opened, self._told = self.link.opened, None
                self._published.clear()
            self._tell(self.link)
            self._publish(self.link)
            self._answer(self.link)

    def close(self) -> None:
        """Nothing: says offline and leaves the broker and the device."""
        if self.link is not None:
            self.link.write(self._word(LinkState.OFFLINE, "closed"))
            self.link.close()
        self.device.link.close()

    def _topic(self, leaf: str) -> str:
        return topic(self.table, self.device.node, leaf)

    def _word(self, state: LinkState, why: str) -> MqttMessage:
        words = {"s": state.value, "session": self._session, "why": why}
        return MqttMessage(self._topic("state"), json.dumps(words).encode(), retain=True)

    def _tell(self, link: MqttLink) -> None:
        about = {name: value for name, value in self.device.about.items() if name not in ("up_ms", "next", "oldest")}
        if self._told is None or about != self._about:
            self._about = about
            link.write(MqttMessage(self._topic("info"), json.dumps(about).encode(), retain=True))
        tele = {**self.device.telemetry, "host_bad": self.device.decoder.bad}
        if self._told is None or tele != self._tele:
            self._tele = tele
            link.write(MqttMessage(self._topic("tele"), json.dumps(tele).encode(), qos=0))
        if self._told != self._state and link.write(self._word(*self._state)):
            self._told = self._state

    def _publish(self, link: MqttLink) -> None:
        now_s = self._clock()
        mine = [event for event in self.device.spool.unsent() if event.node == self.device.node]
        oldest = {event.epoch: event.seq for event in reversed(mine)}
        for event in mine[:WINDOW]:
            if now_s - self._published.get(event.key, -AGAIN_S) < AGAIN_S:
                continue
            if not link.write(MqttMessage(self._topic("ev"), format_event(event, oldest[event.epoch]))):
                return
            self._published[event.key] = now_s

    def _answer(self, link: MqttLink) -> None:
        for number, end in list(self.device.orders.ended):
            if number in self._asked:
                words = {"id": self._asked.pop(number), "status": end.value}
                link.write(MqttMessage(self._topic("cmd/ack"), json.dumps(words).encode()))

    def _heard(self, message: MqttMessage) -> None:
        try:
            words = parse_object(message.topic, message.payload)
            if message.topic == self._topic("ack"):
                self.device.spool.sent(self.device.node, int(words["epoch"]), int(words["upto"]))
                self._published = {key: at for key, at in self._published.items() if key[2] > int(words["upto"])}
            elif message.topic == self._topic("cmd") and not message.retain:
                body = bytes.fromhex(str(words["body"]))
                number = self.device.order(int(words["kind"]) & 0xFF, body[:64], int(words["ttl_ms"]) / 1000)
                self._asked[number] = int(words["id"])
        except (InputError, KeyError, TypeError, ValueError):
            return  # not for us: the broker's rules let only the core write here
