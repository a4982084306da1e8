"""Whole missions of random legal commands: no law is broken on the way. The long lot is a thousand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ids import PieceId
from companion.core.rules import Accepted
from companion.games.gotham.sample import sample_setup
from companion.games.gotham.state import State
from companion.games.gotham.system import Gotham
from companion.system import DiceGenerator

MOST = 700  # decisions of a game; some are not over then
ENDING = ("EndTurn", "EndActivation", "DeclareState", "BeginMission", "ActivateTile")


def broken_laws(state: State, cubes: dict[PieceId, int]) -> Iterator[str]:
    """What can never be so, whatever was done."""
    for figure in state.figures:
        if figure.is_hero:
            if figure.total_cubes != cubes[figure.id]:
                yield f"{figure.id}: a cube was lost or made"
            if any(count < 0 for _, count in figure.cubes):
                yield f"{figure.id}: fewer cubes than none"
        elif not 0 <= figure.life <= state.sheet(figure.id).life:
            yield f"{figure.id}: {figure.life} Life Points"
        if figure.neutralised != (figure.endures == 0):
            yield f"{figure.id}: Neutralised or not?"
        if figure.zone not in state.board.zones:
            yield f"{figure.id}: nowhere"
    for kind, stock in state.settings.stock.items():
        if sum(token.kind == kind for token in state.tokens) > stock:
            yield f"more {kind} than there is"
    if any(token.age >= state.settings.token_turns for token in state.tokens):
        yield "a token older than tokens become"
    if len(state.river) != len(set(state.river)):
        yield "a tile twice in the River"
    if any(number.value < 0 for _, _, number in state.shown):
        yield "a number below nought"


def play(seed: int) -> State:
    system, rng, dice = Gotham(), random.Random(seed), DiceGenerator(seed)
    setup = sample_setup()
    state = system.initial_state(setup)
    cubes = {figure.id: figure.total_cubes for figure in state.figures}
    for _ in range(MOST):
        if state.flow.outcome is not None:
            break
        request = state.flow.open[0] if state.flow.open else None
        if isinstance(request, DiceRequest):
            command: Any = ReportDice(request.roller, dice.roll(request, system.dice_of(state)))
        else:
            offers = [one for seat in setup.seats for one in system.legal_commands(state, seat)]
            assert offers, "nobody may do anything, and the mission is not over"
            lively = [one for one in offers if type(one).__name__ not in ENDING]
            command = rng.choice(lively if lively and rng.random() < 0.8 else offers)
        decision = system.decide(state, command)
        assert isinstance(decision, Accepted), (command, decision)
        for event in decision.events:
            state = system.apply(state, event)
        assert list(broken_laws(state, cubes)) == [], command
    return state


@pytest.mark.parametrize("seed", range(4))
def test_no_law_is_broken(seed: int) -> None:
    state = play(seed)
    assert state.flow.round >= 1


@pytest.mark.long
def test_no_law_is_broken_in_a_thousand_games() -> None:
    ended = sum(play(seed).flow.outcome is not None for seed in range(1000))
    assert ended > 0
