"""How a mission ends: as its scenario says, or because somebody gives it up."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.commands import Concede
from companion.core.ids import PieceId, Seat
from companion.games.gotham.commands import EndTurn, MeleeAttack
from tests.games.gotham.tables import HERO, mission, played

A, V = Seat("A"), Seat("villains")
FOES: dict[str, Any] = {"A": {**HERO, "at": "a"}, "V": {"kind": "villain", "life": 2, "at": "a"}}


@pytest.mark.rule("TW-END-01")
def test_a_scenario_ends_when_its_villain_falls() -> None:
    state = mission(FOES, ends=[{"winner": "heroes", "when": {"neutralised": "V"}}])
    state = played(state, MeleeAttack(A, PieceId("A"), PieceId("V")), [[3]])
    assert state.flow.outcome is not None
    assert (state.flow.outcome.winners, state.flow.outcome.rule) == ((A,), "TW-END-01")


@pytest.mark.rule("TW-END-01")
def test_time_runs_out_for_the_heroes_at_the_end_of_the_last_round() -> None:
    state = mission(FOES, round=3, ends=[{"winner": "villains", "when": {"round_over": 3}}])
    state = played(state, EndTurn(A))
    assert state.flow.outcome is None
    state = played(state, EndTurn(V))
    assert state.flow.outcome is not None and state.flow.outcome.winners == (V,)


def test_who_gives_up_loses() -> None:
    state = played(mission(FOES), Concede(A))
    assert state.flow.outcome is not None and state.flow.outcome.winners == (V,)
