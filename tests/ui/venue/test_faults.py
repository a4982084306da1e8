"""Whatever is killed while tables report: no acknowledged line is lost, and all goes on by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.ui.venue.machines import Break, Machines, evening, machines

BACK_S = 3.0  # from when what was away is back


def kills(made: Machines) -> list[Break]:
    first, second = made.hosts
    return [
        ("a host", first.kill, first.start),
        ("PostgreSQL", made.postgres.kill, made.postgres.start),
        ("the other host", second.kill, second.start),
        ("the balancer", made.front.kill, made.front.start),
    ]


@pytest.mark.slow
def test_a_kill_of_each_machine_loses_no_line(tmp_path: Path) -> None:
    with machines(tmp_path, 8) as made:
        done = asyncio.run(evening(made.front.port, made.links, 0.1, kills(made), 0))
        assert made.kept() == done.sent
    assert sum(table.said_again for table in done.hosts) > 0, "something was away while they sent"
    assert [outage for outage in done.outages if max(outage.page_s, outage.lines_s) > BACK_S] == []
