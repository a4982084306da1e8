"""Orders under way to a device: sent again until it answers or they are too old to be obeyed.

An order has an id and a time to live. The device obeys an id once and answers every copy, so sending again is safe;
a newer order of the same kind takes the place of an older one, because an order sets a state and never toggles.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

from firmware_bridge.formats import Value
from firmware_bridge.protocol import Message

_FIRST_S, _LONGEST_S = 0.1, 0.8  # waits between copies, doubling


class OrderEnd(StrEnum):
    """How an order ended; the first four are the device's words (CMD_ACK status 0 to 3)."""

    DONE = "done"
    UNKNOWN = "unknown"
    EXPIRED = "expired"
    REFUSED = "refused"


@dataclass(slots=True)
class _Order:
    number: int
    kind: int
    body: bytes
    until_s: float
    next_s: float
    wait_s: float = _FIRST_S


class Orders:
    """The open orders; ``ended`` collects ``(id, OrderEnd)`` of the last hundred."""

    def __init__(self, first_id: int) -> None:
        self._next_id = first_id
        self._open: dict[int, _Order] = {}
        self.ended: deque[tuple[int, OrderEnd]] = deque(maxlen=100)

    def give(self, kind: int, body: bytes, ttl_s: float, now_s: float) -> int:
        """The id of the new order; an open one of the same kind is dropped."""
        for number in [order.number for order in self._open.values() if order.kind == kind]:
            self._end(number, OrderEnd.EXPIRED)
        number = self._next_id
        self._next_id = (number + 1) & 0xFFFFFFFF
        self._open[number] = _Order(number, kind, body, now_s + ttl_s, now_s)
        return number

    def due(self, now_s: float) -> list[Message]:
        """The frames to send now, each with the time it has left to live."""
        frames = []
        for order in list(self._open.values()):
            left_ms = int((order.until_s - now_s) * 1000)
            if left_ms <= 0:
                self._end(order.number, OrderEnd.EXPIRED)
            elif now_s >= order.next_s:
                order.next_s = now_s + order.wait_s
                order.wait_s = min(order.wait_s * 2, _LONGEST_S)
                fields: dict[str, Value] = {
                    "id": order.number,
                    "ttl_ms": min(left_ms, 0xFFFF),
                    "kind": order.kind,
                    "body": order.body,
                }
                frames.append(Message("CMD", fields))
        return frames

    def expire(self, now_s: float) -> None:
        """End the orders that nobody could carry in time."""
        for order in list(self._open.values()):
            if now_s >= order.until_s:
                self._end(order.number, OrderEnd.EXPIRED)

    def answered(self, number: int, status: int) -> None:
        """Note how the device said that the order ended; unknown ids are old answers."""
        words = list(OrderEnd)
        self._end(number, words[status] if status < len(words) else OrderEnd.REFUSED)

    def _end(self, number: int, how: OrderEnd) -> None:
        if self._open.pop(number, None) is not None:
            self.ended.append((number, how))
