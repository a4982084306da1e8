"""Games with every tactic, played by offered commands from the roll for first player: laws that hold at each step."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.board.grid import Tile
from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, Seat
from companion.core.ledger import Ledger
from companion.core.rules import Accepted, History
from companion.core.session import Session
from companion.games.heroclix.forces.cards import Needs, Weight
from companion.games.heroclix.forces.setup import Alternate, Condition, Feat, MapObject, Tactics, Theme
from companion.games.heroclix.position.team_abilities import copyable, own_choices
from companion.games.heroclix.state.state import MOST_TOKENS, Phase
from companion.storage.codec import JsonCodec, digest_of
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from tests.conftest import StoppedClock
from tests.games.heroclix.scene import GAME, Scene, figure

pytestmark = pytest.mark.slow

SEATS = tuple(Seat(name) for name in "abcd")


def field(*, sides: bool) -> Scene:
    """Four seats with three figures each, on 10 × 10 squares with an area in every corner."""
    a, b, c, d = SEATS
    tactics = Tactics(
        objects=tuple(MapObject(PieceId(f"{seat}-o"), seat, "Crate", Weight.LIGHT) for seat in SEATS),
        feats=(Feat("a-f", a, "Hook", 10, (PieceId("a1"),)), Feat("c-f", c, "Watch", 8, needs=Needs())),
        alternates=(Alternate(b, "Oath", "mystics", 5, (PieceId("b1"), PieceId("b2"))),),
        conditions=(Condition("d-c", d, "Fog"), Condition("b-c", b, "Tide")),
        themes=(Theme(a, "Undertow", 3, 1), Theme(c, "Robot", 3, 1)),
        sides=((a, c), (b, d)) if sides else (),
    )
    scene = Scene(size=(10, 10), seats=tuple(SEATS), tactics=tactics, round_limit=12)
    tiles = list(scene.board.tiles)
    for name, (column, row) in {"nw": (0, 0), "ne": (7, 0), "se": (7, 9), "sw": (0, 9)}.items():
        for step in range(3):
            tiles[row * 10 + column + step] = Tile(starting=name)
    scene.board = replace(scene.board, tiles=tuple(tiles))
    for seat in SEATS:
        for n, ability in enumerate(("drifters", "undertow", "lamplighters"), start=1):
            printed = replace(figure(f"{seat}{n}", clicks=3, attack=11, points=25 * n), team_abilities=(ability,))
            scene.put(f"{seat}{n}", seat, (0, 0), printed)
    return scene


def hold(state: Any) -> None:
    """The laws: scores are their sheet, tokens at most two, copies what a friend has, uses within the limits."""
    for seat, points in state.scores:
        assert points == sum(line.points for line in state.tactics.sheet if line.seat == seat)
    assert all(one.tokens <= MOST_TOKENS for one in state.pieces)
    assert all(uses <= 1 for _, uses in state.tactics.rerolls)
    if state.work is None and state.flow.outcome is None:
        for name, ability in state.tactics.copied:
            piece = state.piece(name)
            assert ability in (*copyable(state, piece), *own_choices(state, piece))


@pytest.mark.rule("HC-VP-13", "HC-THEME-10", "HC-END-07")
@pytest.mark.parametrize("sides", [False, True], ids=["alone", "sides"])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game(seed: int, sides: bool) -> None:
    rng, dice = random.Random(seed), DiceGenerator(seed)
    setup = field(sides=sides).setup
    session = Session(
        GAME,
        Ledger(MemoryRecorder(), JsonCodec(GAME.event_types)),
        StoppedClock(),
        setup,
        seats=SEATS,
        automatic={DiceRequest: lambda state, request: ReportDice(request.roller, dice.roll(request))},
    )
    for _ in range(420):
        state = session.state
        hold(state)
        offers = [one for seat in SEATS for one in GAME.legal_commands(state, seat)]
        if state.flow.outcome is not None:
            break
        assert offers, "nobody may do anything, and the game is not over"
        loud = [one for one in offers if type(one).__name__.endswith("Attack")]
        command = rng.choice(loud if loud and rng.random() < 0.6 else offers)
        decision = session.submit(command)
        assert isinstance(decision, Accepted), (command, decision)
    hold(session.state)
    assert session.state.flow.phase == Phase.PLAY
    seen = {type(one.event).__name__ for one in session.records}
    assert {"ConditionsRevealed", "ObjectPlaced", "RollTakenAgain", "ElementScored"} <= seen
    history = History(GAME, session.records[0].event)
    history.extend(one.event for one in session.ledger.read() if one.version > 0)
    assert digest_of(history.state) == digest_of(session.state)
    outcome = session.state.flow.outcome
    assert outcome is not None
    if sides:
        assert set(outcome.winners) in ({SEATS[0], SEATS[2]}, {SEATS[1], SEATS[3]})
