"""What the tables report to the event: taken in together, acknowledged after the commit, and opened for a judge.

POST /table/<key> ──sealed lines──> Inbox ──one commit for all that wait──> how many are kept
judge ──table 3──> Watch ──its lines, told again──> board, dials, history, a line of sight
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.core.ledger import Entry
from companion.errors import TablewrightError
from companion.storage.jsonl import parse_sealed_line
from companion.storage.reported import Kept, Report, ReportStore
from ui.venue.watching import Watched

AT_ONCE = 64  # reports in one commit: the first are answered sooner than a flood's last
OPENED = 32  # games kept ready to be looked at


def parse_report(body: bytes, headers: Mapping[str, str], round_: int, table: int) -> Report | None:
    """What a device sent; ``None`` for what is no report."""
    device, first = headers.get("x-device", ""), headers.get("x-first", "0")
    if not (16 <= len(device) <= 64 and device.isascii() and first.isdecimal() and len(first) < 9):
        return None
    lines = body.splitlines(keepends=True)
    entries = [parse_sealed_line(line, version) for version, line in enumerate(lines, int(first))]
    whole = tuple(entry for entry in entries if entry is not None)
    return Report(round_, table, device, whole) if len(whole) == len(lines) else None


class Inbox:
    """Collects what arrives while a commit is under way into the next one."""

    def __init__(self, store: ReportStore) -> None:
        self._store, self._lock = store, threading.Lock()  # a commit has a thread of its own
        self._waiting: list[tuple[Report, asyncio.Future[Kept]]] = []
        self._work: asyncio.Task[None] | None = None

    async def keep(self, report: Report) -> Kept:
        """What became of it, when that is durable; raises ``sqlite3.Error`` when it cannot be."""
        future: asyncio.Future[Kept] = asyncio.get_running_loop().create_future()
        self._waiting.append((report, future))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._commit())
        return await future

    @contextmanager
    def opened(self) -> Iterator[ReportStore]:
        """The store, while nothing else uses it."""
        with self._lock:
            yield self._store

    def _kept(self, reports: Sequence[Report]) -> list[Kept]:
        with self.opened() as store:
            return store.keep(reports)

    async def _commit(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            try:
                answers = await asyncio.to_thread(self._kept, [report for report, _ in batch])
            except Exception as fault:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(fault)
            else:
                for (_, future), kept in zip(batch, answers, strict=True):
                    if not future.done():  # who sent it may be gone
                        future.set_result(kept)


class Watch:
    """The games of the tables, as far as somebody looks at them."""

    def __init__(self, event: Path) -> None:
        self.inbox = Inbox(ReportStore(event.with_name(f"{event.name}.tables")))
        self._games: dict[tuple[int, int], tuple[Entry, Watched]] = {}

    def table(self, round_: int, table: int) -> Watched | None:
        """The game of that table as far as it was reported; ``None`` for none, or for no game of ours."""
        key = round_, table
        opened = self._games.pop(key, None)
        with self.inbox.opened() as store:
            first = next(iter(store.read(*key, 0, 1)), None)
            is_same = opened is not None and opened[0] == first
            fresh = store.read(*key, opened[1].length if opened is not None and is_same else 0)
        if first is None:
            return None
        if opened is not None and is_same:
            game = opened[1]
            game.follow(fresh)
        else:
            try:
                game = Watched(fresh)
            except (TablewrightError, KeyError):
                return None
        self._games[key] = first, game  # the newest last
        if len(self._games) > OPENED:
            del self._games[next(iter(self._games))]
        return game

    def length(self, round_: int, table: int) -> int:
        """How many lines of that table there are."""
        with self.inbox.opened() as store:
            return store.length(round_, table)

    def let_go(self, round_: int, table: int) -> None:
        """Let another device take the table."""
        with self.inbox.opened() as store:
            store.let_go(round_, table)
