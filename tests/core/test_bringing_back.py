"""Redo: what was taken back counts again, while nothing has happened since, by the leave that a take-back needs."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.consent import Consents, Matter
from companion.core.events import BroughtBack
from companion.core.ledger import Ledger
from companion.core.rules import Accepted, History
from companion.core.session import Session
from companion.core.telling import heard_records
from companion.games.heroclix.commands import EndTurn, MoveFigure
from companion.storage.codec import digest_of
from companion.storage.memory import MemoryRecorder
from tests.core.secret_choices import BLUE as OTHERS
from tests.core.secret_choices import PINK as FRIEND
from tests.core.secret_choices import RED as CHOOSER
from tests.core.test_session import rules
from tests.core.test_telling import CODEC, begun, pick
from tests.core.test_telling import GAME as CARDS
from tests.games.heroclix.opening import opened
from tests.games.heroclix.scene import BLUE, GAME, RED, at


def moved(session: Session) -> list[str]:
    """The states' digests: before a move, after it, after the end of the turn."""
    digests = [digest_of(session.state)]
    for command in (MoveFigure(RED, session.state.pieces[-1].id, (at(4, 2),)), EndTurn(RED)):
        assert isinstance(session.submit(command), Accepted)
        digests.append(digest_of(session.state))
    return digests


def standing(session: Session) -> list[int]:
    return [one.version for one in session.standing()]


def test_what_was_taken_back_step_by_step_comes_back_step_by_step(clock: Any) -> None:
    session = opened(clock)
    first, second, third = moved(session)
    counted = standing(session)
    session.take_back(RED)
    session.take_back(RED)
    assert digest_of(session.state) == first
    assert isinstance(session.bring_back(RED), Accepted)
    assert digest_of(session.state) == second
    assert isinstance(session.bring_back(RED), Accepted)
    assert digest_of(session.state) == third and standing(session) == counted
    assert isinstance(session.take_back(RED), Accepted)  # and may be taken back again
    assert digest_of(session.state) == second


def test_a_session_that_was_brought_back_continues_from_its_ledger(clock: Any) -> None:
    recorder = MemoryRecorder()
    session = opened(clock, recorder=recorder)
    moved(session)
    session.take_back(RED)
    session.bring_back(RED)
    again = Session(GAME, Ledger(recorder, session.ledger.codec), clock, seats=session.seats)
    assert digest_of(again.state) == digest_of(session.state) and standing(again) == standing(session)


@pytest.mark.rule("TW-REDO-01")
def test_nothing_comes_back_once_the_game_has_gone_on(clock: Any) -> None:
    session = opened(clock)
    assert rules(session.bring_back(RED)) == {"TW-REDO-01"}
    moved(session)
    session.take_back(RED)
    session.submit(EndTurn(RED))
    assert session.redo_step() is None
    assert rules(session.bring_back(RED)) == {"TW-REDO-01"}


@pytest.mark.rule("TW-UNDO-02", "TW-REDO-01")
def test_a_die_comes_back_by_everybodys_leave(clock: Any) -> None:
    session = opened(clock, roll_off=True)
    thrown = digest_of(session.state)
    session.take_back(RED, agreed=[BLUE])
    assert rules(session.bring_back(RED)) == {"TW-UNDO-02"}
    consents = Consents(session)
    matter = consents.propose_bring_back(RED)
    assert isinstance(matter, Matter) and matter.missing == {BLUE}
    assert isinstance(consents.answer(matter.id, BLUE, agrees=True), Accepted)
    assert digest_of(session.state) == thrown
    session.take_back(RED, agreed=[BLUE])
    matter = consents.propose_bring_back(RED)
    assert isinstance(matter, Matter)
    session.bring_back(RED, judge="Ada")  # somebody else was first
    assert rules(consents.answer(matter.id, BLUE, agrees=True)) == {"TW-REDO-01"}


def test_a_secret_choice_that_comes_back_is_heard_by_friends_alone() -> None:
    session = begun()
    before = [CODEC.encode(line) for line in heard_records(CARDS, session.records, OTHERS)]
    pick(session, CHOOSER, "left-1")
    session.take_back(CHOOSER)
    session.bring_back(CHOOSER)
    assert [CODEC.encode(line) for line in heard_records(CARDS, session.records, OTHERS)] == before
    lines = list(heard_records(CARDS, session.records, FRIEND))
    last = lines[-1].event
    assert isinstance(last, BroughtBack) and last.back == lines[-2].version
    history = History(CARDS, lines[0].event)
    history.extend(line.event for line in lines[1:])
    assert history.standing == [*range(lines[-3].version + 1), lines[-1].version]  # the choice counts again
