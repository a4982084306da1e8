"""A table with an honest device and room for a guest who is not: real broker, real spools, nothing mocked.

Both speak on the broker as the firmware does by radio, or as a bridge does for a device on its cable.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.errors import MissingPart
from companion.table.observation import LinkSeen, Observation, TowerSeen
from firmware_bridge import formats
from firmware_bridge.adapter import Tower
from firmware_bridge.broker import Broker
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.protocol import Decoder, Message, encode
from firmware_bridge.radio_link import GONE, PREFIX, STAMP, WAYS, Receiver, wire_topic
from firmware_bridge.radio_table import RadioTable
from firmware_bridge.signing import tag_of
from firmware_bridge.spool import SpooledEvent
from tests.missing import absent
from tests.patience import wait_until

HONEST, GUEST = "tower-9f3a12c4", "tower-00c0ffee"
NAMES = tuple(way + node for way in WAYS for node in (HONEST, GUEST))
SETTLED = formats.KINDS["event"]["SETTLED"].number
_MARKS = itertools.count(1)


def open_broker(folder: Path, *names: str, **options: Any) -> Broker:
    """Return a real mosquitto; missing, it fails in CI and is named elsewhere."""
    try:
        return Broker(folder, nodes=names or NAMES, **options)
    except MissingPart as missing:
        absent(missing)


class FarEnd:
    """A device on the broker, in the hand of the test."""

    def __init__(self, broker: Broker, node: str, way: str = PREFIX, *, epoch: int = 7) -> None:
        self.node, self.way, self.epoch = node, way, epoch
        self.heard: list[Message] = []
        self._decoder = Decoder()
        self.link: MqttLink = up(broker.connect(way + node, self.here(GONE), (wire_topic(node, "down", way),)))
        self.born()

    def here(self, payload: bytes, node: str = "") -> MqttMessage:
        """Return the word that says whether it is there, or somebody."""
        return MqttMessage(wire_topic(node or self.node, "here", self.way), payload, retain=True)

    def born(self, node: str = "") -> None:
        """Say that it is there, on a line of its own."""
        self._decoder = Decoder()
        self.link.write(self.here(b"m%d" % next(_MARKS), node))

    def raw(self, data: bytes, *, where: str = "", retain: bool = False, leaf: str = "up") -> None:
        """Publish any bytes on its own topic, or on somebody's."""
        self.link.write(MqttMessage(wire_topic(where or self.node, leaf, self.way), data, retain=retain))

    def say(self, name: str, *, where: str = "", flags: int = 0, **fields: formats.Value) -> None:
        """Send a frame on its own topic, or on somebody's."""
        self.raw(encode(Message(name, fields, flags)), where=where)

    def hello(self, node: str = "", *, where: str = "", following: int = 1, **more: formats.Value) -> None:
        """Greet as the firmware does, under any name."""
        fields: dict[str, formats.Value] = {
            "min": 1,
            "max": 2,
            "node": node or self.node,
            "epoch": self.epoch,
            "boot": 1,
            "next": following,
            "oldest": 1,
            "fw": "0.3.0",
            "hw": "rp2",
            "caps": "arm",
            "schema": formats.SCHEMA_CRC,
            "up_ms": 1,
            "why": "",
            "slot": "",
            "signs": 0,
            "check": "",
        }
        self.raw(encode(Message("HELLO", {**fields, **more})), where=where)

    def event(self, seq: int, *, where: str = "", dice: int = 2, key: bytes = b"") -> None:
        """Tell of a roll, signed when there is a key."""
        body = formats.pack("event", "SETTLED", {"expected": dice, "entered": dice, "left": dice, "roll": seq % 65536})
        tag = tag_of(key, SpooledEvent(self.node, self.epoch, seq, 1, seq, SETTLED, body)) if key else b""
        fields: dict[str, formats.Value] = {"seq": seq, "t_ms": seq, "boot": 1, "kind": SETTLED, "body": body + tag}
        self.say("EVENT", where=where, flags=2 if key else 0, **fields)

    def got(self, name: str) -> list[Message]:
        """Return the frames of that name it heard so far."""
        for message in self.link.read():
            self.heard += self._decoder.feed(message.payload[STAMP:])
        return [one for one in self.heard if one.name == name]

    def acked(self) -> int:
        """Return the highest number that the table said it has."""
        return max((one.number("upto") for one in self.got("ACK") if one.number("epoch") == self.epoch), default=0)

    def close(self) -> None:
        """Say that it is gone, as its will would, and leave the broker."""
        self.link.write(self.here(GONE))
        self.link.close()


class Neighbourhood:
    """A table that listens on the broker, an honest device in session, and a guest; ``seen`` is what the table saw."""

    def __init__(self, broker: Broker, folder: Path, way: str = PREFIX, **table: Any) -> None:
        self.broker, self.way, self.folder, self._table = broker, way, folder, table
        self.seen: list[Observation] = []
        self.receiver, self.table = self._join()
        self.seq, self.guest = 0, FarEnd(broker, GUEST, way)
        self.honest = FarEnd(broker, HONEST, way)
        self.greet(self.honest)

    def greet(self, far: FarEnd, **hello: Any) -> None:
        """Let the device answer who it is, each time it is asked, until it is welcomed."""
        answered, welcomed = 0, len(far.got("WELCOME"))

        def is_welcome() -> bool:
            nonlocal answered
            asked = len(far.got("ERR"))
            if asked > answered:
                answered = asked
                far.hello(**hello)
            return len(far.got("WELCOME")) > welcomed

        self.until(is_welcome)

    def until(self, found: Callable[[], bool]) -> None:
        """Wait until it is so."""
        wait_for(found, self.step)

    def step(self) -> None:
        """Take what the table saw."""
        self.seen += self.table.poll()

    def tower(self, node: str) -> Tower:
        """Return what the table has of a device."""
        self.until(lambda: node in self.table.devices)
        return self.table.devices[node]

    def why(self, node: str) -> str:
        """Return the reason word that stands at a device, empty when all is well."""
        met = self.table.devices
        return met[node].device.state[1] if node in met else "?"

    def held(self, node: str) -> list[int]:
        """Return the numbers that the table has of a device on its disk."""
        database = self.tower(node).device.spool._db
        return [seq for (seq,) in database.execute("SELECT seq FROM event WHERE node = ? ORDER BY seq", (node,))]

    def rolls(self, node: str) -> list[int]:
        """Return the numbers of the device's readings that the table used, in their order."""
        return [one.seq for one in self.seen if isinstance(one, TowerSeen) and one.node == node]

    def whys(self, node: str) -> list[str]:
        """Return the reasons that the table told players of a device."""
        name = self.tower(node).name
        return [one.why for one in self.seen if isinstance(one, LinkSeen) and one.source == name]

    def roll(self) -> None:
        """Let an event of the honest device be taken and acknowledged."""
        self.seq += 1
        self.honest.event(self.seq)
        self.until(lambda: self.honest.acked() >= self.seq)

    def reopen(self) -> None:
        """Let the table end and begin again, with what it has on its disk."""
        self.table.close()
        self.receiver, self.table = self._join()

    def close(self) -> None:
        """End everything."""
        self.table.close()
        self.honest.close()
        self.guest.close()

    def _join(self) -> tuple[Receiver, RadioTable]:
        receiver = Receiver(self.broker.connect)
        return receiver, RadioTable(receiver, self.folder, **self._table)


def up(link: MqttLink) -> MqttLink:
    """Return the link once it is up."""
    wait_for(lambda: link.is_up)
    return link


def wait_for(found: Callable[[], bool], step: Callable[[], object] = lambda: None) -> None:
    """Step until it is so."""
    wait_until(found, step, every_s=0.005)


def raw_client(broker: Broker, client_id: str, user: str = "", password: str = "") -> mqtt.Client:
    """Return a client of anybody's making, connected or refused; its loop runs."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=client_id, protocol=mqtt.MQTTv5)
    if user:
        client.username_pw_set(user, password)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    return client
