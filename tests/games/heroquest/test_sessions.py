"""A quest in a session: taken back in the middle of an attack, overruled, laid aside and opened again."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.commands import Choose, ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.ids import PieceId, RequestId, RuleId, Seat, SpaceId
from companion.core.ledger import Ledger
from companion.core.rules import Accepted, Rejected
from companion.core.session import Session
from companion.core.telling import heard_records
from companion.games.heroquest import commands as cm
from companion.games.heroquest.sample import sample_setup
from companion.games.heroquest.system import HeroQuest
from companion.storage.codec import JsonCodec, digest_of
from companion.storage.memory import MemoryRecorder
from tests.conftest import StoppedClock

SYSTEM, SETUP = HeroQuest(), sample_setup()
WARRIOR, GM = Seat("warrior"), SETUP.gm
ME = PieceId("warrior")


def session(recorder: MemoryRecorder | None = None) -> Session:
    ledger = Ledger(recorder or MemoryRecorder(), JsonCodec(SYSTEM.event_types))
    return Session(SYSTEM, ledger, StoppedClock(), SETUP, seats=SETUP.seats)


def give(game: Session, *commands: Any) -> None:
    for command in commands:
        decision = game.submit(command)
        assert isinstance(decision, Accepted), decision


def roll(game: Session, *faces: str) -> None:
    request = game.state.flow.open[0]
    assert isinstance(request, DiceRequest), request
    give(game, ReportDice(request.roller, DiceResult(request.id, faces)))


def choose(game: Session, option: str) -> None:
    request = game.state.flow.open[0]
    give(game, Choose(request.seat, request.id, (option,)))


def begun(game: Session) -> None:
    give(game, cm.BeginQuest(GM), cm.TakeTurn(WARRIOR, ME))


@pytest.mark.rule("HQ-GEN-01")
def test_dice_are_taken_back_by_consent_and_the_command_goes_on_with_others() -> None:
    game = session()
    begun(game)
    give(game, cm.RollMovement(WARRIOR, ME))
    first = game.state.flow.open[0].id
    roll(game, "1", "1")
    assert game.state.who(ME).turn.left == 2
    assert isinstance(game.take_back(WARRIOR), Rejected)  # a die lies in between
    assert isinstance(game.take_back(WARRIOR, agreed=SETUP.seats, step=game.undo_step()), Accepted)
    assert game.state.flow.open[0].id == first
    roll(game, "6", "6")
    assert game.state.who(ME).turn.left == 12
    give(game, cm.Attack(WARRIOR, ME, PieceId("dwarf")))  # the hero beside it (HQ-ATK-09)
    second = game.state.flow.open[0].id
    assert second != first
    roll(game, "skull", "white", "white", "white", "3")
    roll(game, "black", "black", "black", "black", "black")
    assert isinstance(game.take_back(WARRIOR, agreed=SETUP.seats, step=game.undo_step()), Accepted)
    roll(game, "white", "white", "black", "white", "white")
    assert game.state.flow.open[0].purpose == "HQ-COMBAT-COUNTER-01"
    assert [window.rule for window in game.state.flow.windows] == ["HQ-COMBAT-COUNTER-03"]
    choose(game, "yes")
    assert game.state.flow.open[0].purpose == "HQ-COMBAT-COUNTER-05"


def test_a_quest_laid_aside_in_the_middle_of_an_attack_goes_on_where_it_was() -> None:
    recorder = MemoryRecorder()
    game = session(recorder)
    begun(game)
    give(game, cm.Attack(WARRIOR, ME, PieceId("dwarf")))
    again = session(recorder)
    assert digest_of(again.state) == digest_of(game.state)
    for one in (game, again):
        request = one.state.flow.open[0]
        answer = ReportDice(request.roller, DiceResult(request.id, ("white", "white", "black", "white", "7")))
        decision = SYSTEM.decide(one.state, answer)
        assert isinstance(decision, Accepted)
    assert SYSTEM.decide(game.state, answer) == SYSTEM.decide(again.state, answer)


@pytest.mark.rule("HQ-GEN-01")
def test_a_refused_step_is_let_through_and_the_record_says_who_agreed() -> None:
    game = session()
    begun(game)
    give(game, cm.RollMovement(WARRIOR, ME))
    roll(game, "1", "1")
    far = cm.Walk(WARRIOR, ME, tuple(map(SpaceId, ("A2", "A3", "A4"))))
    refused = game.submit(far)
    assert isinstance(refused, Rejected)
    assert {one.rule for one in refused.violations} == {"HQ-MOVE-01"}
    decision = game.overrule(far, [RuleId("HQ-MOVE-01")], SETUP.seats)
    assert isinstance(decision, Accepted)
    assert type(game.records[-len(decision.events) - 1].event).__name__ == "Ruled"
    choose(game, "yes")  # the elf lets it pass
    assert game.state.who(ME).at == "A4"


@pytest.mark.rule("HQ-GEN-03")
def test_the_heroes_record_goes_on_over_take_backs() -> None:
    game = session()
    begun(game)
    give(game, cm.RollMovement(WARRIOR, ME))
    roll(game, "4", "4")
    game.take_back(WARRIOR, agreed=SETUP.seats, step=game.undo_step())
    roll(game, "2", "2")
    heard = list(heard_records(SYSTEM, game.records, None))
    assert [one.version for one in heard] == list(range(len(heard)))
    back: Any = next(one for one in heard if type(one.event).__name__ == "TakenBack")
    assert type(heard[back.event.to].event).__name__ == "DiceRequested"


def test_nobody_answers_for_another() -> None:
    game = session()
    begun(game)
    give(game, cm.Attack(WARRIOR, ME, PieceId("dwarf")))
    roll(game, "white", "white", "white", "white", "3")
    request = game.state.flow.open[0]
    assert request.seat == "dwarf"
    wrong = game.submit(Choose(WARRIOR, request.id, ("yes",)))
    assert isinstance(wrong, Rejected) and wrong.violations[0].rule == "TW-ASK-02"
    stale = game.submit(Choose(request.seat, RequestId("ask-99"), ("yes",)))
    assert isinstance(stale, Rejected) and stale.violations[0].rule == "TW-ASK-01"
    busy = game.submit(cm.EndTurn(WARRIOR, ME))
    assert isinstance(busy, Rejected) and busy.violations[0].rule == "TW-ASK-01"
