"""What a seat hears: nothing of the others' secret choices, not even that they were made, until all lie open."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest

from companion.core.commands import Choose, Concede
from companion.core.dice import Source
from companion.core.events import ChoiceRequested, ChoicesOpened, TakenBack
from companion.core.evidence import Evidence
from companion.core.ids import Seat
from companion.core.ledger import Ledger
from companion.core.rules import Accepted, Rejected
from companion.core.session import Session
from companion.core.telling import Hearing, heard_records, names_any
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from tests.conftest import StoppedClock
from tests.core.secret_choices import BLUE, PINK, RED, SEATS, Cards, Dealt, Plan, Played

GAME = Cards()
CODEC = JsonCodec(GAME.event_types)


def begun() -> Session:
    session = Session(GAME, Ledger(MemoryRecorder(), CODEC), StoppedClock(), Dealt(), seats=SEATS)
    assert isinstance(session.submit(Plan(RED)), Accepted)
    return session


def pick(session: Session, seat: Seat, *cards: str) -> Any:
    request = next(one for one in session.state.flow.open if one.seat == seat)
    return session.submit(Choose(seat, request.id, cards))


def heard(session: Session, seat: Seat | None) -> list[bytes]:
    return [CODEC.encode(line) for line in heard_records(GAME, session.records, seat)]


def shown(session: Session, seat: Seat | None) -> str:
    return repr(GAME.view_for(session.state, seat))


def test_all_are_asked_at_once_and_opened_when_the_last_has_answered() -> None:
    session = begun()
    assert [one.seat for one in session.state.flow.open] == [RED, PINK, BLUE]
    pick(session, BLUE, "left-2")
    pick(session, RED, "left-1", "left-2")
    assert session.state.played == ()
    pick(session, PINK, "right-1")
    assert session.state.played == (
        Played(RED, ("left-1", "left-2")),
        Played(PINK, ("right-1",)),
        Played(BLUE, ("left-2",)),
    )
    (opened,) = [one.event for one in session.records if isinstance(one.event, ChoicesOpened)]
    assert [(made.seat, made.options) for made in opened.choices] == [
        (RED, ("left-1", "left-2")),
        (PINK, ("right-1",)),
        (BLUE, ("left-2",)),
    ]


@pytest.mark.rule("TW-ASK-04")
def test_a_card_goes_to_one_side() -> None:
    session = begun()
    decision = pick(session, RED, "left-1", "right-1")
    assert isinstance(decision, Rejected)
    assert [one.rule for one in decision.violations] == ["TW-ASK-04"]


@pytest.mark.parametrize("seat", [BLUE, None], ids=["an enemy", "a spectator"])
def test_until_the_end_others_have_the_same_whatever_is_chosen_and_when(seat: Seat | None) -> None:
    """Every order of two answers, every answer, one alone or none: the same lines and the same view."""
    seen = {(tuple(heard(begun(), seat)), shown(begun(), seat))}
    for first, second in permutations((RED, PINK)):
        for cards in (("left-1",), ("right-1",), ("left-1", "left-2")):
            session = begun()
            for friend in (first, second):
                pick(session, friend, *cards)
                seen.add((tuple(heard(session, seat)), shown(session, seat)))
    assert len(seen) == 1


def test_friends_see_each_other() -> None:
    session = begun()
    before = heard(session, PINK)
    pick(session, RED, "right-1")
    assert b"right-1" in heard(session, PINK)[-1] and len(heard(session, PINK)) == len(before) + 1
    assert [one.seat for one in session.state.flow.seen_by(PINK).open] == [PINK]
    assert [one.seat for one in session.state.flow.seen_by(BLUE).open] == [BLUE]


def test_what_was_not_heard_leaves_no_gap() -> None:
    session = begun()
    for seat in SEATS:
        pick(session, seat, "left-2")
    lines = list(heard_records(GAME, session.records, BLUE))
    assert [line.version for line in lines] == list(range(len(lines)))
    assert {line.command_id for line in lines} == {"c0", "c1", "c2"}  # the set-up, the plan, its own answer
    assert len(lines) == len(session.records) - 2


def test_a_take_back_of_what_was_not_heard_is_not_heard() -> None:
    session = begun()
    before = heard(session, BLUE)
    pick(session, RED, "left-1")
    assert isinstance(session.take_back(RED), Accepted)
    assert isinstance(session.records[-1].event, TakenBack)
    pick(session, RED, "left-2")
    assert heard(session, BLUE) == before
    pick(session, PINK, "left-2")
    pick(session, BLUE, "left-2")
    assert session.state.played[0] == Played(RED, ("left-2",))


def test_a_hearing_goes_on_line_by_line() -> None:
    session, hearing = begun(), Hearing(GAME, BLUE)
    for seat in SEATS:
        pick(session, seat, "left-2")
    assert [line for line in map(hearing.hear, session.records) if line] == list(
        heard_records(GAME, session.records, BLUE)
    )


def test_a_game_laid_aside_in_the_middle_of_secrets_goes_on() -> None:
    session = begun()
    pick(session, RED, "left-1")
    again = Session(GAME, session.ledger, StoppedClock(), seats=SEATS)
    for seat in (BLUE, PINK):
        pick(again, seat, "left-2")
    assert len(again.state.played) == 3


def test_friends_hear_both_requests_and_a_take_back_to_its_place() -> None:
    session = begun()
    pick(session, RED, "left-1")
    lines = list(heard_records(GAME, session.records, PINK))
    (asked,) = [line.event for line in lines if isinstance(line.event, ChoiceRequested)]
    assert [one.seat for one in (asked.request, *asked.others)] == [RED, PINK]
    assert [one.id for one in (asked.request, *asked.others)] == ["ask-1", "ask-2"]
    session.take_back(RED)
    back = list(heard_records(GAME, session.records, PINK))[-1]
    assert isinstance(back.event, TakenBack)
    assert back.event.to == lines[-1].version - 1  # the line before the choice, by PINK's count
    assert back.version == len(lines)


def test_a_take_back_is_heard_once() -> None:
    """What lies under it has been taken back already: a second one, of what was not heard, is not heard."""
    session = begun()
    pick(session, BLUE, "left-2")
    session.take_back(BLUE)
    heard_so_far = heard(session, BLUE)
    pick(session, RED, "left-2")
    session.take_back(RED)
    assert heard(session, BLUE) == heard_so_far


def test_evidence_goes_with_what_was_heard_whole() -> None:
    session = begun()
    request = session.state.flow.open[2]
    seen = (Evidence("camera", "left-2 on the table"),)
    session.submit(Choose(BLUE, request.id, ("left-2",)), Source.CAMERA, seen)
    assert list(heard_records(GAME, session.records, BLUE))[-1].evidence == seen


@dataclass(frozen=True)
class Told:
    names: tuple[str, ...]
    other: Any = None


def test_a_veil_finds_names_however_deep() -> None:
    secret = frozenset({"orc"})
    assert names_any("orc", secret) and not names_any("elf", secret) and not names_any(3, secret)
    assert names_any(("elf", ("orc", "elf")), secret) and not names_any((), secret)
    assert names_any(Told(("elf",), Told(("orc",))), secret) and not names_any(Told(("elf",), 7), secret)


@pytest.mark.rule("TW-ASK-01")
def test_a_command_that_the_game_does_not_know_is_refused() -> None:
    decision = begun().submit(Concede(RED))
    assert isinstance(decision, Rejected)
    assert [one.rule for one in decision.violations] == ["TW-ASK-01"]
