"""Events from the broker into the core's spool: parsed strictly, proved if signed, one commit for each turn.

    payloads of one node ──parse──> proof ──> keep_all() ──fsync──> ack {"epoch", "upto"}
                            └─refuse──┘   └─> a gap: ask for a replay at once, tell the players after 5 s

What cannot be kept is not acknowledged: its sender has it still. Every refusal is logged with its reason.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable

from companion.errors import InputError
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.signing import Keys, objection_to
from firmware_bridge.spool import Kept, Spool, SpooledEvent
from firmware_bridge.topics import parse_event
from firmware_bridge.turnstile import Turnstile

REACH = 1024  # a number further ahead than this was made up
ASK_S, TELL_S = 0.3, 5.0  # a gap this old: ask for a replay; tell the players


class Intake:
    """The way in; ``log`` holds the last refusals as (node, reason, detail), ``refused`` counts them."""

    def __init__(
        self,
        spool: Spool,
        turnstile: Turnstile,
        keys: Keys,
        *,
        signed_only: bool,
        clock: Callable[[], float],
    ) -> None:
        self.refused = 0
        self.log: deque[tuple[str, str, str]] = deque(maxlen=200)
        self._spool = spool
        self._turnstile = turnstile
        self._keys = keys
        self._clock = clock
        self._signed_only = signed_only
        self._gaps: dict[tuple[str, int], tuple[int, float, float]] = {}  # store -> (from, since, asked)
        self.trouble: dict[str, str] = {}  # node -> what is wrong with its events

    def refuse(self, node: str, why: str, detail: str) -> None:
        """Count and log what could not be used."""
        self.refused += 1
        self.log.append((node, why, detail[:200]))
        if node:
            self._turnstile.refuse(node, why)

    def take(self, node: str, messages: Iterable[MqttMessage]) -> list[bytes]:
        """The acknowledgements to publish, one for each store of the node, once its events are on disk."""
        events: list[SpooledEvent] = []
        stores: dict[int, int] = {}  # epoch -> the oldest its sender still has
        for message in messages:
            try:
                event, oldest = parse_event(message.topic, message.payload)
            except InputError as wrong:
                self.refuse(node, "nonsense", str(wrong))
                continue
            why = self._objection(event, oldest)
            if why:
                self.refuse(node, why, f"seq {event.seq}")
                continue
            stores[event.epoch] = max(oldest, stores.get(event.epoch, 0))
            events.append(event)
        for epoch, oldest in stores.items():
            before = len(self._spool.gaps(node))
            self._spool.begin(node, epoch, oldest)
            if len(self._spool.gaps(node)) > before:
                self.trouble[node] = "events-missing"
        kept = self._spool.keep_all(events) if events else []
        self._judge(node, kept)
        return [self._answer(node, epoch) for epoch in stores]

    def missing(self) -> list[tuple[str, int, int]]:
        """The replays to ask for now, as (node, epoch, from)."""
        now_s, found = self._clock(), []
        for (node, epoch), (start, since_s, asked_s) in list(self._gaps.items()):
            if now_s - since_s >= TELL_S:
                self.trouble[node] = "events-missing"
            if now_s - asked_s >= ASK_S:
                self._gaps[node, epoch] = (start, since_s, now_s + 1.0)
                found.append((node, epoch, start))
        return found

    def _objection(self, event: SpooledEvent, oldest: int) -> str:
        why = objection_to(self._keys, event)
        if not why and self._signed_only and event.node not in self._keys:
            why = "unsigned"  # of a node with a key, what it wrote before is taken off its hands and not used
        if why:
            return why
        if oldest > event.seq:
            return "nonsense"
        upto = self._spool.upto(event.node, event.epoch)
        return "nonsense" if event.seq > max(upto, oldest - 1) + REACH else ""

    def _judge(self, node: str, kept: list[Kept]) -> None:
        self._turnstile.superfluous(node, sum(one is Kept.KNOWN for one in kept))
        if Kept.CONFLICT in kept:
            self.trouble[node] = "conflict"
            self.log.append((node, "conflict", "one key came with two contents; the first stands"))
        if Kept.FULL in kept:
            self.trouble[node] = "disk-full" if self._spool.trouble else "outbox-full"
        elif Kept.NEW in kept and self.trouble.get(node) in ("disk-full", "outbox-full", "events-missing"):
            del self.trouble[node]

    def _answer(self, node: str, epoch: int) -> bytes:
        upto, now_s = self._spool.upto(node, epoch), self._clock()
        if not self._spool.held(node, epoch):
            self._gaps.pop((node, epoch), None)
        elif self._gaps.get((node, epoch), (0, 0.0, 0.0))[0] != upto + 1:
            self._gaps[node, epoch] = (upto + 1, now_s, now_s)
        return json.dumps({"epoch": epoch, "upto": upto}).encode()
