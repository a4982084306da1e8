"""Three at a table, the end and the points: EX-TURN-01, EX-END-02, EX-VP-02, by hand from the catalogue."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.commands import Concede
from companion.core.events import GameEnded
from companion.core.ids import RuleId, Seat
from companion.core.rules import Accepted
from companion.games.heroclix.commands import AdjustDial, CloseAttack, EndTurn, MoveFigure
from companion.games.heroclix.events.damage import DamageDealt
from companion.games.heroclix.events.play import TokenPlaced, TurnBegan
from companion.games.heroclix.legal import offers_in_turn
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure

A, B, C = Seat("a"), Seat("b"), Seat("c")


@pytest.mark.rule("HC-TURN-01", "HC-TURN-02")
def test_the_round_begins_with_the_first_player() -> None:
    """EX-TURN-01: C is first player: C, A, B; with A eliminated in round 2: C, B."""
    scene = Scene(seats=("a", "b", "c"))
    pieces = [scene.put(seat.upper(), seat, (x, 0)) for seat, x in [("a", 0), ("b", 7), ("c", 14)]]
    scene.state = replace(GAME.apply(scene.state, TurnBegan(C, 1)), first_player=C)
    order = []
    for _ in range(3):
        seat = scene.state.active_seat
        assert seat is not None
        order.append(seat)
        scene.do(EndTurn(seat))
    assert order == [C, A, B]
    assert (scene.state.active_seat, scene.state.flow.round) == (C, 3)
    scene.do(AdjustDial(C, pieces[0], 9, "an effect"))
    scene.do(EndTurn(C))
    assert scene.state.active_seat == B
    scene.do(EndTurn(B))
    assert (scene.state.active_seat, scene.state.flow.round) == (C, 4)


@pytest.mark.rule("HC-END-01", "HC-END-05", "HC-VP-05", "HC-DMG-14", "HC-TURN-02")
def test_three_play_on_until_one_is_left() -> None:
    scene = Scene(seats=("a", "b", "c"))
    a = scene.put("A", "a", (1, 0))
    b, c = (
        scene.put(name, name.lower(), (x, 0), figure(name, clicks=2, points=40)) for name, x in [("B", 0), ("C", 2)]
    )
    scene.do(CloseAttack(A, a, b))
    scene.roll(5, 4)
    assert scene.state.flow.outcome is None
    assert dict(scene.state.scores) == {A: 40, B: 0, C: 0}
    assert scene.refused(Concede(B)) == {"HC-TURN-02"}, "who is out cannot end the game of the others"
    scene.do(EndTurn(A))
    assert scene.state.active_seat == C
    scene.do(EndTurn(C))
    scene.do(CloseAttack(A, a, c))
    events = scene.roll(5, 4)
    assert isinstance(events[-1], GameEnded)
    assert events[-1].outcome.winners == (A,)


@pytest.mark.rule("HC-END-01", "HC-END-06", "HC-VP-01", "HC-VP-06")
def test_the_last_of_both_fall_by_one_action() -> None:
    """EX-END-02: A knocks out B and dies of the push: points decide, and B's are scored for red, A's for blue."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", clicks=1, points=60))
    b = scene.put("B", "blue", (2, 0), figure("B", clicks=1, points=90))
    scene.do(MoveFigure(RED, a, (at(1, 0),)))
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    scene.do(CloseAttack(RED, a, b))
    events = scene.roll(5, 4)
    assert isinstance(events[-1], GameEnded)
    assert events[-1].outcome.winners == (RED,)
    assert events[-1].outcome.scores == ((RED, 90), (BLUE, 60))


@pytest.mark.rule("HC-VAL-14", "HC-TOKEN-09", "HC-ACT-14")
def test_no_third_token_even_when_the_refusal_was_overruled() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0))
    scene.put("X", "blue", (15, 23))
    for column in (1, 2):
        scene.do(MoveFigure(RED, a, (at(column, 0),)))
        scene.do(EndTurn(RED))
        scene.do(EndTurn(BLUE))
    again = MoveFigure(RED, a, (at(3, 0),))
    assert scene.refused(again) == {"HC-ACT-14"}
    decision = GAME.decide(scene.state, again, waived=frozenset({RuleId("HC-ACT-14")}))
    assert isinstance(decision, Accepted)
    assert TokenPlaced(a, 2) in decision.events
    assert not [one for one in decision.events if isinstance(one, DamageDealt)]


@pytest.mark.rule("HC-ACT-05", "HC-ACT-03")
def test_more_actions_than_characters_are_lost() -> None:
    """Three actions, one character: after its action only the end of the turn is left; unused ones are not kept."""
    scene = Scene(build_total=300)
    a = scene.put("A", "red", (0, 0))
    scene.put("X", "blue", (15, 23))
    scene.do(MoveFigure(RED, a, (at(1, 0),)))
    assert list(offers_in_turn(scene.state, RED, None)) == [EndTurn(RED)]
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    assert (scene.state.table.actions, scene.state.actions_given) == (3, 0)


@pytest.mark.rule("HC-TURN-02")
def test_with_three_seats_the_others_play_on_when_one_gives_up() -> None:
    scene = Scene(seats=("a", "b", "c"))
    for seat, x in [("a", 0), ("b", 7), ("c", 14)]:
        scene.put(seat.upper(), seat, (x, 0))
    scene.do(Concede(A))
    assert scene.state.flow.outcome is None
    assert scene.state.active_seat == B
    assert not list(scene.state.on_map(A))
    scene.do(Concede(C))  # at any time, not only in the own turn
    assert scene.state.flow.outcome is not None
    assert scene.state.flow.outcome.winners == (B,)
