"""The cable to the broker: the only place that knows paho. MQTT 5, one connection for one name.

What the field taught (hardware notes 3.8, 5): an exception in a callback ends paho's thread while it still says
"connected", so nothing may escape from one; a publish while down is lost or kept in memory only, so nothing is
published then and the spool above sends again. For the same reason every connection starts afresh: what a broker
queued for somebody away would be copies of events the spools still have, and orders that come too late. MQTT 5 tells
with ``0x87`` that a publish was refused; the embedded broker speaks 3.1.1 only, where nobody is told.

    ``why``   broker-gone    nobody answers at that address        broker-auth   wrong name or password, or not allowed
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

KEEPALIVE_S = 5  # seconds between two pings; more: a broker that vanished is noticed later, as we are by it
QOS = 1  # of what is asked for: at least once, where its sender wants it
RETRY_S = 0.2, 1.0  # first and longest wait between two tries to connect
INBOX = 4096  # messages nobody has read yet; beyond, they are dropped: whoever sent them keeps them until our answer
_AUTH = {0x86, 0x87, 0x8C}


@dataclass(frozen=True, slots=True)
class MqttMessage:
    """A message with its topic; ``retain`` on a received one means that it is old."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = False


class MqttLink:
    """A connection that comes back by itself; ``opened`` counts how often, ``refused`` the publishes not allowed.

    ``authority`` is the certificate file of the broker's authority: with it the connection is TLS and the broker's name
    is checked. ``wake`` is called, from another thread, when there is something to read.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        user: str,
        password: str,
        will: MqttMessage | None = None,
        topics: Sequence[str] = (),
        authority: str | None = None,
        version: int = 5,
        wake: Callable[[], None] | None = None,
    ) -> None:
        self.name = f"{user}@{host}:{port}"
        self.opened = self.refused = self.dropped = 0
        self._why = "broker-gone"
        self._topics, self._closing, self._wake = dict.fromkeys(topics), False, wake
        self._inbox: deque[MqttMessage] = deque()
        self._fresh, self._closed = threading.Event(), threading.Event()
        protocol = mqtt.MQTTv5 if version == 5 else mqtt.MQTTv311
        fresh: dict[str, Any] = {} if version == 5 else {"clean_session": True}
        self._client = client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=user, protocol=protocol, **fresh)
        client.username_pw_set(user, password)
        if authority is not None:
            client.tls_set(ca_certs=authority)
        if will is not None:
            client.will_set(will.topic, will.payload, will.qos, will.retain)
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_message, client.on_publish = self._on_message, self._on_publish
        client.on_socket_open = self._on_socket_open
        client.reconnect_delay_set(*RETRY_S)  # type: ignore[arg-type]  # seconds; fractions work
        if version == 5:
            client.connect_async(host, port, KEEPALIVE_S, clean_start=True)
        else:
            client.connect_async(host, port, KEEPALIVE_S)
        self._thread = threading.Thread(target=self._run, name=f"{user}-mqtt", daemon=True)
        self._thread.start()

    @property
    def is_up(self) -> bool:
        """Whether the broker accepted us and the thread that talks to it lives."""
        return not self._why and self._thread.is_alive()

    @property
    def why(self) -> str:
        """``broker-gone`` or ``broker-auth`` while down, else empty."""
        return self._why or ("" if self._thread.is_alive() else "broker-gone")

    @property
    def topics(self) -> tuple[str, ...]:
        """What is asked for now."""
        return tuple(self._topics)

    def read(self) -> list[MqttMessage]:
        """The messages that came since the last call."""
        self._fresh.clear()
        found = []
        while self._inbox:
            found.append(self._inbox.popleft())
        return found

    def write(self, message: MqttMessage) -> bool:
        """Whether the message was handed to the connection; down, it is not kept for later. Never raises."""
        if not self.is_up:
            return False
        try:
            sent = self._client.publish(message.topic, message.payload, message.qos, message.retain)
        except (ValueError, RuntimeError, OSError):
            return False
        return sent.rc == mqtt.MQTT_ERR_SUCCESS

    def subscribe(self, topics: Iterable[str]) -> None:
        """Ask for these topics too, now and after every reconnect."""
        fresh = [topic for topic in topics if topic not in self._topics]
        self._topics.update(dict.fromkeys(fresh))
        if fresh and self.is_up:
            self._client.subscribe([(topic, QOS) for topic in fresh])

    def unsubscribe(self, topics: Iterable[str]) -> None:
        """Ask for no more of these topics."""
        gone = [topic for topic in topics if topic in self._topics]
        for one in gone:
            del self._topics[one]
        if gone and self.is_up:
            self._client.unsubscribe(gone)

    def wait(self, timeout_s: float) -> None:
        """Wait until messages may be there, at the latest until the time-out."""
        self._fresh.wait(timeout_s)

    def close(self) -> None:
        """Say goodbye, so that no will is published; may be called twice."""
        if self._closing:
            return
        self._closing = True
        self._closed.set()
        self._client.disconnect()
        self._thread.join(timeout=3)
        self._why = "broker-gone"

    def cut(self) -> None:
        """Break the connection without goodbye, as a dead battery does; it comes back by itself."""
        found: Any = self._client.socket()
        if found is not None:
            found.shutdown(socket.SHUT_RDWR)

    def _run(self) -> None:
        while not self._closing:
            try:
                self._client.loop_forever(retry_first_connection=True)
            except Exception:  # whatever it was, the broker is gone for us and we start again
                self._why = "broker-gone"
            self._closed.wait(RETRY_S[0])

    def _on_socket_open(self, _client: mqtt.Client, _data: Any, sock: Any) -> None:
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:
            return  # only slower

    def _on_connect(self, client: mqtt.Client, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if reason.is_failure:
            self._why = "broker-auth" if reason.value in _AUTH else "broker-gone"
            return
        if self._topics:
            client.subscribe([(topic, QOS) for topic in list(self._topics)])
        self._why = ""
        self.opened += 1
        self._tell()

    def _on_disconnect(self, _client: mqtt.Client, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if self._why != "broker-auth":
            self._why = "broker-auth" if getattr(reason, "value", 0) in _AUTH else "broker-gone"
        self._tell()

    def _on_message(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        if len(self._inbox) >= INBOX:
            self.dropped += 1
            return
        self._inbox.append(MqttMessage(message.topic, bytes(message.payload), message.qos, message.retain))
        self._tell()

    def _tell(self) -> None:
        self._fresh.set()
        if self._wake is not None:
            with contextlib.suppress(Exception):  # whatever it was, it must not end paho's thread
                self._wake()

    def _on_publish(self, _client: mqtt.Client, _data: Any, _mid: int, reason: Any, _more: Any) -> None:
        if reason.is_failure:
            self.refused += 1
