"""The first game: two figures each, a move or an attack for each of them; HC-BASIC, by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.board.spaces import edge
from companion.core.commands import Choose
from companion.core.ids import PieceId, Seat
from companion.games.heroclix.commands import AttackTerrain, BeginGame, CloseAttack, EndTurn, MoveFigure, RangedAttack
from companion.games.heroclix.editions.basics import BASICS
from companion.games.heroclix.figures.figure import Symbols
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.system import HeroClix
from tests.games.heroclix.opening import field
from tests.games.heroclix.scene import BLUE, RED, Scene, at, figure

GAME = HeroClix(BASICS)


def first_game(**more: Any) -> Scene:
    """Round 1 of a first game; the test puts the figures."""
    return Scene(game=GAME, round=1, **more)


@pytest.mark.rule("HC-BASIC-01")
def test_two_players_with_two_figures_each() -> None:
    """Neither three figures nor one; powers and terrain are not there, whatever is printed."""
    scene = field()
    assert GAME.initial_state(scene.setup).pieces
    begin = BeginGame(RED)
    scene.game, scene.state = GAME, GAME.initial_state(scene.setup)
    assert scene.do(begin)
    scene = field()
    scene.put("r3", "red", (0, 0))
    scene.game, scene.state = GAME, GAME.initial_state(scene.setup)
    assert scene.refused(begin) == {"HC-BASIC-01"}
    scene = first_game(terrain={(3, 3): "blocking"}, walls=[((0, 0), (0, 1))], levels={(5, 5): 2})
    a = scene.put("A", "red", (0, 0), figure("A", powers={"speed": "charge"}, symbols=Symbols("wing")))
    assert scene.state.powers(scene.piece(a)) == {}
    assert scene.state.abilities(scene.piece(a)) == frozenset()


@pytest.mark.rule("HC-BASIC-02", "HC-BASIC-03")
def test_the_highest_roll_begins_and_takes_an_area() -> None:
    """Blue rolls 7 against 3: it chooses an area, and red gets the opposite one."""
    scene = field()
    scene.game, scene.state = GAME, GAME.initial_state(scene.setup)
    scene.do(BeginGame(RED))
    scene.roll(1, 2)
    scene.roll(3, 4)
    request: Any = scene.state.flow.open[0]
    assert (request.seat, request.purpose) == (BLUE, "HC-SETUP-06")
    scene.do(Choose(BLUE, request.id, ("north",)))
    assert dict(scene.state.areas) == {BLUE: "north", RED: "south"}


@pytest.mark.rule("HC-BASIC-04", "HC-BASIC-05")
def test_each_figure_may_be_given_one_action_and_gets_no_token() -> None:
    """A moves and C attacks, at a build total of 100 too; neither may act twice, and nothing is pushed next turn."""
    scene = first_game(build_total=100)
    a = scene.put("A", "red", (0, 0))
    c = scene.put("C", "red", (5, 5), figure("C", attack=5))
    b = scene.put("B", "blue", (6, 5))
    scene.put("D", "blue", (15, 23))
    for _ in range(2):
        x = scene.piece(a).spaces[0]
        scene.do(MoveFigure(RED, a, (at(1, 1) if x == at(0, 0) else at(0, 0),)))
        scene.do(CloseAttack(RED, c, b))  # nobody is immune in the first round
        scene.roll(1, 2)
        assert "HC-ACT-04" in scene.refused(MoveFigure(RED, a, (at(2, 2),)))
        assert [one.tokens for one in scene.state.pieces] == [0, 0, 0, 0]
        scene.do(EndTurn(RED))
        scene.do(EndTurn(BLUE))
    assert scene.piece(a).click == scene.piece(c).click == 1


@pytest.mark.rule("HC-BASIC-05")
def test_an_attack_is_aimed_at_a_figure() -> None:
    """Nobody attacks a wall: the refusal names a rule of this game."""
    scene = first_game()
    a = scene.put("A", "red", (0, 0))
    wall = edge(at(0, 0), at(1, 0))
    assert scene.refused(AttackTerrain(RED, a, AttackKind.CLOSE, wall=wall)) == {"HC-BASIC-05"}


@pytest.mark.rule("HC-BASIC-06", "HC-BASIC-07")
def test_a_move_goes_past_friends_and_stops_beside_opponents() -> None:
    """A at (0,0), speed 4, its friend C at (1,0); B at (4,1): A may end at (3,0), beside B, and not at (4,0) past it.

    Beside B it may leave without a roll, and stops at once where it stays beside it.
    """
    scene = first_game(terrain={(2, 0): "blocking"})
    a = scene.put("A", "red", (0, 0), figure("A", speed=4))
    scene.put("C", "red", (1, 0))
    scene.put("B", "blue", (4, 1))
    scene.put("D", "blue", (15, 23))
    assert scene.refused(MoveFigure(RED, a, (at(1, 0),))) == {"HC-VAL-10"}
    assert scene.refused(MoveFigure(RED, a, (at(4, 0),))) == {"HC-MOVE-01"}
    scene.do(MoveFigure(RED, a, (at(3, 0),)))
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    assert scene.refused(MoveFigure(RED, a, (at(5, 0),))) == {"HC-MOVE-01"}  # by (4,0), which is beside B still
    scene.do(MoveFigure(RED, a, (at(0, 0),)))
    assert (scene.asked, scene.piece(a).spaces) == ("", (at(0, 0),))


@pytest.mark.rule("HC-BASIC-08", "HC-BASIC-09", "HC-BASIC-10", "HC-BASIC-11", "HC-BASIC-12")
def test_attacks_by_range_alone_and_sums_alone() -> None:
    """A shoots D past B, who stands beside it and in between; range 5 reaches 5 squares, not 6, and range 0 none.

    6 and 6 with attack 3 are 15, which misses 16 and hits 15 for the damage value, no more; 1 and 1 with 14 hit 16;
    doubles throw nobody back; on the last click the figure is out, and with the last figure the game is over.
    """
    scene = first_game()
    a = scene.put("A", "red", (0, 0), figure("A", attack=3, damage=2, range=5))
    c = scene.put("C", "red", (10, 1), figure("C", attack=14, damage=6, range=0))
    b = scene.put("B", "blue", (1, 0), figure("B", clicks=6))
    d = scene.put("D", "blue", (5, 0), figure("D", defense=15, clicks=6))
    far = scene.state.with_piece(replace(scene.piece(d), spaces=(at(6, 0),)))
    near, scene.state = scene.state, far
    assert scene.refused(RangedAttack(RED, a, (d,))) == {"HC-RNG-02"}
    scene.state = near
    assert scene.refused(RangedAttack(RED, c, (d,))) == {"HC-RNG-01", "HC-RNG-02"}
    assert scene.refused(CloseAttack(RED, a, d)) == {"HC-ATK-04"}
    scene.do(RangedAttack(RED, a, (d,)))
    scene.roll(6, 6)
    assert (scene.piece(d).click, scene.piece(d).spaces) == (3, (at(5, 0),))
    scene.state = near
    scene.do(CloseAttack(RED, a, b))
    scene.roll(6, 6)
    assert scene.piece(b).click == 1
    scene.state = scene.state.with_piece(replace(scene.piece(c), spaces=(at(0, 1),)))
    scene.do(CloseAttack(RED, c, b))
    scene.roll(1, 1)
    assert (scene.piece(b).ko, scene.piece(c).click) == (True, 1)
    assert scene.state.flow.outcome is None
    scene.state = scene.state.with_piece(replace(scene.piece(d), click=6))
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    scene.do(RangedAttack(RED, a, (d,)))
    scene.roll(6, 6)
    assert scene.state.flow.outcome is not None
    assert scene.state.flow.outcome.winners == (Seat("red"),)
    assert PieceId("A") in {one.id for one in scene.state.on_map()}
