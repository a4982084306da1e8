"""A table with an honest node and room for a guest who is not: real broker, real spools, nothing mocked."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from companion.table.observation import LinkSeen, Observation, TowerSeen
from firmware_bridge.broker import Broker
from firmware_bridge.mqtt_core import BrokerTower
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.mqtt_node import NodeOnBroker
from firmware_bridge.spool import Spool, SpooledEvent
from firmware_bridge.topics import format_event, topic
from tests.patience import PATIENCE_S

HONEST, GUEST = "tower-9f3a12c4", "tower-00c0ffee"
_TABLES = itertools.count(1)
SETTLED = bytes([2, 2, 2, 1, 0])


def event(seq: int, node: str = GUEST, *, epoch: int = 7, sig: bytes = b"") -> SpooledEvent:
    return SpooledEvent(node, epoch, seq, 1, seq * 10, 4, SETTLED, at_ms=1, err_ms=1, sig=sig)


class Evening:
    """The honest node, the table, and what the table saw."""

    def __init__(self, broker: Broker, folder: Path, *, table: str = "", **core: Any) -> None:
        self.broker, self.folder, self._core = broker, folder, core
        self.table = table or f"t{next(_TABLES)}"  # what an evening before this one left on the broker is not ours
        self.seen: list[Observation] = []
        self.node_spool, self.core_spool = Spool(uplink=True, table=False), Spool(folder / "core.db")
        self.node_spool.begin(HONEST, 7, 1)
        self.node = NodeOnBroker(HONEST, self.node_spool, broker.connect, table=self.table, session=5)
        self.core = self.join()
        self._seq = 0
        self.introduce(HONEST)

    def join(self) -> BrokerTower:
        return BrokerTower(self.broker.connect, self.core_spool, table=self.table, **self._core)

    def introduce(self, node: str) -> MqttLink:
        """A connection of that node, met by the table."""
        if node == HONEST:
            link = self.node.link
            self.until(lambda: link.is_up)
        else:
            link = up(self.broker.connect(node, None, (topic(self.table, node, "cmd"),)))
        link.write(MqttMessage(topic(self.table, node, "info"), b'{"epoch":7}', retain=True))
        if node != HONEST:
            self.met(link)
        return link

    def met(self, link: MqttLink) -> None:
        """Returns when the table listens to the guest: it asks for a replay right after it subscribed."""
        self.until(lambda: any(one.topic.endswith("/cmd") for one in link.read()))

    def step(self) -> None:
        self.node.step()
        self.seen += self.core.poll()

    def until(self, found: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
        until_s = time.monotonic() + within_s
        while not found():
            self.step()
            if time.monotonic() > until_s:
                pytest.fail("\n".join([f"not within {within_s} s", *map(repr, self.seen[-20:]), *self.refusals()]))
            self.core.link.wait(0.002)

    def roll(self) -> None:
        """The honest node reports a roll, and the table has it."""
        self._seq += 1
        self.node_spool.keep(event(self._seq, HONEST))
        key = (HONEST, self._seq)
        self.until(lambda: key in self.rolls())

    def say(self, link: MqttLink, one: SpooledEvent, *, where: str = GUEST, retain: bool = False) -> None:
        """Publishes the event on a node's topic."""
        link.write(MqttMessage(topic(self.table, where, "ev"), format_event(one, 1), retain=retain))

    def rolls(self) -> list[tuple[str, int]]:
        return [(one.node, one.seq) for one in self.seen if isinstance(one, TowerSeen)]

    def whys(self, node: str) -> list[str]:
        return [one.why for one in self.seen if isinstance(one, LinkSeen) and one.source == f"tower:{node}"]

    def refusals(self) -> list[str]:
        return [" ".join(one) for one in self.core.intake.log]

    def close(self) -> None:
        self.node.close()
        self.core.close()
        self.node_spool.close()
        self.core_spool.close()


def up(link: MqttLink) -> MqttLink:
    until_s = time.monotonic() + PATIENCE_S
    while not link.is_up and time.monotonic() < until_s:
        time.sleep(0.005)
    assert link.is_up, link.why
    return link


def wait_for(
    found: Callable[[], bool], step: Callable[[], object] = lambda: None, within_s: float = PATIENCE_S
) -> None:
    until_s = time.monotonic() + within_s
    step()
    while not found():
        assert time.monotonic() < until_s, "it did not happen"
        time.sleep(0.005)
        step()


def raw_client(broker: Broker, client_id: str, user: str = "", password: str = "") -> mqtt.Client:
    """A client of anybody's making, connected or refused; its loop runs."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=client_id, protocol=mqtt.MQTTv5)
    if user:
        client.username_pw_set(user, password)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    return client
