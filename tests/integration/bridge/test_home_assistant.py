"""Home Assistant sees the devices where that is switched on, and nothing where it is not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import MissingPart
from firmware_bridge.broker import Broker
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.topics import topic
from tests.missing import absent

from .guests import GUEST, HONEST, Evening, up

CONFIG = f"homeassistant/device/{GUEST}/config"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    try:
        made = Broker(tmp_path / "broker", nodes=(HONEST, GUEST, "assistant"), assistant=True)
    except MissingPart as missing:
        absent(missing)
        raise
    acl = made.folder / "acl"  # the users of Home Assistant give it rights of its own
    acl.write_text(acl.read_text() + "user assistant\ntopic readwrite homeassistant/#\n")
    made.home.reload()
    with made:
        yield made


def test_a_device_is_announced_again_when_it_starts_and_taken_away_with_it(broker: Broker, tmp_path: Path) -> None:
    evening = Evening(broker, tmp_path, assistant=True)
    guest = evening.introduce(GUEST)
    assistant = up(broker.connect("assistant", None, ("homeassistant/#",)))
    found: list[MqttMessage] = []

    def heard() -> list[bytes]:
        found.extend(assistant.read())
        return [one.payload for one in found if one.topic == CONFIG]

    evening.until(lambda: len(heard()) == 1)
    words = json.loads(heard()[0])
    assert words["device"]["identifiers"] == [GUEST]
    assert words["availability_mode"] == "all"
    assert [one["topic"] for one in words["availability"]] == [
        topic(evening.table, GUEST, "state"),
        f"mt/1/{evening.table}/bridge/state",
    ]
    assert all({"p", "unique_id", "state_topic"} <= set(part) for part in words["components"].values())
    assistant.write(MqttMessage("homeassistant/status", b"online"))
    evening.until(lambda: len(heard()) == 2)
    guest.write(MqttMessage(topic(evening.table, GUEST, "info"), b"", retain=True))
    evening.until(lambda: heard()[-1] == b"")
    for link in (assistant, guest):
        link.close()
    evening.close()


def test_without_the_switch_nothing_is_announced(broker: Broker, tmp_path: Path) -> None:
    evening = Evening(broker, tmp_path)
    assistant = up(broker.connect("assistant", None, ("homeassistant/#",)))
    evening.introduce(GUEST).close()
    evening.roll()
    assert assistant.read() == []
    assistant.close()
    evening.close()
