"""The machines of an event in a test: a PostgreSQL cluster of its own, two hosts of the pages, HAProxy before them."""

from __future__ import annotations

import asyncio
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from companion.errors import MissingPart
from companion.storage.sql import Database, SqlRecorder, SqlSafe
from tests.missing import absent
from tests.patience import PATIENCE_S
from ui.bench.load import Client, Page, TableHost, play, watch
from ui.bench.servers import Postgres, Process, balancer, host
from ui.bench.venue import kept_lines, open_event
from ui.venue.doors import open_doors

EVENT = "friday"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Machines:
    """An event whose first round is played."""

    postgres: Postgres
    hosts: Sequence[Process]
    front: Process
    links: Sequence[str]
    pins: dict[str, str]

    def kept(self) -> int:
        """The lines in the database, counted by somebody else."""
        with closing(Database(self.postgres.url)) as database:
            return kept_lines(database, EVENT, len(self.links))

    def page(self, number: int, path: str, cookie: str = "", form: dict[str, str] | None = None) -> str:
        """What that host answers, in the end."""
        data = urllib.parse.urlencode(form).encode() if form is not None else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.hosts[number].port}{path}", data)
        request.add_header("cookie", cookie)
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return str(answer.read().decode())


@contextmanager
def machines(folder: Path, tables: int, cluster: Path | None = None) -> Iterator[Machines]:
    """They serve; a part that is missing fails in CI, and is named elsewhere."""
    with ExitStack() as ends:
        try:
            postgres = Postgres(cluster)
            ends.callback(postgres.stop)
            database = ends.enter_context(closing(Database(postgres.url)))
            safe = SqlSafe(database, EVENT)
            _, pins = open_doors(safe)
            links = open_event(SqlRecorder(database, EVENT), safe, tables)
            hosts = []
            for _ in range(2):
                hosts.append(host("--database", postgres.url))
                ends.callback(hosts[-1].kill)
            front = balancer(folder, hosts)
            ends.callback(front.kill)
        except MissingPart as missing:
            absent(missing)
        yield Machines(postgres, hosts, front, links, pins)


@dataclass(slots=True)
class Outage:
    """What was away, and how long after it was back everything went on."""

    what: str
    lines_s: float = 0.0  # until every table had a line acknowledged
    page_s: float = 0.0  # until a page was shown


@dataclass(slots=True)
class Evening:
    """Tables that play while things break."""

    hosts: list[TableHost]
    pages: list[Page]
    outages: list[Outage] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)  # seconds each line took

    @property
    def sent(self) -> int:
        """Lines that were acknowledged."""
        return sum(table.sent for table in self.hosts)

    def __str__(self) -> str:
        again = sum(table.said_again for table in self.hosts)
        back = "; ".join(f"{gone.what} {gone.page_s:.2f} s, all lines {gone.lines_s:.2f} s" for gone in self.outages)
        return f"{self.sent} lines, {again} times said again; back after: {back}"


Break = tuple[str, Callable[[], None], Callable[[], None]]  # what, how it goes, how it is back


def ran(work: Coroutine[object, object, T]) -> T:
    """What comes of it, in a thread of its own: a browser of another test may have this one's loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def evening(port: int, links: Sequence[str], each_s: float, breaks: Sequence[Break], watching: int) -> Evening:
    """Play on; let one thing after the other break under the load, and come back."""
    tables = [TableHost(port, link, number) for number, link in enumerate(links)]
    done = Evening(tables, [Page(port) for _ in range(watching)])
    is_over = False
    seen = asyncio.create_task(watch(done.pages, 3.0)) if watching else None
    playing = asyncio.create_task(play(tables, each_s, lambda: not is_over))
    for what, goes, is_back in breaks:
        await asyncio.sleep(1.0)
        await asyncio.to_thread(goes)
        await asyncio.sleep(1.0)
        await asyncio.to_thread(is_back)
        outage = Outage(what)
        back, before = time.perf_counter(), [table.sent for table in tables]
        page = Client(port)
        while not await _is_shown(page):
            await asyncio.sleep(0.05)
        outage.page_s = time.perf_counter() - back
        while any(table.sent == had for table, had in zip(tables, before, strict=True)):
            await asyncio.sleep(0.02)
            assert time.perf_counter() - back < PATIENCE_S, f"{what}: a table is still without an answer"
        outage.lines_s = time.perf_counter() - back
        done.outages.append(outage)
        page.close()
    await asyncio.sleep(1.0)
    is_over = True
    done.acknowledged = [took for _, took in await playing]
    if seen is not None:
        seen.cancel()
    for client in (*tables, *done.pages):
        client.close()
    return done


async def _is_shown(page: Client) -> bool:
    try:
        return b"<html" in await page.ask("GET", "/")
    except OSError:
        return False
