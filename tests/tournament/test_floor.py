"""The floor of an event: the clock, results by the players' word, calls and rulings, the cut."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.ids import Seat
from companion.core.ledger import Ledger
from companion.core.rules import Accepted, Command, Decision, Rejected
from companion.core.session import Session
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.text.wording import Wording
from companion.tournament import ORGANISER, EventOpened, Outcome, Tournament, standings
from companion.tournament.calls import Appeal, CallJudge, CloseCall, TakeCall
from companion.tournament.claims import Report, table_of
from companion.tournament.clock import GiveTime, PauseClock, StartClock
from companion.tournament.papers import heading, sheets
from companion.tournament.people import Drop, Register, Return
from companion.tournament.rounds import Cut, DraftRound, PublishRound, ReportResult
from companion.tournament.state import HEAD_JUDGE, JUDGE, player_seat

MINUTE = 60_000


@pytest.fixture
def event(clock: Any) -> Session:
    """Four players in the first round."""
    system = Tournament()
    made = Session(
        system,
        Ledger(MemoryRecorder(), JsonCodec(system.event_types)),
        clock,
        EventOpened("Friday", seed=3),
        seats=(ORGANISER,),
    )
    give(made, Register(ORGANISER, ("Ada", "Ben", "Cleo", "Dan")))
    published(made)
    return made


def give(session: Session, order: Command) -> Decision:
    decision = session.submit(order)
    assert isinstance(decision, Accepted), decision
    return decision


def refused(session: Session, order: Command) -> set[str]:
    decision = session.submit(order)
    assert isinstance(decision, Rejected)
    return {str(broken.rule) for broken in decision.violations}


def published(session: Session) -> None:
    give(session, DraftRound(ORGANISER))
    give(session, PublishRound(ORGANISER))


def pair_at(session: Session, table: int) -> tuple[Seat, Seat]:
    """The seats of the two at that table, as the pairing names them."""
    names = session.state.rounds[-1].at(table).players
    first, second = (player_seat(session.state.find(name).number) for name in names)
    return first, second


def test_a_clock_counts_from_one_start_and_stands_when_it_is_paused(event: Session) -> None:
    give(event, StartClock(ORGANISER, at_ms=1_000_000))
    clock = event.state.clock
    assert clock.left_at(1_000_000 + 10 * MINUTE) == 40 * MINUTE
    give(event, PauseClock(ORGANISER, at_ms=1_000_000 + 10 * MINUTE))
    assert event.state.clock.left_at(9_999_999_999) == 40 * MINUTE
    give(event, StartClock(ORGANISER, at_ms=2_000_000_000))
    assert event.state.clock.left_at(2_000_000_000 + 41 * MINUTE) == -MINUTE
    give(event, GiveTime(JUDGE, table=2, minutes=3))
    assert event.state.clock.left_at(2_000_000_000, table=2) == 43 * MINUTE
    assert event.state.clock.left_at(2_000_000_000, table=1) == 40 * MINUTE
    assert event.state.clock.left_at(0, table=1) == 40 * MINUTE  # a host's clock set back takes nothing away


@pytest.mark.rule("TW-EV-12")
def test_no_clock_before_a_round(clock: Any) -> None:
    system = Tournament()
    ledger = Ledger(MemoryRecorder(), JsonCodec(system.event_types))
    session = Session(system, ledger, clock, EventOpened("Friday"), seats=(ORGANISER,))
    assert refused(session, StartClock(ORGANISER, 5)) == {"TW-EV-12"}


def test_two_players_who_say_the_same_have_a_result(event: Session) -> None:
    first, second = pair_at(event, 1)
    give(event, Report(first, Outcome.FIRST, (210, 95)))
    assert event.state.rounds[-1].at(1).result is None
    give(event, Report(second, Outcome.FIRST, (210, 95)))
    result = event.state.rounds[-1].at(1).result
    assert (result.outcome, result.points) == (Outcome.FIRST, (210, 95))
    assert event.state.calls == ()


def test_two_players_who_do_not_agree_get_a_judge(event: Session) -> None:
    first, second = pair_at(event, 2)
    give(event, Report(first, Outcome.FIRST, (210, 95)))
    give(event, Report(second, Outcome.SECOND, (210, 95), at_ms=77))
    assert event.state.rounds[-1].at(2).result is None
    (call,) = event.state.calls
    assert (call.table, call.kind, call.at_ms, call.is_open) == (2, "result", 77, True)
    give(event, Report(second, Outcome.FIRST, (210, 95)))  # second thoughts: they agree after all
    assert event.state.rounds[-1].at(2).result is not None
    assert [(call.is_open, call.ruling) for call in event.state.calls] == [(False, "210 : 95")], "nobody need come"


def test_a_judge_on_the_way_to_two_results_closes_the_call(event: Session) -> None:
    first, second = pair_at(event, 2)
    for order in (
        Report(first, Outcome.FIRST, (210, 95)),
        Report(second, Outcome.SECOND, (210, 95)),
        TakeCall(JUDGE, 1, "Maria"),
        Report(second, Outcome.FIRST, (210, 95)),
    ):
        give(event, order)
    assert event.state.calls[0].is_open


def test_a_clock_that_was_never_stopped_starts_anew_with_the_next_round(event: Session) -> None:
    give(event, StartClock(ORGANISER, at_ms=1_000_000))
    give(event, GiveTime(JUDGE, table=1, minutes=3))
    for pairing in event.state.rounds[-1].pairings:
        give(event, ReportResult(ORGANISER, pairing.table, Outcome.FIRST))
    for order in (DraftRound(ORGANISER), PublishRound(ORGANISER), StartClock(ORGANISER, at_ms=90 * MINUTE)):
        give(event, order)
    assert event.state.clock.left_at(100 * MINUTE, table=1) == 40 * MINUTE
    give(event, StartClock(ORGANISER, at_ms=95 * MINUTE))
    assert event.state.clock.left_at(100 * MINUTE) == 40 * MINUTE, "one that runs goes on as it is"


@pytest.mark.rule("TW-EV-13", "TW-EV-10")
def test_players_speak_for_their_own_table(event: Session) -> None:
    first, _ = pair_at(event, 1)
    assert refused(event, CallJudge(first, table=2, kind="dial", at_ms=1)) == {"TW-EV-13"}
    assert refused(event, StartClock(first, at_ms=1)) == {"TW-EV-10"}
    assert refused(event, PublishRound(JUDGE)) == {"TW-EV-10"}
    assert refused(event, ReportResult(first, 1, Outcome.FIRST)) == {"TW-EV-10"}
    assert refused(event, Report(JUDGE, Outcome.FIRST)) == {"TW-EV-10"}
    assert refused(event, Drop(first, event.state.player_of(pair_at(event, 2)[0]).name)) == {"TW-EV-10"}
    give(event, Drop(first, event.state.player_of(first).name))  # one's own
    assert table_of(event.state, first) == 1


@pytest.mark.rule("TW-EV-11", "TW-EV-10")
def test_a_call_is_taken_ruled_on_and_appealed_against(event: Session) -> None:
    first, second = pair_at(event, 1)
    give(event, CallJudge(first, table=1, kind="line of sight", at_ms=500, text="C4 to F9"))
    assert refused(event, CloseCall(JUDGE, 2, "clear")) == {"TW-EV-11"}
    assert refused(event, Appeal(second, 1)) == {"TW-EV-11"}  # there is no ruling yet
    give(event, TakeCall(JUDGE, 1, "Maria"))
    name = event.state.player_of(first).name
    give(event, CloseCall(JUDGE, 1, "hindered", "HC-LOS-05", minutes=4, penalty="caution", player=name))
    (call,) = event.state.calls
    assert (call.judge, call.is_open, call.rule, call.penalty) == ("Maria", False, "HC-LOS-05", "caution")
    assert dict(event.state.clock.extra) == {1: 4}
    assert refused(event, CloseCall(JUDGE, 1, "clear")) == {"TW-EV-11"}
    stranger, _ = pair_at(event, 2)
    assert refused(event, Appeal(stranger, 1)) == {"TW-EV-13"}
    give(event, Appeal(second, 1))
    assert refused(event, CloseCall(JUDGE, 1, "clear")) == {"TW-EV-10"}  # the head judge's word is final
    give(event, CloseCall(HEAD_JUDGE, 1, "clear"))
    assert event.state.calls[0].ruling == "clear"
    assert refused(event, Appeal(second, 1)) == {"TW-EV-11"}, "once"


@pytest.mark.rule("TW-EV-01", "TW-EV-02", "TW-EV-10")
def test_who_dropped_comes_back_by_the_organiser(event: Session) -> None:
    first, _ = pair_at(event, 1)
    name = event.state.player_of(first).name
    assert refused(event, Return(ORGANISER, name)) == {"TW-EV-01"}, "is here"
    assert refused(event, Return(ORGANISER, "Nobody")) == {"TW-EV-02"}
    give(event, Drop(first, name))
    assert refused(event, Return(first, name)) == {"TW-EV-10"}
    give(event, Return(ORGANISER, name))
    assert event.state.find(name) in event.state.active


def test_who_is_disqualified_is_paired_no_more_until_the_head_judge_says_otherwise(event: Session) -> None:
    first, second = pair_at(event, 1)
    name = event.state.player_of(first).name
    give(event, CallJudge(second, table=1, kind="conduct", at_ms=500))
    give(event, CloseCall(JUDGE, 1, "loaded dice", penalty="disqualification", player=name))
    assert event.state.find(name).dropped
    give(event, Appeal(first, 1))
    give(event, CloseCall(HEAD_JUDGE, 1, "they were the shop's", penalty="caution", player=name))
    assert not event.state.find(name).dropped
    assert all(not player.dropped for player in event.state.players)


@pytest.mark.rule("TW-EV-14", "TW-EV-15", "TW-EV-16", "TW-EV-03")
def test_the_best_go_on_until_one_is_left(event: Session) -> None:
    assert refused(event, Cut(ORGANISER, 4)) == {"TW-EV-03"}
    for table in (1, 2):
        give(event, ReportResult(ORGANISER, table, Outcome.FIRST, (100 * table, 0)))
    give(event, Cut(ORGANISER, 4))
    assert refused(event, Cut(ORGANISER, 2)) == {"TW-EV-15"}
    best, *_, last = event.state.cut
    published(event)
    round_ = event.state.rounds[-1]
    assert round_.is_cut
    assert round_.at(1).players == (best, last)
    assert refused(event, ReportResult(ORGANISER, 1, Outcome.DRAW)) == {"TW-EV-16"}
    give(event, ReportResult(ORGANISER, 1, Outcome.SECOND, (0, 50)))
    give(event, ReportResult(ORGANISER, 2, Outcome.FIRST, (50, 0)))
    assert event.state.alive == (event.state.cut[1], last)
    before = [len(list(event.state.games(name))) for name in event.state.cut]
    assert before == [1, 1, 1, 1], "the elimination counts for no standings"
    published(event)
    assert event.state.rounds[-1].at(1).players == (event.state.cut[1], last)
    give(event, ReportResult(ORGANISER, 1, Outcome.FIRST))
    assert event.state.alive == (event.state.cut[1],)
    assert refused(event, DraftRound(ORGANISER)) == {"TW-EV-14"}
    state, words = event.state, Wording("en")
    assert heading(state, words) == f"Friday · {state.cut[1]} wins the event"
    rows = [line.plain() for line in standings(state)]
    titles = [title for title, *_ in sheets(state, rows, words)]
    assert titles == ["Standings before the elimination", "Round 3 · elimination", "Round 2 · elimination", "Round 1"]


def test_an_odd_cut_gives_the_best_a_bye(event: Session) -> None:
    for table in (1, 2):
        give(event, ReportResult(ORGANISER, table, Outcome.FIRST, (100 * table, 0)))
    give(event, Cut(ORGANISER, 3))
    give(event, DraftRound(ORGANISER))
    draft = event.state.draft
    assert draft.bye.player == event.state.cut[0]
    assert draft.at(1).players == event.state.cut[1:]
