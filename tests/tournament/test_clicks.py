"""Clicks taken as a column of the standings: by hand, against a slow count, and who may count."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from companion.core.rules import Rejected
from companion.core.session import Session
from companion.tournament import ORGANISER, Outcome, standings
from companion.tournament.clicks import CountClicks
from companion.tournament.people import Register
from companion.tournament.rounds import Cut, DraftRound, PublishRound
from companion.tournament.state import CLICKS, JUDGE, TABLES, Clicks
from tests.tournament.events import give, opened, play, report


def four() -> Session:
    """Ada and Ben, Cleo and Dan as they were drawn: every game is a draw, so that clicks alone part them."""
    session = opened(tiebreaks=(CLICKS, "lot"))
    give(session, Register(ORGANISER, ("Ada", "Ben", "Cleo", "Dan")), DraftRound(ORGANISER), PublishRound(ORGANISER))
    for table in (1, 2):
        report(session, table, Outcome.DRAW)
    return session


def test_fewer_clicks_are_the_better_place() -> None:
    session = four()
    (one, two), (three, four_) = (pairing.players for pairing in session.state.rounds[0].pairings)
    give(session, CountClicks(TABLES, Clicks(1, 1, (9, 4), 80)), CountClicks(TABLES, Clicks(1, 2, (7, 0), 90)))
    lines = standings(session.state)
    assert [(line.player, line.tiebreaks[CLICKS]) for line in lines] == [(four_, 0), (two, 4), (three, 7), (one, 9)]
    give(session, CountClicks(TABLES, Clicks(1, 1, (1, 8), 85)))
    assert [line.player for line in standings(session.state)] == [four_, one, three, two], "counted again"
    give(session, Cut(ORGANISER, 2))
    assert set(session.state.cut) == {four_, one}


def test_where_a_game_was_not_reported_clicks_place_nobody() -> None:
    session = four()
    by_lot = [line.player for line in standings(session.state)]
    give(session, CountClicks(TABLES, Clicks(1, 1, (9, 4), 80)))
    lines = standings(session.state)
    assert [line.player for line in lines] == by_lot
    assert sorted(str(line.tiebreaks[CLICKS]) for line in lines) == ["4", "9", "None", "None"]


@pytest.mark.rule("TW-EV-04")
@pytest.mark.rule("TW-EV-10")
def test_clicks_are_counted_by_the_tables_where_there_is_one() -> None:
    session = four()
    for seat, table, rule in ((TABLES, 3, "TW-EV-04"), (ORGANISER, 1, "TW-EV-10"), (JUDGE, 1, "TW-EV-10")):
        refused = session.submit(CountClicks(seat, Clicks(1, table, (1, 1), 9)))
        assert isinstance(refused, Rejected)
        assert [violation.rule for violation in refused.violations] == [rule]


def test_taking_back_a_result_is_not_stopped_by_a_count() -> None:
    session = four()
    give(session, CountClicks(TABLES, Clicks(1, 2, (7, 0), 90)))
    session.take_back(ORGANISER, judge=ORGANISER)
    assert session.state.rounds[0].missing == (2,)
    assert session.state.clicks == {}


@pytest.mark.parametrize("seed", range(12))
def test_the_mean_is_of_games_against_somebody(seed: int) -> None:
    session, rng = play(players=7 + seed % 4, rounds=3, seed=seed), random.Random(seed)
    taken: dict[str, list[int | None]] = {player.name: [] for player in session.state.players}
    for round_ in session.state.published:
        for pairing in round_.pairings:
            clicks = (rng.randrange(20), rng.randrange(20)) if rng.random() < 0.8 else None
            if clicks is not None:
                give(session, CountClicks(TABLES, Clicks(round_.number, pairing.table, clicks, 5)))
            for place, name in enumerate(pairing.players):
                taken[name].append(clicks[place] if clicks is not None else None)
    for name, games in taken.items():
        mean = None if None in games or not games else Fraction(sum(filter(None, games)), len(games))
        assert column(session, name) == mean, name


def column(session: Session, name: str) -> object:
    """What the column would say, whatever the event's own columns are."""
    setup = session.state.setup
    told = replace(session.state, setup=replace(setup, tiebreaks=(CLICKS,)))
    return next(line.tiebreaks[CLICKS] for line in standings(told) if line.player == name)
