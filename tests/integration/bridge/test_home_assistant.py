"""Home Assistant sees the devices with a login of its own where that is wanted, and may order nothing.

The assistant here is a client with its name and rights at a real mosquitto; what it needs is in its own manual (MQTT:
device discovery, availability, sensor, binary sensor, event).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.broker import Broker
from firmware_bridge.home_assistant import ASSISTANT, config_topic
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.radio_link import CABLE, Receiver, wire_topic
from firmware_bridge.radio_opening import open_air
from firmware_bridge.radio_table import RadioTable

from .guests import GUEST, HONEST, NAMES, FarEnd, open_broker, up, wait_for

STATUS, ROLL = f"tw/table/{GUEST}/status", f"tw/table/{GUEST}/roll"


class Assistant:
    """What it heard: the newest word on each topic, and every roll."""

    def __init__(self, broker: Broker) -> None:
        self.link: MqttLink = up(broker.connect(ASSISTANT, None, ("homeassistant/#", "tw/table/#")))
        self.words: dict[str, bytes] = {}
        self.rolls: list[Any] = []

    def read(self) -> None:
        for one in self.link.read():
            self.words[one.topic] = one.payload
            if one.topic == ROLL:
                assert not one.retain
                self.rolls.append(json.loads(one.payload))

    def config(self) -> Any:
        return json.loads(self.words[config_topic(GUEST)])

    def is_available(self) -> bool:
        """As its rules have it: every topic says so, through its template."""
        said = []
        for one in self.config()["availability"]:
            word = self.words.get(one["topic"], b"")
            if "value_template" in one:
                states = re.findall(r"'(\w+)'", one["value_template"].split(" if ")[1].split(" else ")[0])
                word = b"online" if word and json.loads(word)["state"] in states else b"offline"
            said.append(word == b"online")
        return all(said)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with open_broker(tmp_path / "broker", *NAMES, assistant=True) as made:
        yield made


def test_a_device_is_announced_available_and_tells_its_rolls_signal_and_cell(broker: Broker, tmp_path: Path) -> None:
    opened = open_air(broker.folder, "127.0.0.1")  # the table joins the broker that runs, and knows what is wanted
    table = RadioTable(opened.air, tmp_path)
    guest, assistant = FarEnd(broker, GUEST), Assistant(broker)
    seqs = iter(range(1, 100))

    def step() -> None:
        table.poll()
        assistant.read()
        if guest.got("ERR") and not guest.got("WELCOME"):
            guest.hello(signal=61, battery=3812)

    wait_for(lambda: config_topic(GUEST) in assistant.words and assistant.is_available(), step)
    words = assistant.config()
    assert words["device"] == {
        "identifiers": [GUEST],
        "name": GUEST,
        "manufacturer": "Tablewright",
        "model": "tower",
        "sw_version": "0.3.0",
    }
    parts = words["components"]
    assert {one.removeprefix(f"{GUEST}_"): part["platform"] for one, part in parts.items()} == {
        "state": "sensor",
        "signal": "sensor",
        "cell": "sensor",
        "low": "binary_sensor",
        "roll": "event",
    }
    assert {part["unique_id"] for part in parts.values()} == set(parts)
    assert parts[f"{GUEST}_roll"]["event_types"] == ["rolling", "settled", "disturbed", "cocked"]
    told = json.loads(assistant.words[STATUS])
    assert (told["state"], told["signal"], told["battery"], told["is_low"]) == ("online", 61, 3812, False)

    def thrown() -> bool:
        if not assistant.rolls:
            guest.event(next(seqs))
        return assistant.rolls[:1] == [{"event_type": "settled", "dice": 2}]

    wait_for(lambda: bool(guest.got("TIME_Q")), step)
    guest.say("TIME_A", t1=guest.got("TIME_Q")[0].number("t1"), t2=1, t3=1)  # so that the table knows when it was
    wait_for(thrown, step)

    guest.link.write(guest.here(b"-"))
    wait_for(lambda: not assistant.is_available(), step)
    guest.born()
    wait_for(lambda: json.loads(assistant.words[STATUS])["state"] != "offline", step)
    table.close()
    wait_for(lambda: assistant.words["tw/table/here"] == b"offline", assistant.read)
    late = Assistant(broker)  # it was started again: everything but a roll is there
    wait_for(lambda: {config_topic(GUEST), STATUS, "tw/table/here"} <= late.words.keys(), late.read)
    assert (late.is_available(), late.rolls) == (False, [])
    for link in (guest, assistant.link, late.link):
        link.close()


def test_it_may_read_and_say_that_it_is_there_and_nothing_else(broker: Broker) -> None:
    assistant = up(broker.connect(ASSISTANT, None, ("#", "tw/wire/#", wire_topic(HONEST, "up", CABLE))))
    denied = [wire_topic(HONEST, "down", CABLE), wire_topic(HONEST, "up", CABLE), STATUS, "tw/table/here"]
    for topic in (*denied, config_topic(GUEST), "homeassistant/status"):
        assert assistant.write(MqttMessage(topic, b"online"))
    wait_for(lambda: assistant.refused == len(denied) + 1)
    far = FarEnd(broker, HONEST, CABLE)
    receiver = Receiver(broker.connect)
    wait_for(lambda: HONEST in receiver.links, receiver.step)
    assert [one.topic for one in assistant.read() if not one.topic.startswith(("tw/table/", "homeassistant/"))] == []
    for link in (assistant, far):
        link.close()
    receiver.close()


def test_where_it_is_not_wanted_it_has_no_login_and_nothing_is_announced(tmp_path: Path) -> None:
    with open_broker(tmp_path / "broker", *NAMES) as broker:
        assert ASSISTANT not in broker.passwords
        receiver = Receiver(broker.connect)
        with RadioTable(receiver, tmp_path) as table:
            guest = FarEnd(broker, GUEST)
            wait_for(lambda: GUEST in table.devices, table.poll)
            wait_for(lambda: STATUS in receiver.notices._told, table.poll)
            assert {topic.split("/")[0] for topic in receiver.notices._told} == {"tw"}
            guest.close()
