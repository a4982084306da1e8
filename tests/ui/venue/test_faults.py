"""Whatever is killed while tables report: no acknowledged line is lost, and all goes on by itself."""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.core.ledger import GENESIS, Entry, seal_of
from companion.storage.jsonl import JsonlRecorder
from companion.storage.sql import file_of
from companion.storage.sqlite import SqliteRecorder
from companion.system import EventClock
from companion.tournament import ORGANISER
from companion.tournament.clock import StartClock
from tests.patience import PATIENCE_S
from tests.ui.venue.machines import Break, Machines, evening, machines, ran
from ui.bench.load import Page, TableHost, watch
from ui.bench.servers import Process
from ui.bench.venue import kept_lines, open_event
from ui.cli.event_file import opened
from ui.table.venue_link import VenueLink
from ui.venue.doors import SafeFile

AHEAD = EventClock(day_ns=lambda: time.time_ns() + 3600 * 10**9)
BACK_S = 3.0  # from when what was away is back


def kills(made: Machines) -> list[Break]:
    first, second = made.hosts
    return [
        ("a host", first.kill, first.start),
        ("PostgreSQL", made.postgres.kill, made.postgres.start),
        ("the other host", second.kill, second.start),
        ("the balancer", made.front.kill, made.front.start),
    ]


@pytest.mark.long
def test_a_kill_of_each_machine_loses_no_line(tmp_path: Path) -> None:
    with machines(tmp_path, 8) as made:
        done = ran(evening(made.front.port, made.links, 0.1, kills(made), 0))
        assert made.kept() == done.sent
    assert sum(table.said_again for table in done.hosts) > 0, "something was away while they sent"
    assert [outage for outage in done.outages if max(outage.page_s, outage.lines_s) > BACK_S] == []


@pytest.mark.long
def test_a_hall_survives_every_kill(tmp_path: Path) -> None:
    """256 tables with two lines a second each, 540 pages that watch."""
    with machines(tmp_path, 256) as made:
        done = ran(evening(made.front.port, made.links, 0.5, kills(made), 540))
        assert made.kept() == done.sent
    sys.stdout.write(f"{done}\n")
    assert [outage for outage in done.outages if max(outage.page_s, outage.lines_s) > BACK_S] == []


@pytest.fixture
def disk() -> Iterator[Path]:
    """A small disk of its own."""
    folder = Path(tempfile.mkdtemp(prefix="tablewright-disk-"))
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", folder], check=False)
    if mounted.returncode:
        pytest.skip("a disk of its own can be made by root alone")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)
    folder.rmdir()


def fill(disk: Path) -> None:
    """Not a byte is left on it."""
    with suppress(OSError), (disk / "filler").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


@pytest.mark.long
def test_a_full_disk_loses_no_line_of_a_database(disk: Path, tmp_path: Path) -> None:
    (disk / "cluster").mkdir()
    with machines(tmp_path, 64, disk / "cluster") as made:

        def freed() -> None:
            (disk / "filler").unlink()
            made.postgres.start()  # where it gave up

        breaks = [("the disk", lambda: fill(disk), freed)] * 2
        done = ran(evening(made.front.port, made.links, 0.02, breaks, 0))
        assert made.kept() == done.sent
    sys.stdout.write(f"{done}\n")
    assert sum(table.said_again for table in done.hosts) > 0, "the disk was full while they sent"
    assert [outage for outage in done.outages if max(outage.page_s, outage.lines_s) > BACK_S] == []


@pytest.mark.long
def test_a_full_disk_and_a_clock_set_back_lose_no_line_of_a_file(disk: Path, tmp_path: Path) -> None:
    """The host is killed, and the clock of its machine is an hour behind when it is back: the round's clock is not."""
    event = disk / "friday.event"
    with closing(JsonlRecorder(event)) as recorder:
        links = open_event(recorder, SafeFile(event), 64)
    with opened(event) as session:
        session.submit(StartClock(ORGANISER, AHEAD.now_ms()))
    ahead = (
        "import time; day = time.time_ns; time.time_ns = lambda: day() + 3600 * 10**9\nfrom ui.cli import main; main()"
    )
    venue = ["venue", "--event", str(event), "--address"]
    clocks = [[sys.executable, "-c", ahead], [sys.executable, "-m", "companion"]]
    hub = Process(lambda port: [*clocks[0], *venue, f"127.0.0.1:{port}"])
    left = [_left_s(hub)]

    def set_back() -> None:
        hub.command = [*clocks[1], *venue, f"127.0.0.1:{hub.port}"]
        hub.start()

    breaks = [
        ("the disk", lambda: fill(disk), (disk / "filler").unlink),
        ("the host, and the clock", hub.kill, set_back),
    ]
    done = ran(evening(hub.port, links, 0.02, breaks, 0))
    left.append(_left_s(hub))
    hub.kill()
    with closing(file_of(event.with_name("friday.event.tables"))) as tables:
        assert kept_lines(tables, "", 64) == done.sent
    sys.stdout.write(f"{done}\n")
    assert sum(table.said_again for table in done.hosts) > 0, "the disk was full while they sent"
    assert [outage for outage in done.outages if max(outage.page_s, outage.lines_s) > BACK_S] == []
    assert 0 <= 50 * 60 - left[1] < 120, "not an hour more"


def _left_s(hub: Process) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{hub.port}/clock.json", timeout=PATIENCE_S) as answer:
        return float(json.loads(answer.read())["left_ms"]) / 1000


@pytest.mark.long
def test_an_hour_without_a_line_to_the_venue_loses_nothing(tmp_path: Path) -> None:
    """Four tables play on with two lines a second; the clock they ask the venue by is ours."""
    now_s, lines = 0.0, 7200
    with machines(tmp_path, 4) as made:
        url = f"http://127.0.0.1:{made.front.port}"
        stores = [SqliteRecorder(tmp_path / f"table-{number}.db", host=True) for number in range(4)]
        heads = [GENESIS] * 4
        reporters = [
            VenueLink(url + link, tmp_path / f"table-{number}.db", "en", lambda: now_s)
            for number, link in enumerate(made.links)
        ]
        for reporter in reporters:
            reporter.poll()
            assert reporter.have == 0, "the venue is there"
        made.front.kill()
        for second in range(lines // 2):
            for number, store in enumerate(stores):
                batch = []
                for version in (2 * second, 2 * second + 1):
                    line = json.dumps({"table": number, "version": version, "told": "x" * 300}).encode()
                    heads[number] = seal_of(heads[number], line)
                    batch.append(Entry(version, line, heads[number]))
                store.append(batch, 2 * second)
            now_s += 1.0
            for reporter in reporters:
                reporter.poll()
        assert [reporter.have for reporter in reporters] == [None] * 4, "it was asked, and away"
        made.front.start()
        begun = time.monotonic()
        while any(reporter.have != lines for reporter in reporters):
            now_s += 1.0
            for reporter in reporters:
                reporter.poll()
            assert time.monotonic() - begun < 10 * PATIENCE_S
        sys.stdout.write(f"{4 * lines} lines of an hour, reported in {time.monotonic() - begun:.1f} s\n")
        assert made.kept() == 4 * lines
        for store, reporter in zip(stores, reporters, strict=True):
            store.close()
            reporter.close()


@pytest.mark.long
def test_memory_is_flat_over_half_an_hour_of_lines(tmp_path: Path) -> None:
    """As many lines as 256 tables send in 30 minutes, as fast as they are taken, while 540 pages watch."""
    held: list[list[float]] = []
    with machines(tmp_path, 256) as made:

        async def half_an_hour() -> int:
            tables = [TableHost(made.front.port, link, number) for number, link in enumerate(made.links)]
            pages = [Page(made.front.port) for _ in range(540)]
            watching = asyncio.create_task(watch(pages, 3.0))
            for _ in range(180):  # ten seconds of play each
                await asyncio.gather(*(table.send(20) for table in tables))
                held.append([hub.memory_mb for hub in made.hosts])
            watching.cancel()
            for client in (*tables, *pages):
                client.close()
            return sum(table.sent for table in tables)

        sent = ran(half_an_hour())
        assert made.kept() == sent == 256 * 2 * 1800
    thirds = [[statistics.mean(hub) for hub in zip(*held[first : first + 60], strict=True)] for first in (0, 60, 120)]
    sys.stdout.write(f"{sent} lines; MB of the hubs by thirds: {thirds}\n")
    assert all(last <= first * 1.05 for first, last in zip(thirds[0], thirds[2], strict=True))
