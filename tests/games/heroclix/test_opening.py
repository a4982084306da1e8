"""The opening: EX-SETUP-01, -02, deployment, by hand from the catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.commands import Choose, Place
from companion.core.ledger import Ledger
from companion.core.rules import Rejected
from companion.core.session import Session
from companion.games.heroclix.commands import BeginGame, MoveFigure
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from tests.games.heroclix.opening import accept, field, opened, throw
from tests.games.heroclix.scene import BLUE, GAME, RED, at


def fresh(clock: Any) -> Session:
    return Session(GAME, Ledger(MemoryRecorder(), JsonCodec(GAME.event_types)), clock, field().setup, seats=(RED, BLUE))


def refused(session: Session, command: Any) -> set[str]:
    decision = session.submit(command)
    assert isinstance(decision, Rejected), decision
    return {one.rule for one in decision.violations}


@pytest.mark.rule("HC-SETUP-03")
def test_ties_are_rolled_again(clock: Any) -> None:
    """EX-SETUP-01: 8 and 8, again; then 3 against 11."""
    session = fresh(clock)
    accept(session, BeginGame(RED))
    assert len(session.state.flow.open) == 2, "both players roll at once"
    throw(session, 4, 4)
    throw(session, 5, 3)
    assert session.state.first_player is None
    throw(session, 1, 2)
    throw(session, 5, 6)
    assert session.state.first_player == BLUE


@pytest.mark.rule("HC-SETUP-06", "HC-SETUP-07", "TW-ASK-02")
def test_the_other_player_chooses_and_the_first_takes_the_opposite_side(clock: Any) -> None:
    session = fresh(clock)
    accept(session, BeginGame(RED))
    throw(session, 6, 5)
    throw(session, 1, 2)
    request: Any = session.state.flow.open[0]
    assert (request.seat, request.options) == (BLUE, ("north", "south"))
    assert refused(session, Choose(RED, request.id, ("north",))) == {"TW-ASK-02"}
    assert refused(session, Choose(BLUE, request.id, ("east",))) == {"TW-ASK-03"}
    accept(session, Choose(BLUE, request.id, ("north",)))
    assert dict(session.state.areas) == {"blue": "north", "red": "south"}


@pytest.mark.rule("HC-SETUP-11", "HC-SETUP-12", "HC-SETUP-04")
def test_deployment_in_turn_inside_the_own_area(clock: Any) -> None:
    session = fresh(clock)
    accept(session, BeginGame(RED))
    throw(session, 6, 5)
    throw(session, 1, 2)
    request: Any = session.state.flow.open[0]
    accept(session, Choose(BLUE, request.id, ("south",)))
    r1, r2, b1 = (session.state.piece(name).id for name in ("r1", "r2", "b1"))
    assert refused(session, Place(BLUE, b1, (at(0, 11),))) == {"HC-SETUP-11"}
    assert refused(session, Place(RED, r1, (at(0, 1),))) == {"HC-SETUP-11"}
    assert refused(session, MoveFigure(RED, r1, (at(0, 1),))) >= {"HC-SETUP-12"}
    accept(session, Place(RED, r1, (at(0, 0),)))
    assert refused(session, Place(RED, r2, (at(0, 0),))) == {"HC-VAL-10"}
    assert refused(session, Place(RED, r2, (at(0, 0), at(1, 0)))) == {"HC-MULTI-01"}
    accept(session, Place(RED, r2, (at(1, 0),)))
    assert session.state.flow.active == {BLUE}
    assert {piece.click for piece in session.state.pieces} == {1}


def test_the_first_turn_is_the_first_players(clock: Any) -> None:
    session = opened(clock)
    assert (session.state.flow.round, session.state.flow.turn, session.state.active_seat) == (1, 1, RED)
