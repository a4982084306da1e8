"""Whole games that differ only in what the heroes do not know: what they have of them is the same, byte for byte.

The heroes stay where they began. In the other game rooms they never saw hold other things, monsters they never met walk
about, roll and turn, their master takes some of it back; the heroes' record (versions, ids, envelopes), their view and
their offers must not show a trace of it.
"""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ids import Seat
from companion.core.ledger import Ledger
from companion.core.rules import Accepted
from companion.core.session import Sent, Session
from companion.core.telling import heard_records
from companion.games.heroquest import commands as cm
from companion.games.heroquest.sample import sample_setup
from companion.games.heroquest.setup import QuestSetUp
from companion.games.heroquest.state import Phase, State
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from tests.conftest import StoppedClock
from tests.games.heroquest.walks import SYSTEM

GM = sample_setup().gm
HEROES = tuple(seat for seat in sample_setup().seats if seat != GM)
AT_HOME = frozenset(
    {"BeginQuest", "TakeTurn", "EndTurn", "RollMovement", "Turn", "SearchTraps", "SearchPassages", "Heal", "Attack"}
)


def other_quest() -> QuestSetUp:
    """The same start, other rooms beyond it."""
    setup = sample_setup()
    quest: dict[str, Any] = copy.deepcopy(setup.quest)
    for piece in quest["furniture"]:
        piece["contents"] = ["gold 93"]
    quest["wandering"] = "zombie"
    return replace(setup, quest=quest)


def session_of(setup: QuestSetUp) -> Session:
    session = Session(
        SYSTEM, Ledger(MemoryRecorder(), JsonCodec(SYSTEM.event_types)), StoppedClock(), setup, seats=setup.seats
    )
    for seat in setup.seats:
        session.bind(f"phone of {seat}", [seat])
    return session


def give(session: Session, command: Any, number: int) -> None:
    decision = session.receive(Sent(f"phone of {command.seat}", str(number), session.version, command))
    assert isinstance(decision, Accepted), (command, decision)


def stir(session: Session, rng: random.Random) -> int:
    """Let monsters that nobody has met do what nobody sees; return how often."""
    done, dice = 0, DiceGenerator(rng.randrange(1000))
    for _ in range(rng.randrange(3, 9)):
        state: State = session.state
        hidden = [one for one in state.characters if not one.is_hero and not one.revealed and one.turn is not None]
        orders = [
            order
            for one in hidden
            for order in SYSTEM.legal_commands(state, GM, piece=one.id)
            if isinstance(order, cm.Turn | cm.RollMovement)
            or (isinstance(order, cm.Walk) and order.path[0] not in state.seen)
        ]
        if not orders:
            break
        assert isinstance(session.submit(rng.choice(orders)), Accepted)
        done += 1
        throw(session, dice)
        if rng.random() < 0.4:
            session.take_back(GM, agreed=session.seats, step=session.undo_step())
            throw(session, dice)  # what was taken back may have been a throw: it is open again
    return done


def throw(session: Session, dice: DiceGenerator) -> None:
    while session.state.flow.open:
        roll = session.state.flow.open[0]
        assert isinstance(roll, DiceRequest)
        session.submit(ReportDice(roll.roller, dice.roll(roll, SYSTEM.dice_of(session.state))))


def heard(session: Session) -> list[bytes]:
    codec = JsonCodec(SYSTEM.event_types)
    return [codec.encode(line) for line in heard_records(SYSTEM, session.records, HEROES[0])]


def shown(session: Session) -> bytes:
    """View and offers; a device answers the request at a place, so its id in the record is no part of what it gets."""
    place = {request.id: str(place) for place, request in enumerate(session.state.flow.open)}
    offers = [
        repr(replace(offer, request=place[offer.request]) if getattr(offer, "request", None) else offer)
        for seat in HEROES
        for offer in list[Any](SYSTEM.legal_commands(session.state, seat))
    ]
    return msgspec.json.encode([SYSTEM.view_for(session.state, HEROES[0]), offers])


@pytest.mark.rule("HQ-GEN-03")
@pytest.mark.parametrize("seed", range(4))
def test_the_heroes_have_the_same_of_two_games_that_differ_in_what_is_hidden(seed: int) -> None:
    plain, stirred = session_of(sample_setup()), session_of(other_quest())
    rng, dice, hidden = random.Random(seed), DiceGenerator(seed), random.Random(seed + 100)
    done = 0
    for number in range(60):
        state: State = plain.state
        if state.flow.open and isinstance(state.flow.open[0], DiceRequest):
            roll = state.flow.open[0]
            faces = dice.roll(roll, SYSTEM.dice_of(state))
            for session in (plain, stirred):  # each phone answers the request under the id that it has there
                asked = session.state.flow.open[0].id
                give(session, ReportDice(roll.roller, replace(faces, request=asked)), number)
        elif state.flow.phase == Phase.MASTER and not state.flow.open:
            done += stir(stirred, hidden)
            for session in (plain, stirred):
                give(session, cm.EndPhase(GM), number)
        else:
            seats = [one.seat for one in state.flow.open] or list(state.table.seats)  # type: ignore[union-attr]
            offers = [
                offer
                for seat in seats
                for offer in SYSTEM.legal_commands(state, seat)
                if state.flow.open or type(offer).__name__ in AT_HOME
            ]
            offer: Any = rng.choice(offers)
            place = [one.id for one in state.flow.open]
            for session in (plain, stirred):
                own = offer
                if place:
                    own = replace(offer, request=session.state.flow.open[place.index(offer.request)].id)
                give(session, own, number)
        assert shown(stirred) == shown(plain), f"seed {seed}, order {number}"
    assert done > 5, "nothing hidden happened"
    assert len(stirred.records) > len(plain.records)
    assert heard(stirred) == heard(plain)


def test_a_seat_nobody_bound_hears_and_says_nothing() -> None:
    session = session_of(sample_setup())
    refused = session.receive(Sent("passer-by", "1", session.version, cm.BeginQuest(Seat("master"))))
    assert not isinstance(refused, Accepted)
    assert len(session.records) == 1
