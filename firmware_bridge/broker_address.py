"""Where a broker is and under which names to go there: all that a bridge or a table needs to connect."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.errors import InputError
from firmware_bridge.mqtt_link import MqttLink, MqttMessage

Connect = Callable[[str, MqttMessage | None, tuple[str, ...]], MqttLink]  # (name, will, topics) -> link


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """A broker; with ``authority``, the certificate file of its authority, the way there is TLS. ``version`` 4 is
    MQTT 3.1.1, for brokers that know nothing newer. ``secret_of`` gives the password of a name."""

    host: str
    port: int
    secret_of: Callable[[str], str]
    authority: str | None = None
    version: int = 5

    def connector(self, wake: Callable[[], None] | None = None) -> Connect:
        """A function that connects under a name; ``wake`` is called when there is something to read."""

        def connect(name: str, will: MqttMessage | None, topics: tuple[str, ...]) -> MqttLink:
            return MqttLink(
                self.host,
                self.port,
                user=name,
                password=self.secret_of(name),
                will=will,
                topics=topics,
                authority=self.authority,
                version=self.version,
                wake=wake,
            )

        return connect


def read_passwords(path: Path) -> dict[str, str]:
    """Names and passwords; ``InputError`` for a file that holds none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise InputError(str(path), "", str(wrong), "the passwords.json of `companion broker`") from wrong
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise InputError(str(path), "", "something else", "an object of names and passwords")
    return found
