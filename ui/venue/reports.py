"""Reports of the tables to the event: taken in together, acknowledged after the commit, and opened for a judge.

POST /table/<key> ──sealed lines──> Inbox ──one commit for all that wait──> how many are kept
judge ──table 3──> Watch ──its lines, told again──> board, dials, history, a line of sight
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from companion.core.ledger import Entry
from companion.errors import TablewrightError
from companion.storage.jsonl import parse_sealed_line
from companion.storage.reported import Kept, Report, ReportStore
from ui.venue.watching import Watched

AT_ONCE = 64  # reports in one commit: the first are answered sooner than a flood's last
GATHERS_S = 0.004  # before a commit: a transaction costs more than the lines in it; half of a line waits as long
OPENED = 32  # games kept ready to be looked at


def parse_report(body: bytes, headers: Mapping[str, str], round_: int, table: int) -> Report | None:
    """Read a device's report; ``None`` for what is no report."""
    device, first = headers.get("x-device", ""), headers.get("x-first", "0")
    if not (16 <= len(device) <= 64 and device.isascii() and first.isdecimal() and len(first) < 9):
        return None
    lines = body.splitlines(keepends=True)
    entries = [parse_sealed_line(line, version) for version, line in enumerate(lines, int(first))]
    whole = tuple(entry for entry in entries if entry is not None)
    return Report(round_, table, device, whole) if len(whole) == len(lines) else None


class Inbox:
    """Collects what arrives while a commit is under way into the next one; a commit has a thread of its own."""

    def __init__(self, store: ReportStore) -> None:
        self._store = store
        self._waiting: list[tuple[Report, asyncio.Future[Kept]]] = []
        self._work: asyncio.Task[None] | None = None

    async def keep(self, report: Report) -> Kept:
        """Keep a report and return the answer when it is durable; raises ``StoreFault`` when it cannot be."""
        future: asyncio.Future[Kept] = asyncio.get_running_loop().create_future()
        self._waiting.append((report, future))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._commit())
        return await future

    async def _commit(self) -> None:
        while self._waiting:
            if len(self._waiting) < AT_ONCE:
                await asyncio.sleep(GATHERS_S)
            batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            try:
                answers = await asyncio.to_thread(self._store.keep, [report for report, _ in batch])
            except Exception as fault:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(fault)
            else:
                for (_, future), kept in zip(batch, answers, strict=True):
                    if not future.done():  # who sent it may be gone
                        future.set_result(kept)


class Watch:
    """The games of the tables, as far as somebody looks at them; used from any thread."""

    def __init__(self, store: ReportStore) -> None:
        self._store, self._lock = store, threading.Lock()
        self._games: dict[tuple[int, int], tuple[Entry, Watched]] = {}

    @contextmanager
    def opened(self, round_: int, table: int) -> Iterator[Watched | None]:
        """The game of that table as far as it was reported, while nobody else looks; ``None`` for none of ours."""
        with self._lock:
            yield self._told(round_, table)

    def _told(self, round_: int, table: int) -> Watched | None:
        opened = self._games.pop((round_, table), None)
        first = next(iter(self._store.read(round_, table, 0, 1)), None)
        if first is None:
            return None
        if opened is not None and opened[0] == first:
            game = opened[1]
            game.follow(self._store.read(round_, table, game.length))
        else:
            try:
                game = Watched(self._store.read(round_, table))
            except (TablewrightError, KeyError):
                return None
        self._games[round_, table] = first, game  # the newest last
        if len(self._games) > OPENED:
            del self._games[next(iter(self._games))]
        return game
