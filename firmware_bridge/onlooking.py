"""Who is on this machine's broker: what is told there is read, and nobody is spoken to.

tw/wire/+/here ──> who is there, by radio or on a bridge      tw/table/NODE/status ──> how it is, while a table listens
tw/wire/+/up ────> what a device without a table greets with, twice a second
tw/table/here ───> table_is_open: whether a game may be under way
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

from companion.errors import InputError
from companion.table.observation import LinkState
from firmware_bridge.broker_address import BrokerAddress
from firmware_bridge.broker_home import LOOKER, home_of
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.notices import HERE, ONLINE, DeviceStatus, parse_status, status_topic
from firmware_bridge.protocol import Decoder, Message
from firmware_bridge.radio_link import CABLE, PREFIX, ROOT, split_name, why_gone

CONNECT_S = 2.0  # seconds to reach the broker; more: a list without one takes longer
QUIET_S = 0.4  # seconds without a retained word that mean that all came; they come at once
GREET_S = 1.5  # seconds for the greeting of whoever is there and that no table tells of; a device greets each 0.5 s


def nodes_on_broker(folder: Path) -> tuple[list[DeviceStatus], str]:
    """Return the devices on the broker of that folder, and the reason word when it cannot be asked.

    The word is empty where none was made, too.
    """
    words = _Words()
    topics = (f"{ROOT}/+/here", f"{ROOT}/+/up", HERE, status_topic("+"))
    wrong = _listen(folder, topics, words.hear, words.is_complete)
    return ([] if wrong else words.nodes()), wrong


def table_is_open(folder: Path) -> bool:
    """Whether a table has the devices on the broker of that folder."""
    found: list[bytes] = []
    _listen(folder, (HERE,), lambda message: found.append(message.payload), lambda: True)
    return found[-1:] == [ONLINE]


def _listen(
    folder: Path, topics: tuple[str, ...], hear: Callable[[MqttMessage], None], is_complete: Callable[[], bool]
) -> str:
    """Hear what is told on these topics; the reason word when the broker cannot be asked."""
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
        quiet_s = time.monotonic() + QUIET_S
        until_s = quiet_s + GREET_S
        while time.monotonic() < quiet_s or (time.monotonic() < until_s and not is_complete()):
            for message in link.read():
                hear(message)
                if message.retain:
                    quiet_s = min(time.monotonic() + QUIET_S, until_s)
            time.sleep(0.02)
    finally:
        link.close()
    return ""


class _Words:
    """What was heard; what makes no sense is left out."""

    def __init__(self) -> None:
        self._has_table = False
        self._here: dict[str, dict[str, str]] = {}  # node -> by each way the reason why it is not there, empty: it is
        self._told: dict[str, DeviceStatus] = {}  # by the table
        self._hellos: dict[str, Message] = {}
        self._decoders: dict[str, Decoder] = {}

    def hear(self, message: MqttMessage) -> None:
        """Take one message."""
        way, node = split_name(message.topic.split("/")[2])
        if message.topic == HERE:
            self._has_table = message.payload == ONLINE
        elif not node:
            with contextlib.suppress(InputError):
                status = parse_status(message.topic, message.payload)
                self._told[status.node] = status
        elif message.topic.endswith("/here"):
            self._here.setdefault(node, {})[way] = why_gone(way, message.payload)
        else:
            for said in self._decoders.setdefault(message.topic, Decoder()).feed(message.payload):
                if said.name == "HELLO" and said.text("node") == node:
                    self._hellos[node] = said

    def is_complete(self) -> bool:
        """Whether everybody who is there has said who it is, or is told of."""
        known = self._hellos.keys() | (self._told.keys() if self._has_table else set())
        return all(node in known for node, whys in self._here.items() if "" in whys.values())

    def nodes(self) -> list[DeviceStatus]:
        """Return the devices by name."""
        return [self._status(node) for node in sorted(self._here.keys() | self._told.keys())]

    def _status(self, node: str) -> DeviceStatus:
        if self._has_table and node in self._told:
            return self._told[node]
        whys = self._here.get(node, {PREFIX: "radio-gone"})
        if "" not in whys.values():
            return DeviceStatus(node, LinkState.OFFLINE, whys.get(CABLE) or whys[PREFIX])
        if node not in self._hellos:
            return DeviceStatus(node, LinkState.CONNECTING, "core-gone")
        hello = self._hellos[node]
        supply = hello.number("signal"), hello.number("battery")
        return DeviceStatus(node, LinkState.CONNECTING, "core-gone", hello.text("fw"), *supply)
