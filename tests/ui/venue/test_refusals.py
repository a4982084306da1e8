"""What people get wrong at an event: each is said on the page on which it was done, and nothing is lost."""

from __future__ import annotations

import html
import re
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from companion.storage.sql import file_of
from tests.patience import PATIENCE_S
from tests.ui.venue.serving import Served
from tests.ui.venue.test_day import health, post

pytestmark = pytest.mark.slow


class Desk:
    """The organiser's pages, without a browser."""

    def __init__(self, served: Served) -> None:
        self.url = served.url
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.send("/enter", role="organiser", pin=served.pins["Organiser"])

    def send(self, path: str, **form: str) -> tuple[int, str]:
        """The status, and the page as people read it."""
        data = urllib.parse.urlencode(form).encode() if form else None
        try:
            with self._opener.open(self.url + path, data, timeout=PATIENCE_S) as answer:
                return answer.status, html.unescape(answer.read().decode())
        except urllib.error.HTTPError as wrong:
            return wrong.code, html.unescape(wrong.read().decode())

    def link(self, player: str) -> str:
        """The path of a player's own page."""
        found = re.search(rf'>{player}</a></td><td><a href="(/me/[^"]+)"', self.send("/organiser")[1])
        assert found, player
        return found[1]

    def order(self, do: str, **form: str) -> tuple[int, str]:
        """What became of an order: 200, or 409 and what stands against it."""
        status, page = self.send("/organiser", do=do, **form)
        said = re.search(r'role="alert">(.*?)</p>', page)
        return status, said[1] if said else ""


def test_a_list_is_taken_whole_or_stays_typed(served: Served) -> None:
    desk = Desk(served)
    names = "Ada\nBen\nada"
    assert desk.order("register", names=names) == (
        409,
        "ada already plays here. Names tell players apart: add an initial.",
    )
    assert health(served)["players"] == 0
    assert f">{names}</textarea>" in desk.send("/organiser", do="register", names=names)[1], "nobody types it twice"
    semicolons = "\ufeffName;Club;Table\nÈve Martin;Nord;\nLéo, junior;;7\n"
    assert desk.order("register", names=semicolons)[0] == 200
    page = desk.send("/organiser")[1]
    assert "Ève Martin" in page and "Léo, junior" in page
    status, said = desk.order("register", names="name,table\nFinn,two\n")
    assert (status, "line 2: table" in said, health(served)["players"]) == (409, True, 2)
    assert desk.order("pair")[0] == desk.order("publish")[0] == 200
    assert "<td>7</td><td>" in desk.send("/")[1], "the fixed table of the list"


def test_results_of_nothing_and_forces_too_late(served: Served) -> None:
    desk = Desk(served)
    desk.order("register", names="Ada\nBen\nCleo\nDan")
    ada = served.url + desk.link("Ada")
    assert post(ada, {"do": "force", "text": "lq001\nlq002"})[0] == 200
    desk.order("pair")
    desk.order("publish")
    status, page = post(ada, {"do": "force", "text": "lq003"})
    assert status == 409
    assert "locked" in re.findall(r'role="alert">(.*?)</p>', page)[0]
    status, said = desk.order("result", table="9", outcome="first", first="100", second="0")
    assert (status, said) == (409, "That round has no table 9 (tables: 1, 2).")
    assert desk.order("result", table="1", outcome="", first="", second="")[0] == 409, "nobody wins by a slip"
    for table in ("1", "2"):
        assert desk.order("result", table=table, outcome="first", first="100", second="50")[0] == 200
    desk.order("pair")
    desk.order("publish")
    before = desk.send("/")[1]
    assert "Round 2 stays as it was paired" in desk.send("/organiser")[1]
    assert desk.order("result", table="1", round="1", outcome="second", first="50", second="100")[0] == 200
    assert pairs_in(desk.send("/")[1]) == pairs_in(before)
    assert desk.send("/")[1] != before, "places follow"


def pairs_in(page: str) -> list[str]:
    return re.findall(r"<tr><td>\d+</td><td>(\w+</td><td>\w+)</td>", page.partition("</table>")[0])


def test_three_who_have_all_met_are_paired_again_and_it_is_said(served: Served) -> None:
    """Three players, three rounds: each had a bye and met both others. A fourth breaks both rules."""
    desk = Desk(served)
    desk.order("register", names="Ada\nBen\nCleo")
    for _ in range(3):
        for do in ("pair", "publish"):
            assert desk.order(do) == (200, "")
        assert desk.order("result", table="1", outcome="draw", first="10", second="10") == (200, "")
    assert desk.order("pair") == (200, "")
    page = desk.send("/organiser")[1]
    assert "no pairing without a rematch" in page
    assert "everybody" in page.partition("nobody sees it yet")[2].partition("</table>")[0]


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "friday.event.tables"
    file_of(path).close()
    with sqlite3.connect(path) as database:
        database.execute("update format set format = format + 1")
    database.close()
    before = path.read_bytes()
    command = [sys.executable, "-m", "companion", "venue", "--event", str(tmp_path / "friday.event")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert (done.returncode, len(done.stderr.strip().splitlines())) == (2, 1), done.stderr
    assert path.name in done.stderr and "a newer version's" in done.stderr
    assert path.read_bytes() == before
