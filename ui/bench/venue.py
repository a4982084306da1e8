"""An event under load: tables that report lines to ``companion venue``, while judges and spectators watch.

256 hosts ──a line, twice a second──> one hub, SQLite ──after the commit──> acknowledged          then ten lines of each
540 pages ──opened, kept up by news──> the same
"""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from ui.bench.load import Audience, Client, TableHost, p99, play
from ui.bench.null import NULL, null_hub
from ui.bench.rows import Row, capped, limited
from ui.bench.servers import host

if TYPE_CHECKING:
    from companion.core.ledger import Recorder
    from companion.core.session import Session
    from companion.storage.sql import Database
    from ui.venue.doors import Safe

TABLES, WATCHING = 256, 540
STEADY_S, BURST = 15, 10  # seconds of steady play; lines of each table at once
EACH_S, RESULT_S, OPEN_S = 0.5, 3.0, 8.0  # between a table's lines, and two results; while the pages are opened


def measure() -> Iterator[Row]:
    """Acknowledgements in steady play and in a burst; what is kept of what was sent; what the hub takes."""
    from companion.storage.jsonl import JsonlRecorder
    from companion.storage.sql import file_of
    from ui.venue.doors import SafeFile

    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as folder:
        event = Path(folder) / "load.event"
        with closing(JsonlRecorder(event)) as recorder:
            links = open_event(recorder, SafeFile(event), TABLES)
        pin, hub = pin_of(SafeFile(event)), host("--event", str(event))
        try:
            played = asyncio.run(load(hub.port, links, pin))
            memory = hub.memory_mb
        finally:
            hub.kill()
        with closing(file_of(event.with_name(f"{event.name}.tables"))) as tables:
            kept = kept_lines(tables, "", TABLES)
    with null_hub() as port:
        idle = asyncio.run(load(port, links, pin))
    yield from rows_of("one hub, SQLite", played, kept)
    yield capped("memory of the hub", memory, "MB", 200)
    yield limited(f"a line acknowledged, p99, {NULL}", p99(idle.steady) * 1e3, "ms", 50)
    yield limited(f"{TABLES * BURST} lines at once acknowledged, p99, {NULL}", p99(idle.burst) * 1e3, "ms", 150)


def open_event(recorder: Recorder, safe: Safe, tables: int) -> list[str]:
    """The way to each table of an event whose first round is published."""
    _begun(recorder, tables)
    return _ways(safe, tables)


def _begun(recorder: Recorder, tables: int) -> Session:
    from companion.core.ledger import Ledger
    from companion.core.session import Session
    from companion.storage.codec import JsonCodec
    from companion.system import WallClock
    from companion.tournament import ORGANISER, EventOpened, Tournament
    from companion.tournament.people import Register
    from companion.tournament.rounds import DraftRound, PublishRound

    system, setup = Tournament(), EventOpened("load", seed=1)
    ledger = Ledger(recorder, JsonCodec(system.event_types))
    session = Session(system, ledger, WallClock(), setup, seats=setup.seats)
    names = tuple(f"Player {number}" for number in range(2 * tables))
    for order in (Register(ORGANISER, names), DraftRound(ORGANISER), PublishRound(ORGANISER)):
        session.submit(order)
    return session


def _ways(safe: Safe, tables: int) -> list[str]:
    from ui.venue.doors import TABLE, open_doors

    doors, _ = open_doors(safe)
    return [f"/table/{doors.key_of(table, TABLE)}" for table in range(1, tables + 1)]


@dataclass(frozen=True, slots=True)
class Event:
    """An event that is played: the ways to its tables and to its players' pages, the organiser's PIN."""

    tables: Sequence[str]
    players: Sequence[str]
    pin: str


def played_event(file: Path, players: int, rounds: int) -> Event:
    """An event in that file after so many rounds, with the next one published."""
    from companion.storage.jsonl import JsonlRecorder
    from companion.tournament import ORGANISER, Outcome
    from companion.tournament.rounds import DraftRound, PublishRound, ReportResult
    from ui.venue.doors import PLAYER, SafeFile, open_doors
    from ui.venue.hall import Hall

    with closing(JsonlRecorder(file)) as recorder:
        session = _begun(recorder, players // 2)
        for number in range(rounds):
            for pairing in session.state.published[-1].pairings:
                outcome = (Outcome.FIRST, Outcome.SECOND, Outcome.DRAW)[(pairing.table + number) % 3]
                session.submit(ReportResult(ORGANISER, pairing.table, outcome, (pairing.table, 40 + number)))
            for order in (DraftRound(ORGANISER), PublishRound(ORGANISER)):
                session.submit(order)
        ways, pin = _ways(SafeFile(file), players // 2), pin_of(SafeFile(file))
        doors, _ = open_doors(SafeFile(file))
        marks = Hall(session, lambda: 0, lambda *_: None).mark_of  # type: ignore[arg-type]
        numbers = [player.number for player in session.state.players]
        own = [f"/me/{doors.key_of(number, PLAYER, marks(number) or '')}" for number in numbers]
    return Event(ways, own, pin)


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


async def load(port: int, links: Sequence[str], pin: str, steady_s: float = STEADY_S) -> Played:
    """An event under its load, results coming in, then a burst; the pages are open all the while."""
    hosts = [TableHost(port, link, number) for number, link in enumerate(links)]
    audience = Audience(port, ["/"] * WATCHING, OPEN_S)
    reporting = asyncio.create_task(results(port, pin, len(links)))
    await asyncio.sleep(OPEN_S)
    until = time.perf_counter() + steady_s
    steady = await play(hosts, EACH_S, lambda: time.perf_counter() < until)
    for table in hosts:
        table.seal(BURST)
    burst = await asyncio.gather(*(host.send(BURST) for host in hosts))
    reporting.cancel()
    await asyncio.to_thread(audience.leave)
    for table in hosts:
        table.close()
    return Played([took for _, took in steady], list(burst), sum(host.sent for host in hosts))


async def results(port: int, pin: str, tables: int) -> None:
    """Report a result of one table after the other, until it is cancelled."""
    organiser = Client(port)
    cookie = await organiser.enter("organiser", pin)
    for table in itertools.cycle(range(1, tables + 1)):
        form = urlencode({"do": "result", "table": table, "outcome": "first", "first": table, "second": 0}).encode()
        await organiser.ask("POST", "/organiser", form, {"cookie": cookie}, good=b"303")
        await asyncio.sleep(RESULT_S)


def pin_of(safe: Safe) -> str:
    """A new PIN of the organiser."""
    from companion.tournament import ORGANISER
    from ui.venue.doors import open_doors

    return open_doors(safe)[0].new_pin(ORGANISER)


def rows_of(where: str, played: Played, kept: int) -> Iterator[Row]:
    """The rows of a load."""
    named = f"{TABLES} tables, {WATCHING} pages watching, {where}"
    yield limited(f"a line acknowledged, p99: {named}", p99(played.steady) * 1e3, "ms", 50)
    yield limited(f"{TABLES * BURST} lines at once acknowledged, p99, {where}", p99(played.burst) * 1e3, "ms", 150)
    yield Row(f"lines that were acknowledged, {where}", played.sent, "lines", kept, "kept, each once", 1.0)
