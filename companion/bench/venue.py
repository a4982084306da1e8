"""An event under load: tables that report lines to ``companion venue``, while judges and spectators watch.

256 hosts ──a line, twice a second──> one hub, SQLite ──after the commit──> acknowledged          then ten lines of each
540 pages ──is there news?──────────> the same
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from companion.bench.rows import Row, limited

TABLES, WATCHING = 256, 540
STEADY_S, BURST = 15, 10  # seconds of steady play; lines of each table at once
EACH_S, LOOKS_S = 0.5, 3.0  # how often a table sends a line, and a page asks for news


def measure() -> Iterator[Row]:
    """Acknowledgements in steady play and in a burst; what is kept of what was sent; what the hub takes."""
    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as folder:
        event = Path(folder) / "load.event"
        links = _opened(event)
        command = [sys.executable, "-m", "companion", "venue", "--event", str(event), "--address", "127.0.0.1:0"]
        hub = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert hub.stdout is not None
            port = int(re.findall(r":(\d+)", hub.stdout.readline())[-1])
            steady, burst, sent = asyncio.run(_played(port, links))
            kept = _kept(event)
            memory = Path(f"/proc/{hub.pid}/status").read_text(encoding="ascii")
        finally:
            hub.terminate()
            hub.communicate()
    named = f"{TABLES} tables, {WATCHING} pages watching"
    yield limited(f"a line acknowledged, p99: {named}", _p99(steady) * 1e3, "ms", 50)
    yield limited(f"{TABLES * BURST} lines at once acknowledged, p99", _p99(burst) * 1e3, "ms", 150)
    yield Row("lines that were acknowledged", sent, "lines", kept, "kept by the hub, each once", 1.0)
    resident = int(re.findall(r"VmRSS:\s+(\d+)", memory)[0]) / 1024
    yield Row("memory of the hub", resident, "MB", 200, "limit", 1.0)


def _opened(event: Path) -> list[str]:
    """An event whose first round is published; the way to each table."""
    from companion.core.ledger import Ledger
    from companion.core.session import Session
    from companion.storage.codec import JsonCodec
    from companion.storage.jsonl import JsonlRecorder
    from companion.system import WallClock
    from companion.tournament import ORGANISER, EventOpened, Tournament
    from companion.tournament.event import DraftRound, PublishRound, Register
    from ui.venue.doors import TABLE, SafeFile, open_doors

    system, recorder, setup = Tournament(), JsonlRecorder(event), EventOpened("load", seed=1)
    ledger = Ledger(recorder, JsonCodec(system.event_types))
    with closing(recorder):
        session = Session(system, ledger, WallClock(), setup, seats=setup.seats)
        names = tuple(f"Player {number}" for number in range(2 * TABLES))
        for order in (Register(ORGANISER, names), DraftRound(ORGANISER), PublishRound(ORGANISER)):
            session.submit(order)
    doors, _ = open_doors(SafeFile(event))
    return [f"/table/{doors.key_of(table, TABLE)}" for table in range(1, TABLES + 1)]


def _kept(event: Path) -> int:
    from companion.storage.reported import ReportStore
    from companion.storage.sql import file_of

    with closing(file_of(event.with_name(f"{event.name}.tables"))) as tables:
        store = ReportStore(tables)
        return sum(len(store.read(1, table)) for table in range(1, TABLES + 1))


class _Host:
    """A table's host: a chain of lines, sent in order over one connection."""

    def __init__(self, port: int, link: str, number: int) -> None:
        self._port, self._link, self._number = port, link, number
        self._seal, self.sent = "0" * 64, 0
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, count: int) -> float:
        """Seconds until so many new lines are acknowledged."""
        from companion.core.ledger import Entry, seal_of
        from companion.storage.jsonl import sealed_line

        lines = []
        for version in range(self.sent, self.sent + count):
            line = json.dumps({"table": self._number, "version": version, "told": "x" * 300}).encode()
            self._seal = seal_of(self._seal, line)
            lines.append(sealed_line(Entry(version, line, self._seal)))
        head = {"x-device": f"device of table {self._number:05}", "x-first": str(self.sent)}
        before = time.perf_counter()
        answer = await self.ask("POST", self._link, b"".join(lines), head)
        taken = time.perf_counter() - before
        self.sent += count
        assert json.loads(answer)["have"] == self.sent, answer
        return taken

    async def ask(self, method: str, path: str, body: bytes = b"", head: dict[str, str] | None = None) -> bytes:
        """The body of the answer."""
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._ends
        fields = {"host": f"127.0.0.1:{self._port}", "content-length": str(len(body)), **(head or {})}
        told = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{told}\r\n".encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
        return await reader.readexactly(int(length[1]) if length else 0)

    def close(self) -> None:
        """Hang up."""
        if self._ends is not None:
            self._ends[1].close()


async def _played(port: int, links: Sequence[str]) -> tuple[list[float], list[float], int]:
    """The seconds of each acknowledgement in steady play and in the burst; how many lines were sent."""
    hosts = [_Host(port, link, number) for number, link in enumerate(links)]
    pages = [_Host(port, "", number) for number in range(WATCHING)]
    steady: list[float] = []
    begun = time.perf_counter()

    async def play(host: _Host, offset_s: float) -> None:
        await asyncio.sleep(offset_s)
        while time.perf_counter() - begun < STEADY_S:
            until = time.perf_counter() + EACH_S
            steady.append(await host.send(1))
            await asyncio.sleep(max(0, until - time.perf_counter()))

    async def watch(page: _Host, offset_s: float) -> None:
        await asyncio.sleep(offset_s)
        while True:
            await page.ask("GET", "/health")
            await asyncio.sleep(LOOKS_S)

    watchers = [asyncio.create_task(watch(page, LOOKS_S * n / WATCHING)) for n, page in enumerate(pages)]
    await asyncio.gather(*(play(host, EACH_S * n / TABLES) for n, host in enumerate(hosts)))
    burst = await asyncio.gather(*(host.send(BURST) for host in hosts))
    for watcher in watchers:
        watcher.cancel()
    for one in (*hosts, *pages):
        one.close()
    return steady, list(burst), sum(host.sent for host in hosts)


def _p99(taken: Sequence[float]) -> float:
    return sorted(taken)[int(len(taken) * 0.99)]
