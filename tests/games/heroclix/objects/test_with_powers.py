"""Powers that meet objects and heights: Telekinesis, Leap/Climb, Running Shot, Outwit, Pulse Wave, Carry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.board.spaces import edge
from companion.games.heroclix import commands as cm
from companion.games.heroclix.commands import ThrowObject
from companion.games.heroclix.events.tactics import ObjectDropped
from companion.games.heroclix.figures.figure import Symbols
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure

STRONG = {"attack": "super_strength"}
TELEKINESIS = {"attack": "telekinesis"}


def lies(one: Scene, item: str) -> list[str]:
    return [row.space for row in one.state.tactics.lying if row.object == item]


def mover(weight: str = "light") -> tuple[Scene, Any, Any, Any]:
    """Red's A with Telekinesis on (0, 0), an object on (4, 2), blue's B on (8, 2)."""
    one = Scene(size=(14, 5))
    a = one.put("A", "red", (0, 0), figure("A", attack=10, damage=1, powers=TELEKINESIS, range=0))
    b = one.put("B", "blue", (8, 2), figure("B", defense=15, clicks=9))
    return one, a, b, one.lay("crate", weight, (4, 2))


def test_an_object_is_put_on_another_square() -> None:
    one, a, _, crate = mover()
    bench = one.lay("bench", "heavy", (6, 0))
    assert "HC-OBJ-09" in one.refused(cm.UsePower(RED, a, "telekinesis", (crate,), (at(6, 0),)))
    assert "HC-RNG-05" in one.refused(cm.UsePower(RED, a, "telekinesis", (crate,), (at(9, 0),)))
    one.do(cm.UsePower(RED, a, "telekinesis", (crate,), (at(8, 2),)))  # under B
    assert (lies(one, crate), lies(one, bench)) == ([at(8, 2)], [at(6, 0)])
    assert one.piece(a).tokens == 1


@pytest.mark.rule("HC-OBJ-18")
def test_not_an_immobile_one() -> None:
    one, a, _, crate = mover("immobile")
    assert "HC-OBJ-18" in one.refused(cm.UsePower(RED, a, "telekinesis", (crate,), (at(5, 0),)))


@pytest.mark.rule("HC-OBJ-26")
def test_nor_one_that_is_held() -> None:
    one, a, _, _ = mover()
    s = one.put("S", "red", (1, 1), figure("S", powers={"attack": "super_strength"}))
    car = one.lay("car", "heavy", s)
    assert "HC-OBJ-26" in one.refused(cm.UsePower(RED, a, "telekinesis", (car,), (at(5, 0),)))


@pytest.mark.parametrize(("weight", "click"), [("light", 3), ("heavy", 4)])
def test_an_object_is_thrown_from_afar(weight: str, click: int) -> None:
    """2 or 3 damage whatever the dial says, and the object is gone."""
    one, a, b, crate = mover(weight)
    use = cm.UsePower(RED, a, "telekinesis", (crate,), (at(8, 2),), "throw")
    assert use in list(GAME.legal_commands(one.state, RED, piece=a))
    one.do(use)
    one.roll(3, 4)
    assert one.piece(b).click == click
    assert (lies(one, crate), one.state.tactics.removed) == ([], (crate,))


@pytest.mark.rule("HC-ATK-04")
def test_a_leaper_strikes_up_and_down_but_not_through_walls() -> None:
    one = Scene(size=(6, 4), levels={(2, 1): 2, (2, 2): 2}, walls=[((1, 1), (1, 2))])
    a = one.put("A", "red", (1, 1), figure("A", powers={"speed": "leap_climb"}))
    plain = one.put("P", "red", (3, 1))
    b = one.put("B", "blue", (2, 1), figure("B", defense=12))
    c = one.put("C", "blue", (1, 2))
    assert "HC-ATK-04" in one.refused(cm.CloseAttack(RED, plain, b))
    assert "HC-ATK-04" in one.refused(cm.CloseAttack(RED, a, c))
    one.do(cm.CloseAttack(RED, a, b))
    one.roll(3, 4)
    assert one.piece(b).click == 4
    board = one.state.table.board
    assert not board.is_beside(at(1, 1), at(1, 2))
    assert edge(at(1, 1), at(1, 2)) in board.walls


def test_a_running_shot_may_end_in_a_throw() -> None:
    one = Scene(size=(14, 3))
    powers = {"speed": "running_shot", "attack": "super_strength"}
    a = one.put("A", "red", (0, 0), figure("A", attack=10, powers=powers, range=0))
    b = one.put("B", "blue", (11, 0), figure("B", defense=15))
    crate = one.lay("crate", "light", a)
    one.do(cm.UsePower(RED, a, "running_shot", (), (at(4, 0),)))
    assert one.state.flow.open[0].options == ("throw",)  # type: ignore[union-attr]
    one.choose("throw")
    one.choose("B")
    one.roll(3, 4)
    assert one.piece(b).click == 3
    assert one.state.tactics.removed == (crate,)


@pytest.mark.rule("HC-OBJ-28", "HC-POW-18")
def test_outwit_makes_it_drop_what_it_holds() -> None:
    one = Scene(size=(14, 3))
    a = one.put("A", "red", (0, 0), figure("A", powers={"damage": "outwit"}))
    b = one.put("B", "blue", (5, 0), figure("B", powers={"attack": "super_strength"}))
    crate = one.lay("crate", "light", b)
    events = one.do(cm.UsePower(RED, a, "outwit", (b,), (), "super_strength"))
    assert ObjectDropped(b, crate, at(5, 0)) in events


@pytest.mark.rule("HC-MULTI-15")
def test_who_holds_an_object_or_has_a_larger_base_is_not_carried() -> None:
    one = Scene(size=(14, 4))
    a = one.put("A", "red", (1, 1), figure("A", symbols=Symbols("wing")))
    s = one.put("S", "red", (2, 1), figure("S", powers=STRONG))
    wide = one.put("W", "red", [(0, 2), (1, 2)], replace(figure("W"), dimensions=(2, 1)))
    f = one.put("F", "red", (0, 0))
    one.put("B", "blue", (13, 2))
    one.lay("crate", "light", s)
    for passenger in (s, wide):
        assert "HC-ABIL-06" in one.refused(cm.MoveFigure(RED, a, (at(6, 1),), passenger, at(7, 1)))
    one.do(cm.MoveFigure(RED, a, (at(6, 1),), f, at(7, 1)))


def test_a_carrier_takes_an_object_along_too() -> None:
    """Speed 8 less 2: to the sixth square, by way of the object."""
    one = Scene(size=(14, 3))
    a = one.put("A", "red", (0, 0), figure("A", symbols=Symbols("wing"), powers=STRONG))
    f = one.put("F", "red", (0, 1))
    one.put("B", "blue", (13, 2))
    crate = one.lay("crate", "light", (3, 1))
    assert "HC-MOVE-01" in one.refused(cm.MoveFigure(RED, a, (at(7, 0),), f, at(8, 0), crate))
    one.do(cm.MoveFigure(RED, a, (at(6, 0),), f, at(7, 0), crate))
    assert (one.piece(a).spaces, one.piece(f).spaces) == ((at(6, 0),), (at(7, 0),))
    assert [row.piece for row in one.state.tactics.held] == [a]


@pytest.mark.rule("HC-OBJ-37", "HC-ATK-09")
def test_a_critical_miss_uses_it_up() -> None:
    """1-1: the thrower is hurt, the object gone before it could fall."""
    one = Scene(size=(14, 3))
    a = one.put("A", "red", (0, 0), figure("A", clicks=1, powers={"attack": "super_strength"}))
    b = one.put("B", "blue", (5, 0))
    one.put("C", "red", (0, 2))
    crate = one.lay("crate", "light", a)
    one.do(ThrowObject(RED, a, b))
    one.roll(1, 1)
    assert one.piece(a).ko
    assert (lies(one, crate), one.state.tactics.removed) == ([], (crate,))
    one.do(cm.EndTurn(RED))
    assert BLUE in one.state.flow.active


def wide(item: tuple[int, int], blue: tuple[int, int] = (15, 5)) -> tuple[Scene, Any, Any]:
    """Red's strong giant on four squares, (1, 1) to (2, 2)."""
    one = Scene(size=(16, 6))
    printed = replace(figure("A", speed=4, powers=STRONG), dimensions=(2, 2))
    a = one.put("A", "red", [(1, 1), (2, 1), (1, 2), (2, 2)], printed)
    one.put("B", "blue", blue)
    return one, a, one.lay("crate", "light", item)


def base(x: int, y: int) -> tuple[Any, ...]:
    return at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)


@pytest.mark.rule("HC-OBJ-20")
@pytest.mark.parametrize("item", [(0, 0), (3, 2), (5, 3), (7, 1)], ids=["start", "beside", "way", "end"])
def test_a_larger_base_reaches_from_any_of_its_squares(item: tuple[int, int]) -> None:
    one, a, crate = wide(item)
    use = cm.MoveFigure(RED, a, base(5, 1), pick_up=crate)
    assert use in list(GAME.legal_commands(one.state, RED, piece=a))
    one.do(use)
    assert [row.piece for row in one.state.tactics.held] == [a]


@pytest.mark.rule("HC-OBJ-20")
def test_a_larger_base_does_not_reach_farther() -> None:
    one, a, crate = wide((9, 4))
    assert "HC-OBJ-20" in one.refused(cm.MoveFigure(RED, a, base(5, 1), pick_up=crate))
    assert "HC-OBJ-20" in one.refused(cm.MoveFigure(RED, a, base(1, 1), pick_up=crate))
    one.do(cm.MoveFigure(RED, a, base(5, 1)))


def test_a_free_move_takes_an_object_along() -> None:
    """Sidestep: two squares by a free action, and the piece may still act."""
    one = Scene(size=(8, 3))
    a = one.put("A", "red", (0, 0), figure("A", powers={"speed": "sidestep", "attack": "super_strength"}))
    one.put("B", "blue", (7, 2))
    crate = one.lay("crate", "light", (3, 0))
    one.do(cm.UsePower(RED, a, "sidestep", (), (at(2, 0),), pick_up=crate))
    assert [row.piece for row in one.state.tactics.held] == [a]
    one.do(cm.MoveFigure(RED, a, (at(5, 0),)))


def test_an_object_taken_on_the_way_is_used_on_the_way() -> None:
    """Hypersonic Speed: past the object, one close attack with it, and on."""
    one = Scene(size=(12, 3))
    powers = {"speed": "hypersonic_speed", "attack": "super_strength"}
    a = one.put("A", "red", (0, 0), figure("A", attack=10, powers=powers, range=0))
    b = one.put("B", "blue", (5, 0), figure("B", defense=15, clicks=9))
    crate = one.lay("crate", "heavy", (2, 1))
    one.do(cm.UsePower(RED, a, "hypersonic_speed", (), (at(4, 0),), pick_up=crate))
    one.choose("B")
    one.roll(3, 4)
    assert (one.piece(b).click, one.state.tactics.removed) == (6, (crate,))
    assert one.asked == "power.hypersonic_speed"  # four squares are left of eight
    assert at(4, 2) in one.state.flow.open[0].spaces  # type: ignore[union-attr]
