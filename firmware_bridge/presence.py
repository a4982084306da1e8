"""Who is there: what every node said last, whether its bridge is there, and which words are too old to count.

    node says online (session 7)      bridge gone ──> offline, "bridge-gone"      bridge back ──> as it said
    will of session 6 comes late ──> ignored: an older session than the last one seen

A node that speaks to the broker itself has no bridge; it is known by never having named one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.table.observation import LinkState

State = tuple[LinkState, str]
_WHY = 40  # characters of a reason that are shown


class Presence:
    """The nodes of one table; ``changes`` tells what is new."""

    def __init__(self) -> None:
        self.nodes: dict[str, State] = {}
        self._sessions: dict[str, int] = {}
        self._met: set[str] = set()
        self._bridge: tuple[int, LinkState] = (0, LinkState.ONLINE)
        self._told: dict[str, State] = {}

    def begin(self) -> None:
        """Begin a new connection: everybody is met anew."""
        self._met.clear()

    def meet(self, node: str) -> bool:
        """Whether the node is new on this connection."""
        if node in self._met:
            return False
        self._met.add(node)
        return True

    def node(self, node: str, words: Mapping[str, Any]) -> None:
        """Take in what stands on its state topic; raises what a wrong field raises."""
        state, session, why = LinkState(words["s"]), int(words["session"]), str(words["why"])[:_WHY]
        if session >= self._sessions.get(node, 0):
            self._sessions[node] = session
            self.nodes[node] = (state, why)

    def bridge(self, words: Mapping[str, Any]) -> None:
        """Take in what stands on the bridge's state topic."""
        state, session = LinkState(words["s"]), int(words["session"])
        if session >= self._bridge[0]:
            self._bridge = (session, state)

    def forget(self, node: str) -> None:
        """Forget the node: it was taken away."""
        self.nodes.pop(node, None)
        self._told.pop(node, None)
        self._met.discard(node)

    def state(self, node: str, trouble: str = "") -> State:
        """What is known of the node: gone when its bridge is, for it speaks with the bridge's session."""
        said = self.nodes[node]
        session, bridge = self._bridge
        if bridge is LinkState.OFFLINE and self._sessions[node] == session and said[0] is not LinkState.OFFLINE:
            return LinkState.OFFLINE, "bridge-gone"
        return (LinkState.DEGRADED, trouble) if trouble and said[0] is LinkState.ONLINE else said

    def changes(self, trouble: Mapping[str, str]) -> list[tuple[str, LinkState, str]]:
        """The nodes whose state is another one than at the last call; ``trouble`` is what their events suffer from."""
        found = []
        for node in self.nodes:
            now = self.state(node, trouble.get(node, ""))
            if self._told.get(node) != now:
                self._told[node] = now
                found.append((node, *now))
        return found
