"""Work that is slow on purpose, in one thread of its own: tables that report never wait behind somebody's guesses.

Of those who wait, whoever has guessed least comes first; behind ``MOST`` nobody waits any more.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
MOST = 256  # waiting; one takes a tenth of a second


class SlowWork:
    """One job at a time, the least rank first."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "slow")
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers, self._is_busy = itertools.count(), False

    async def do(self, rank: int, job: Callable[[], T]) -> T | None:
        """Return the result of the job; ``None`` where too many wait."""
        if self._is_busy:
            if len(self._waiting) >= MOST:
                return None
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (rank, next(self._numbers), turn))
            await turn
        self._is_busy = True
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, job)
        finally:
            self._is_busy = False
            while self._waiting:
                turn = heapq.heappop(self._waiting)[2]
                if not turn.done():  # who waited may be gone
                    self._is_busy = True
                    turn.set_result(None)
                    break
