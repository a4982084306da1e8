"""Places and every tiebreak, against a list of games counted slowly; one small event by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.tournament import ORGANISER, Outcome, TournamentState, standings
from companion.tournament.people import Drop, Register
from companion.tournament.rounds import DraftRound, PublishRound, ReportResult
from companion.tournament.state import Way, lot
from tests.oracles.pairings import Game, placed
from tests.tournament.events import give, opened, play, report


def games_of(state: TournamentState) -> list[Game]:
    games: list[Game] = []
    for round_ in state.published:
        if round_.bye:
            games.append((round_.bye.player, None, 1, state.setup.points, 0))
        for pairing in round_.pairings:
            assert pairing.result is not None
            first, second = pairing.players
            one, other = pairing.result.points
            won = {"first": (1, 0), "second": (0, 1), "draw": (0.5, 0.5), "double_loss": (0, 0)}[pairing.result.outcome]
            games += [(first, second, won[0], one, other), (second, first, won[1], other, one)]
    return games


def compare(state: TournamentState) -> None:
    lots = [one.name for one in sorted(state.players, key=lambda one: lot(state.setup.seed, "standings", one.number))]
    by_points = state.setup.way is Way.POINTS
    expected = placed(games_of(state), [one.name for one in state.players], lots, by_points=by_points)
    found = standings(state)
    assert [line.player for line in found] == [name for name, _ in expected]
    assert [line.place for line in found] == list(range(1, len(expected) + 1))
    for line, (_, columns) in zip(found, expected, strict=True):
        assert Fraction(line.score, 2) == columns.pop("match_points")
        assert dict(line.tiebreaks) == columns


@pytest.mark.parametrize("seed", range(25))
def test_standings_are_those_of_the_list_of_games(seed: int) -> None:
    compare(play(players=8 + seed % 9, rounds=1 + seed % 5, seed=seed).state)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("way", [Way.POINTS, Way.ROUND_ROBIN])
def test_standings_of_other_ways_are_those_of_the_list_of_games(way: Way, seed: int) -> None:
    compare(play(players=6 + seed % 7, rounds=1 + seed % 5, seed=seed, way=way).state)


@pytest.mark.long
def test_standings_of_a_thousand_large_events() -> None:
    for seed in range(1000):
        compare(play(players=128, rounds=7, seed=seed).state)


def test_four_players_by_hand() -> None:
    """Ada beats Ben and Cleo; Cleo beat Dan, Dan beats Ben: Cleo and Dan are equal, and Cleo won when they met."""
    session = opened(seed=3)
    state = give(session, Register(ORGANISER, ("Ada", "Ben", "Cleo", "Dan")), DraftRound(ORGANISER))
    wanted = {frozenset(("Ada", "Ben")), frozenset(("Cleo", "Dan"))}
    while {frozenset(one.players) for one in state.rounds[-1].pairings} != wanted:
        session = opened(seed=session.state.setup.seed + 1)
        state = give(session, Register(ORGANISER, ("Ada", "Ben", "Cleo", "Dan")), DraftRound(ORGANISER))
    give(session, PublishRound(ORGANISER))
    for winner, points in (("Ada", 200), ("Cleo", 150)):
        win(session, winner, points, 50)
    state = give(session, DraftRound(ORGANISER))
    assert {frozenset(one.players) for one in state.rounds[-1].pairings} == {
        frozenset(("Ada", "Cleo")),
        frozenset(("Ben", "Dan")),
    }
    give(session, PublishRound(ORGANISER))
    for winner, points in (("Ada", 120), ("Dan", 90)):
        win(session, winner, points, 30)
    rows = [line.plain() for line in standings(session.state)]
    assert [(row["place"], row["player"], row["match_points"], row["head_to_head"]) for row in rows] == [
        (1, "Ada", 2, None),
        (2, "Cleo", 1, 1),
        (3, "Dan", 1, 0),
        (4, "Ben", 0, None),
    ]
    # Ada met Ben (0 of 2: a third) and Cleo (1 of 2): the mean of 1/3 and 1/2
    assert rows[0]["opponents_match_win"] == pytest.approx(5 / 12, abs=1e-6)
    assert (rows[1]["victory_points"], rows[1]["victory_point_difference"]) == (180, 180 - 170)


def win(session: object, winner: str, points: int, other: int) -> None:
    state: TournamentState = session.state  # type: ignore[attr-defined]
    pairing = next(one for one in state.published[-1].pairings if winner in one.players)
    is_first = pairing.players[0] == winner
    report(
        session,  # type: ignore[arg-type]
        pairing.table,
        Outcome.FIRST if is_first else Outcome.SECOND,
        (points, other) if is_first else (other, points),
    )


def test_a_correction_after_the_next_round_began_changes_standings_and_no_pairing() -> None:
    session = play(players=6, rounds=2, seed=5)
    before = session.state.published[1].pairings
    table = session.state.published[0].pairings[0].table
    give(session, ReportResult(ORGANISER, table, Outcome.DOUBLE_LOSS, (0, 0), round=1))
    assert session.state.published[1].pairings == before
    compare(session.state)


def test_who_dropped_keeps_a_line() -> None:
    session = play(players=6, rounds=1, seed=4)
    give(session, Drop(ORGANISER, "P1"))
    assert [line.player for line in standings(session.state) if line.dropped] == ["P1"]
    state = give(session, DraftRound(ORGANISER))
    assert "P1" not in {name for one in state.rounds[-1].pairings for name in one.players}
