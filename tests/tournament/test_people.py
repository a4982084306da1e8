"""People of an event: names put right, entries merged and struck off, who is here, latecomers, byes, pairs by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.rules import Command, Rejected
from companion.core.session import Session
from companion.tournament import ORGANISER, Outcome, standings
from companion.tournament.byhand import Assign, GiveBye, Join, Swap
from companion.tournament.event import NewDay, Settle
from companion.tournament.forces import HandIn
from companion.tournament.names import shown
from companion.tournament.notes import DrawChecks, GivePrize, TakeNote
from companion.tournament.people import CheckIn, Delete, Drop, FixTable, Merge, Register, Rename
from companion.tournament.results import Kind
from companion.tournament.rounds import DraftRound, PublishRound, ReportResult
from companion.tournament.state import JUDGE, Force, player_seat
from tests.tournament import events
from tests.tournament.events import SYSTEM, opened

DRAFT, PUBLISH = DraftRound(ORGANISER), PublishRound(ORGANISER)


def give(session: Session, *orders: Command) -> Any:
    return events.give(session, *orders)


def entered(*names: str, seed: int = 3, **settings: Any) -> Session:
    session = opened(seed, **settings)
    give(session, Register(ORGANISER, names))
    return session


def refused(session: Session, order: Command) -> set[str]:
    decision = session.submit(order)
    assert isinstance(decision, Rejected), decision
    return {str(broken.rule) for broken in decision.violations}


def decided(session: Session) -> None:
    for pairing in session.state.published[-1].pairings:
        give(session, ReportResult(ORGANISER, pairing.table, Outcome.FIRST, (100, 50)))


@pytest.mark.rule("TW-EV-41")
def test_a_list_of_fifty_thousand_is_refused_at_once() -> None:
    session = entered("Ada")
    assert refused(session, Register(ORGANISER, tuple(f"P{number}" for number in range(50_000)))) == {"TW-EV-41"}


def test_a_name_is_put_right_in_everything_that_was_played() -> None:
    session = entered("Anna", "Ben")
    give(session, DRAFT, PUBLISH)
    decided(session)
    give(session, Rename(ORGANISER, "anna", "Ana"))
    state: Any = shown(session.state)
    assert {line.player for line in standings(state)} == {"Ana", "Ben"}
    assert "Ana" in state.published[0].at(1).players
    assert refused(session, Register(ORGANISER, ("ANA",))) == {"TW-EV-01"}
    assert refused(session, Rename(ORGANISER, "Ben", "Ana")) == {"TW-EV-01"}
    assert refused(session, Rename(ORGANISER, "Zoe", "Eve")) == {"TW-EV-02"}
    give(session, Register(ORGANISER, ("Anna",)))  # another one, who is really called so
    assert [one.name for one in shown(session.state).players] == ["Ana", "Ben", "Anna"]
    assert session.state.find("Anna").number == 3


@pytest.mark.rule("TW-EV-22")
def test_two_entries_of_a_person_are_one_before_the_first_round() -> None:
    session = entered("José", "Jose", "Ben", "Zoe")
    give(session, HandIn(JUDGE, Force("Jose", "dwarfs", (("dwarf", 50),), 50, (), "dwarf")))
    give(session, Merge(ORGANISER, "José", "Jose"), Delete(ORGANISER, "zoe"))
    assert [(one.name, one.number) for one in session.state.players] == [("José", 1), ("Ben", 3)]
    assert session.state.force_of("José").name == "dwarfs"
    assert refused(session, Merge(ORGANISER, "Ben", "ben")) == {"TW-EV-01"}
    give(session, DRAFT, PUBLISH)
    assert refused(session, Delete(ORGANISER, "Ben")) == {"TW-EV-22"}


@pytest.mark.rule("TW-EV-31", "TW-EV-10")
def test_where_it_is_asked_only_those_are_paired_who_are_here() -> None:
    session = entered("Ada", "Ben", "Cleo", "Dan", check_in=True)
    assert refused(session, DRAFT) == {"TW-EV-07"}
    ada = player_seat(1)
    give(session, CheckIn(ada, "Ada"), CheckIn(JUDGE, "Ben"), CheckIn(ORGANISER, "Cleo"))
    assert refused(session, CheckIn(ada, "Ada")) == {"TW-EV-31"}
    assert refused(session, CheckIn(ada, "Dan")) == {"TW-EV-10"}
    draft = give(session, DRAFT).draft
    assert draft.names == {"Ada", "Ben", "Cleo"}
    assert draft.bye is not None
    draft = give(session, CheckIn(ORGANISER, "Dan")).draft
    assert draft.bye is None and draft.names == {"Ada", "Ben", "Cleo", "Dan"}
    give(session, PUBLISH)
    decided(session)
    give(session, NewDay(ORGANISER))
    assert session.state.day == 2 and session.state.active == ()


@pytest.mark.rule("TW-EV-28", "TW-EV-29", "TW-EV-31", "TW-EV-12", "TW-EV-02")
def test_a_latecomer_plays_whoever_has_the_bye_or_begins_with_what_was_chosen() -> None:
    session = entered("Ada", "Ben", "Cleo")
    assert refused(session, Join(ORGANISER, "Ada")) == {"TW-EV-12"}
    give(session, DRAFT, PUBLISH)
    alone = session.state.published[0].bye.player
    give(session, Register(ORGANISER, ("Dan",)), Register(ORGANISER, ("Eve",), missed=Kind.HALF_BYE))
    give(session, Join(ORGANISER, "Dan"))
    round_ = session.state.published[0]
    assert round_.at(2).players == (alone, "Dan") and round_.bye is None
    assert [(one.player, one.kind) for one in round_.others] == [("Eve", Kind.HALF_BYE)]
    assert refused(session, Join(ORGANISER, "Dan")) == {"TW-EV-31"}
    assert refused(session, Join(ORGANISER, "Eve")) == {"TW-EV-29"}
    assert refused(session, Join(ORGANISER, "Zoe")) == {"TW-EV-02"}
    assert refused(session, Register(ORGANISER, ("Finn",), missed=Kind.WIN)) == {"TW-EV-28"}
    decided(session)
    scores = {line.player: line.score for line in standings(session.state)}
    assert (scores["Eve"], scores["Dan"]) == (1, 0), "half a point for the round that Eve missed"


@pytest.mark.rule("TW-EV-34", "TW-EV-28", "TW-EV-02")
def test_byes_are_asked_for_and_given() -> None:
    session = entered("Ada", "Ben", "Cleo", "Dan", "Eve")
    ada = player_seat(1)
    give(session, GiveBye(ada, "Ada", 1), GiveBye(ORGANISER, "Eve", 2, Kind.BYE))
    assert refused(session, GiveBye(ada, "Ada", 1, Kind.BYE)) == {"TW-EV-28"}
    give(session, DRAFT, PUBLISH)
    round_ = session.state.published[0]
    assert [(one.player, one.kind) for one in round_.byes] == [("Ada", Kind.REQUESTED_BYE)]
    assert len(round_.pairings) == 2
    assert refused(session, GiveBye(ORGANISER, "Ben", 1, Kind.BYE)) == {"TW-EV-34"}
    assert refused(session, GiveBye(ORGANISER, "Zoe", 2)) == {"TW-EV-02"}
    assert refused(session, GiveBye(ORGANISER, "Ben", 0)) == {"TW-EV-34"}
    decided(session)
    give(session, DRAFT, PUBLISH)
    assert [(one.player, one.kind) for one in session.state.published[1].byes] == [("Eve", Kind.BYE)]
    scores = {line.player: line.score for line in standings(session.state)}
    assert scores["Ada"] == 1


@pytest.mark.rule("TW-EV-33", "TW-EV-04")
def test_a_published_round_is_put_right_with_its_reason_where_nothing_is_noted() -> None:
    session = entered("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
    give(session, DRAFT, PUBLISH)
    (a, b), (c, d), (e, _) = (one.players for one in session.state.published[0].pairings)
    give(session, ReportResult(JUDGE, 3, Outcome.DRAW))
    assert refused(session, Swap(ORGANISER, a, e)) == {"TW-EV-33"}
    give(session, Assign(ORGANISER, a, c, 2, "brothers"))
    round_ = session.state.published[0]
    assert round_.at(2).players == (a, c) and set(round_.at(1).players) == {b, d}
    assert round_.at(1).why.key == "pairing.by_hand" and round_.at(3).result is not None
    assert refused(session, Assign(ORGANISER, a, c, 3)) == {"TW-EV-33"}
    assert refused(session, Assign(ORGANISER, a, c, -4)) == {"TW-EV-04"}
    changes: list[Any] = [one.event for one in session.records if getattr(one.event, "reason", "")]
    assert {one.reason for one in changes} == {"brothers"}


@pytest.mark.rule("TW-EV-30")
def test_a_table_is_fixed_and_set_free() -> None:
    session = entered("Ada", "Ben", "Cleo", "Dan")
    give(session, FixTable(ORGANISER, "Dan", 9))
    assert "Dan" in next(one for one in give(session, DRAFT).draft.pairings if one.table == 9).players
    assert refused(session, FixTable(ORGANISER, "Dan", 10_000)) == {"TW-EV-30"}
    give(session, FixTable(ORGANISER, "Dan", 0))
    assert [one.table for one in give(session, DRAFT).draft.pairings] == [1, 2]


@pytest.mark.rule("TW-EV-40", "TW-EV-07")
def test_notes_are_the_staffs_and_lots_are_drawn_by_the_machine() -> None:
    session = entered("Ada", "Ben", "Cleo", "Dan")
    give(session, TakeNote(JUDGE, "Ada", "plays slowly", "Maria", 5))
    assert refused(session, TakeNote(JUDGE, "Ada", " ")) == {"TW-EV-40"}
    assert refused(session, TakeNote(player_seat(1), "Ben", "cheats")) == {"TW-EV-10"}
    assert SYSTEM.view_for(session.state, player_seat(1)).notes == ()
    assert SYSTEM.view_for(session.state, JUDGE).notes == session.state.notes
    give(session, DrawChecks(ORGANISER, 2), DrawChecks(ORGANISER, 2))
    (_, first), (_, second) = session.state.checked
    assert {*first, *second} == {"Ada", "Ben", "Cleo", "Dan"}, "whoever was drawn comes last again"
    assert refused(session, DrawChecks(ORGANISER, 5)) == {"TW-EV-07"}
    give(session, GivePrize(ORGANISER, "Box", 1), GivePrize(ORGANISER, "Dice"))
    assert session.state.prizes[0].player == standings(session.state)[0].player
    assert session.state.prizes[1].player != session.state.prizes[0].player
    assert refused(session, GivePrize(ORGANISER, "Box", 7)) == {"TW-EV-07"}
    assert refused(session, GivePrize(ORGANISER, "", 1)) == {"TW-EV-40"}


@pytest.mark.rule("TW-EV-36", "TW-EV-28")
def test_what_is_settled_is_possible() -> None:
    from dataclasses import replace

    from companion.tournament.results import Worth

    session = entered("Ada", "Ben")
    setup = session.state.setup
    assert refused(session, Settle(ORGANISER, replace(setup, worth=(Worth(Kind.WIN, 1, 2),)))) == {"TW-EV-36"}
    assert refused(session, Settle(ORGANISER, replace(setup, late=Kind.WIN))) == {"TW-EV-28"}
    give(session, Settle(ORGANISER, replace(setup, late=Kind.HALF_BYE)), Drop(ORGANISER, "Ada"))
