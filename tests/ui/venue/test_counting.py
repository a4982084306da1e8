"""Clicks taken in the standings of an event: from the table's own lines, when both players have said how it ended."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.storage.jsonl import sealed_line
from tests.ui.venue.serving import FOUR, NAMES, Served
from tests.ui.venue.test_day import post
from tests.ui.venue.test_refusals import Desk
from tests.ui.venue.test_reporting import LINES, link_of, report

pytestmark = pytest.mark.slow


def clicks_in(lines: list[bytes]) -> Counter[str]:
    """The clicks of each seat's dials, as a reader of the file counts them: the turns onwards, by the piece's name."""
    taken: Counter[str] = Counter()
    for line in map(json.loads, lines):
        if line["type"] == "DialTurned":
            seat = {"r": "red", "b": "blue"}[line["event"]["piece"][0]]
            taken[seat] += max(0, line["event"]["after"] - line["event"]["before"])
    return taken


def noted(served: Served) -> list[Any]:
    lines = map(json.loads, served.event.read_text(encoding="utf-8").splitlines())
    return [line["event"]["clicks"] for line in lines if line["type"] == "ClicksCounted"]


def test_clicks_come_from_the_tables_records(tmp_path: Path) -> None:
    served = Served(tmp_path, orders=("settle --tiebreak clicks_taken --tiebreak lot", *FOUR))
    link, lines = link_of(served, 1), list(map(sealed_line, LINES))
    players = report(link, lines[:100])[1]["players"]
    desk = Desk(served)
    for player in players:
        assert noted(served) == [], "nobody counts while they play"
        assert post(served.url + desk.link(player), {"do": "report", "outcome": "draw"})[0] == 200
    then, ended = clicks_in(lines[:100]), clicks_in(lines)
    assert ended == {"red": 12, "blue": 5}, "counted by hand"
    assert [(one["lines"], one["taken"]) for one in noted(served)] == [(100, [then["red"], then["blue"]])]
    report(link, lines[100:], 100)
    report(link, [], len(lines))
    assert [(one["lines"], one["taken"]) for one in noted(served)[1:]] == [(len(lines), [12, 5])], "once"
    served.stop()
    shown = [sys.executable, "-m", "companion", "event", "standings", str(served.event), "--json"]
    told = json.loads(subprocess.run(shown, check=True, capture_output=True).stdout)
    clicks = {row["player"]: row["clicks_taken"] for row in told}
    assert [clicks[player] for player in players] == [12, 5]
    assert [clicks[name] for name in NAMES if name not in players] == [None, None], "a table that did not report"
