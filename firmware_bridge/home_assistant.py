"""Devices announced to Home Assistant: one retained configuration for each, by MQTT discovery.

    homeassistant/device/NODE/config ──> state, signal, cell; of a tower an event for each throw

It shows what the table says of the devices (``notices``) and can order nothing: its login may only read. A device is
available while the table says that it listens, and that it hears the device.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from firmware_bridge.mqtt_link import MqttMessage

ASSISTANT = "home-assistant"  # its name on the broker
ROOT = "homeassistant"  # the topic that it looks below
_IS_THERE = "{{ 'online' if value_json.state in ('online', 'degraded') else 'offline' }}"
_DIAGNOSTIC = {"entity_category": "diagnostic"}


def config_topic(node: str) -> str:
    """Return where a device is announced."""
    return f"{ROOT}/device/{node}/config"


def discovery(node: str, firmware: str, *, here: str, status: str, roll: str, rolls: Sequence[str]) -> MqttMessage:
    """Return the configuration of a device: one device, its entities as components.

    ``here``, ``status`` and ``roll`` are the topics that tell of the table, the device and its throws; ``rolls`` are
    the words for what a throw does.
    """
    entities: dict[str, dict[str, Any]] = {
        "state": {
            "platform": "sensor",
            "name": "State",
            "state_topic": status,
            "value_template": "{{ value_json.state }}",
            "json_attributes_topic": status,
        },
        "signal": _sensor(status, "Signal", "signal_strength", "dBm", "0 - value_json.signal if value_json.signal"),
        "cell": _sensor(status, "Cell", "voltage", "mV", "value_json.battery if value_json.battery"),
        "low": {
            "platform": "binary_sensor",
            "name": "Cell low",
            "device_class": "battery",
            "state_topic": status,
            "value_template": "{{ 'ON' if value_json.is_low else 'OFF' }}",
            **_DIAGNOSTIC,
        },
    }
    kind = node.partition("-")[0]
    if kind == "tower":
        entities["roll"] = {"platform": "event", "name": "Roll", "state_topic": roll, "event_types": list(rolls)}
    about = {"identifiers": [node], "name": node, "manufacturer": "Tablewright", "model": kind, "sw_version": firmware}
    words = {
        "device": about,
        "origin": {"name": "Tablewright"},
        "availability": [{"topic": here}, {"topic": status, "value_template": _IS_THERE}],
        "availability_mode": "all",
        "components": {f"{node}_{name}": {"unique_id": f"{node}_{name}", **one} for name, one in entities.items()},
    }
    return MqttMessage(config_topic(node), json.dumps(words).encode(), retain=True)


def _sensor(topic: str, name: str, device_class: str, unit: str, value: str) -> dict[str, Any]:
    """Return a measured value; unknown where the device does not say it."""
    return {
        "platform": "sensor",
        "name": name,
        "device_class": device_class,
        "unit_of_measurement": unit,
        "state_class": "measurement",
        "state_topic": topic,
        "value_template": f"{{{{ {value} else none }}}}",
        **_DIAGNOSTIC,
    }
