"""Forces: a player hands in a legal one until the event begins; a judge always may; nobody else reads it."""

from __future__ import annotations

import pytest

from companion.core.ids import Seat
from companion.core.rules import Command, Rejected
from companion.core.session import Session
from companion.text.wording import Wording
from companion.tournament import ORGANISER
from companion.tournament.forces import ForceHandedIn, HandIn
from companion.tournament.papers import papers
from companion.tournament.people import Register
from companion.tournament.rounds import DraftRound, PublishRound
from companion.tournament.state import HEAD_JUDGE, JUDGE, Force
from tests.tournament.events import SYSTEM, give, opened

ADA, BEN = Seat("player-1"), Seat("player-2")


def force(player: str, total: int = 290, *broken: str) -> Force:
    return Force(player, "Night", (("Wickmaster (lq001)", total),), total, broken, "lq001")


def four(*, open_forces: bool = False) -> Session:
    session = opened(seed=2, open_forces=open_forces)
    give(session, Register(ORGANISER, ("Ada", "Ben", "Cleo", "Dan")))
    return session


def refused(session: Session, order: Command) -> list[str]:
    decision = session.submit(order)
    return [broken.rule for broken in decision.violations] if isinstance(decision, Rejected) else []


@pytest.mark.rule("TW-EV-17")
def test_a_force_is_locked_when_the_event_begins() -> None:
    session = four()
    give(session, HandIn(ADA, force("Ada")), HandIn(ADA, force("Ada", 250)))
    assert [one.total for one in session.state.forces] == [250], "the last one counts"
    give(session, DraftRound(ORGANISER), PublishRound(ORGANISER))
    assert refused(session, HandIn(ADA, force("Ada", 300))) == ["TW-EV-17"]
    give(session, HandIn(BEN, force("Ben")))  # late, and once
    assert refused(session, HandIn(BEN, force("Ben", 10))) == ["TW-EV-17"]
    give(session, HandIn(HEAD_JUDGE, force("Ada", 299)))
    assert {one.player: one.total for one in session.state.forces} == {"Ada": 299, "Ben": 290}


@pytest.mark.rule("TW-EV-18", "TW-EV-10", "TW-EV-02")
def test_a_player_hands_in_a_legal_force_and_only_the_own() -> None:
    session = four()
    assert refused(session, HandIn(ADA, force("Ada", 400, "HC-TEAM-01"))) == ["TW-EV-18"]
    assert refused(session, HandIn(ADA, force("Ben"))) == ["TW-EV-10"]
    assert refused(session, HandIn(JUDGE, force("Zoe"))) == ["TW-EV-02"]
    give(session, HandIn(JUDGE, force("ada", 400, "HC-TEAM-01")))
    assert session.state.force_of("Ada") == force("Ada", 400, "HC-TEAM-01")


@pytest.mark.parametrize("open_forces", [False, True])
def test_who_reads_a_force(*, open_forces: bool) -> None:
    session = four(open_forces=open_forces)
    give(session, HandIn(ADA, force("Ada")), HandIn(BEN, force("Ben")))

    def read_by(seat: Seat | None) -> list[str]:
        return [one.player for one in SYSTEM.view_for(session.state, seat).forces]

    assert (read_by(JUDGE), read_by(ADA), read_by(None)) == (["Ada", "Ben"], ["Ada"], [])
    told = ForceHandedIn(force("Ben"))
    assert [SYSTEM.heard_by(session.state, told, seat) for seat in (ADA, BEN, None)] == [None, told, None]
    give(session, DraftRound(ORGANISER), PublishRound(ORGANISER))
    assert read_by(ADA) == (["Ada", "Ben"] if open_forces else ["Ada"])


def test_the_sheets_for_the_wall_tell_no_force_and_a_slip_has_both_players() -> None:
    session = four()
    give(session, HandIn(ADA, force("Ada")), DraftRound(ORGANISER), PublishRound(ORGANISER))
    files = papers(session.state, [], Wording("en"))
    assert b"Wickmaster" in files["forces.html"]
    assert b"Wickmaster" in files["forces.csv"]
    assert b"Wickmaster" not in files["sheets.html"]
    for pairing in session.state.published[0].pairings:
        assert all(name.encode() in files["slips.html"] for name in pairing.players)
