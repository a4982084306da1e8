"""Two hosts of one event on PostgreSQL behind HAProxy: what one wrote the other shows, and no kill loses a line."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage.sql import Database
from tests.cli.command_line import companion
from tests.patience import PATIENCE_S, wait_until
from tests.ui.venue.machines import Machines, machines, ran
from ui.bench.load import TableHost

pytestmark = pytest.mark.slow
TABLES = 8


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with machines(tmp_path_factory.mktemp("machines"), TABLES) as made:
        yield made


def entered(served: Machines, number: int) -> str:
    """The cookie of an organiser who came in at that host."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    asked = f"role=organiser&pin={served.pins['organiser']}".encode()
    try:
        urllib.request.build_opener(Stay).open(f"http://127.0.0.1:{served.hosts[number].port}/enter", asked, PATIENCE_S)
    except urllib.error.HTTPError as sent_on:
        with sent_on:
            return str(sent_on.headers["set-cookie"]).partition(";")[0]
    raise AssertionError("not let in")


def version(served: Machines, number: int) -> int:
    return int(json.loads(served.page(number, "/health"))["version"])


def test_what_one_host_wrote_the_other_shows(served: Machines) -> None:
    cookie = entered(served, 0)
    served.page(0, "/organiser", cookie, {"do": "register", "names": "Zoe"})
    assert "Zoe" in served.page(1, "/organiser", cookie), "one who came in at the first is known at the second, at once"
    served.page(1, "/organiser", cookie, {"do": "start"})
    wait_until(lambda: version(served, 0) == version(served, 1))  # a page that is open hears of it
    served.page(0, "/organiser", cookie, {"do": "open_door"})
    assert "name=" in served.page(1, "/register"), "the door is open at both"


def test_a_host_hears_again_after_the_database_let_go_of_it(served: Machines) -> None:
    """Nobody asks the second host for a page meanwhile: what it knows it has heard."""
    cookie = entered(served, 0)
    with closing(Database(served.postgres.url)) as database, database.writing() as db:
        others = "pg_stat_activity WHERE pid <> pg_backend_pid() AND datname <> ''"
        db.exec_driver_sql(f"SELECT pg_terminate_backend(pid) FROM {others}")
    served.page(0, "/organiser", cookie, {"do": "register", "names": "Yann"})
    wait_until(lambda: version(served, 0) == version(served, 1), told=lambda: "it does not listen again")


def test_hosts_that_write_at_once_decide_one_after_the_other(served: Machines, tmp_path: Path) -> None:
    cookie, names = entered(served, 0), [f"Late {number}" for number in range(20)]
    with ThreadPoolExecutor(8) as pool:
        list(
            pool.map(
                lambda number: served.page(
                    number % 2, "/organiser", cookie, {"do": "register", "names": names[number]}
                ),
                range(20),
            )
        )
    page = served.page(1, "/organiser", cookie)
    assert [len(re.findall(rf">{name}<", page)) > 0 for name in names] == [True] * 20
    (tmp_path / "event.record").write_text(served.page(0, "/papers/event.record", cookie), encoding="utf-8")
    verified = companion("event", "verify", tmp_path / "event.record", "--json")
    assert json.loads(verified.out)["lines"] == version(served, 1) + 1, "the sealed record, as anybody can check it"


def test_tables_report_to_either_host(served: Machines) -> None:
    """A table's host that is sent to the other one goes on where it was; two games at once at one table are refused."""

    async def report() -> None:
        tables = [TableHost(served.hosts[0].port, link, number) for number, link in enumerate(served.links)]
        await asyncio.gather(*(table.send(3) for table in tables))
        for table in tables:
            table.close()
            table.port = served.hosts[1].port
        await asyncio.gather(*(table.send(4) for table in tables))
        stranger = TableHost(served.hosts[0].port, served.links[0], 99)
        with pytest.raises(AssertionError, match="Another device reports table"):
            await stranger.send(1)
        for table in (*tables, stranger):
            table.close()

    before = served.kept()
    ran(report())
    assert served.kept() == before + 7 * TABLES
