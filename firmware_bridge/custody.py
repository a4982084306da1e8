"""Taking a device's events into custody: one commit for all that came together, then one acknowledgement.

    EVENT EVENT EVENT ──> keep_all() ──fsync──> ACK upto, map

A number far beyond the window is none that an honest device sends: it is not kept, not acknowledged, and counted as
``odd``. An event of an unknown kind is kept and acknowledged like any other. With ``keys`` the first event that must be
signed and is not ends the taking: it and what follows stays with the device.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_bridge.device_clock import DeviceClock
from firmware_bridge.protocol import REPLAYED, Message
from firmware_bridge.signing import Keys, objection_to, split_tag
from firmware_bridge.spool import Kept, Spool, SpooledEvent

REACH = 512  # a window is 16; a number further ahead than this was made up
UNKNOWN_S = 86400.0  # the error of a time we cannot tell: an earlier boot, or a clock not asked yet


class Custody:
    """The events of one device on their way into the spool; ``counts`` says what became of them.

    ``objection`` is the reason word of the signature that was not right, empty while all are.
    """

    def __init__(self, spool: Spool, wall_ms: Callable[[], int], keys: Keys | None = None) -> None:
        self.objection = ""
        self._keys = keys if keys is not None else {}  # as they are now: somebody may be paired meanwhile
        self.spool, self.clock_map = spool, DeviceClock()
        self.counts = {"new": 0, "known": 0, "conflict": 0, "full": 0, "odd": 0}
        self._wall_ms = wall_ms
        self._node, self._epoch = "", 0

    def begin(self, node: str, epoch: int, oldest: int, boot: int) -> int:
        """The highest number held without a gap of the store that the device speaks from."""
        self._node, self._epoch, self.objection = node, epoch, ""
        self.clock_map.begin(boot)
        return self.spool.begin(node, epoch, oldest)

    @property
    def is_full(self) -> bool:
        """Whether the last event was refused for lack of room."""
        return self.counts["full"] > 0

    def take(self, messages: Sequence[Message], now_s: float) -> Message:
        """The acknowledgement of what is held now, once the events are on disk."""
        upto = self.spool.upto(self._node, self._epoch)
        fitting = [message for message in messages if message.number("seq") <= upto + REACH]
        self.counts["odd"] += len(messages) - len(fitting)
        events = self._proved([self._event(one, now_s) for one in fitting])
        if events:
            kept = self.spool.keep_all(events)
            for word in kept:
                self.counts[word.value] += 1
            if Kept.NEW in kept and Kept.FULL not in kept:
                self.counts["full"] = 0
            upto = self.spool.upto(self._node, self._epoch)
        held = sum(1 << (seq - upto - 2) for seq in self.spool.held(self._node, self._epoch) if seq <= upto + 33)
        return Message("ACK", {"epoch": self._epoch, "upto": upto, "map": held})

    def _proved(self, events: list[SpooledEvent]) -> list[SpooledEvent]:
        for at, event in enumerate(events):
            self.objection = objection_to(self._keys, event)
            if self.objection:
                return events[:at]
        return events

    def _event(self, message: Message, now_s: float) -> SpooledEvent:
        boot, t_ms = message.number("boot"), message.number("t_ms")
        then = self.clock_map.ours_s(boot, t_ms)
        ago_s, err_s = (max(now_s - then[0], 0.0), then[1]) if then else (0.0, UNKNOWN_S)
        body, tag = split_tag(message.flags, message.raw("body"))
        return SpooledEvent(
            self._node,
            self._epoch,
            message.number("seq"),
            boot,
            t_ms,
            message.number("kind"),
            body,
            at_ms=self._wall_ms() - int(ago_s * 1000),
            err_ms=int(err_s * 1000 + 0.999),
            replayed=bool(message.flags & REPLAYED),
            sig=tag,
        )
