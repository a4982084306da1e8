"""A judge rules about a game that goes on: it stands in its record once, and the game goes back where it says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.events import Ruled, TakenBack
from companion.core.ids import RuleId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from tests.conftest import StoppedClock
from ui.cli.records import Game, open_record

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.record"))


def resumed(game: Game) -> Session:
    ledger = Ledger(MemoryRecorder(), JsonCodec(game.system.event_types))
    ledger.append(game.records[: len(game.records) // 2])
    setup: Any = game.records[0].event
    return Session(game.system, ledger, StoppedClock(), seats=setup.seats)


def plain(state: Any) -> Any:
    """The state without the number of requests so far, which goes on: no two have one id."""
    return replace(state, flow=replace(state.flow, asked=0))


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_ruling_stands_once_and_takes_the_game_back(record: Path) -> None:
    session = resumed(open_record(record))
    before, to = session.version, session.standing()[3].version
    for _ in range(2):
        session.rule((RuleId("TW-ASK-01"),), "Maria", "#1 as it was", back_to=to)
    told = [one.event for one in session.records[before + 1 :]]
    assert [type(event) for event in told] == [Ruled, TakenBack]
    assert plain(session.state) == plain(session.state_at(to))
    session = resumed(open_record(record))
    session.rule((), "Maria", "#2 play on")
    assert session.version == before + 1
    assert session.state == session.state_at(before), "a ruling alone changes nothing"
