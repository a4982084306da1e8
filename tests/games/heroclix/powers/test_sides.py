"""Powers at a table of sides: a teammate is a friend to every power, and no opponent (HC-TEAM-08)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.ids import PieceId, Seat
from companion.games.heroclix.commands import CloseAttack, EndTurn, MoveFigure, UsePower
from companion.games.heroclix.events.attack import AttackRolled
from companion.games.heroclix.events.tactics import ElementRemoved, ObjectPlaced
from companion.games.heroclix.figures.figure import Symbols
from companion.games.heroclix.forces.setup import Alternate, MapObject, Tactics
from companion.games.heroclix.position.holding import adjacent_friends, adjacent_opponents
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure

GREEN = Seat("green")
A, G, X = PieceId("A"), PieceId("G"), PieceId("X")
SIDES = Tactics(sides=((RED, GREEN), (BLUE,)))


def table(tactics: Tactics = SIDES, **printed: Any) -> Scene:
    """Red A beside green G, blue X beside both."""
    scene = Scene(seats=("red", "green", "blue"), tactics=tactics)
    scene.put("A", "red", (1, 1), figure("A", **printed))
    scene.put("G", "green", (2, 1), figure("G", points=20))
    scene.put("X", "blue", (2, 2), figure("X", clicks=9))
    return scene


@pytest.mark.rule("HC-TEAM-08")
def test_who_is_beside_whom() -> None:
    scene = table()
    a = scene.piece(A)
    assert [one.id for one in adjacent_friends(scene.state, a)] == ["G"]
    assert [one.id for one in adjacent_opponents(scene.state, a)] == ["X"]


@pytest.mark.rule("HC-TEAM-08")
def test_a_teammate_is_no_target_of_powers_against_opponents() -> None:
    """Outwit counters no teammate's power, Force Blast pushes no teammate, Perplex helps one."""
    scene = table(powers={"damage": "outwit", "attack": "force_blast"})
    assert "HC-ATK-03" in scene.refused(UsePower(RED, A, "outwit", (G,)))
    assert "HC-ATK-03" in scene.refused(UsePower(RED, A, "force_blast", (G,)))
    offered = {one.targets for one in GAME.legal_commands(scene.state, RED) if isinstance(one, UsePower)}
    assert ("G",) not in offered
    assert ("X",) in offered


@pytest.mark.rule("HC-TEAM-08", "HC-ABIL-06")
def test_a_teammate_is_carried_along() -> None:
    scene = Scene(seats=("red", "green", "blue"), tactics=SIDES)
    a = scene.put("A", "red", (1, 1), figure("A", symbols=Symbols(speed="wing")))
    g = scene.put("G", "green", (2, 1))
    scene.put("X", "blue", (12, 12))
    scene.do(MoveFigure(RED, a, (at(1, 5),), g, at(1, 6)))
    assert scene.piece(g).spaces == (at(1, 6),)


@pytest.mark.rule("HC-TEAM-08", "HC-VP-03", "HC-VP-06")
def test_points_of_a_piece_that_a_power_knocks_out_go_to_an_opponent() -> None:
    """Poison knocks X out on red's turn: its points and those of its alternate ability, each with a line."""
    tactics = Tactics(sides=((RED, GREEN), (BLUE,)), alternates=(Alternate(BLUE, "Tide", "tide", 5, (X,)),))
    scene = Scene(seats=("red", "green", "blue"), tactics=tactics)
    a = scene.put("A", "red", (1, 1), figure("A", powers={"attack": "poison"}))
    scene.put("G", "green", (2, 1), figure("G", points=20))
    x = scene.put("X", "blue", (2, 2), figure("X", clicks=1))
    scene.put("Y", "blue", (14, 14))
    scene.do(UsePower(RED, a, "poison"))
    assert scene.piece(x).ko
    assert dict(scene.state.scores) == {RED: 55, GREEN: 0, BLUE: 0}
    assert [(one.points, one.element) for one in scene.state.tactics.sheet] == [(50, "X"), (5, "Tide")]
    assert scene.state.tactics.hurt == (x,)


@pytest.mark.rule("HC-TEAM-08")
def test_nobody_has_the_roll_of_a_teammate_thrown_again() -> None:
    scene = Scene(seats=("red", "green", "blue"), tactics=SIDES)
    a = scene.put("A", "red", (0, 0))
    scene.put("G", "green", (0, 1), figure("G", powers={"damage": "probability_control"}))
    x = scene.put("X", "blue", (1, 0), figure("X", clicks=9))
    scene.do(CloseAttack(RED, a, x))
    assert any(isinstance(one, AttackRolled) for one in scene.roll(1, 2))


@pytest.mark.rule("HC-OBJ-11")
def test_an_object_that_goes_leaves_the_smoke_where_it_is() -> None:
    """Both hinder their square; without the object the smoke still does, without the smoke nothing does."""
    lying = MapObject(PieceId("crate"), RED, "Crate", None)
    scene = Scene(tactics=Tactics(objects=(lying,)))
    a = scene.put("A", "red", (0, 0), figure("A", powers={"attack": "smoke_cloud"}, range=4))
    scene.put("X", "blue", (12, 12))
    bare = scene.state.table.board
    scene.do(UsePower(RED, a, "smoke_cloud", (), (at(2, 0), at(2, 1))))
    smoked = scene.state.table.board
    scene.state = GAME.apply(scene.state, ObjectPlaced(RED, lying.id, at(2, 0)))
    assert scene.state.table.board == smoked != bare
    scene.state = GAME.apply(scene.state, ElementRemoved(lying.id))
    assert scene.state.table.board == smoked
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    assert scene.state.table.board == bare
