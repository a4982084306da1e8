"""The one crossing from threads to the screen's loop: an ordered queue, emptied by the loop, never by a thread.

camera thread ─┐
tower thread  ─┼─put─> Gate ──drain (screen's loop)──> receiver
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Gate(Generic[T]):
    """Takes things from any thread; ``drain`` hands them over in order, in the thread that calls it."""

    def __init__(self, wake: Callable[[], None] | None = None) -> None:
        self._queue: deque[T] = deque()  # append and popleft are atomic
        self._wake = wake

    def put(self, thing: T) -> None:
        """Hand something over; may be called from any thread."""
        self._queue.append(thing)
        if self._wake:
            self._wake()

    def drain(self, receive: Callable[[T], None]) -> int:
        """Hand over everything in the queue; return how many things that were."""
        count = 0
        while self._queue:
            receive(self._queue.popleft())
            count += 1
        return count
