"""The laptop dies in round 3: a second one goes on from the copy, with the same PINs, links and tables."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.storage.jsonl import sealed_line
from tests.patience import PATIENCE_S, wait_until
from tests.ui.venue.serving import FOUR, Served
from tests.ui.venue.test_attacks import Caller, links, organiser
from tests.ui.venue.test_reporting import LINES, link_of, report

pytestmark = pytest.mark.slow


def test_a_second_laptop_goes_on_from_the_copy(tmp_path: Path) -> None:
    first = Served(tmp_path, "--copy", str(tmp_path / "stick"), orders=FOUR)
    desk = organiser(first)
    for _ in range(2):
        for table in ("1", "2"):
            assert (
                desk.ask("/organiser", do="result", table=table, outcome="first", first="9", second="3").status == 303
            )
        for do in ("pair", "publish"):
            assert desk.ask("/organiser", do=do).status == 303
    lines = list(map(sealed_line, LINES))
    table = link_of(first, 1)
    report(table, lines[:40])
    own = links(desk.ask("/organiser").body)["Ada"]
    copy, kept = tmp_path / "stick" / "friday.event", (tmp_path / "friday.event").read_bytes()
    wait_until(lambda: copy.read_bytes() == kept, told=lambda: "the copy is behind")
    first.kill()
    assert {file.stat().st_mode & 0o077 for file in copy.parent.iterdir()} == {0}

    second = Served(tmp_path / "stick", pins=first.pins)
    again = organiser(second)
    assert "Round 3" in Caller(second).ask("/").body
    assert Caller(second).ask(own).status == 200, "Ada's link is the same"
    assert Caller(second).ask("/enter", role="judge", pin=first.pins["Judge"]).status == 303
    moved = second.url + table.removeprefix(first.url)
    have = report(moved, [])[1]["have"]
    assert have in (0, 40), "the tables' lines are a minute behind"
    assert report(moved, lines[have:60], have)[1]["have"] == 60, "and come again"
    assert again.ask("/organiser", do="result", table="1", outcome="draw", first="1", second="1").status == 303
    second.stop()
    verify = [sys.executable, "-m", "companion", "event", "verify", str(copy)]
    assert subprocess.run(verify, capture_output=True, check=False, timeout=PATIENCE_S).returncode == 0


def test_a_stick_that_is_pulled_out_ends_nothing(tmp_path: Path) -> None:
    served = Served(tmp_path, "--copy", str(tmp_path / "stick"), orders=FOUR)
    (tmp_path / "stick").rename(tmp_path / "gone")
    (tmp_path / "stick").write_text("no folder", encoding="ascii")
    log = tmp_path / "friday.event.security"
    desk = organiser(served)
    desk.ask("/organiser", do="drop", player="Dan")
    wait_until(lambda: "copy_lost" in log.read_text(encoding="ascii"), told=lambda: log.read_text(encoding="ascii"))
    assert desk.ask("/organiser").status == 200
    served.stop()
