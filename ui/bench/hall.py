"""A hall of people: 256 players in round five, 300 phones with their pages open, and a result every three seconds.

128 hosts ──a line, twice a second──> one hub, SQLite ──after the commit──> acknowledged
organiser ──a result──> the same ──the parts that changed──> 256 players' pages, 44 of everybody
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from ui.bench.load import Audience, Client, Seen, TableHost, p99, play
from ui.bench.null import NULL, null_hub
from ui.bench.rows import Row, capped, limited
from ui.bench.servers import host
from ui.bench.venue import played_event

PLAYERS, PHONES, ROUNDS = 256, 300, 4
OPEN_S, RESULTS, EVERY_S, EACH_S = 10.0, 10, 3.0, 0.5
WAITS_S = 15.0  # for pages, after the last result


@dataclass(frozen=True, slots=True)
class Evening:
    """The seconds until each line was acknowledged, and until each page showed each result; bytes a page a result."""

    lines: list[float]
    shown: list[float]
    answered: list[float]  # to the organiser
    bytes: float


def measure() -> Iterator[Row]:
    """Lines of tables and pages of people while results come in."""
    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as folder:
        event = Path(folder) / "hall.event"
        made = played_event(event, PLAYERS, ROUNDS)
        hub = host("--event", str(event))
        try:
            seen = asyncio.run(evening(hub.port, made.tables, made.players, made.pin))
            memory = hub.memory_mb
        finally:
            hub.kill()
        with null_hub() as port:
            idle = asyncio.run(evening(port, made.tables, made.players, made.pin))
    named = f"{PLAYERS} players, {PHONES} phones as browsers, a result every {EVERY_S:.0f} s"
    yield limited(f"a line acknowledged, p50: {named}", median(seen.lines) * 1e3, "ms", 10)
    yield limited("the same, p99", p99(seen.lines) * 1e3, "ms", 100)
    yield limited("every page current after a result, p95", _p95(seen.shown) * 1e3, "ms", 1000)
    yield limited("a result answered, slowest", max(seen.answered) * 1e3, "ms", 1000)
    yield capped("the network, for a page and a result", seen.bytes / 1000, "kB", 20)
    yield capped("memory of the hub", memory, "MB", 250)
    yield limited(f"a line acknowledged, p50, {NULL}", median(idle.lines) * 1e3, "ms", 10)
    yield limited(f"a line acknowledged, p99, {NULL}", p99(idle.lines) * 1e3, "ms", 100)
    yield limited(f"every page current after a result, p95, {NULL}", _p95(idle.shown) * 1e3, "ms", 1000)


async def evening(port: int, tables: Sequence[str], players: Sequence[str], pin: str) -> Evening:
    """Play, report results, and see when each page has them."""
    hosts = [TableHost(port, link, number) for number, link in enumerate(tables)]
    paths = [*players, *["/"] * PHONES][:PHONES]
    organiser, audience = Client(port), Audience(port, paths, OPEN_S)
    await asyncio.sleep(OPEN_S + 1)
    cookie = await organiser.enter("organiser", pin)
    is_over, at, answered = False, list[tuple[float, int]](), list[float]()
    playing = asyncio.create_task(play(hosts, EACH_S, lambda: not is_over))
    for table in range(1, RESULTS + 1):
        begun = time.perf_counter()
        form = urlencode({"do": "result", "table": table, "outcome": "first", "first": 200, "second": 100}).encode()
        await organiser.ask("POST", "/organiser", form, {"cookie": cookie}, good=b"303")
        version = int((await organiser.ask("GET", "/health")).partition(b'"version":')[2].partition(b",")[0])
        at.append((begun, version))
        answered.append(time.perf_counter() - begun)
        await asyncio.sleep(max(0.0, EVERY_S - (time.perf_counter() - begun)))
    seen = await asyncio.to_thread(audience.leave, at[-1][1], WAITS_S)
    is_over = True
    lines = [took for _, took in await playing]
    for one in (*hosts, organiser):
        one.close()
    carried = sum(_carried(page, at[0][0]) for page in seen) / len(seen) / RESULTS
    shown = [_shown(page, begun, version) for begun, version in at for page in seen]
    return Evening(lines, shown, answered, carried)


def _shown(page: Seen, begun: float, version: int) -> float:
    return next((when for when, seen, _ in page.versions if seen >= version), begun + EVERY_S + WAITS_S) - begun


def _carried(page: Seen, begun: float) -> int:
    """The bytes from then on."""
    before = max((carried for when, _, carried in page.versions if when < begun), default=0)
    return page.versions[-1][2] - before if page.versions else 0


def _p95(taken: Sequence[float]) -> float:
    return sorted(taken)[int(len(taken) * 0.95)]
