"""A neighbour on the same network who means harm: refused with the reason, and the honest device's talk goes on.

Each has a name and a password at a real mosquitto; the honest one speaks as the firmware does, the guest as he likes.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import MissingPart
from companion.table.observation import LinkState
from firmware_bridge import formats
from firmware_bridge.bridge import Bridge
from firmware_bridge.broker import Broker
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.pairing import Wifi, set_key, set_wifi
from firmware_bridge.protocol import Decoder, Message, encode
from firmware_bridge.radio_link import BIRTHS, BURST, GONE, PREFIX, RECEIVER, RadioLink, Receiver, wire_topic
from firmware_bridge.signing import new_key
from firmware_bridge.spool import Spool
from tests.missing import absent

from .guests import GUEST, HONEST, up, wait_for


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    try:
        made = Broker(
            tmp_path_factory.mktemp("broker"), nodes=(HONEST, GUEST, PREFIX + HONEST, PREFIX + GUEST), radio="127.0.0.1"
        )
    except MissingPart as missing:
        absent(missing)
        raise
    with made:
        yield made


class FarEnd:
    """A device on the broker, in the hand of the test."""

    def __init__(self, broker: Broker, user: str) -> None:
        self.node = user
        self.heard: list[Message] = []
        self._decoder = Decoder()
        self._births = 0
        will = MqttMessage(wire_topic(user, "here"), GONE, retain=True)
        self.link: MqttLink = up(broker.connect(PREFIX + user, will, (wire_topic(user, "down"),)))
        self.born()

    def born(self, node: str = "") -> None:
        """It says that it is there."""
        self._births += 1
        mark = b"%d-%d" % (os.getpid(), self._births)
        self.link.write(MqttMessage(wire_topic(node or self.node, "here"), mark, retain=True))

    def say(self, name: str, *, where: str = "", **fields: formats.Value) -> None:
        """Send a frame on its own topic, or on somebody's."""
        self.link.write(MqttMessage(wire_topic(where or self.node, "up"), encode(Message(name, fields))))

    def hello(self, node: str = "", *, where: str = "", following: int = 1) -> None:
        """Greet as the firmware does, under any name."""
        fields: dict[str, formats.Value] = {
            "min": 1,
            "max": 2,
            "node": node or self.node,
            "epoch": 7,
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
        self.say("HELLO", where=where, **fields)

    def event(self, seq: int, *, where: str = "", dice: int = 2) -> None:
        """Tell of a roll."""
        body = formats.pack("event", "SETTLED", {"expected": dice, "entered": dice, "left": dice, "roll": seq})
        kind = formats.KINDS["event"]["SETTLED"].number
        self.say("EVENT", where=where, seq=seq, t_ms=seq, boot=1, kind=kind, body=body)

    def got(self, name: str) -> list[Message]:
        """The frames of that name it heard so far."""
        for message in self.link.read():
            self.heard += self._decoder.feed(message.payload[4:])
        return [one for one in self.heard if one.name == name]

    def close(self) -> None:
        self.link.close()


class Neighbourhood:
    """A bridge with its ear on the air, an honest device in session, and a guest."""

    def __init__(self, broker: Broker, folder: Path) -> None:
        self.broker, self.spool = broker, Spool(folder / "spool.db", uplink=True, table=False)
        connect = broker.address.connector()
        self.air = Receiver(connect)
        self.bridge = Bridge(self.spool, connect, table="t1", ports=lambda: (), air=self.air)
        self.seq, self.guest = 0, FarEnd(broker, GUEST)
        self.honest = FarEnd(broker, HONEST)
        self.until(lambda: bool(self.honest.got("ERR")))  # who are you?
        self.honest.hello()
        self.until(lambda: bool(self.honest.got("WELCOME")))

    def until(self, found: object) -> None:
        assert callable(found)
        wait_for(found, self.bridge.step)

    def why(self, node: str) -> str:
        """The reason word that stands at the seat of a device on the air, empty when all is well."""
        return {one.identity: one.why for one in self.bridge.states()}.get(f"radio {node}", "?")

    def held(self, node: str) -> list[int]:
        """The numbers the bridge has of a device."""
        return [event.seq for event in self.spool.unsent(node, 1000)]

    def roll(self) -> None:
        """An event of the honest device is taken and acknowledged."""
        self.seq += 1
        self.honest.event(self.seq)
        self.until(lambda: any(one.number("upto") >= self.seq for one in self.honest.got("ACK")))

    def close(self) -> None:
        self.bridge.close()
        self.honest.close()
        self.guest.close()
        self.spool.close()


@pytest.fixture
def air(broker: Broker, tmp_path: Path) -> Iterator[Neighbourhood]:
    made = Neighbourhood(broker, tmp_path)
    yield made
    made.close()


def test_forged_births_wills_frames_and_orders_on_anothers_topics_are_refused_by_the_broker(air: Neighbourhood) -> None:
    air.roll()
    opened = air.air.links[HONEST].opened
    guest = air.guest
    guest.born(HONEST)
    guest.link.write(MqttMessage(wire_topic(HONEST, "here"), GONE, retain=True))
    guest.event(air.seq + 1, where=HONEST)
    guest.link.write(MqttMessage(wire_topic(HONEST, "down"), b"\0\0\0\0" + encode(Message("KEY", {"key": bytes(32)}))))
    guest.link.write(MqttMessage(wire_topic(GUEST, "down"), b"\0\0\0\0"))
    wait_for(lambda: guest.link.refused == 5, air.bridge.step)
    air.roll()
    assert (air.held(HONEST), air.air.links[HONEST].opened) == ([1, 2], opened)
    assert air.honest.got("KEY") == []


def test_a_guest_hears_nothing_of_what_is_said_to_and_by_another(air: Neighbourhood) -> None:
    air.guest.link.subscribe([wire_topic(HONEST, "down"), wire_topic(HONEST, "up"), "tw/wire/#"])
    air.guest.hello()
    air.until(lambda: bool(air.guest.got("WELCOME")))
    before = len(air.guest.heard)
    air.roll()
    air.roll()
    assert [one.name for one in air.guest.got("ACK")] == []
    assert {one.name for one in air.guest.heard[before:]} <= {"TIME_Q"}


def test_another_ones_name_in_a_greeting_is_set_aside_and_nothing_is_kept_under_it(air: Neighbourhood) -> None:
    air.roll()
    air.guest.hello(HONEST)
    air.guest.event(2)
    air.guest.event(3)
    air.until(lambda: air.why(GUEST) == "bad-name")
    assert air.held(HONEST) == [1]
    assert air.held(GUEST) == []
    air.roll()
    assert air.held(HONEST) == [1, 2]


def test_a_replayed_frame_is_no_second_roll_and_another_content_is_an_alarm(air: Neighbourhood) -> None:
    guest = air.guest
    guest.hello(following=3)
    air.until(lambda: bool(guest.got("WELCOME")))
    for seq in (1, 2, 1, 1, 2):
        guest.event(seq)
    air.until(lambda: air.held(GUEST) == [1, 2])
    guest.event(2, dice=6)
    air.until(lambda: air.why(GUEST) == "conflict")
    assert air.held(GUEST) == [1, 2]
    air.roll()


def test_a_flood_is_set_aside_and_the_others_go_on(air: Neighbourhood) -> None:
    guest = air.guest
    guest.hello()
    air.until(lambda: bool(guest.got("WELCOME")))
    for _ in range(2 * BURST // 4000):
        guest.link.write(MqttMessage(wire_topic(GUEST, "up"), bytes(range(1, 251)) * 16, qos=0))
    air.until(lambda: air.why(GUEST) == "flood")
    for _ in range(20):
        guest.link.write(MqttMessage(wire_topic(GUEST, "up"), bytes(range(1, 251)) * 16, qos=0))
        air.roll()
    guest.born()  # coming again at once does not help
    for _ in range(5):
        air.roll()
    assert air.why(GUEST) == "flood"


def test_two_devices_of_one_name_put_each_other_out_and_are_told_of(air: Neighbourhood) -> None:
    for _ in range(BIRTHS + 2):  # as many as come when each takes the other's place
        air.guest.born()
    air.until(lambda: air.why(GUEST) == "name-taken")
    air.roll()


def test_a_wrong_password_and_a_stolen_name_come_to_nothing(air: Neighbourhood) -> None:
    for user, secret in (
        (PREFIX + HONEST, "wrong"),
        (PREFIX + HONEST, air.broker.passwords[PREFIX + GUEST]),
        (RECEIVER, ""),
    ):
        thief = MqttLink("127.0.0.1", air.broker.port, user=user, password=secret)
        wait_for(lambda thief=thief: thief.why == "broker-auth", air.bridge.step)  # type: ignore[misc]
        assert thief.opened == 0
        thief.close()
    air.roll()


def test_no_secret_goes_by_radio_and_the_radios_listener_wants_passwords_too(air: Neighbourhood) -> None:
    link = air.air.links[HONEST]
    assert isinstance(link, RadioLink)
    before = len(air.honest.heard)
    assert set_key(link, HONEST, new_key()).why == "key-refused"
    assert set_wifi(link, HONEST, Wifi("n", "p", "127.0.0.1", 1, "s")) == "wifi-refused"
    air.roll()
    assert not {one.name for one in air.honest.heard[before:]} & {"KEY", "WIFI"}
    with socket.create_connection(("127.0.0.1", air.broker.home.radio_port)) as stranger:
        stranger.sendall(b"\x10\x0d\0\4MQTT\4\2\0\5\0\1x")  # a clean session, no name
        assert stranger.recv(4)[3] in (4, 5)


def test_words_of_a_strange_shape_on_the_air_are_counted_and_nothing_else(air: Neighbourhood) -> None:
    air.guest.link.write(MqttMessage(wire_topic(GUEST, "here"), b"x" * 100))
    air.guest.link.write(MqttMessage(wire_topic(GUEST, "up"), b"old", retain=True))
    air.until(lambda: air.air.strange >= 1)
    air.roll()
    air.guest.link.write(MqttMessage(wire_topic(GUEST, "up"), b"", retain=True))
    for _ in range(2):  # the first frame behind half of one is lost with it
        air.guest.hello(node="x" * 40)
    air.until(lambda: air.why(GUEST) == "bad-name")
    assert {one.state for one in air.bridge.states() if HONEST in one.identity} == {LinkState.ONLINE}
