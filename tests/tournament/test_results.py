"""Kinds of results and what they are worth; results that are locked; calls that close with what ended them.

The expected numbers are counted by hand from the organiser's table.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion.core.ids import Seat
from companion.core.rules import Command, Rejected
from companion.core.session import Session
from companion.tournament import ORGANISER, Outcome, standings
from companion.tournament.byhand import Swap
from companion.tournament.calls import Appeal, CallJudge, CloseCall, TakeCall, proposed
from companion.tournament.claims import Report
from companion.tournament.elimination import bracket, final_places
from companion.tournament.judging import Closed
from companion.tournament.people import Drop, Register
from companion.tournament.results import Kind, Victory, Worth
from companion.tournament.rounds import Cut, DraftRound, PublishRound, ReportResult
from companion.tournament.state import HEAD_JUDGE, JUDGE, player_seat
from tests.tournament import events
from tests.tournament.events import opened

DRAFT, PUBLISH = DraftRound(ORGANISER), PublishRound(ORGANISER)


def give(session: Session, *orders: Command) -> Any:
    return events.give(session, *orders)


def begun(*names: str, seed: int = 3, **settings: Any) -> Session:
    session = opened(seed, **settings)
    give(session, Register(ORGANISER, names or ("Ada", "Ben", "Cleo", "Dan")), DRAFT, PUBLISH)
    return session


def refused(session: Session, order: Command) -> set[str]:
    decision = session.submit(order)
    assert isinstance(decision, Rejected), decision
    return {str(broken.rule) for broken in decision.violations}


def seats(session: Session, table: int) -> tuple[Seat, Seat]:
    one, other = (
        player_seat(session.state.find(name).number) for name in session.state.published[-1].at(table).players
    )
    return one, other


def test_each_kind_has_its_effect() -> None:
    """Half match points, victory points: a no-show gives a whole force (300), a concession what is noted."""
    names = tuple(f"P{number}" for number in range(1, 11))
    session = begun(*names)
    orders = [
        ReportResult(ORGANISER, 1, Outcome.FIRST, (0, 0), kind=Kind.NO_SHOW),
        ReportResult(ORGANISER, 2, Outcome.SECOND, (20, 80), kind=Kind.CONCESSION),
        ReportResult(ORGANISER, 3, Outcome.DRAW, (0, 0), kind=Kind.INTENTIONAL_DRAW),
        ReportResult(ORGANISER, 4, Outcome.DOUBLE_LOSS, (0, 0), kind=Kind.NO_SHOW),
        ReportResult(ORGANISER, 5, Outcome.SECOND, (0, 0), kind=Kind.FORFEIT),
    ]
    state = give(session, *orders)
    lines = {line.player: line for line in standings(state)}
    found = [
        [(lines[name].score, lines[name].tiebreaks["victory_points"]) for name in one.players]
        for one in state.published[0].pairings
    ]
    assert found == [
        [(2, 300), (0, 0)],
        [(0, 20), (2, 80)],
        [(1, 0), (1, 0)],
        [(0, 0), (0, 0)],
        [(0, 0), (2, 300)],
    ]


def test_the_organisers_own_table_counts() -> None:
    """3 for a win, 1 for a draw; a game that was not played is left out where opponents are compared."""
    worth = (
        Worth(Kind.WIN, 6, 0),
        Worth(Kind.DRAW, 2, 2),
        Worth(Kind.NO_SHOW, 6, 0, Victory.NONE, counts=False),
        Worth(Kind.BYE, 6, 0, Victory.NONE, counts=False),
    )
    session = begun("Ada", "Ben", "Cleo", "Dan", "Eve", worth=worth)
    round_ = session.state.published[0]
    state = give(
        session,
        ReportResult(ORGANISER, 1, Outcome.DRAW, (50, 50)),
        ReportResult(ORGANISER, 2, Outcome.FIRST, kind=Kind.NO_SHOW),
    )
    lines = {line.player: line for line in standings(state)}
    one, other = round_.at(1).players
    assert [lines[name].plain()["match_points"] for name in (one, other)] == [1, 1]
    assert lines[one].tiebreaks["opponents_match_win"] == Fraction(1, 3), "a draw is 1 of 3"
    here, away = round_.at(2).players
    assert [lines[name].plain()["match_points"] for name in (here, away)] == [3, 0]
    assert lines[here].tiebreaks["opponents_match_win"] == 0, "nobody was met"
    assert lines[here].tiebreaks["victory_points"] == 0
    assert lines[round_.bye.player].plain()["match_points"] == 3


@pytest.mark.rule("TW-EV-35", "TW-EV-09")
def test_a_kind_goes_with_the_outcome() -> None:
    session = begun()
    assert refused(session, ReportResult(ORGANISER, 1, Outcome.DRAW, kind=Kind.CONCESSION)) == {"TW-EV-35"}
    assert refused(session, ReportResult(ORGANISER, 1, Outcome.FIRST, kind=Kind.BYE)) == {"TW-EV-35"}
    first, _ = seats(session, 1)
    assert refused(session, Report(first, Outcome.FIRST, kind=Kind.FORFEIT)) == {"TW-EV-35"}
    nines = int("9" * 4300)
    assert refused(session, ReportResult(ORGANISER, 1, Outcome.FIRST, (nines, 0))) == {"TW-EV-09"}
    assert refused(session, Report(first, Outcome.FIRST, (0, nines))) == {"TW-EV-09"}


def test_the_staffs_result_is_locked() -> None:
    session = begun()
    first, second = seats(session, 1)
    give(session, Report(first, Outcome.FIRST, (200, 100)), Report(second, Outcome.SECOND, (200, 100)))
    give(session, ReportResult(JUDGE, 1, Outcome.SECOND, (90, 100)))
    (call,) = session.state.calls
    assert (call.is_open, call.closed, call.judge) == (False, Closed.RESULT, "judge")
    for seat in (first, second):
        give(session, Report(seat, Outcome.FIRST, (200, 100), at_ms=9))
    result = session.state.published[0].at(1).result
    assert (result.outcome, result.points) == (Outcome.SECOND, (90, 100)), "two who agree change nothing"
    assert [(one.kind, one.is_open) for one in session.state.calls] == [("result", False), ("result", True)]
    give(session, Report(first, Outcome.SECOND, (90, 100)))
    assert len(session.state.calls) == 2


@pytest.mark.rule("TW-EV-38", "TW-EV-39", "TW-EV-37")
def test_every_judge_ruling_and_appeal_stays_with_the_call() -> None:
    session = begun()
    first, _ = seats(session, 1)
    name = session.state.player_of(first).name
    give(session, CallJudge(first, 1, "dice", 5), TakeCall(JUDGE, 1, "Maria"), TakeCall(JUDGE, 1, "Otto"))
    assert refused(session, TakeCall(JUDGE, 1, "Otto")) == {"TW-EV-38"}
    assert session.state.calls[0].judges == ("Maria", "Otto")
    assert refused(session, CloseCall(JUDGE, 1, "so", penalty="prison", player=name)) == {"TW-EV-39"}
    assert refused(session, CloseCall(JUDGE, 1, "so", minutes=-60)) == {"TW-EV-37"}
    give(session, CloseCall(JUDGE, 1, "cocked", "HC-LOS-02", penalty="game_loss", player=name, judge="Otto"))
    give(session, Appeal(first, 1), CloseCall(HEAD_JUDGE, 1, "fair", judge="Zoe"))
    call = session.state.calls[0]
    assert [(one.judge, one.ruling, one.penalty) for one in call.rulings] == [
        ("Otto", "cocked", "game_loss"),
        ("Zoe", "fair", ""),
    ]
    assert (call.judge, call.appealed_by, call.judges) == ("Zoe", first, ("Maria", "Otto", "Zoe"))


def test_a_game_loss_proposes_its_result() -> None:
    session = begun()
    first, second = seats(session, 1)
    give(session, CallJudge(second, 1, "conduct", 5))
    name = session.state.player_of(first).name
    give(session, CloseCall(JUDGE, 1, "loaded", penalty="game_loss", player=name))
    result: Any = proposed(session.state, session.state.calls[0])
    assert (result.outcome, result.kind) == (Outcome.SECOND, Kind.GAME_LOSS)
    give(session, ReportResult(JUDGE, 1, result.outcome, result.points, kind=result.kind))
    assert proposed(session.state, session.state.calls[0]) is None


def play_out(session: Session, *winners: str) -> None:
    """Rounds of the elimination: whoever is named first of the two wins."""
    while session.state.winner is None:
        give(session, DRAFT, PUBLISH)
        for one in session.state.published[-1].pairings:
            best = min(one.players, key=winners.index)
            outcome = Outcome.FIRST if one.players[0] == best else Outcome.SECOND
            give(session, ReportResult(ORGANISER, one.table, outcome))


def cut_to(players: int, **how: Any) -> tuple[Session, tuple[str, ...]]:
    session = begun(*(f"P{number}" for number in range(1, players + 3)))
    for one in session.state.published[0].pairings:
        give(session, ReportResult(ORGANISER, one.table, Outcome.FIRST, (100 * one.table, 0)))
    give(session, Cut(ORGANISER, players, **how))
    return session, session.state.cut


def test_final_places_follow_the_elimination_and_the_game_for_the_third() -> None:
    """Seeds 1 to 4, the second wins all, the fourth wins the game for the third place: 2, 1, 4, 3, then the others."""
    session, (one, two, three, four) = cut_to(4, third=True)
    play_out(session, two, one, four, three)
    assert [line.player for _, line in final_places(session.state)][:4] == [two, one, four, three]
    assert [place for place, _ in final_places(session.state)] == [1, 2, 3, 4, 5, 6]
    (_, semis), (_, finals) = bracket(session.state)
    assert [match.is_third for match in finals] == [False, True]
    assert [match.seeds for match in semis] == [(1, 4), (2, 3)]
    assert session.state.winner == two


@pytest.mark.rule("TW-EV-07", "TW-EV-14")
def test_whoever_won_may_leave_and_where_all_leave_nothing_is_paired() -> None:
    session, (one, two, three, four) = cut_to(4)
    play_out(session, two, one, three, four)
    give(session, Drop(ORGANISER, two))
    assert session.state.winner == two and refused(session, DRAFT) == {"TW-EV-14"}
    assert [line.player for _, line in final_places(session.state)][:2] == [two, one]
    session, best = cut_to(2)
    give(session, *(Drop(ORGANISER, name) for name in best))
    assert session.state.winner is None and refused(session, DRAFT) == {"TW-EV-07"}


def test_a_corrected_semifinal_swaps_two_and_the_third_place_is_still_played_for() -> None:
    """The second loses the game that it was said to have won: it plays for the third place, and wins that."""
    session, (one, two, three, four) = cut_to(4, third=True)
    give(session, DRAFT, PUBLISH)
    play_out_table(session, one, two)
    give(session, DRAFT, PUBLISH)
    semis = session.state.published[-2]
    give(session, ReportResult(ORGANISER, 2, Outcome.SECOND, round=semis.number), Swap(ORGANISER, two, three))
    assert [{*pairing.players} for pairing in session.state.published[-1].pairings] == [{one, three}, {two, four}]
    play_out_table(session, one, two)
    assert session.state.winner == one
    assert [line.player for _, line in final_places(session.state)][:4] == [one, three, two, four]


def test_in_a_double_elimination_out_is_who_lost_twice() -> None:
    """Four players; the second seed loses to the first, wins the lower games, and then twice against the first."""
    session, (one, two, three, four) = cut_to(4, lives=2)
    give(session, DRAFT, PUBLISH)
    for table in (1, 2):
        give(session, ReportResult(ORGANISER, table, Outcome.FIRST))  # 1 beats 4, 2 beats 3
    draft = give(session, DRAFT).draft
    assert {frozenset(pairing.players) for pairing in draft.pairings} == {
        frozenset((one, two)),
        frozenset((three, four)),
    }
    give(session, PUBLISH)
    play_out_table(session, one, three)  # two has lost once, four is out
    draft = give(session, DRAFT).draft
    assert [pairing.players for pairing in draft.pairings] == [(two, three)]
    assert draft.bye.player == one
    give(session, PUBLISH)
    play_out_table(session, two)
    give(session, DRAFT, PUBLISH)
    play_out_table(session, two)  # one has lost once too: once more
    assert session.state.winner is None and set(session.state.alive) == {one, two}
    give(session, DRAFT, PUBLISH)
    play_out_table(session, two)
    assert session.state.winner == two
    assert [line.player for _, line in final_places(session.state)][:4] == [two, one, three, four]


def play_out_table(session: Session, *winners: str) -> None:
    for pairing in session.state.published[-1].pairings:
        won = next(name for name in winners if name in pairing.players)
        outcome = Outcome.FIRST if pairing.players[0] == won else Outcome.SECOND
        give(session, ReportResult(ORGANISER, pairing.table, outcome))


@pytest.mark.rule("TW-EV-32")
def test_an_elimination_is_single_or_double() -> None:
    session = begun()
    for table in (1, 2):
        give(session, ReportResult(ORGANISER, table, Outcome.FIRST))
    assert refused(session, Cut(ORGANISER, 4, lives=3)) == {"TW-EV-32"}
    assert refused(session, Cut(ORGANISER, 4, lives=2, third=True)) == {"TW-EV-32"}
    assert refused(session, Cut(ORGANISER, 2, third=True)) == {"TW-EV-32"}
