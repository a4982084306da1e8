"""Who is on this machine's broker: the retained words of every node are read, and nobody is spoken to.

info, state of each node, the bridge's state ──> OnBroker: who, which firmware, how it is, why
the table's and the bridge's state ──> who_is_open: whether a game may be under way
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.errors import InputError
from companion.table.observation import LinkState
from firmware_bridge.broker_address import BrokerAddress
from firmware_bridge.broker_home import LOOKER, home_of
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.presence import Presence
from firmware_bridge.topics import bridge_topic, core_topic, node_of, parse_object, topic

CONNECT_S, QUIET_S = 2.0, 0.4  # to reach the broker; retained words come at once


@dataclass(frozen=True, slots=True)
class OnBroker:
    """A node that the broker knows."""

    node: str
    firmware: str
    state: LinkState
    why: str
    battery_mv: int = 0  # when it greeted; 0: it has no cell, or does not say
    signal: int = 0  # the number behind the minus of its network's dBm; 0 as above


def nodes_on_broker(folder: Path) -> tuple[list[OnBroker], str]:
    """The nodes on the broker of that folder; the reason word when it cannot be asked, empty where none was made."""
    words = _Words()
    wrong = _listen(folder, (topic("+", "+", "info"), topic("+", "+", "state"), bridge_topic("+", "state")), words.hear)
    return ([] if wrong else words.nodes()), wrong


def who_is_open(folder: Path) -> str:
    """The reason word of whoever has the devices on the broker of that folder, ``table-open`` or ``bridge-open``.

    Empty when nobody has, or when there is no broker.
    """
    found: set[str] = set()

    def hear(message: MqttMessage) -> None:
        with contextlib.suppress(InputError):
            if parse_object(message.topic, message.payload).get("s") == LinkState.ONLINE:
                found.add(message.topic.split("/")[-2])

    _listen(folder, (core_topic("+"), bridge_topic("+", "state")), hear)
    return "table-open" if "core" in found else "bridge-open" if "bridge" in found else ""


def _listen(folder: Path, topics: tuple[str, ...], hear: Callable[[MqttMessage], None]) -> str:
    """Hear the retained words on these topics; the reason word when the broker cannot be asked."""
    try:
        home = home_of(folder)
    except InputError:
        return ""
    if not home.port:  # the table's own ear: no broker of words about devices
        return ""
    link = BrokerAddress("127.0.0.1", home.port, home.secret_of).connector()(LOOKER, None, topics)
    try:
        until_s = time.monotonic() + CONNECT_S
        while not link.is_up and time.monotonic() < until_s:
            time.sleep(0.02)
        if not link.is_up:
            return link.why or "broker-gone"
        until_s = time.monotonic() + QUIET_S
        while time.monotonic() < until_s:
            for message in link.read():
                hear(message)
                until_s = time.monotonic() + QUIET_S
            time.sleep(0.02)
    finally:
        link.close()
    return ""


class _Words:
    """What was heard; what makes no sense is left out."""

    def __init__(self) -> None:
        self._presence = Presence()
        self._about: dict[str, tuple[str, int, int]] = {}  # firmware, millivolts, signal

    def hear(self, message: MqttMessage) -> None:
        """Take one message."""
        try:
            said = parse_object(message.topic, message.payload)
            if "/node/" in message.topic:
                self._node(node_of(message.topic), message.topic, said)
            else:
                self._presence.bridge(said)
        except (InputError, KeyError, TypeError, ValueError):
            return

    def nodes(self) -> list[OnBroker]:
        """The nodes by name."""
        found = []
        for node in sorted(self._presence.nodes):
            firmware, *supply = self._about.get(node, ("", 0, 0))
            found.append(OnBroker(node, firmware, *self._presence.state(node), *supply))
        return found

    def _node(self, node: str, topic_name: str, said: dict[str, object]) -> None:
        if topic_name.endswith("/info"):
            numbers = [said.get(name, 0) for name in ("battery", "signal")]
            battery, signal = (one if isinstance(one, int) else 0 for one in numbers)
            self._about[node] = str(said["fw"]), battery, signal
        else:
            self._presence.node(node, said)
