"""An order taken back and brought back: alone where it can be, with what was built on it where somebody agreed."""

from __future__ import annotations

import pytest

from companion.core.ids import Seat
from companion.core.session import Session
from companion.tournament import ORGANISER, Outcome
from companion.tournament.byhand import Swap
from companion.tournament.calls import CallJudge
from companion.tournament.claims import Report
from companion.tournament.clock import GiveTime, StartClock, TimeGiven
from companion.tournament.names import shown
from companion.tournament.people import Delete, Drop, Register, Rename
from companion.tournament.revising import Plan, bringing_back, taking_back
from companion.tournament.rounds import DraftRound, PublishRound, ReportResult, ResultReported, RoundPublished
from companion.tournament.state import JUDGE, player_seat
from tests.tournament.events import give, opened

NAMES = ("Ada", "Ben", "Cleo", "Dan")
DRAFT, PUBLISH = DraftRound(ORGANISER), PublishRound(ORGANISER)


def begun() -> Session:
    session = opened(3)
    give(session, Register(ORGANISER, NAMES), DRAFT, PUBLISH)
    return session


def seat_at(session: Session, table: int, place: int) -> Seat:
    name = session.state.published[-1].at(table).players[place]
    return player_seat(session.state.find(name).number)


def both_say(session: Session, table: int, outcome: Outcome = Outcome.FIRST) -> None:
    for place in (0, 1):
        give(session, Report(seat_at(session, table, place), outcome, (200, 100)))


def done(session: Session, plan: Plan, *, along: int = 0) -> None:
    assert plan.revision is not None, plan.refused
    assert len(plan.asked) == along
    session.revise(plan.revision)


def refused(plan: Plan) -> set[str]:
    assert plan.revision is None
    return {str(broken.rule) for broken in plan.refused}


def test_a_clock_taken_back_takes_nobodys_result_along() -> None:
    session = begun()
    give(session, StartClock(ORGANISER, 1000))
    for table in (1, 2):
        both_say(session, table)
    give(
        session, CallJudge(seat_at(session, 1, 0), 1, "dice", 2000), Drop(seat_at(session, 2, 1), _name(session, 2, 1))
    )
    give(session, GiveTime(JUDGE, 2, 5))
    before = session.state
    done(session, taking_back(session, ORGANISER))
    after = session.state
    assert after.clock.since_ms is None and dict(after.clock.extra) == {2: 5}
    assert (after.rounds, after.calls, after.players, after.claims) == (
        before.rounds,
        before.calls,
        before.players,
        before.claims,
    )
    done(session, bringing_back(session, ORGANISER))
    assert session.state.clock == before.clock


def _name(session: Session, table: int, place: int) -> str:
    return str(session.state.published[-1].at(table).players[place])


def test_a_round_taken_back_names_the_results_that_go_along_and_comes_back_whole() -> None:
    session = begun()
    both_say(session, 1)
    give(session, ReportResult(JUDGE, 2, Outcome.DRAW))
    before = session.state
    plan = taking_back(session, ORGANISER)
    assert [type(one.events[0]).__name__ for one in plan.asked] == ["ResultClaimed", "ResultClaimed", "ResultReported"]
    assert session.state is before, "a plan does nothing"
    done(session, plan, along=3)
    assert session.state.published == () and session.state.draft is not None
    done(session, bringing_back(session, ORGANISER))
    assert session.state.rounds == before.rounds and session.state.claims == before.claims


def test_a_result_of_a_judge_is_taken_back_alone_by_its_number() -> None:
    session = begun()
    give(session, ReportResult(JUDGE, 1, Outcome.FIRST), ReportResult(JUDGE, 2, Outcome.SECOND))
    number = next(one.version for one in session.records if isinstance(one.event, ResultReported)) + 1
    done(session, taking_back(session, ORGANISER, number))
    assert session.state.published[-1].missing == (1,)
    assert session.state.published[-1].at(2).result is not None


def test_a_result_of_the_round_before_takes_the_round_along_that_waited_for_it() -> None:
    session = begun()
    for table in (1, 2):
        give(session, ReportResult(ORGANISER, table, Outcome.FIRST))
    first = max(one.version for one in session.records)
    give(session, DRAFT, PUBLISH, ReportResult(ORGANISER, 1, Outcome.DRAW))
    plan = taking_back(session, ORGANISER, first + 1)
    assert [type(one.events[0]).__name__ for one in plan.asked] == ["RoundDrafted", "RoundPublished", "ResultReported"]


def test_a_correction_taken_back_leaves_the_round_that_was_paired_by_it() -> None:
    session = begun()
    for table in (1, 2):
        give(session, ReportResult(ORGANISER, table, Outcome.FIRST))
    give(session, ReportResult(ORGANISER, 1, Outcome.SECOND))
    number = session.version + 1
    give(session, DRAFT, PUBLISH, ReportResult(ORGANISER, 1, Outcome.DRAW))
    second = session.state.rounds[1]
    plan = taking_back(session, ORGANISER, number)
    assert plan.drawn == (2,), "and that is told"
    done(session, plan)
    assert session.state.rounds[1] == second
    assert session.state.rounds[0].at(1).result.outcome is Outcome.FIRST


def test_two_who_agreed_are_told_apart() -> None:
    session = begun()
    both_say(session, 1)
    claim = next(one for one in session.records if type(one.event).__name__ == "ResultClaimed")
    plan = taking_back(session, ORGANISER, claim.version + 1)
    assert len(plan.asked) == 1, "without the one word the other is no result"


def test_a_name_is_taken_back_alone_whatever_was_played_under_it() -> None:
    session = begun()
    give(session, Rename(ORGANISER, "Ada", "Ada Lovelace"))
    both_say(session, 1)
    both_say(session, 2)
    give(session, Drop(ORGANISER, "Ada Lovelace"), DRAFT)
    ada = shown(session.state).find("Ada Lovelace")
    assert ada is not None and ada.dropped
    number = next(one.version for one in session.records if type(one.event).__name__ == "PlayerRenamed") + 1
    done(session, taking_back(session, ORGANISER, number))
    ada = shown(session.state).find("Ada")
    assert ada is not None and ada.dropped and session.state.find("Ada Lovelace") is None


def test_whoever_comes_after_somebody_was_taken_back_has_another_number() -> None:
    session = opened(1)
    give(session, Register(ORGANISER, ("Ada",)), Register(ORGANISER, ("Ben",)))
    done(session, taking_back(session, ORGANISER))
    give(session, Register(ORGANISER, ("Mallory",)))
    assert [(one.name, one.number) for one in session.state.players] == [("Ada", 1), ("Mallory", 3)]
    done(session, bringing_back(session, ORGANISER))
    assert [(one.name, one.number) for one in session.state.players] == [("Ada", 1), ("Ben", 2), ("Mallory", 3)]


@pytest.mark.rule("TW-REDO-01", "TW-REDO-02", "TW-UNDO-01")
def test_what_cannot_be_taken_or_brought_back_says_why() -> None:
    session = opened(1)
    assert refused(taking_back(session, ORGANISER)) == {"TW-UNDO-01"}
    assert refused(bringing_back(session, ORGANISER)) == {"TW-REDO-01"}
    give(session, Register(ORGANISER, ("Ada",)))
    done(session, taking_back(session, ORGANISER))
    give(session, Register(ORGANISER, ("ada",)))
    plan = bringing_back(session, ORGANISER)
    assert len(plan.asked) == 1, "the other one of that name would go"
    session = begun()
    give(session, ReportResult(ORGANISER, 1, Outcome.FIRST))
    done(session, taking_back(session, ORGANISER))
    give(session, ReportResult(ORGANISER, 1, Outcome.SECOND))
    assert refused(bringing_back(session, ORGANISER)) == {"TW-REDO-02"}


def test_a_swap_taken_back_takes_along_what_was_played_by_it() -> None:
    session = opened(3)
    give(session, Register(ORGANISER, NAMES), DRAFT)
    drawn = session.state.draft
    give(session, Swap(ORGANISER, drawn.pairings[0].players[0], drawn.pairings[1].players[0]))
    number = session.version + 1
    give(session, PUBLISH)
    plan = taking_back(session, ORGANISER, number)
    done(session, plan)
    assert session.state.published[-1].pairings == drawn.pairings


def test_an_older_draft_is_never_published_in_the_place_of_the_one_that_was() -> None:
    """Pairs were drawn twice, and the second ones published: without them nothing is, whatever lies under them."""
    session = opened(3)
    give(session, Register(ORGANISER, NAMES[:2]), DRAFT, Register(ORGANISER, NAMES[2:]), DRAFT)
    drafted = session.version + 1
    give(session, PUBLISH, GiveTime(JUDGE, 1, 2))
    plan = taking_back(session, ORGANISER, drafted)
    assert [type(event) for entry in plan.along for event in entry.events] == [RoundPublished, TimeGiven]
    done(session, plan, along=2)
    assert not session.state.published and session.state.draft is not None, "the first pairs, for the organiser alone"
    give(session, PUBLISH)
    plan = bringing_back(session, ORGANISER)
    assert [type(event) for entry in plan.along for event in entry.events] == [RoundPublished]


def test_a_deleted_player_comes_back() -> None:
    session = opened(3)
    give(session, Register(ORGANISER, NAMES), Delete(ORGANISER, "Ben"))
    assert [one.name for one in session.state.players] == ["Ada", "Cleo", "Dan"]
    done(session, taking_back(session, ORGANISER))
    assert [one.name for one in session.state.players] == list(NAMES)


def test_the_record_is_told_again_as_it_was() -> None:
    session = begun()
    give(session, ReportResult(ORGANISER, 1, Outcome.FIRST), ReportResult(ORGANISER, 2, Outcome.FIRST))
    done(session, taking_back(session, ORGANISER))
    again = Session(session.system, session.ledger, session.clock, seats=(ORGANISER,))
    assert again.state == session.state
    done(again, bringing_back(again, ORGANISER))
    assert again.state.published[-1].missing == ()
