"""The same load on two hubs of one PostgreSQL database, behind HAProxy: the machines of a bigger event."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from ui.bench.rows import Row, capped
from ui.bench.servers import Postgres, balancer, host
from ui.bench.venue import TABLES, kept_lines, load, open_event, pin_of, rows_of

EVENT = "load"


def measure() -> Iterator[Row]:
    """Acknowledgements in steady play and in a burst; what is kept of what was sent; what the bigger hub takes."""
    from companion.storage.sql import Database, SqlRecorder, SqlSafe

    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as folder, ExitStack() as ends:
        postgres = Postgres()
        ends.callback(postgres.stop)
        database = ends.enter_context(closing(Database(postgres.url)))
        safe = SqlSafe(database, EVENT)
        links, pin = open_event(SqlRecorder(database, EVENT), safe, TABLES), pin_of(safe)
        hubs = []
        for _ in range(2):
            hubs.append(host("--database", postgres.url, "--event", EVENT))
            ends.callback(hubs[-1].kill)
        front = balancer(Path(folder), hubs)
        ends.callback(front.kill)
        played = asyncio.run(load(front.port, links, pin))
        memory = max(hub.memory_mb for hub in hubs)
        kept = kept_lines(database, EVENT, TABLES)
    yield from rows_of("two hubs, PostgreSQL, HAProxy", played, kept)
    yield capped("memory of the bigger of two hubs", memory, "MB", 200)
