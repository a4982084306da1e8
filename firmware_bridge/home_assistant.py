"""Devices announced to Home Assistant, where the players switched that on: one device payload for each node.

    node met, or homeassistant/status says online ──> homeassistant/device/<node>/config (retained)
    node taken away ──> the same, empty

It shows what a device says of itself; it can order nothing. A device counts as there only when its bridge is too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.topics import bridge_topic, topic

STATUS = "homeassistant/status"  # says "online" when Home Assistant starts: everything is announced again
_SAYS_THERE = "{{ 'online' if value_json.s in ('online', 'degraded') else 'offline' }}"
_DIAGNOSIS = (("bad", "Damaged frames"), ("resent", "Resent frames"), ("waiting", "Readings waiting"))


def announcement(table: str, node: str, info: Mapping[str, Any] | None) -> MqttMessage:
    """The payload that shows the node there, or without ``info`` takes it away."""
    where = f"homeassistant/device/{node}/config"
    if info is None:
        return MqttMessage(where, b"", retain=True)
    state, tele = topic(table, node, "state"), topic(table, node, "tele")
    parts: dict[str, Any] = {
        f"{node}_state": {
            "p": "sensor",
            "name": "State",
            "unique_id": f"{node}_state",
            "state_topic": state,
            "value_template": "{{ value_json.s }}",
            "json_attributes_topic": state,
        }
    }
    for field, name in _DIAGNOSIS:
        parts[f"{node}_{field}"] = {
            "p": "sensor",
            "name": name,
            "unique_id": f"{node}_{field}",
            "state_topic": tele,
            "value_template": f"{{{{ value_json.{field} }}}}",
            "entity_category": "diagnostic",
            "state_class": "measurement",
        }
    words = {
        "device": {
            "identifiers": [node],
            "name": node,
            "manufacturer": "Tablewright",
            "model": node.partition("-")[0],
            "sw_version": str(info.get("fw", "")),
        },
        "origin": {"name": "Tablewright"},
        "availability": [
            {"topic": one, "value_template": _SAYS_THERE} for one in (state, bridge_topic(table, "state"))
        ],
        "availability_mode": "all",
        "components": parts,
    }
    return MqttMessage(where, json.dumps(words).encode(), retain=True)
