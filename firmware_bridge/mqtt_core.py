"""The table's end of the broker: takes events into its own spool, then acknowledges; sees every node's state.

    node/+/info ──> a node is met: its ev and state are asked for         bridge/state ──> its nodes are there or not
    node/<n>/ev ──> Turnstile ──> Spool.keep_all ──> ack (retained, cumulative); a gap ──> cmd "replay" from there
                                        └──> poll(): TowerSeen, in order, once           arm, show ──> node/<n>/cmd

A retained event is ignored; a payload that is none is counted and touches nothing; an "offline" of an older session
than the last one seen is an old will that came late. A node set aside is no longer asked for: its noise ends at the
broker.
"""

from __future__ import annotations

import json
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from companion.errors import InputError
from companion.ports import RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation
from firmware_bridge.broker_address import Connect
from firmware_bridge.home_assistant import STATUS, announcement
from firmware_bridge.intake import Intake
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.mqtt_node import REPLAY
from firmware_bridge.presence import Presence
from firmware_bridge.signing import Keys, Proof, proof_of
from firmware_bridge.spool import Spool, SpooledEvent
from firmware_bridge.topics import bridge_topic, core_topic, node_of, parse_object, topic
from firmware_bridge.translate import Zones, arm_order, observation_of, ring_order
from firmware_bridge.turnstile import Turnstile

CORE = "core"  # its name on the broker
_LEAVES = ("ev", "state", "cmd/ack")


class BrokerTower:
    """A ``DiceTower`` that may be many: every device of one table, seen through the broker.

    ``keys`` are the secrets of the nodes that sign; with ``signed_only`` only readings proved by one are used.
    ``assistant`` announces the devices to Home Assistant.
    """

    def __init__(
        self,
        connect: Connect,
        spool: Spool,
        *,
        table: str,
        name: str = "tower",
        keys: Keys | None = None,
        signed_only: bool = False,
        assistant: bool = False,
        zones: Zones | None = None,
        clock: Callable[[], float] = time.monotonic,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.name = name
        self.table = table
        self.spool = spool
        self._zones = zones
        self.presence = Presence()
        self.turnstile = Turnstile(clock)
        self.intake = Intake(spool, self.turnstile, keys or {}, signed_only=signed_only, clock=clock)
        self.answers: deque[tuple[str, int, str]] = deque(maxlen=100)  # (node, order, how it ended)
        self._session = spool.next_session()
        self._assistant = assistant
        first = (topic(table, "+", "info"), bridge_topic(table, "state"), *((STATUS,) if assistant else ()))
        self.link = connect(CORE, self._word(LinkState.OFFLINE, "core-gone"), first)
        self._clock = clock
        self._wall_ms = wall_ms
        self._keys = keys or {}
        self._signed_only = signed_only
        self._handed: tuple[SpooledEvent, ...] = ()
        self._found: list[Observation] = []
        self._said: tuple[bool, str] | None = None
        self._aside: set[str] = set()
        self._infos: dict[str, Mapping[str, object]] = {}  # node -> what it says of itself
        self._epochs: dict[str, int] = {}  # node -> the store it said it speaks from
        self._opened = 0
        self._closed = False

    @property
    def nodes(self) -> dict[str, LinkState]:
        """The nodes that were met, with what they said last."""
        return {node: state for node, (state, _) in self.presence.nodes.items()}

    @property
    def aside(self) -> Mapping[str, str]:
        """The nodes that were set aside, with the reason."""
        return self.turnstile.aside

    def poll(self) -> Sequence[Observation]:
        """What was seen since the last call; never blocks, never raises."""
        if self._closed:
            return []
        self._watch_broker()
        for message in self.link.read():
            self._sort(message)
        for node, messages in self.turnstile.turns():
            for answer in self.intake.take(node, messages):
                self.link.write(MqttMessage(topic(self.table, node, "ack"), answer, retain=True))
        for node, epoch, start in self.intake.missing():
            self._command(node, {"kind": REPLAY, "epoch": epoch, "from": start})
        self._set_aside()
        for last in {event.key[:2]: event for event in self._handed}.values():
            self.spool.taken(last)
        self._handed = self.spool.untaken()
        found, self._found = self._found + self._links(), []
        return found + [one for one in map(self._seen, self._handed) if one is not None]

    def arm(self, dice: int) -> None:
        """Ask every tower that is online to expect so many dice."""
        self._order(*arm_order(dice), 3000)

    def show(self, pattern: RingPattern) -> None:
        """Ask every tower that is online to show the pattern."""
        self._order(*ring_order(pattern), 1000)

    def release(self, node: str) -> None:
        """Hear a node again that was set aside."""
        self.turnstile.release(node)
        self._aside.discard(node)
        self._meet(node, self._epochs.get(node, 0))

    def close(self) -> None:
        """Leave the broker; may be called twice."""
        if not self._closed:
            self._closed = True
            for last in {event.key[:2]: event for event in self._handed}.values():
                self.spool.taken(last)
            self.link.write(self._word(LinkState.OFFLINE, "closed"))
            self.link.close()

    def _order(self, kind: int, body: bytes, ttl_ms: int) -> None:
        for node, state in self.nodes.items():
            if state in (LinkState.ONLINE, LinkState.DEGRADED) and node not in self.aside:
                self._command(node, {"ttl_ms": ttl_ms, "kind": kind, "body": body.hex()})

    def _command(self, node: str, words: dict[str, object]) -> None:
        payload = json.dumps({"id": secrets.randbits(31), **words}).encode()
        self.link.write(MqttMessage(topic(self.table, node, "cmd"), payload))

    def _word(self, state: LinkState, why: str) -> MqttMessage:
        words = {"s": state.value, "session": self._session, "why": why, "v": 1}
        return MqttMessage(core_topic(self.table), json.dumps(words).encode(), retain=True)

    def _leaves(self, node: str) -> list[str]:
        return [topic(self.table, node, leaf) for leaf in _LEAVES]

    def _watch_broker(self) -> None:
        now = (self.link.is_up, self.link.why)
        if now != self._said:
            self._said = now
            state = LinkState.ONLINE if now[0] else LinkState.OFFLINE
            self._found.append(LinkSeen(f"{self.name}:broker", self._clock(), state, now[1]))
        if now[0] and self.link.opened != self._opened:
            self._opened = self.link.opened
            self.presence.begin()
            self.link.write(self._word(LinkState.ONLINE, ""))

    def _sort(self, message: MqttMessage) -> None:
        """Let events wait for their turn, and hear everything else at once."""
        node = ""
        if message.topic == STATUS and message.payload == b"online":
            for name, info in self._infos.items():
                self.link.write(announcement(self.table, name, info))
        if not message.topic.startswith(topic(self.table, "", "")[: -len("node//")]):
            return
        try:
            if message.topic == bridge_topic(self.table, "state"):
                self.presence.bridge(parse_object(message.topic, message.payload))
                return
            node = node_of(message.topic)
            if message.topic.endswith("/ev"):
                if not message.retain:
                    self.turnstile.add(node, message)
            elif node not in self.aside:
                self._heard(node, message.topic.split("/", 5)[5], message)
        except (InputError, KeyError, TypeError, ValueError) as wrong:
            self.intake.refuse(node, "nonsense", str(wrong))

    def _heard(self, node: str, leaf: str, message: MqttMessage) -> None:
        if not message.payload:  # an empty retained message: the node was taken away
            self.presence.forget(node)
            if self._assistant and self._infos.pop(node, None) is not None:
                self.link.write(announcement(self.table, node, None))
            return
        words = parse_object(message.topic, message.payload)
        if leaf == "info":
            self._epochs[node], self._infos[node] = int(words["epoch"]), words
            if self._assistant:
                self.link.write(announcement(self.table, node, words))
            if self.presence.meet(node):
                self._meet(node, self._epochs[node])
        elif leaf == "state":
            self.presence.node(node, words)
        elif leaf == "cmd/ack":
            self.answers.append((node, int(words["id"]), str(words["status"])[:20]))

    def _meet(self, node: str, epoch: int) -> None:
        """Listen to the node, and ask for what it said before anybody listened."""
        self.link.subscribe(self._leaves(node))
        self._command(node, {"kind": REPLAY, "epoch": epoch, "from": self.spool.upto(node, epoch) + 1})

    def _set_aside(self) -> None:
        for node, why in self.aside.items():
            if node not in self._aside:
                self._aside.add(node)
                self.link.unsubscribe(self._leaves(node))
                self._found.append(LinkSeen(f"{self.name}:{node}", self._clock(), LinkState.OFFLINE, why))

    def _links(self) -> list[LinkSeen]:
        now_s, changes = self._clock(), self.presence.changes(self.intake.trouble)
        return [
            LinkSeen(f"{self.name}:{node}", now_s, state, why) for node, state, why in changes if node not in self.aside
        ]

    def _seen(self, event: SpooledEvent) -> Observation | None:
        now_s = self._clock()
        ago_s = max(self._wall_ms() - event.at_ms, 0) / 1000 if event.at_ms else 0.0
        is_verified = proof_of(self._keys.get(event.node), event) is Proof.VERIFIED
        if self._signed_only and not is_verified:
            return None
        return observation_of(self.name, now_s - ago_s, event, is_verified=is_verified, zones=self._zones)
