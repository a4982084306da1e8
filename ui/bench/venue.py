"""An event under load: tables that report lines to ``companion venue``, while judges and spectators watch.

256 hosts ──a line, twice a second──> one hub, SQLite ──after the commit──> acknowledged          then ten lines of each
540 pages ──is there news?──────────> the same
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ui.bench.load import Client, TableHost, beside, p99, play
from ui.bench.rows import Row, capped, limited
from ui.bench.servers import host

if TYPE_CHECKING:
    from companion.core.ledger import Recorder
    from companion.storage.sql import Database
    from ui.venue.doors import Safe

TABLES, WATCHING = 256, 540
STEADY_S, BURST = 15, 10  # seconds of steady play; lines of each table at once
EACH_S, LOOKS_S = 0.5, 3.0  # how often a table sends a line, and a page asks for news


def measure() -> Iterator[Row]:
    """Acknowledgements in steady play and in a burst; what is kept of what was sent; what the hub takes."""
    from companion.storage.jsonl import JsonlRecorder
    from companion.storage.sql import file_of
    from ui.venue.doors import SafeFile

    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as folder:
        event = Path(folder) / "load.event"
        with closing(JsonlRecorder(event)) as recorder:
            links = open_event(recorder, SafeFile(event), TABLES)
        hub = host("--event", str(event))
        try:
            played = asyncio.run(load(hub.port, links))
            memory = hub.memory_mb
        finally:
            hub.kill()
        with closing(file_of(event.with_name(f"{event.name}.tables"))) as tables:
            kept = kept_lines(tables, "", TABLES)
    yield from rows_of("one hub, SQLite", played, kept)
    yield capped("memory of the hub", memory, "MB", 200)


def open_event(recorder: Recorder, safe: Safe, tables: int) -> list[str]:
    """The way to each table of an event whose first round is published."""
    from companion.core.ledger import Ledger
    from companion.core.session import Session
    from companion.storage.codec import JsonCodec
    from companion.system import WallClock
    from companion.tournament import ORGANISER, EventOpened, Tournament
    from companion.tournament.people import Register
    from companion.tournament.rounds import DraftRound, PublishRound
    from ui.venue.doors import TABLE, open_doors

    system, setup = Tournament(), EventOpened("load", seed=1)
    ledger = Ledger(recorder, JsonCodec(system.event_types))
    session = Session(system, ledger, WallClock(), setup, seats=setup.seats)
    names = tuple(f"Player {number}" for number in range(2 * tables))
    for order in (Register(ORGANISER, names), DraftRound(ORGANISER), PublishRound(ORGANISER)):
        session.submit(order)
    doors, _ = open_doors(safe)
    return [f"/table/{doors.key_of(table, TABLE)}" for table in range(1, tables + 1)]


def kept_lines(database: Database, event: str, tables: int) -> int:
    """Count the lines of the first round that are kept, their versions without a gap."""
    from companion.storage.reported import ReportStore

    store = ReportStore(database, event)
    games = [[entry.version for entry in store.read(1, table)] for table in range(1, tables + 1)]
    return sum(len(game) for game in games if game == list(range(len(game))))


@dataclass(frozen=True, slots=True)
class Played:
    """The seconds of each acknowledgement in steady play, and in a burst; how many lines were acknowledged."""

    steady: list[float]
    burst: list[float]
    sent: int


async def load(port: int, links: Sequence[str], steady_s: float = STEADY_S) -> Played:
    """An event under its load, then a burst."""
    hosts = [TableHost(port, link, number) for number, link in enumerate(links)]
    pages = [Client(port) for _ in range(WATCHING)]
    until = time.perf_counter() + steady_s
    steady = await beside(play(hosts, EACH_S, lambda: time.perf_counter() < until), pages, LOOKS_S)
    for table in hosts:
        table.seal(BURST)
    burst = await asyncio.gather(*(host.send(BURST) for host in hosts))
    for one in (*hosts, *pages):
        one.close()
    return Played(steady, list(burst), sum(host.sent for host in hosts))


def rows_of(where: str, played: Played, kept: int) -> Iterator[Row]:
    """The rows of a load."""
    named = f"{TABLES} tables, {WATCHING} pages watching, {where}"
    yield limited(f"a line acknowledged, p99: {named}", p99(played.steady) * 1e3, "ms", 50)
    yield limited(f"{TABLES * BURST} lines at once acknowledged, p99, {where}", p99(played.burst) * 1e3, "ms", 150)
    yield Row(f"lines that were acknowledged, {where}", played.sent, "lines", kept, "kept, each once", 1.0)
