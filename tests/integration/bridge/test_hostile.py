"""A neighbour on the same network who means harm: refused with the reason, and the honest device's talk goes on.

Each has a name and a password at a real mosquitto; the honest one speaks as the firmware does, the guest as he likes,
both by radio, or both as a bridge speaks for a device on its cable.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.observation import LinkState, TowerSeen
from firmware_bridge.broker import Broker
from firmware_bridge.certificates import make_certificates
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.pairing import Wifi, set_key, set_wifi
from firmware_bridge.protocol import Message, encode
from firmware_bridge.radio_link import BIRTHS, BURST, CABLE, GONE, PREFIX, RECEIVER, WAYS, wire_topic
from firmware_bridge.signing import NodeKey, new_key

from .guests import GUEST, HONEST, FarEnd, Neighbourhood, open_broker, raw_client, up, wait_for

JUNK = bytes(range(1, 251)) * 16  # whole packets, and not one zero at which a frame could end


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    with open_broker(tmp_path_factory.mktemp("broker"), radio="127.0.0.1", radio_port=0) as made:
        yield made


@pytest.fixture(params=[CABLE, PREFIX], ids=["over a bridge", "by radio"])
def air(broker: Broker, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Neighbourhood]:
    made = Neighbourhood(broker, tmp_path, request.param)
    yield made
    made.close()


def welcomed(air: Neighbourhood, **hello: int) -> FarEnd:
    """The guest, in session."""
    air.greet(air.guest, **hello)
    return air.guest


def test_forged_births_wills_frames_and_orders_on_anothers_topics_are_refused_by_the_broker(air: Neighbourhood) -> None:
    air.roll()
    opened = air.receiver.links[HONEST].opened
    guest = air.guest
    guest.born(HONEST)
    guest.link.write(guest.here(GONE, HONEST))
    guest.event(air.seq + 1, where=HONEST)
    guest.raw(b"\0\0\0\0" + encode(Message("KEY", {"key": bytes(32)})), where=HONEST, leaf="down")
    guest.raw(b"\0\0\0\0", leaf="down")
    guest.link.write(MqttMessage("tw/table/here", b"offline", retain=True))
    guest.link.write(MqttMessage("homeassistant/status", b"online"))
    wait_for(lambda: guest.link.refused == 7, air.step)  # MQTT 5 says so: 0x87
    air.roll()
    assert (air.held(HONEST), air.receiver.links[HONEST].opened) == ([1, 2], opened)
    assert air.honest.got("KEY") == []


def test_a_guest_hears_nothing_of_what_is_said_to_and_by_another_and_writes_on_no_wildcard(air: Neighbourhood) -> None:
    guest = welcomed(air)
    others = [wire_topic(node, leaf, way) for node in (HONEST, "+") for leaf in ("down", "up") for way in WAYS]
    guest.link.subscribe([*(one for one in others if "+" not in one), "tw/wire/#", "tw/table/#", "#"])
    before = len(guest.heard)
    air.roll()
    air.roll()
    assert {one.name for one in guest.got("ACK")} == set()
    assert {one.name for one in guest.heard[before:]} <= {"TIME_Q"}
    assert not guest.link.write(MqttMessage("tw/wire/+/up", b"x"))
    assert not guest.link.write(MqttMessage("tw/wire/#", b"x"))


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
    guest = welcomed(air, following=3)
    for seq in (1, 2, 1, 1, 2):
        guest.event(seq)
    air.until(lambda: air.rolls(GUEST) == [1, 2])
    guest.event(2, dice=6)
    air.until(lambda: air.why(GUEST) == "conflict" and "conflict" in air.whys(GUEST))
    assert air.held(GUEST) == [1, 2]
    air.reopen()  # also not after the table was started again
    air.seen.clear()
    air.greet(guest, following=4)
    for seq in (1, 2, 3):
        guest.event(seq)
    air.until(lambda: air.rolls(GUEST)[-1:] == [3])
    assert air.rolls(GUEST) == [3]
    air.greet(air.honest, following=1)
    air.roll()


def test_a_flood_is_set_aside_and_the_others_go_on(air: Neighbourhood) -> None:
    guest = welcomed(air)
    for _ in range(2 * BURST // len(JUNK)):
        guest.raw(JUNK)
    air.until(lambda: air.why(GUEST) == "flood")
    for _ in range(20):
        guest.raw(JUNK)
        air.roll()
    guest.born()  # coming again at once does not help
    for _ in range(5):
        air.roll()
    assert air.why(GUEST) == "flood"
    assert "flood" in air.whys(GUEST)
    assert wire_topic(GUEST, "up", air.way) not in air.receiver._mqtt.topics, "its noise ends at the broker"


def test_nonsense_is_set_aside_until_it_comes_anew(air: Neighbourhood) -> None:
    guest = welcomed(air)
    guest.raw(b"\5noise\0" * 80)
    air.until(lambda: air.why(GUEST) == "nonsense")
    guest.event(1)
    air.roll()
    assert air.held(GUEST) == []  # and not acknowledged: it still has it
    asked = len(guest.got("ERR"))
    guest.born()
    air.until(lambda: len(guest.got("ERR")) > asked)
    guest.hello()
    guest.event(1)
    air.until(lambda: air.rolls(GUEST) == [1])


def test_a_number_far_ahead_is_neither_kept_nor_acknowledged(air: Neighbourhood) -> None:
    guest = welcomed(air)
    guest.event(4_000_000_000)
    guest.event(1)
    air.until(lambda: guest.acked() == 1)
    assert air.held(GUEST) == [1]


def test_two_devices_of_one_name_put_each_other_out_and_are_told_of(air: Neighbourhood) -> None:
    for _ in range(BIRTHS + 2):  # as many as come when each takes the other's place
        air.guest.born()
    air.until(lambda: air.why(GUEST) == "name-taken")
    air.roll()


def test_a_wrong_password_and_a_stolen_name_come_to_nothing(air: Neighbourhood) -> None:
    opened = air.honest.link.opened
    secrets = air.broker.passwords
    for user, secret in (
        (air.way + HONEST, "wrong"),
        (air.way + HONEST, secrets[air.way + GUEST]),
        (RECEIVER, ""),
        ("home-assistant", ""),  # not wanted here, so it has no login
    ):
        thief = MqttLink("127.0.0.1", air.broker.port, user=user, password=secret)
        wait_for(lambda thief=thief: thief.why == "broker-auth", air.step)  # type: ignore[misc]
        assert thief.opened == 0
        assert not thief.write(MqttMessage(wire_topic(HONEST, "up", air.way), b"x"))
        thief.close()
        thief.close()
    client = raw_client(air.broker, air.way + HONEST, air.way + GUEST, secrets[air.way + GUEST])  # its id, another name
    wait_for(client.is_connected, air.step)
    air.roll()
    assert air.honest.link.opened == opened
    client.disconnect()
    client.loop_stop()


def test_no_secret_goes_through_the_broker_and_its_listeners_want_passwords(air: Neighbourhood) -> None:
    link = air.receiver.links[HONEST]
    before = len(air.honest.heard)
    assert set_key(link, HONEST, new_key()).why == "key-refused"
    assert set_wifi(link, HONEST, Wifi("n", "p", "127.0.0.1", 1, "s")) == "wifi-refused"
    air.roll()
    assert not {one.name for one in air.honest.heard[before:]} & {"KEY", "WIFI"}
    for port in (air.broker.port, air.broker.home.radio_port):
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            stranger.sendall(b"\x10\x0d\0\4MQTT\4\2\0\5\0\1x")  # a clean session, no name
            assert stranger.recv(4)[3] in (4, 5)


def test_words_of_a_strange_shape_are_counted_and_nothing_else(air: Neighbourhood) -> None:
    air.guest.link.write(air.guest.here(b"x" * 100))
    air.until(lambda: air.receiver.strange >= 1)
    air.roll()
    for _ in range(2):  # the first frame behind half of one is lost with it
        air.guest.hello(node="x" * 40)
    air.until(lambda: air.why(GUEST) == "bad-name")
    assert air.tower(HONEST).device.state[0] is LinkState.ONLINE


def test_a_retained_frame_is_never_rolled_again(air: Neighbourhood) -> None:
    guest = welcomed(air, following=3)
    guest.event(1)
    air.until(lambda: air.rolls(GUEST) == [1])
    guest.raw(b"\0" + encode(_event(2)), retain=True)  # live it is a frame like any other
    air.until(lambda: air.rolls(GUEST) == [1, 2])
    guest.raw(b"\0" + encode(_event(3)), retain=True)
    air.until(lambda: air.rolls(GUEST) == [1, 2, 3])
    air.reopen()
    strange = air.receiver.strange
    air.greet(guest, following=4)
    air.until(lambda: air.receiver.strange > strange)  # it was there for the late joiner, before anything new
    guest.event(4)
    air.until(lambda: air.rolls(GUEST)[-1:] == [4])
    assert air.held(GUEST) == [1, 2, 3, 4]
    guest.raw(b"", retain=True)


def _event(seq: int) -> Message:
    body = b"\2\2\2\1\0"
    return Message("EVENT", {"seq": seq, "t_ms": seq, "boot": 1, "kind": 4, "body": body})


def test_a_payload_of_64_kb_never_arrives(air: Neighbourhood) -> None:
    guest, strange = welcomed(air), air.receiver.strange
    opened = guest.link.opened
    guest.raw(b"x" * 65536)
    wait_for(lambda: guest.link.opened > opened or not guest.link.is_up or guest.link.refused > 0, air.step)
    air.roll()
    assert air.receiver.strange == strange
    assert air.receiver.links[GUEST].dropped == 0


def test_signed_readings_are_verified_and_forged_ones_set_their_sender_aside(broker: Broker, tmp_path: Path) -> None:
    key, other = new_key(), new_key()
    air = Neighbourhood(broker, tmp_path, keys={GUEST: NodeKey(key)})
    guest = welcomed(air, following=9)
    guest.event(1, key=key)
    air.until(lambda: air.rolls(GUEST) == [1])
    air.roll()  # the honest device has no key: used, and marked
    air.until(lambda: air.rolls(HONEST) == [1])
    proofs = {one.node: one.is_verified for one in air.seen if isinstance(one, TowerSeen)}
    assert proofs == {GUEST: True, HONEST: False}
    for forged, why in ((b"", "unsigned"), (other, "bad-signature")):
        guest.event(2, key=forged)  # who was given a key signs everything
        air.until(lambda why=why: air.why(GUEST) == why)  # type: ignore[misc]
        asked = len(guest.got("ERR"))
        guest.born()
        air.until(lambda asked=asked: len(guest.got("ERR")) > asked)  # type: ignore[misc]
        guest.hello(following=9)
        air.until(lambda: air.tower(GUEST).device.state == (LinkState.ONLINE, ""))
    guest.event(2, key=key)
    air.until(lambda: air.rolls(GUEST) == [1, 2])
    air.roll()
    air.close()


def test_nobody_comes_in_without_a_name(broker: Broker) -> None:
    stranger = raw_client(broker, "stranger")
    log = broker.folder / "mosquitto.log"
    wait_for(lambda: "not authorised" in log.read_text(errors="replace"))
    assert not stranger.is_connected()
    stranger.loop_stop()


def test_off_loopback_there_is_only_tls_with_our_own_authority(tmp_path: Path) -> None:
    make_certificates(tmp_path, ["127.0.0.2"])
    theirs, name = tmp_path / "ca.crt", CABLE + GUEST
    with open_broker(tmp_path / "ours", name, lan="127.0.0.2", lan_port=0) as broker:
        port, ours = broker.home.lan_port, broker.folder / "ca.crt"

        def greet(authority: Path, host: str) -> None:
            context = ssl.create_default_context(cafile=str(authority))
            with socket.create_connection(("127.0.0.2", port)) as plain:
                context.wrap_socket(plain, server_hostname=host).close()

        greet(ours, "127.0.0.2")
        for authority, host in ((theirs, "127.0.0.2"), (ours, "127.0.0.3")):
            with pytest.raises(ssl.SSLCertVerificationError):
                greet(authority, host)
        secret = broker.passwords[name]
        link = up(MqttLink("127.0.0.2", port, user=name, password=secret, authority=str(ours), version=4))
        link.close()
        kept = [broker.folder / file for file in ("passwords", "passwords.json", "acl", "ca.key", "broker.key")]
        assert {oct(path.stat().st_mode & 0o777) for path in kept} == {"0o600"}
        before = ours.read_bytes()
    with Broker(tmp_path / "ours", lan="127.0.0.2", lan_port=0) as again:
        assert (again.folder / "ca.crt").read_bytes() == before  # the devices that trust it go on doing so
        assert again.passwords[name] == secret
