"""Notices of the table about its devices on the broker, for whoever looks on: the list of devices, Home Assistant.

    tw/table/here          retained: online, offline; the will says offline
    tw/table/NODE/status   retained: how a device is, {"state", "why", "firmware", "signal", "battery", "is_low"}
    tw/table/NODE/roll     a throw while it happens, never retained: {"event_type": "settled", "dice": 2}

Nobody plays by these words: they are said once, and lost where nobody hears them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from companion.errors import InputError
from companion.table.observation import LinkState, TowerPhase, TowerSeen
from firmware_bridge.home_assistant import discovery
from firmware_bridge.mqtt_link import MqttLink, MqttMessage

ROOT = "tw/table"
HERE = f"{ROOT}/here"
ONLINE, OFFLINE = b"online", b"offline"
FRESH_S = 5.0  # seconds after which a throw is no news any more: it waited somewhere; more: lights flash for old throws
TOLD = (TowerPhase.ROLLING, TowerPhase.SETTLED, TowerPhase.DISTURBED, TowerPhase.COCKED)


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """How a device is, as the table hears it."""

    node: str
    state: LinkState
    why: str = ""
    firmware: str = ""
    signal: int = 0  # the number behind the minus of its network's dBm; 0: it has none, or does not say
    battery_mv: int = 0  # of its cell; 0: it has none, or does not say
    is_low: bool = False  # its cell: an hour or more is left


def status_topic(node: str) -> str:
    """Return where it stands how a device is; ``+`` as the node means all of them."""
    return f"{ROOT}/{node}/status"


def roll_topic(node: str) -> str:
    """Return where the throws of a tower are told."""
    return f"{ROOT}/{node}/roll"


def format_status(status: DeviceStatus) -> bytes:
    """Return the words on the status topic."""
    words = {"state": status.state.value, "why": status.why, "firmware": status.firmware}
    return json.dumps(
        {**words, "signal": status.signal, "battery": status.battery_mv, "is_low": status.is_low}
    ).encode()


def parse_status(topic: str, payload: bytes) -> DeviceStatus:
    """Return how a device is; ``InputError`` for words that are none of ours."""
    try:
        words, node = json.loads(payload), topic.split("/")[2]
        numbers = int(words["signal"]), int(words["battery"])
        texts = str(words["why"])[:40], str(words["firmware"])[:40]
        return DeviceStatus(node, LinkState(words["state"]), *texts, *numbers, bool(words["is_low"]))
    except (ValueError, TypeError, KeyError, IndexError) as wrong:
        raise InputError(topic, "", repr(payload[:40]), "the status of a device") from wrong


class Notices:
    """The table's words on the broker. With ``assistant`` each device is announced to Home Assistant too."""

    def __init__(self, link: MqttLink, *, assistant: bool = False) -> None:
        self._link, self._assistant, self._opened = link, assistant, 0
        self._known: dict[str, DeviceStatus] = {}
        self._told: dict[str, bytes] = {}  # topic -> what stands there since the last connection

    def step(self) -> None:
        """Say everything again to a broker that may have forgotten it."""
        if self._link.is_up and self._link.opened != self._opened:
            self._opened = self._link.opened
            self._told.clear()
            self._say(MqttMessage(HERE, ONLINE, retain=True))
            for status in self._known.values():
                self.tell(status)

    def tell(self, status: DeviceStatus) -> None:
        """Say how a device is, where that is news."""
        self._known[status.node] = status
        if self._assistant:
            topics = {"here": HERE, "status": status_topic(status.node), "roll": roll_topic(status.node)}
            self._say(discovery(status.node, status.firmware, **topics, rolls=[phase.value for phase in TOLD]))
        self._say(MqttMessage(status_topic(status.node), format_status(status), retain=True))

    def roll(self, seen: TowerSeen, now_s: float) -> None:
        """Tell of a throw that happens now."""
        if seen.phase in TOLD and not seen.replayed and now_s - seen.at_s <= FRESH_S:
            words = {"event_type": seen.phase.value, "dice": seen.count}
            self._link.write(MqttMessage(roll_topic(seen.node), json.dumps(words).encode()))

    def close(self) -> None:
        """Say that the table listens no more."""
        self._link.write(MqttMessage(HERE, OFFLINE, retain=True))

    def _say(self, message: MqttMessage) -> None:
        if self._told.get(message.topic) != message.payload and self._link.write(message):
            self._told[message.topic] = message.payload
