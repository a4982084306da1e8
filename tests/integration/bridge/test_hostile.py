"""A guest who means harm: refused, logged, and nobody else notices (hardware notes 3.9)."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import MissingPart
from companion.table.observation import TowerSeen
from firmware_bridge import signing
from firmware_bridge.broker import Broker
from firmware_bridge.certificates import make_certificates
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.topics import topic
from tests.missing import absent

from .guests import GUEST, HONEST, Evening, event, raw_client, up, wait_for


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    try:
        made = Broker(tmp_path_factory.mktemp("broker"), nodes=(HONEST, GUEST))
    except MissingPart as missing:
        absent(missing)
        raise
    with made:
        yield made


@pytest.fixture
def evening(broker: Broker, tmp_path: Path) -> Iterator[Evening]:
    made = Evening(broker, tmp_path)
    yield made
    made.close()


def written(broker: Broker, words: str) -> bool:
    return words in (broker.folder / "mosquitto.log").read_text(errors="replace")


def test_a_forged_node_is_refused_and_logged(evening: Evening, broker: Broker) -> None:
    guest = evening.introduce(GUEST)
    evening.say(guest, event(900, HONEST), where=HONEST)  # on another one's topic: the broker refuses
    wait_for(lambda: guest.refused == 1)
    evening.say(guest, event(1, HONEST))  # another one's name on its own topic: the table refuses
    evening.until(lambda: evening.core.intake.refused == 1)
    assert evening.rolls() == []
    assert any(line.startswith(f"{GUEST} nonsense") and HONEST in line for line in evening.refusals())
    evening.roll()
    guest.close()


def test_a_replayed_event_is_no_second_roll(evening: Evening) -> None:
    guest = evening.introduce(GUEST)
    for _ in range(3):
        evening.say(guest, event(1))
    evening.until(lambda: (GUEST, 1) in evening.rolls())
    evening.core.close()
    evening.core = evening.join()  # also not after the table was restarted
    evening.met(guest)
    evening.say(guest, event(1))
    evening.say(guest, event(2))
    evening.until(lambda: (GUEST, 2) in evening.rolls())
    assert evening.rolls() == [(GUEST, 1), (GUEST, 2)]
    guest.close()


def test_an_event_with_another_content_is_an_alarm_and_the_first_stands(evening: Evening) -> None:
    guest = evening.introduce(GUEST)
    guest.write(MqttMessage(topic(evening.table, GUEST, "state"), b'{"s":"online","session":1,"why":""}', retain=True))
    evening.say(guest, event(1))
    evening.until(lambda: (GUEST, 1) in evening.rolls())
    evening.say(guest, replace(event(1), body=bytes([2, 2, 9, 1, 0])))
    evening.until(lambda: "conflict" in evening.whys(GUEST))
    assert evening.rolls() == [(GUEST, 1)]
    guest.close()


def test_a_flood_sets_its_sender_aside_and_nobody_else_notices(evening: Evening) -> None:
    guest = evening.introduce(GUEST)
    evening.roll()
    for number in range(6000):
        evening.say(guest, event(1 + number % 3))
    evening.until(lambda: evening.core.aside.get(GUEST) == "flood")
    assert topic(evening.table, GUEST, "ev") not in evening.core.link.topics  # its noise ends at the broker
    evening.until(lambda: "flood" in evening.whys(GUEST))
    for _ in range(5):
        evening.roll()
    assert HONEST not in evening.core.aside
    guest.close()


def test_retained_poison_is_never_rolled_and_breaks_nothing(evening: Evening, broker: Broker) -> None:
    guest = evening.introduce(GUEST)
    evening.say(guest, event(1), retain=True)
    evening.until(lambda: (GUEST, 1) in evening.rolls())  # live it is an event like any other
    for leaf in ("state", "info"):
        guest.write(MqttMessage(topic(evening.table, GUEST, leaf), b"\xff{poison", retain=True))
    evening.say(guest, event(2), retain=True)
    evening.until(lambda: (GUEST, 2) in evening.rolls())
    late = Evening(broker, evening.folder / "late", table=evening.table)
    late.roll()
    late.until(lambda: late.core.intake.refused > 0)  # the poisoned words were there for the late joiner
    assert (GUEST, 2) not in late.rolls()
    late.close()
    for leaf in ("ev", "state", "info"):
        guest.write(MqttMessage(topic(evening.table, GUEST, leaf), b"", retain=True))
    guest.close()


def test_a_wildcard_hears_nothing_and_cannot_be_written(evening: Evening, broker: Broker) -> None:
    others = [topic(evening.table, node, leaf) for node, leaf in (("+", "ev"), (HONEST, "cmd"), (HONEST, "ev"))]
    spy = up(broker.connect(GUEST, None, ("#", "mt/#", *others)))
    evening.roll()
    evening.core.arm(2)
    evening.roll()
    heard = {one.topic.split("/", 3)[3] for one in spy.read()}
    assert heard <= {f"node/{GUEST}/ack", f"node/{GUEST}/cmd"}  # its own
    assert not spy.write(MqttMessage(topic(evening.table, "+", "ev"), b"{}"))
    assert not spy.write(MqttMessage("mt/#", b"{}"))
    spy.close()


def test_a_payload_of_64_kb_never_arrives(evening: Evening) -> None:
    guest = evening.introduce(GUEST)
    opened = guest.opened
    guest.write(MqttMessage(topic(evening.table, GUEST, "ev"), b"x" * 65536))
    wait_for(lambda: guest.opened > opened or not guest.is_up or guest.refused > 0)  # thrown out by the broker
    evening.roll()
    assert evening.core.intake.refused == 0
    guest.close()


def test_a_stolen_client_id_takes_nobodys_place(evening: Evening, broker: Broker) -> None:
    opened = evening.node.link.opened
    thief = raw_client(broker, HONEST, GUEST, broker.passwords[GUEST])
    wait_for(thief.is_connected)
    for _ in range(3):
        evening.roll()
    assert evening.node.link.opened == opened
    thief.disconnect()
    thief.loop_stop()


def test_nobody_comes_in_without_a_name(broker: Broker) -> None:
    stranger = raw_client(broker, "stranger")
    wait_for(lambda: written(broker, "not authorised"))
    assert not stranger.is_connected()
    stranger.loop_stop()


def test_a_node_that_talks_nonsense_is_set_aside_until_a_person_lets_it_back(evening: Evening) -> None:
    guest = evening.introduce(GUEST)
    for number in range(10):
        guest.write(MqttMessage(topic(evening.table, GUEST, "ev"), b'{"roll": %d}' % number))
    evening.until(lambda: evening.core.aside == {GUEST: "nonsense"})
    evening.say(guest, event(1))
    evening.roll()
    assert (GUEST, 1) not in evening.rolls()  # and not acknowledged: it still has it
    evening.core.release(GUEST)
    evening.met(guest)
    evening.say(guest, event(1))
    evening.until(lambda: (GUEST, 1) in evening.rolls())
    guest.close()


def test_a_number_far_ahead_is_refused(evening: Evening) -> None:
    guest = evening.introduce(GUEST)
    evening.say(guest, event(4_000_000_000))
    evening.until(lambda: evening.core.intake.refused == 1)
    evening.say(guest, event(1))
    evening.until(lambda: (GUEST, 1) in evening.rolls())
    guest.close()


def test_signed_readings_are_verified_and_forged_ones_set_aside(broker: Broker, tmp_path: Path) -> None:
    key, other = signing.new_key(), signing.new_key()
    evening = Evening(broker, tmp_path, keys={GUEST: signing.NodeKey(key)})
    guest = evening.introduce(GUEST)

    def signed(seq: int, by: bytes) -> None:
        evening.say(guest, event(seq, sig=signing.tag_of(by, event(seq))))

    signed(1, key)
    evening.until(lambda: (GUEST, 1) in evening.rolls())
    evening.roll()  # the honest node has no key: used, and marked
    proofs = {one.node: one.is_verified for one in evening.seen if isinstance(one, TowerSeen)}
    assert proofs == {GUEST: True, HONEST: False}
    evening.say(guest, event(2))  # who was given a key signs everything
    signed(2, other)
    evening.until(lambda: evening.core.intake.refused == 2)
    assert [line.split()[:2] for line in evening.refusals()] == [[GUEST, "unsigned"], [GUEST, "bad-signature"]]
    signed(2, key)
    evening.until(lambda: (GUEST, 2) in evening.rolls())
    for _ in range(10):
        signed(3, other)
    evening.until(lambda: evening.core.aside.get(GUEST) == "bad-signature")
    guest.close()
    evening.close()


def test_a_tournament_table_takes_signed_readings_only(broker: Broker, tmp_path: Path) -> None:
    evening = Evening(broker, tmp_path, signed_only=True)
    evening.node_spool.keep(event(1, HONEST))
    evening.until(lambda: evening.core.intake.refused > 0)
    assert evening.rolls() == []
    assert len(evening.node_spool.unsent()) == 1  # not acknowledged, so not lost
    evening.close()


def test_off_loopback_there_is_only_tls_with_our_own_authority(tmp_path: Path) -> None:
    make_certificates(tmp_path, ["127.0.0.2"])
    theirs = tmp_path / "ca.crt"
    with Broker(tmp_path / "ours", nodes=(GUEST,), lan="127.0.0.2", lan_port=0) as broker:
        port, ours = broker.home.lan_port, broker.folder / "ca.crt"

        def greet(authority: Path, name: str) -> None:
            context = ssl.create_default_context(cafile=str(authority))
            with socket.create_connection(("127.0.0.2", port)) as plain:
                context.wrap_socket(plain, server_hostname=name).close()

        greet(ours, "127.0.0.2")
        for authority, name in ((theirs, "127.0.0.2"), (ours, "127.0.0.3")):
            with pytest.raises(ssl.SSLCertVerificationError):
                greet(authority, name)
        secret = broker.passwords[GUEST]
        link = up(MqttLink("127.0.0.2", port, user=GUEST, password=secret, authority=str(ours)))
        link.close()
        kept = [broker.folder / name for name in ("passwords", "passwords.json", "acl", "ca.key", "broker.key")]
        assert {oct(path.stat().st_mode & 0o777) for path in kept} == {"0o600"}
        before = ours.read_bytes()
    with Broker(tmp_path / "ours", lan="127.0.0.2", lan_port=0) as again:
        assert (again.folder / "ca.crt").read_bytes() == before  # the nodes that trust it go on doing so
        assert again.passwords[GUEST] == secret
