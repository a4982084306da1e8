"""The turnstile before the table: every node gets its turn, and one that pushes is set aside with the reason.

    message ──> its node's own queue (256) ──a few of each in turn──> the table
                     │ full: dropped; its sender keeps it until our acknowledgement
                     └─ credit used up ──> set aside: "flood", "nonsense", "bad-signature"

An honest node has at most 64 events under way, and after an absence perhaps a thousand copies of them. Its credit of
2,000 superfluous messages comes back at 50 a second; ten refused ones within a minute are no accident either.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from firmware_bridge.mqtt_link import MqttMessage

QUEUE = 256
TURN = 64
CREDIT, CREDIT_PER_S = 2000.0, 50.0
REFUSALS, FORGIVEN_S = 10, 60.0


@dataclass(slots=True)
class _Standing:
    """What one node has waiting and how it behaved."""

    at_s: float
    waiting: deque[MqttMessage] = field(default_factory=deque)
    credit: float = CREDIT
    refused: deque[float] = field(default_factory=lambda: deque(maxlen=REFUSALS))


class Turnstile:
    """The queues of all nodes; ``aside`` says who was set aside and why, ``dropped`` what did not fit."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.aside: dict[str, str] = {}
        self.dropped = 0
        self._clock = clock
        self._nodes: dict[str, _Standing] = {}

    def add(self, node: str, message: MqttMessage) -> None:
        """Let the message wait for its node's turn, or drop it."""
        if node in self.aside:
            return
        standing = self._of(node)
        if len(standing.waiting) < QUEUE:
            standing.waiting.append(message)
        else:
            self.dropped += 1
            self.superfluous(node)

    def turns(self) -> Iterator[tuple[str, list[MqttMessage]]]:
        """Up to 64 messages of each node that has some."""
        for node, standing in list(self._nodes.items()):
            if standing.waiting and node not in self.aside:
                count = min(len(standing.waiting), TURN)
                yield node, [standing.waiting.popleft() for _ in range(count)]

    def superfluous(self, node: str, count: int = 1) -> None:
        """Note that so many messages said nothing new; who goes on with it is set aside."""
        standing, now_s = self._of(node), self._clock()
        standing.credit = min(CREDIT, standing.credit + (now_s - standing.at_s) * CREDIT_PER_S) - count
        standing.at_s = now_s
        if standing.credit < 0:
            self.set_aside(node, "flood")

    def refuse(self, node: str, why: str) -> None:
        """Note that a message could not be used; the tenth within a minute sets the node aside."""
        refused, now_s = self._of(node).refused, self._clock()
        refused.append(now_s)
        if len(refused) == REFUSALS and now_s - refused[0] <= FORGIVEN_S:
            self.set_aside(node, why)

    def set_aside(self, node: str, why: str) -> None:
        """Hear the node no more; the first reason stands."""
        self.aside.setdefault(node, why)
        self._nodes.pop(node, None)

    def release(self, node: str) -> None:
        """Let the node start afresh."""
        self.aside.pop(node, None)
        self._nodes.pop(node, None)

    def _of(self, node: str) -> _Standing:
        if node not in self._nodes:
            self._nodes[node] = _Standing(self._clock())
        return self._nodes[node]
