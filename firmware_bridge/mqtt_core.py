"""The table's end of the broker: takes events into its own spool, then acknowledges; sees every node's state.

    node/+/ev ──> Spool.keep ──> ack (retained, cumulative)      node/+/state ──> LinkSeen
                      └──> poll(): TowerSeen, in order, once      arm, show ──> node/<n>/cmd

A retained event is ignored, a payload that is none is counted in ``quarantined`` and touches nothing, and an
"offline" of an older session than the last one seen is an old will that came late.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence

from companion.errors import InputError
from companion.ports import RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.spool import Kept, Spool, SpooledEvent
from firmware_bridge.topics import node_of, parse_event, parse_object, topic
from firmware_bridge.translate import arm_order, ring_order, tower_seen

__all__ = ["BrokerTower"]


class BrokerTower:
    """A ``DiceTower`` that may be many: every tower of one table, seen through the broker."""

    def __init__(
        self,
        connect: Callable[[tuple[str, ...]], MqttLink],
        spool: Spool,
        *,
        table: str,
        name: str = "tower",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self.table, self.spool = name, table, spool
        self.nodes: dict[str, LinkState] = {}
        self.quarantined = 0
        self.link = connect(tuple(topic(table, "+", leaf) for leaf in ("ev", "state", "info")))
        self._clock = clock
        self._sessions: dict[str, int] = {}
        self._handed: tuple[SpooledEvent, ...] = ()
        self._found: list[Observation] = []
        self._said: tuple[bool, str] | None = None
        self._closed = False

    def poll(self) -> Sequence[Observation]:
        """What was seen since the last call; never blocks, never raises."""
        if self._closed:
            return []
        self._watch_broker()
        for message in self.link.read():
            try:
                self._heard(message)
            except (InputError, KeyError, TypeError, ValueError):
                self.quarantined += 1
        for event in self._handed:
            self.spool.taken(event)
        self._handed = self.spool.untaken()
        now_s = self._clock()
        seen = [tower_seen(self.name, now_s, event, replayed=event.replayed) for event in self._handed]
        found, self._found = self._found, []
        return found + [one for one in seen if one is not None]

    def arm(self, dice: int) -> None:
        """Nothing: asks every tower that is online to expect so many dice."""
        self._order(*arm_order(dice), 3000)

    def show(self, pattern: RingPattern) -> None:
        """Nothing: asks every tower that is online to show the pattern."""
        self._order(*ring_order(pattern), 1000)

    def close(self) -> None:
        """Nothing: leaves the broker; may be called twice."""
        if not self._closed:
            self._closed = True
            for event in self._handed:
                self.spool.taken(event)
            self.link.close()

    def _order(self, kind: int, body: bytes, ttl_ms: int) -> None:
        for node, state in self.nodes.items():
            if state in (LinkState.ONLINE, LinkState.DEGRADED):
                words = {"id": secrets.randbits(31), "ttl_ms": ttl_ms, "kind": kind, "body": body.hex()}
                self.link.write(MqttMessage(topic(self.table, node, "cmd"), json.dumps(words).encode()))

    def _watch_broker(self) -> None:
        now = (self.link.is_up, self.link.why)
        if now != self._said:
            self._said = now
            state = LinkState.ONLINE if now[0] else LinkState.OFFLINE
            self._found.append(LinkSeen(f"{self.name}:broker", self._clock(), state, now[1]))

    def _heard(self, message: MqttMessage) -> None:
        node = node_of(message.topic)
        leaf = message.topic.rsplit("/", 1)[1]
        if leaf == "ev" and not message.retain:
            event, oldest = parse_event(message.topic, message.payload)
            self.spool.begin(node, event.epoch, oldest)
            if self.spool.keep(event) is not Kept.FULL:
                held = {"epoch": event.epoch, "upto": self.spool.upto(node, event.epoch)}
                self.link.write(MqttMessage(topic(self.table, node, "ack"), json.dumps(held).encode(), retain=True))
        elif leaf == "state" and message.payload:
            words = parse_object(message.topic, message.payload)
            self._state(node, LinkState(words["s"]), int(words["session"]), str(words["why"])[:40])
        elif leaf == "state":  # an empty retained message: the node was taken away
            self.nodes.pop(node, None)

    def _state(self, node: str, state: LinkState, session: int, why: str) -> None:
        if session < self._sessions.get(node, 0):
            return
        self._sessions[node] = session
        self.nodes[node] = state
        self._found.append(LinkSeen(f"{self.name}:{node}", self._clock(), state, why))
