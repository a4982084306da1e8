"""The page of an event's days and of its season, as its host shows it."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from companion.core.rules import Rejected
from companion.core.session import Session
from companion.text.wording import Wording
from companion.tournament import ORGANISER, Outcome
from companion.tournament.event import NewDay
from companion.tournament.people import Register
from companion.tournament.rounds import Cut, DraftRound, PublishRound, ReportResult
from companion.tournament.season import Earlier, places_of
from tests.cli.command_line import companion
from tests.patience import PATIENCE_S
from tests.tournament.events import give, opened
from tests.ui.venue.serving import Served
from ui.library import Library
from ui.presenters.games import read_sheet
from ui.venue.hall import Hall
from ui.venue.pages import Writer
from ui.venue.season import season_page

DRAFT, PUBLISH, NEW_DAY = DraftRound(ORGANISER), PublishRound(ORGANISER), NewDay(ORGANISER)


def rows(page: str) -> list[list[str]]:
    found = re.findall(r"<tr>(?:<td>.*?</td>)+</tr>", page)
    return [[unescape(cell) for cell in re.findall(r"<td>(.*?)</td>", row)] for row in found]


def won(session: Session, winner: str, points: int) -> None:
    """Play a round of one table."""
    round_ = give(session, DRAFT, PUBLISH).published[-1]
    is_first = round_.pairings[0].players[0] == winner
    outcome = Outcome.FIRST if is_first else Outcome.SECOND
    give(session, ReportResult(ORGANISER, 1, outcome, (points, 0) if is_first else (0, points)))


def test_each_day_has_its_places_and_the_season_this_event_when_it_is_over() -> None:
    """Ada wins on the first day, Ben by more on the second; March was his: 10 + 10. The others were second once."""
    session = opened(3)
    give(session, Register(ORGANISER, ("Ada", "Ben")))
    won(session, "Ada", 200)
    give(session, NEW_DAY)
    won(session, "Ben", 250)
    earlier = Earlier((("March", [("Ben", 1), ("Cleo", 2)]),), best=2)
    hall = Hall(session, lambda: 0, lambda text, points, words: read_sheet(Library(), text, points, words), earlier)
    page = season_page(Writer(hall, Wording("en")))
    season, second, first = page.split("<section")[1:]
    assert rows(season) == [["1", "Ben", "20", "2"], ["2", "Ada", "8", "1"], ["2", "Cleo", "8", "1"]]
    assert "Day 2" in second and rows(second.partition("<details>")[0]) == [["1", "Ben", "1"], ["2", "Ada", "1"]]
    assert "Day 1" in first and rows(first.partition("<details>")[0]) == [["1", "Ada", "1"], ["2", "Ben", "0"]]
    assert "Jour 2" in season_page(Writer(hall, Wording("fr")))


@pytest.mark.rule("TW-EV-12")
def test_a_day_on_which_nothing_was_played_is_none() -> None:
    session = opened(3)
    give(session, Register(ORGANISER, ("Ada", "Ben")), DRAFT, PUBLISH, ReportResult(ORGANISER, 1, Outcome.FIRST))
    give(session, NEW_DAY)
    decision = session.submit(NEW_DAY)
    assert isinstance(decision, Rejected)
    assert [str(one.rule) for one in decision.violations] == ["TW-EV-12"]
    assert session.state.day == 2


def test_an_event_counts_for_its_season_when_the_elimination_is_won() -> None:
    session = opened(3)
    give(session, Register(ORGANISER, ("Ada", "Ben")), DRAFT, PUBLISH, ReportResult(ORGANISER, 1, Outcome.FIRST))
    state = give(session, Cut(ORGANISER, 2))
    assert places_of(state) is None
    state = give(session, DRAFT, PUBLISH, ReportResult(ORGANISER, 1, Outcome.SECOND))
    assert [place for _, place in places_of(state) or ()] == [1, 2]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    march = tmp_path / "march.event"
    for order in ("new", "register --player Ada --player Ben", "pair", "publish", "result --table 1 --winner Ada"):
        verb, *words = order.split()
        assert companion("event", verb, march, *words).status == 0
    made = Served(tmp_path, "--season", str(march))
    yield made
    made.stop()


def test_a_host_counts_the_events_that_it_was_given(served: Served) -> None:
    with urllib.request.urlopen(f"{served.url}/season", timeout=PATIENCE_S) as answer:
        page = answer.read().decode()
    assert rows(page) == [["1", "Ada", "10", "1"], ["2", "Ben", "8", "1"]]
    with urllib.request.urlopen(f"{served.url}/", timeout=PATIENCE_S) as answer:
        assert 'href="/season"' in answer.read().decode()
